import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ActorState, Counts } from '@formwork/contract/workflow/process.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { heldBy } from '../agents/public.ts';
import { appTitles } from '../forms/public.ts';
import { after, pageOf } from './paging.ts';
import { personRefs } from './people.ts';
import { reading } from './readable.ts';
import { releaseGraph } from './released.ts';
import { prepared, type InstanceRow } from './rows.ts';

type Query = InputOf<typeof workflowApi.todo>['query'];
type Page<K extends 'todo' | 'handled' | 'started' | 'copies'> = ResponseOf<(typeof workflowApi)[K]>;

const face = 'i.id as instance_id, i.form_id, i.app_id, i.record_id, i.release, i.state, i.initiator, i.title, i.form_title, i.nodes, i.executors, i.started_at, i.finished_at';
type Face = Omit<InstanceRow, 'id' | 'version' | 'stopped_by'> & { instance_id: string; key_at: Date; key_id: string };

/** What waits for me; an interrupted process waits for nobody. */
export async function listTodo(ctx: Ctx, { query }: { query: Query }): Promise<Page<'todo'>> {
  const { schema } = reading(ctx);
  const person = await personRefs(ctx);
  const todo = await todoOf(ctx);
  const rows = await keyset<Face & { task: string; node: string; person: string; returned_by: string | null; urged_at: Date | null }>(ctx, query, {
    list: `a.task, t.node, a.person, t.returned_by, (select max(e.at) from ${schema}.workflow_event e where e.instance_id = i.id and e.kind = 'urged' and a.person = any(e.persons) and e.at >= a.received_at) as urged_at`,
    from: `${schema}.workflow_actor a join ${schema}.workflow_task t on t.id = a.task join ${schema}.workflow_instance i on i.id = a.instance_id`,
    where: todo.where,
    values: todo.values,
    at: 'a.received_at',
    id: 'a.id',
  });
  return answer(ctx, query, rows, async (row) => ({
    taskId: row.task,
    taskName: await nodeName(ctx, row, row.node),
    receivedAt: row.key_at.toISOString(),
    urgedAt: row.urged_at?.toISOString() ?? null,
    returned: row.returned_by !== null,
    onBehalfOf: row.person === ctx.user.id ? null : person(row.person),
  }));
}

export async function listHandled(ctx: Ctx, { query }: { query: Query }): Promise<Page<'handled'>> {
  const { schema } = reading(ctx);
  const rows = await keyset<Face & { task: string; node: string; actor_state: ActorState }>(ctx, query, {
    list: 'a.task, t.node, a.state as actor_state',
    from: `${schema}.workflow_actor a join ${schema}.workflow_task t on t.id = a.task join ${schema}.workflow_instance i on i.id = a.instance_id`,
    where: handledWhere,
    at: 'a.acted_at',
    id: 'a.id',
  });
  return answer(ctx, query, rows, async (row) => ({
    taskId: row.task,
    taskName: await nodeName(ctx, row, row.node),
    actedAt: row.key_at.toISOString(),
    actorState: row.actor_state,
  }));
}

export async function listStarted(ctx: Ctx, { query }: { query: Query }): Promise<Page<'started'>> {
  const { schema } = reading(ctx);
  const rows = await keyset<Face>(ctx, query, { list: 'null', from: `${schema}.workflow_instance i`, where: 'i.initiator = $1', at: 'i.started_at', id: 'i.id' });
  return answer(ctx, query, rows, (row) => ({ finishedAt: row.finished_at?.toISOString() ?? null }));
}

export async function listCopies(ctx: Ctx, { query }: { query: Query }): Promise<Page<'copies'>> {
  const { schema } = reading(ctx);
  const person = await personRefs(ctx);
  const rows = await keyset<Face & { from_person: string | null; message: string; read_at: Date | null }>(ctx, query, {
    list: 'c.from_person, c.message, c.read_at',
    from: `${schema}.workflow_copy c join ${schema}.workflow_instance i on i.id = c.instance_id`,
    where: 'c.person = $1',
    at: 'c.at',
    id: 'c.id',
  });
  return answer(ctx, query, rows, (row) => ({
    copyId: row.key_id,
    from: row.from_person === null ? null : person(row.from_person),
    message: row.message,
    copiedAt: row.key_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }));
}

export async function readCopy(ctx: Ctx, { params }: InputOf<typeof workflowApi.readCopy>): Promise<null> {
  const tx = reading(ctx);
  const { rowCount } = await tx.query({
    ...prepared(`update ${tx.schema}.workflow_copy set read_at = coalesce(read_at, now()) where id = $1 and person = $2`),
    values: [params.copyId, ctx.user.id],
  });
  if (rowCount === 0) throw notFound('workflow.copy.not_found');
  return null;
}

export async function counts(ctx: Ctx): Promise<Counts> {
  const tx = reading(ctx);
  const todo = await todoOf(ctx);
  const { rows } = await tx.query<Counts>({
    ...prepared(`select
      (select count(*) from ${tx.schema}.workflow_actor a join ${tx.schema}.workflow_instance i on i.id = a.instance_id where ${todo.where})::int as todo,
      (select count(*) from ${tx.schema}.workflow_actor a join ${tx.schema}.workflow_task t on t.id = a.task where ${handledWhere})::int as handled,
      (select count(*) from ${tx.schema}.workflow_instance where initiator = $1)::int as started,
      (select count(*) from ${tx.schema}.workflow_copy where person = $1)::int as copies,
      (select count(*) from ${tx.schema}.workflow_copy where person = $1 and read_at is null)::int as "unreadCopies"`),
    values: [ctx.user.id, ...todo.values],
  });
  return rows[0]!;
}

/** Own acts; a signature carried over into a later round was handled in the earlier one. */
const handledWhere = 'a.person = $1 and a.acted_at is not null and not a.auto and a.acted_at >= t.opened_at';

/** What waits for me, and for those whose agent I am as far as it was handed over. $1 is me. */
async function todoOf(ctx: Ctx): Promise<{ where: string; values: unknown[] }> {
  const open = `a.state = 'pending' and i.state = 'processing'`;
  const held = (await heldBy(ctx, ctx.user.id)).filter(({ permissions }) => permissions.includes('todo') || permissions.includes('existingTodo'));
  if (held.length === 0) return { where: `a.person = $1 and ${open}`, values: [] };
  const handedOver = held.map((one) => ({ principal: one.principalId, apps: one.appIds, since: one.startsAt, later: one.permissions.includes('todo'), earlier: one.permissions.includes('existingTodo') }));
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
  id: string;
  /** Of `where`, after $1. */
  values?: unknown[];
}

/** The page after the cursor, newest first, one row more than asked for. */
async function keyset<Row extends Face>(ctx: Ctx, query: Query, { list, from, where, at, id, values: more = [] }: Shape): Promise<Row[]> {
  const tx = reading(ctx);
  const values: unknown[] = [ctx.user.id, ...more];
  const conditions = [where];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const cursor = after(query.after);
  if (cursor) conditions.push(`(${at}, ${id}) < (${bind(cursor.at)}::timestamptz, ${bind(cursor.id)}::uuid)`);
  if (query.formId) conditions.push(`i.form_id = ${bind(query.formId)}`);
  if (query.search) conditions.push(`i.title ilike ${bind(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`)}`);
  const limit = bind(limitOf(query) + 1);
  const { rows } = await tx.query<Row>({
    ...prepared(`select ${at} as key_at, ${id} as key_id, ${face}, ${list} from ${from} where ${conditions.join(' and ')} order by ${at} desc, ${id} desc limit ${limit}`),
    values,
  });
  return rows;
}

async function answer<Row extends Face, Own extends object>(ctx: Ctx, query: Query, rows: Row[], own: (row: Row) => Own | Promise<Own>) {
  const person = await personRefs(ctx);
  const apps = await appTitles(ctx);
  return pageOf(rows, limitOf(query), async (row) => ({
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
  }));
}

async function nodeName(ctx: Ctx, row: Face, node: string) {
  return (await releaseGraph(ctx, row.form_id, row.release)).nodes.get(node)?.name ?? { zh: node };
}

function limitOf(query: Query): number {
  return query.limit ?? 20;
}
