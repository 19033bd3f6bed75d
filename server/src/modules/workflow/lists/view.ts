import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import type {
  BranchView,
  CopyView,
  MyTask,
  PersonRef,
  ProcessView,
  TaskView,
} from '@formwork/contract/workflow/process.ts';
import { failedNodes, nodeDisplays, openTasks } from '@formwork/process/current.ts';
import { actingAt, isGateway, type GraphIndex } from '@formwork/process/graph-index.ts';
import { returnTargets } from '@formwork/process/history.ts';
import { may } from '@formwork/process/permits.ts';
import { rightsAt } from '@formwork/process/rights.ts';
import { actorsOf, pendingTasks, type BranchDetail, type ProcessState, type Task } from '@formwork/process/state.ts';
import type { Ctx } from '../../../platform/context.ts';
import { mayAct, mayCreateFor, type TodoAct } from '../../agents/public.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { retrievableTask } from '../commands/engine.ts';
import { branchesOf } from '../commands/branches.ts';
import { personRefs, type PersonName } from '../rights/people.ts';
import { linksOf } from './links.ts';
import { readableRecord } from './readable.ts';
import { deputiesIn, deputyOf, remarksIn, saidIn, type Deputies } from './remarks.ts';
import { currentRelease } from '../design/released.ts';
import { prepared, readState, type InstanceRow } from './rows.ts';
import { mayStart, startNodeRights } from '../commands/start.ts';
import { instanceOfRecord, isAdministrator, subjectOf, subjectOfStart, takesPart } from '../commands/subject.ts';

/** The process of a record as one person sees it; 404 for whoever may not see the record. */
export async function getProcess(ctx: Ctx, { params }: InputOf<typeof workflowApi.process>): Promise<ProcessView> {
  const record = await readableRecord(ctx, params.formId, params.recordId);
  const row = await instanceOfRecord(ctx, params.formId, params.recordId);
  const view = forDeputy(ctx, row ? await viewOf(ctx, row) : await emptyView(ctx, params.formId), row);
  if (row && row.state !== 'invalid') return view;
  const subject = await subjectOfStart(ctx, params.formId, params.recordId);
  if (!subject || !mayCreateFor(ctx.user, subject.form.appId) || !(await mayStart(ctx, subject, record))) return view;
  return { ...view, rights: startNodeRights(subject), can: { ...view.can, start: true } };
}

/** An agent is offered what was handed over to them and nothing that would be refused. */
function forDeputy(ctx: Ctx, view: ProcessView, row: InstanceRow | undefined): ProcessView {
  if (!ctx.user.deputy?.delegations) return view;
  const received = new Map(
    view.nodes.flatMap(({ tasks }) =>
      tasks.map(
        (task) => [task.id, task.actors.findLast(({ person }) => person.id === ctx.user.id)?.receivedAt] as const,
      ),
    ),
  );
  const mayDo = (task: MyTask, act: TodoAct): boolean =>
    mayAct(ctx.user, row?.app_id ?? '', new Date(received.get(task.id) ?? 0), act);
  const myTasks = view.myTasks.flatMap((task): MyTask[] => {
    const shown: MyTask = {
      ...task,
      submits: mayDo(task, 'submit'),
      toAnswer: false,
      removable: [],
      buttons: task.buttons.filter((button) => button === 'return' && mayDo(task, 'return')),
    };
    return shown.submits || shown.buttons.length > 0 ? [shown] : [];
  });
  return {
    ...view,
    myTasks,
    rights: myTasks.find(({ submits }) => submits)?.rights ?? null,
    retrievable: null,
    entrusted: [],
    failed: [],
    can: {
      start: false,
      retrieve: false,
      cc: false,
      comment: false,
      urge: false,
      interrupt: false,
      recover: false,
      invalidate: false,
    },
  };
}

async function emptyView(ctx: Ctx, formId: string): Promise<ProcessView> {
  const release = await currentRelease(ctx, formId);
  const nodes = release?.index.graph.nodes ?? [];
  return {
    instance: null,
    graph: release?.index.graph ?? null,
    nodes: nodes.map((node) => ({ node: node.id, display: 'notStarted', tasks: [] })),
    copies: [],
    remarks: [],
    above: null,
    below: [],
    myTasks: [],
    rights: null,
    retrievable: null,
    entrusted: [],
    failed: [],
    can: {
      start: false,
      retrieve: false,
      cc: false,
      comment: false,
      urge: false,
      interrupt: false,
      recover: false,
      invalidate: false,
    },
  };
}

async function viewOf(ctx: Ctx, row: InstanceRow): Promise<ProcessView> {
  const subject = await subjectOf(ctx, row);
  const { index } = subject;
  const state = await readState(reader(ctx), row);
  const [person, said, links] = await Promise.all([personRefs(ctx), saidIn(ctx, row.id), linksOf(ctx, row)]);
  const displays = nodeDisplays(index, state);
  const views = Map.groupBy(
    [...state.tasks.values()].map((task) => taskView(index, state, task, person, deputiesIn(said))),
    (task) => task.node,
  );
  const administrator = isAdministrator(ctx, subject);
  const seen = { instance: state.instance, tasks: [...state.tasks.values()], actors: [...state.actors.values()] };
  const can = (action: Parameters<typeof may>[4]) => may(index, seen, ctx.user.id, administrator, action);
  const mine = state.instance.state === 'processing' ? pendingTasks(state, ctx.user.id) : [];
  const myTasks = await Promise.all(
    mine.map(async (task) => ({
      ...myTask(index, state, task, person, ctx.user.id),
      undecided: await undecidedAt(ctx, row, index, task),
    })),
  );
  const retrievable = await retrievableTask(ctx, subject, state);
  return {
    instance: {
      id: row.id,
      version: row.version,
      state: row.state,
      release: row.release,
      initiator: person(row.initiator),
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
    },
    graph: index.graph,
    nodes: index.graph.nodes.map((node) => ({
      node: node.id,
      display: displays.get(node.id) ?? 'notStarted',
      tasks: views.get(node.id) ?? [],
    })),
    copies: await copiesOf(ctx, row.id, person),
    remarks: remarksIn(said, person),
    ...links,
    myTasks,
    rights: myTasks[0]?.rights ?? null,
    retrievable,
    entrusted: openTasks(state)
      .filter((task) =>
        actorsOf(state, task.id).some((actor) => actor.person === ctx.user.id && actor.state === 'entrusted'),
      )
      .map((task) => task.id),
    failed: administrator ? failedNodes(state) : [],
    can: {
      start: false,
      retrieve: retrievable !== null,
      cc: can('cc'),
      comment: administrator || (await takesPart(ctx, row)),
      urge: can('urge'),
      interrupt: can('interrupt'),
      recover: can('recover'),
      invalidate: can('invalidate'),
    },
  };
}

function taskView(
  index: GraphIndex,
  state: ProcessState,
  task: Task,
  person: PersonName,
  deputies: Deputies,
): TaskView {
  return {
    id: task.id,
    node: task.node,
    // A node that the release it was moved to does not know keeps its history.
    name: index.nodes.get(task.node)?.name ?? { zh: task.node },
    round: task.round,
    state: task.state,
    openedAt: task.openedAt,
    closedAt: task.closedAt,
    dueAt: task.dueAt,
    actors: actorsOf(state, task.id).map((actor) => ({
      id: actor.id,
      person: person(actor.person),
      deputy: deputyOf(actor, deputies, person),
      state: actor.state,
      origin: actor.origin,
      askedBy: actor.lender === null ? null : person(state.actors.get(actor.lender)?.person ?? ''),
      order: actor.order,
      receivedAt: actor.receivedAt,
      actedAt: actor.actedAt,
      comment: actor.comment,
      signature: actor.signature,
    })),
  };
}

/** Why the process stopped at the gateway of a task; null at all other nodes. */
async function undecidedAt(ctx: Ctx, row: InstanceRow, index: GraphIndex, task: Task): Promise<BranchView | null> {
  if (!isGateway(index.nodes.get(task.node))) return null;
  const tx = reader(ctx);
  const { rows } = await tx.query<{ detail: BranchDetail }>({
    ...prepared(
      `select detail from ${tx.schema}.workflow_event where instance_id = $1 and kind = 'undecided' and node = $2 order by version desc, position desc limit 1`,
    ),
    values: [row.id, task.node],
  });
  return rows[0]
    ? (await branchesOf(ctx, { formId: row.form_id, recordId: row.record_id }))(rows[0].detail, index)
    : null;
}

function myTask(
  index: GraphIndex,
  state: ProcessState,
  task: Task,
  person: PersonName,
  me: string,
): Omit<MyTask, 'undecided'> {
  const node = actingAt(index.nodes.get(task.node));
  if (!node) throw new Error(`nobody acts at ${task.node}`);
  const actors = actorsOf(state, task.id);
  const mine = actors.find((actor) => actor.person === me && actor.state === 'pending');
  const targets = node.buttons.includes('return')
    ? returnTargets(index, state.tasks.values(), state.actors.values(), task)
    : [];
  return {
    id: task.id,
    version: task.version,
    node: node.id,
    name: node.name,
    kind: index.nodes.get(task.node)!.kind,
    returned:
      task.returnedBy === null
        ? null
        : { by: person(task.returnedBy), at: task.openedAt, reason: task.returnReason ?? '' },
    entrustedBy: mine?.lender ? person(state.actors.get(mine.lender)!.person) : null,
    toAnswer: mine?.accepted === false,
    dueAt: task.dueAt,
    submits: true,
    removable: actors
      .filter((actor) => actor.person !== me && (actor.state === 'pending' || actor.state === 'waiting'))
      .map((actor) => person(actor.person)),
    commentRequired: node.commentRequired,
    signatureRequired: node.signatureRequired,
    verification: node.verification ?? null,
    buttons: node.buttons,
    returnTargets: targets.map((id) => ({ node: id, name: index.nodes.get(id)!.name, isStart: id === index.start.id })),
    rights: rightsAt(node),
  };
}

async function copiesOf(ctx: Ctx, instanceId: string, person: (id: string) => PersonRef): Promise<CopyView[]> {
  const tx = reader(ctx);
  const { rows } = await tx.query<{
    id: string;
    node: string | null;
    person: string;
    from_person: string | null;
    message: string;
    at: Date;
    read_at: Date | null;
  }>({
    ...prepared(
      `select id, node, person, from_person, message, at, read_at from ${tx.schema}.workflow_copy where instance_id = $1 order by at, id`,
    ),
    values: [instanceId],
  });
  return rows.map((row) => ({
    id: row.id,
    node: row.node,
    person: person(row.person),
    from: row.from_person === null ? null : person(row.from_person),
    message: row.message,
    at: row.at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }));
}
