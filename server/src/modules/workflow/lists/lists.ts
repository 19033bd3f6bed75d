import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ActorState } from '@formwork/contract/workflow/process.ts';
import { mostCounted, type Counts, type TodoMark } from '@formwork/contract/workflow/work-rows.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { exactTime, pageOf, readCursor } from '../../../platform/db/paging.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { heldBy } from '../../agents/public.ts';
import { appTitles } from '../../forms/public.ts';
import { countFollowed } from '../../records/public.ts';
import { personRefs } from '../rights/people.ts';
import { releaseGraph } from '../design/released.ts';
import { prepared, type InstanceRow } from './rows.ts';

type TodoQuery = InputOf<typeof workflowApi.todo>['query'];
type StateQuery = InputOf<typeof workflowApi.handled>['query'];
type Query = Omit<TodoQuery, 'mark'> & Pick<StateQuery, 'state'>;
type Page<K extends 'todo' | 'handled' | 'started' | 'copies'> = ResponseOf<(typeof workflowApi)[K]>;

const face =
  'i.id as instance_id, i.form_id, i.app_id, i.record_id, i.release, i.state, i.initiator, i.title, i.form_title, i.nodes, i.executors, i.started_at, i.finished_at';
type Face = Omit<InstanceRow, 'id' | 'version' | 'stopped_by'> & {
  instance_id: string;
  key_at: Date;
  at: string;
  id: string;
};

/**
 * What has to be done by a time stands before what has not, the earliest first, the rest as it came, newest first: one key
 * that falls from row to row, so that a page begins where the one before ended.
 */
const dueFirst = `case when t.due_at is null then a.received_at else timestamptz '4000-01-01' - (t.due_at - timestamptz '2000-01-01') end`;

/** What waits for me; an interrupted process waits for nobody. */
export async function listTodo(ctx: Ctx, { query: { mark, ...query } }: { query: TodoQuery }): Promise<Page<'todo'>> {
  const { schema } = reader(ctx);
  const person = await personRefs(ctx);
  const todo = await todoOf(ctx);
  const urgedAt = `(select max(e.at) from ${schema}.workflow_event e where e.instance_id = i.id and e.kind = 'urged' and a.person = any(e.persons) and e.at >= a.received_at)`;
  const marked = {
    returned: 't.returned_by is not null',
    urged: `${urgedAt} is not null`,
    asked: 'a.accepted = false',
    onBehalf: 'a.person <> $1',
    overdue: 't.due_at < now()',
  } satisfies Record<TodoMark, string>;
  const rows = await keyset<
    Face & {
      task: string;
      node: string;
      person: string;
      version: number;
      asker: string | null;
      returned_by: string | null;
      urged_at: Date | null;
      received_at: Date;
      due_at: Date | null;
    }
  >(ctx, query, {
    list: `a.task, t.node, t.version, a.person, a.received_at, (select l.person from ${schema}.workflow_actor l where l.id = a.lender and a.accepted = false) as asker, t.returned_by, t.due_at, ${urgedAt} as urged_at`,
    from: walked(schema),
    where: mark === undefined ? todo.where : `${todo.where} and ${marked[mark]}`,
    values: todo.values,
    at: 'a.received_at',
    order: dueFirst,
    id: 'a.id',
  });
  return answer(ctx, query, rows, async (row) => ({
    taskId: row.task,
    taskName: await nodeName(ctx, row, row.node),
    receivedAt: row.received_at.toISOString(),
    urgedAt: row.urged_at?.toISOString() ?? null,
    dueAt: row.due_at?.toISOString() ?? null,
    returned: row.returned_by !== null,
    onBehalfOf: row.person === ctx.user.id ? null : person(row.person),
    version: row.version,
    askedBy: row.asker === null ? null : person(row.asker),
  }));
}

export async function listHandled(ctx: Ctx, { query }: { query: StateQuery }): Promise<Page<'handled'>> {
  const { schema } = reader(ctx);
  const person = await personRefs(ctx);
  const rows = await keyset<
    Face & { task: string; node: string; person: string; actor_state: ActorState; deputy: string | null }
  >(ctx, query, {
    list: `a.task, t.node, a.person, a.state as actor_state, (select e.deputy from ${schema}.workflow_event e where ${actedIn} and e.deputy is not null limit 1) as deputy`,
    from: walked(schema),
    where: await handledBy(ctx),
    at: 'a.acted_at',
    id: 'a.id',
  });
  return answer(ctx, query, rows, async (row) => ({
    onBehalfOf: row.person === ctx.user.id ? null : person(row.person),
    deputy: row.person !== ctx.user.id || row.deputy === null ? null : person(row.deputy),
    taskId: row.task,
    taskName: await nodeName(ctx, row, row.node),
    actedAt: row.key_at.toISOString(),
    actorState: row.actor_state,
  }));
}

export async function listStarted(ctx: Ctx, { query }: { query: StateQuery }): Promise<Page<'started'>> {
  const { schema } = reader(ctx);
  const rows = await keyset<Face>(ctx, query, {
    list: 'null',
    from: `${schema}.workflow_instance i`,
    where: 'i.initiator = $1',
    at: 'i.started_at',
    id: 'i.id',
  });
  return answer(ctx, query, rows, (row) => ({ finishedAt: row.finished_at?.toISOString() ?? null }));
}

export async function listCopies(ctx: Ctx, { query }: { query: StateQuery }): Promise<Page<'copies'>> {
  const { schema } = reader(ctx);
  const person = await personRefs(ctx);
  const rows = await keyset<Face & { from_person: string | null; message: string; read_at: Date | null }>(ctx, query, {
    list: 'c.from_person, c.message, c.read_at',
    from: `${schema}.workflow_copy c join ${schema}.workflow_instance i on i.id = c.instance_id`,
    where: 'c.person = $1',
    at: 'c.at',
    id: 'c.id',
  });
  return answer(ctx, query, rows, (row) => ({
    copyId: row.id,
    from: row.from_person === null ? null : person(row.from_person),
    message: row.message,
    copiedAt: row.key_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }));
}

export async function readCopy(ctx: Ctx, { params }: InputOf<typeof workflowApi.readCopy>): Promise<null> {
  const tx = reader(ctx);
  const { rowCount } = await tx.query({
    ...prepared(
      `update ${tx.schema}.workflow_copy set read_at = coalesce(read_at, $3::timestamptz) where id = $1 and person = $2`,
    ),
    values: [params.copyId, ctx.user.id, new Date()],
  });
  if (rowCount === 0) throw notFound('workflow.copy.not_found');
  return null;
}

export async function counts(ctx: Ctx): Promise<Counts> {
  const tx = reader(ctx);
  const todo = await todoOf(ctx);
  const handled = await handledBy(ctx);
  // Counted to a limit: whoever has handled a million is told of ten thousand, at once.
  const few = (rows: string) => `(select count(*) from (select 1 from ${rows} limit ${mostCounted}) counted)::int`;
  const { rows } = await tx.query<Omit<Counts, 'followed'>>({
    ...prepared(`select
      ${few(`${tx.schema}.workflow_actor a join ${tx.schema}.workflow_instance i on i.id = a.instance_id where ${todo.where}`)} as todo,
      ${few(`${tx.schema}.workflow_actor a join ${tx.schema}.workflow_task t on t.id = a.task where ${handled}`)} as handled,
      ${few(`${tx.schema}.workflow_instance where initiator = $1`)} as started,
      ${few(`${tx.schema}.workflow_copy where person = $1`)} as copies,
      ${few(`${tx.schema}.workflow_copy where person = $1 and read_at is null`)} as "unreadCopies",
      ${few(`${tx.schema}.workflow_draft where person = $1`)} as drafts`),
    values: [ctx.user.id, ...todo.values],
  });
  return { ...rows[0]!, followed: await countFollowed(ctx) };
}

/**
 * Parts people have, each with its task and instance looked up by id. `offset 0` keeps the planner from reading those
 * tables whole, which it takes for cheaper as long as they are small and costs more with every finished process.
 */
function walked(schema: string): string {
  return `${schema}.workflow_actor a
    cross join lateral (select * from ${schema}.workflow_task where id = a.task offset 0) t
    cross join lateral (select * from ${schema}.workflow_instance where id = a.instance_id offset 0) i`;
}

/**
 * To-dos of one's own that are done. A signature carried over into a later round was handled in the earlier one, and what
 * is done in the moment in which it opens is the start, which waited for nobody: it is found among what one started.
 */
const isHandled = 'a.acted_at is not null and not a.auto and a.acted_at > t.opened_at';

/** The event in which a part was done. */
const actedIn = 'e.instance_id = a.instance_id and e.task = a.task and e.actor = a.person and e.at = a.acted_at';

/** Parts of mine that are done, and those of others that I did as their agent. Few people ever were one; for the others it is one walk of an index. */
async function handledBy(ctx: Ctx): Promise<string> {
  const tx = reader(ctx);
  const {
    rows: [found],
  } = await tx.query<{ ever: boolean }>({
    ...prepared(`select exists (select 1 from ${tx.schema}.workflow_event where deputy = $1) as ever`),
    values: [ctx.user.id],
  });
  if (!found?.ever) return `a.person = $1 and ${isHandled}`;
  return `(a.person = $1 or a.id = any(array(select a.id from ${tx.schema}.workflow_event e join ${tx.schema}.workflow_actor a on ${actedIn} where e.deputy = $1))) and ${isHandled}`;
}

/** What waits for me, and for those whose agent I am as far as it was handed over. $1 is me. */
async function todoOf(ctx: Ctx): Promise<{ where: string; values: unknown[] }> {
  const open = `a.state = 'pending' and i.state = 'processing'`;
  const held = (await heldBy(ctx, ctx.user.id)).filter(
    ({ permissions }) => permissions.includes('todo') || permissions.includes('existingTodo'),
  );
  if (held.length === 0) return { where: `a.person = $1 and ${open}`, values: [] };
  const handedOver = held.map((one) => ({
    principal: one.principalId,
    apps: one.appIds,
    since: one.startsAt,
    later: one.permissions.includes('todo'),
    earlier: one.permissions.includes('existingTodo'),
  }));
  return {
    where: `(a.person = $1 or a.person = any($2::uuid[]) and exists (
      select 1 from json_to_recordset($3::json) as h(principal uuid, apps text[], since timestamptz, later boolean, earlier boolean)
      where h.principal = a.person and (h.apps is null or i.app_id = any(h.apps)) and case when a.received_at >= h.since then h.later else h.earlier end)) and ${open}`,
    values: [[...new Set(held.map((one) => one.principalId))], JSON.stringify(handedOver)],
  };
}

interface Shape {
  list: string;
  from: string;
  where: string;
  at: string;
  /** What the list is sorted by, falling; `at` where it is not named. */
  order?: string;
  id: string;
  /** Of `where`, after $1. */
  values?: unknown[];
}

/** The page after the cursor, one row more than asked for. */
async function keyset<Row extends Face>(
  ctx: Ctx,
  query: Query,
  { list, from, where, at, order = at, id, values: more = [] }: Shape,
): Promise<Row[]> {
  const tx = reader(ctx);
  const values: unknown[] = [ctx.user.id, ...more];
  const conditions = [where];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const cursor = readCursor(query.after);
  if (cursor) conditions.push(`(${order}, ${id}) < (${bind(cursor.at)}::timestamptz, ${bind(cursor.id)}::uuid)`);
  if (query.from) conditions.push(`${at} >= ${bind(query.from)}::timestamptz`);
  if (query.until) conditions.push(`${at} < ${bind(query.until)}::timestamptz`);
  if (query.state) conditions.push(`i.state = ${bind(query.state)}`);
  if (query.appId) conditions.push(`i.app_id = ${bind(query.appId)}`);
  if (query.formId) conditions.push(`i.form_id = ${bind(query.formId)}`);
  if (query.search) conditions.push(`i.title ilike ${bind(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`)}`);
  const { rows } = await tx.query<Row>({
    ...prepared(
      `select ${order} as key_at, ${exactTime(order)} as at, ${id} as id, ${face}, ${list} from ${from} where ${conditions.join(' and ')} order by ${order} desc, ${id} desc limit ${limitOf(query) + 1}`,
    ),
    values,
  });
  return rows;
}

async function answer<Row extends Face, Own extends object>(
  ctx: Ctx,
  query: Query,
  rows: Row[],
  own: (row: Row) => Own | Promise<Own>,
) {
  const person = await personRefs(ctx);
  const apps = await appTitles(
    ctx,
    rows.map((row) => row.app_id),
  );
  const { shown, next } = pageOf(rows, limitOf(query));
  const items = await Promise.all(
    shown.map(async (row) => ({
      instanceId: row.instance_id,
      formId: row.form_id,
      formTitle: row.form_title,
      appId: row.app_id,
      appTitle: apps.get(row.app_id) ?? { zh: '' },
      recordId: row.record_id,
      recordTitle: row.title,
      initiator: person(row.initiator),
      startedAt: row.started_at.toISOString(),
      state: row.state,
      nodes: row.nodes,
      executors: row.executors.map(person),
      ...(await own(row)),
    })),
  );
  return { items, next };
}

async function nodeName(ctx: Ctx, row: Face, node: string) {
  return (await releaseGraph(ctx, row.form_id, row.release)).nodes.get(node)?.name ?? { zh: node };
}

function limitOf(query: Query): number {
  return query.limit ?? 20;
}
