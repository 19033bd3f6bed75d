import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { countedRows } from '@formwork/contract/etl/task-api.ts';
import { isSource, isTarget, type TargetNode, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { readsLastAgain } from '@formwork/etl/graph.ts';
import { straightFileOf } from '@formwork/etl/straight/straight-file.ts';
import { straightOf, withColumnsNow, type Straight } from '@formwork/etl/straight/straight.ts';
import type { Endpoint, RowStream, RowsThere } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { zoneOf } from '../../../enterprise/public.ts';
import { selectOf } from '../../endpoints/postgres/postgres.ts';
import { doubleQuoted, textQuoted } from '../../endpoints/names.ts';
import { noteNode, passingRows } from '../figures.ts';
import type { Behind, Stage, TaskMemory } from '../memory.ts';
import { isPortioned } from '../kept/portions.ts';
import { at as atNode, noteEveryMs, readCheckpoints, step, type TaskWork } from '../prepare.ts';
import { readOf, withEndpoint } from '../sources.ts';
import { countBeside, countWalked, type Counting, type SentStraight } from './straight-counts.ts';
import { prepareFile, sendFile } from './straight-file.ts';
import { straightForm, type StraightForm } from './straight-form.ts';
import { preparePortioned, sendPortioned } from './straight-portions.ts';
import { workedRows } from '../worked/worked.ts';

interface Way {
  straight: Straight;
  form: StraightForm;
  /** What the target gets. */
  columns: DataColumn[];
  /** Source and target are the same database, and the rows need not leave it. */
  there: boolean;
}

/**
 * Rows that need nobody to look at them go from PostgreSQL to PostgreSQL as they are: what a task does with them is one statement over
 * there. Where anything is refused nothing has been written, and the run goes the other way, which finds the row.
 */
export async function prepareStraight(work: TaskWork): Promise<TaskMemory | undefined> {
  const { ctx, run, taskId, task, payload, memory, steps } = work;
  if (memory.road === 'engine' || payload.sent || task.settings.changedSchema === 'add') return undefined;
  const [first] = task.nodes.filter(isTarget);
  const drawn = straightOf(task);
  if (!first || !drawn) return prepareFile(work);
  if (isPortioned(drawn.target)) return preparePortioned(work, drawn, wayOf);
  const { source } = drawn;
  const begun = Date.now();
  const usedBy = { kind: 'etl.task', id: taskId };
  return atNode(source.id, () =>
    withEndpoint(ctx, source.connection, usedBy, async (endpoint) => {
      const way = await wayOf(work, drawn, endpoint);
      if (!way) return undefined;
      await noteNode(ctx, run, source.id, { part: 'source', state: 'running' });
      // what has no mark that is noted beforehand is counted while it goes
      if (endpoint.still && !hasMark(source)) return uncounted(work, first, way);
      const after = (await readCheckpoints(ctx, taskId)).get(source.id);
      const again = readsLastAgain(task, source.id);
      const from = await rowsFrom(source, endpoint, { after, from: again });
      const counted = await countsOf(work, way.straight, endpoint, from);
      if (!counted) return undefined;
      const { count, upTo, between } = counted;
      await noteNode(ctx, run, source.id, { state: 'done', rowsIn: count, rows: count });
      steps.push(step(source.id, begun, { rows: count, ...(upTo !== undefined && { position: upTo }) }));
      let rowsIn = count;
      for (const { node, rows } of between) {
        await noteNode(ctx, run, node, { state: 'done', rows, rowsIn });
        steps.push(step(node, begun, { rows }));
        rowsIn = rows;
      }
      await noteNode(ctx, run, first.id, { part: 'target', state: 'waiting', rowsIn, rows: 0 });
      const stage: Stage = {
        key: memory.keys[first.id]!,
        size: 0,
        sha256: '',
        rows: rowsIn,
        columns: way.columns,
        straight: { after: after ?? null, upTo: upTo ?? null, from: again },
      };
      const positions = upTo === undefined ? {} : { [source.id]: upTo };
      return {
        ...memory,
        road: 'straight' as const,
        stages: { [first.id]: stage },
        positions,
        read: count,
        rejected: 0,
      };
    }),
  );
}

const hasMark = (source: Straight['source']): boolean => source.kind === 'tableSource' && source.watermark !== '';

async function uncounted({ ctx, run, memory }: TaskWork, { id }: TargetNode, { columns }: Way): Promise<TaskMemory> {
  await noteNode(ctx, run, id, { part: 'target', state: 'waiting', rowsIn: 0, rows: 0 });
  const straight = { after: null, upTo: null, uncounted: true };
  const stage: Stage = { key: memory.keys[id]!, size: 0, sha256: '', rows: 0, columns, straight };
  return { ...memory, road: 'straight', stages: { [id]: stage }, positions: {}, read: 0, rejected: 0 };
}

/** How many rows there are, up to where, and how many come out of each node; undefined where the database does not say. */
async function countsOf(
  { ctx, run, signal }: TaskWork,
  { source, counts }: Straight,
  endpoint: Endpoint,
  from: string,
): Promise<{ count: number; upTo: string | undefined; between: { node: string; rows: number }[] } | undefined> {
  const limits = { ms: 600_000, signal };
  const by = source.kind === 'tableSource' && hasMark(source) ? source.watermark : undefined;
  // by its order and not by that of its text
  const until = by === undefined ? 'null' : `max(r.${doubleQuoted(by)})::text`;
  try {
    const { rows: all } = await endpoint.query(`select count(*), ${until} from (${from}\n) as r`, limits);
    const [count, upTo] = [Number(all[0]![0]), all[0]![1] ?? undefined];
    const between: { node: string; rows: number }[] = [];
    let last = count;
    if (count <= countedRows)
      for (const { node, sql, same } of counts) {
        if (!same) {
          const { rows } = await endpoint.query(`select count(*) from (${sql(from)}\n) as c`, limits);
          last = Number(rows[0]![0]);
        }
        between.push({ node, rows: last });
      }
    return { count, upTo, between };
  } catch (error) {
    // a type that has no highest value, or rows that take too long to be counted: the engine counts what it has read
    if (signal.aborted || !(error instanceof AppError)) throw error;
    ctx.platform.log.info(
      { err: error, run, data: error.data },
      'rows of a task that are not counted go by way of the engine',
    );
    return undefined;
  }
}

/** Sends them; undefined where something was refused, of which nothing says which row it was. */
export async function sendStraight(
  work: TaskWork,
  target: TaskNodeOf<'tableTarget'>,
  { straight: bounds, rows: expected }: Stage,
): Promise<SentStraight | { behind: Behind } | undefined> {
  const { ctx, run, task, taskId, signal } = work;
  if (bounds?.by) return sendPortioned(work, bounds, wayOf);
  const file = straightFileOf(task);
  if (file) return sendFile(work, file);
  const drawn = straightOf(task);
  if (!drawn || !bounds) return undefined;
  const { source } = drawn;
  const usedBy = { kind: 'etl.task', id: taskId };
  const into = {
    table: { schema: target.schema, name: target.table },
    mode: target.mode,
    keys: target.keys,
    swap: true,
  };
  const once = `${run}/${target.id}`;
  return withEndpoint(ctx, source.connection, usedBy, async (endpoint) => {
    const way = await wayOf(work, drawn, endpoint);
    if (!way) return undefined;
    const from = await rowsFrom(source, endpoint, bounds);
    const sql = `select ${way.form.picks} from (${way.straight.sql(from)}\n) as r`;
    const { note, takenBack } = passingRows(ctx, run, target.id, noteEveryMs);
    const given = new AbortController();
    const all = AbortSignal.any([signal, given.signal]);
    const counted = { source, straight: way.straight, from, out: sql };
    const counting = bounds.uncounted
      ? ((way.there ? undefined : await countWalked(work, endpoint, counted)) ?? (await countBeside(work, counted)))
      : undefined;
    // without a second line the rows are counted by the engine
    if (bounds.uncounted && !counting) return undefined;
    const load = async (to: Endpoint, rows: RowStream | RowsThere): Promise<SentStraight> => {
      const { rows: loaded, already } = await to.load({ ...into, once }, rows, { signal });
      if (!counting) return { rows: already ? expected : loaded, rejected: 0 };
      // what came before is read no further
      if (already) given.abort(new Error('the rows are there'));
      counting.begun();
      if (already) return counting.sent(undefined);
      return counting.sent(loaded, 'bytes' in rows ? await rows.walked : undefined);
    };
    try {
      if (way.there) {
        counting?.begun();
        return await load(endpoint, { columns: way.columns, sql });
      }
      const seen = (many: number, bytes: number) => {
        counting?.begun();
        note(many, bytes);
      };
      const rows = await rowsOut(work, way, endpoint, { sql, seen, signal: all, counting });
      return await withEndpoint(ctx, target.connection, usedBy, (to) => load(to, rows));
    } catch (error) {
      // who sends rows that nobody takes any more would never end
      given.abort(error);
      await takenBack();
      if (counting) await noteNode(ctx, run, source.id, { state: 'done' });
      if (!(error instanceof AppError) || !isOfRows(error.code)) throw error;
      ctx.platform.log.info({ err: error, run, data: error.data }, 'rows of a task go by way of the engine');
      return undefined;
    } finally {
      await counting?.end();
    }
  });
}

const isOfRows = (code: string): boolean => code === 'etl.sql.failed' || code.startsWith('etl.row.refused');

async function rowsOut(
  { ctx }: TaskWork,
  { straight: { work }, form: { form }, columns }: Way,
  endpoint: Endpoint,
  options: {
    sql: string;
    seen: (rows: number, bytes: number) => void;
    signal: AbortSignal;
    counting: Counting | undefined;
  },
): Promise<RowStream> {
  const { sql, seen, signal, counting: { state, walks } = {} } = options;
  const reading = { signal, form, seen, ...(state !== undefined && { state }), ...(walks && { walks }) };
  const rows = { ...(await endpoint.read({ sql }, reading)), columns };
  if (!work) return rows;
  const zone = zoneOf(ctx.platform, ctx.spaceId);
  const { inputs, figures, drop } = work;
  const bytes = workedRows(rows.bytes, { inputs, figures, drop, zone, form: 'text' }, { signal });
  return { ...rows, bytes };
}

/** The way as source and target are now; undefined where they do not fit as they are. */
async function wayOf({ ctx, task, taskId }: TaskWork, drawn: Straight, endpoint: Endpoint): Promise<Way | undefined> {
  const { source, target } = drawn;
  if (!endpoint.caps.straight) return undefined;
  const usedBy = { kind: 'etl.task', id: taskId };
  const now =
    source.kind === 'tableSource'
      ? await endpoint.columns({ schema: source.schema, name: source.table })
      : await endpoint.describe(source.sql);
  const types = new Map(now.map(({ name, type }) => [name, type]));
  // what has gone or has become something else is said, or filled, by the other way
  if (source.columns.some(({ name, type }) => types.get(name) !== type)) return undefined;
  const straight = straightOf(withColumnsNow(task, source.id, now));
  if (!straight) return undefined;
  const { work } = straight;
  // moments without a zone are of the enterprise's clock, which the other database does not know
  if (work?.figures.some(({ type }) => type === 'timestamptz' || type === 'json' || type === 'boolean'))
    return undefined;
  const same = target.connection === source.connection;
  const table = { schema: target.schema, name: target.table };
  const columnsThere = async (to: Endpoint): Promise<DataColumn[] | undefined> => {
    if (!to.caps.straight) return undefined;
    return to.columns(table).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'etl.table.not_found') throw error;
      return isMade(target) ? [] : undefined;
    });
  };
  const there = same
    ? await columnsThere(endpoint)
    : await atNode(target.id, () => withEndpoint(ctx, target.connection, usedBy, columnsThere));
  // a table that is made has its columns in the order of the drawing
  if (!there || (work && there.length === 0)) return undefined;
  const columns = [...straight.columns.slice(work?.drop ?? 0), ...(work?.columns ?? [])];
  // said at the target, with what it lacks
  if (there.length > 0 && columns.some(({ name }) => !there.some((one) => one.name === name))) return undefined;
  const form = straightForm(straight.columns, there.length > 0 ? there : columns.map(asMade), work?.columns);
  if (!form) return undefined;
  // cast over there, what the engine's texts are refused for would be rounded
  const inPlace = same && !work && !form.casts && (await isPlainTable(endpoint, straight));
  return { straight, form, columns, there: inPlace && !(await maySwap(endpoint, target)) };
}

/**
 * What is inserted cannot stand for another table, and is written row by row by one process alone: rows that replace others come here and
 * go back where the line is short.
 */
const maySwap = async ({ swapsNear }: Endpoint, target: TaskNodeOf<'tableTarget'>): Promise<boolean> =>
  target.mode === 'replace' && (await swapsNear?.({ schema: target.schema, name: target.table })) === true;

/** As a table that is made for it has it. */
const asMade = ({ native: _, ...column }: DataColumn): DataColumn => column;

const isMade = ({ mode }: TaskNodeOf<'tableTarget'>): boolean => mode === 'create' || mode === 'history';

/** A table whose rows are its own, and not the target: what is taken away there would be gone before it is read. */
async function isPlainTable(endpoint: Endpoint, { source, target }: Straight): Promise<boolean> {
  if (source.kind !== 'tableSource') return false;
  if (source.schema === target.schema && source.table === target.table) return false;
  const { rows } = await endpoint.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${textQuoted(source.schema)}
      and c.relname = ${textQuoted(source.table)} and c.relkind = 'r' and not exists (select 1 from pg_inherits i where i.inhparent = c.oid)`,
  );
  return rows.length > 0;
}

async function rowsFrom(
  source: Straight['source'],
  endpoint: Endpoint,
  { after, from, upTo }: { after?: string | null | undefined; from?: boolean | undefined; upTo?: string | null },
): Promise<string> {
  const usual = await selectOf(readOf(source, { usedBy: { kind: 'etl.task', id: source.id } }, endpoint), (table) =>
    endpoint.columns(table),
  );
  if (source.kind !== 'tableSource' || source.watermark === '') return usual;
  const by = `t.${doubleQuoted(source.watermark)}`;
  // without a checkpoint the rows that have no watermark were counted with the others
  const blank = after == null ? `${by} is null` : undefined;
  const until = upTo == null ? undefined : `${by} <= ${textQuoted(upTo)}`;
  const bounds = [
    ...(after == null ? [] : [`${by} ${from ? '>=' : '>'} ${textQuoted(after)}`]),
    ...(upTo === undefined ? [] : [`(${[until, blank].filter(Boolean).join(' or ') || 'false'})`]),
  ];
  return bounds.length === 0 ? usual : `${usual} where ${bounds.join(' and ')}`;
}

export const isStraight = (target: TargetNode, stage: Stage): target is TaskNodeOf<'tableTarget'> =>
  stage.straight !== undefined && target.kind === 'tableTarget' && !isSource(target);
