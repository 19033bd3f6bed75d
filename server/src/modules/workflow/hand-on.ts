import type { Text } from '@formwork/contract/text.ts';
import type { Command } from '@formwork/process/command.ts';
import { pendingPersons, openTasks } from '@formwork/process/current.ts';
import type { ProcessState } from '@formwork/process/state.ts';
import type { Ctx } from '../../platform/context.ts';
import type { SpaceTx } from '../../platform/space-data.ts';
import { grantRecord, setProcessState } from '../records/public.ts';
import type { Result } from './command.ts';
import { grantsOf, type Turn } from './grants.ts';
import type { InstanceFace } from './rows.ts';
import type { Subject } from './subject.ts';

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
  /** This step ended the process. */
  finished: boolean;
  initiator: string;
}

/** What others know of a step, in its transaction: the record, its readers, and the event log. `copiesHide`: what the sender of copies does not see. */
export async function handOn(tx: SpaceTx, ctx: Ctx, subject: Subject, { before, state, changes }: Result, face: InstanceFace, kind: Command['kind'], copiesHide: readonly string[]): Promise<void> {
  const { recordId } = subject;
  const { formId } = subject.form;
  const { instance } = changes;
  const copied = changes.copies.map((copy) => copy.person);
  await setProcessState(tx, ctx, { formId, recordId, state: instance.state, nodes: face.nodes.map((name) => name.zh), executors: face.executors });

  const had = turns(before);
  const have = turns(state);
  const started = before.executions.size === 0;
  for (const grant of grantsOf(subject, before, have, changes, started, copiesHide)) await grantRecord(tx, ctx, { formId, recordId, ...grant });

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
    urged: changes.events.filter((event) => event.kind === 'urged').flatMap((event) => event.persons),
    finished: changes.events.some((event) => event.kind === 'finished'),
    initiator: instance.initiator,
  };
  await tx.event(`workflow.instance.${past[kind]}`, instance.id, data);
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
} satisfies Record<Command['kind'], string>;

/** Who may act in which task; nobody while the process stands still. */
function turns(state: ProcessState): Turn[] {
  if (state.instance.state !== 'processing') return [];
  return openTasks(state).flatMap((task) => pendingPersons(state, task.id).map((person) => ({ task: task.id, node: task.node, person })));
}

function without(some: Turn[], others: Turn[]): string[] {
  return some.filter((turn) => !others.some((other) => other.task === turn.task && other.person === turn.person)).map((turn) => turn.person);
}
