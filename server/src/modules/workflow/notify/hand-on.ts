import type { ActorState, EventKind } from '@formwork/contract/workflow/process.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Command } from '@formwork/process/command.ts';
import { pendingPersons, openTasks } from '@formwork/process/current.ts';
import type { Changes, ProcessState } from '@formwork/process/state.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { SpaceTx } from '../../../platform/db/space-data.ts';
import { grantAll, setProcessState } from '../../records/public.ts';
import type { Result } from '../commands/command.ts';
import { grantsOf, type Turn } from '../rights/grants.ts';
import { prepared, type InstanceFace } from '../lists/rows.ts';
import type { Subject } from '../commands/subject.ts';

/** The data of this module's events in a space's log. */
export interface WorkflowEventData {
  instanceId: string;
  appId: string;
  formId: string;
  formTitle: Text;
  recordId: string;
  title: string;
  state: ProcessState['instance']['state'];
  /** People who have something to do that they had not before. */
  todo: string[];
  /** People whose to-do is gone. */
  gone: string[];
  copied: string[];
  urged: string[];
  /** Nodes that it came to by this step. Older events have none. */
  nodes?: string[];
  /** This step ended the process. */
  finished: boolean;
  /** Those it waited for when it was interrupted or ended as invalid, and who began it. */
  stopped?: string[];
  /** Those who watch over it, when the system could not do a step of it. Older events have none of what follows. */
  failed?: string[];
  /** Those a comment concerns, and those it mentions; of comments alone. */
  commented?: string[];
  mentioned?: string[];
  /** The agent who did it for the actor. */
  deputy?: string;
  /** Nobody did it: it followed by the clock or from another step, in the name of who began. */
  byItself: boolean;
  initiator: string;
  /** When something of it happens next by the clock. */
  wakeAt: string | null;
}

/** What others know of a step, in its transaction: the record, its readers, and the event log. `copiesHide`: what the sender of copies does not see. */
export async function handOn(
  tx: SpaceTx,
  ctx: Ctx,
  subject: Subject,
  { before, state, changes, trace = [] }: Result,
  face: InstanceFace,
  kind: Command['kind'] | 'migrate',
  copiesHide: readonly string[],
): Promise<void> {
  const { recordId } = subject;
  const { formId } = subject.form;
  const { instance } = changes;
  const copied = changes.copies.map((copy) => copy.person);
  await setProcessState(tx, ctx, {
    formId,
    recordId,
    state: instance.state,
    nodes: face.nodes.map((name) => name.zh),
    executors: face.executors,
  });

  const had = turns(before);
  const have = turns(state);
  const started = before.executions.size === 0;
  grantAll(tx, ctx, { formId, recordId }, grantsOf(subject, before, have, changes, started, copiesHide));

  const data: WorkflowEventData = {
    instanceId: instance.id,
    appId: subject.form.appId,
    formId,
    formTitle: subject.form.title,
    recordId,
    title: face.title,
    state: instance.state,
    todo: [...new Set(without(have, had))],
    gone: [...new Set(without(had, have))],
    copied,
    urged: changes.events.filter((event) => urging.has(event.kind)).flatMap((event) => event.persons),
    nodes: [...new Set(trace.flatMap((step) => (step.kind === 'entered' ? [step.node] : [])))],
    finished: changes.events.some((event) => event.kind === 'finished'),
    stopped: stoppedFor(changes),
    failed: changes.events.filter((event) => event.kind === 'failed').flatMap((event) => event.persons),
    ...(kind === 'comment'
      ? {
          commented: concernedBy(state, await commenters(tx, instance.id)),
          mentioned: changes.events.flatMap((event) => event.persons),
        }
      : {}),
    byItself: changes.events.every((event) => event.actor === null),
    initiator: instance.initiator,
    wakeAt:
      changes.timers
        .filter((timer) => timer.state === 'waiting' && timer.due !== null)
        .map((timer) => timer.due!)
        .toSorted()[0] ?? null,
  };
  await tx.event(`workflow.instance.${past[kind]}`, instance.id, data);
}

/** Whoever is reminded hears of it as of an urge. */
const urging = new Set<EventKind>(['urged', 'reminded', 'overdue']);

const stopping = new Set<EventKind>(['interrupted', 'invalidated', 'endedFromAbove']);

function stoppedFor({ events, instance }: Changes): string[] {
  const stops = events.filter((event) => stopping.has(event.kind));
  return stops.length === 0 ? [] : [...new Set([...stops.flatMap((event) => event.persons), instance.initiator])];
}

const tookPart = new Set<ActorState>(['pending', 'done', 'returned', 'transferred', 'entrusted']);

/** Whoever began it, has it in hand, did something in it, or said something about it. */
function concernedBy({ instance, actors }: ProcessState, spoke: readonly string[]): string[] {
  const parts = [...actors.values()]
    .filter((actor) => tookPart.has(actor.state) && !actor.auto)
    .map((actor) => actor.person);
  return [...new Set([instance.initiator, ...parts, ...spoke])];
}

async function commenters(tx: SpaceTx, instanceId: string): Promise<string[]> {
  const { rows } = await tx.query<{ actor: string }>({
    ...prepared(
      `select distinct actor from ${tx.schema}.workflow_event where instance_id = $1 and kind = 'commented' and actor is not null`,
    ),
    values: [instanceId],
  });
  return rows.map(({ actor }) => actor);
}

const past = {
  start: 'started',
  submit: 'submitted',
  return: 'returned',
  transfer: 'transferred',
  addSigners: 'signers_added',
  retrieve: 'retrieved',
  cc: 'copied',
  comment: 'commented',
  urge: 'urged',
  interrupt: 'interrupted',
  recover: 'recovered',
  invalidate: 'invalidated',
  removeSigners: 'signers_removed',
  entrust: 'entrusted',
  acceptEntrusted: 'entrust_accepted',
  refuseEntrusted: 'entrust_refused',
  cancelEntrusted: 'entrust_cancelled',
  fire: 'timer_fired',
  fail: 'failed',
  retry: 'retried',
  migrate: 'migrated',
} satisfies Record<Command['kind'] | 'migrate', string>;

/** Who may act in which task; nobody while the process stands still. */
function turns(state: ProcessState): Turn[] {
  if (state.instance.state !== 'processing') return [];
  return openTasks(state).flatMap((task) =>
    pendingPersons(state, task.id).map((person) => ({ task: task.id, node: task.node, person })),
  );
}

function without(some: Turn[], others: Turn[]): string[] {
  return some
    .filter((turn) => !others.some((other) => other.task === turn.task && other.person === turn.person))
    .map((turn) => turn.person);
}
