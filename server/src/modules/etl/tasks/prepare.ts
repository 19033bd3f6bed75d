import {
  isSource,
  isTarget,
  type EtlTask,
  type SourceNode,
  type TargetNode,
  type TaskNodeOf,
} from '@formwork/contract/etl/task.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { countedRows } from '@formwork/contract/etl/task-api.ts';
import {
  columnsRead,
  flawColumn,
  comesAsTexts,
  hasWatermark,
  knowTask,
  lineColumn,
  readsLastAgain,
  rejectsSql,
  rowsOf,
  rowsOfPort,
  sourceTable,
  sqlOf,
  sqlOver,
  upTo,
  type Known,
} from '@formwork/etl/graph.ts';
import { joinReport } from '@formwork/etl/nodes/shape.ts';
import { quoted, sqlType } from '@formwork/etl/sql.ts';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { rowsOf as rowsIn, streamOf } from '../../../platform/engine/rows.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { AppError } from '../../../platform/errors.ts';
import type { NewStep } from '../../../platform/runs/run-kinds.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { withSourcesNow } from './sources-now.ts';
import { onCluster, type OnCluster } from './cluster/on-cluster.ts';
import { lineCounter } from './counted.ts';
import { noteNode, noteRows } from './figures.ts';
import { keptFrom, partsOf, type FetchedBefore } from './kept/fetched.ts';
import { keepRows, keptRows, type ReadRows } from './kept/kept-sources.ts';
import type { Stage, TaskMemory } from './memory.ts';
import { rangesOf, readRanged } from './kept/ranged.ts';
import { keeperOf } from './rejected.ts';
import { stageFile } from './stage-file.ts';
import { fillSource, watermarkOf } from './sources.ts';
import type { TaskPayload } from './start.ts';
import { workOut } from './worked/worked.ts';

export interface TaskWork {
  ctx: Ctx;
  run: string;
  taskId: string;
  task: EtlTask;
  payload: TaskPayload;
  memory: TaskMemory;
  /** Of a target that keeps how far it came: what is there is not sent again. */
  moved(): Promise<void>;
  signal: AbortSignal;
  steps: NewStep[];
  /** What of the files of a source this try found fetched. */
  fetched: Map<string, FetchedBefore>;
}

/** Which node was worked on when something failed: the page marks it, a run goes on from there. */
export class AtNode extends Error {
  readonly node: string;
  constructor(node: string, cause: unknown) {
    super(`at the node ${node}`, { cause });
    this.node = node;
  }
}

/** Of what the engine may hold; the rest lies in its folder. */
const usualMb = 192;
/** What reads JSON keeps room for two of the longest values that are taken, twice. */
const jsonMb = 384;
export const noteEveryMs = 500;

/** Reads the sources, works everything out, and puts what each target gets into the store. Nothing outside is changed by it. */
export async function prepare(work: TaskWork): Promise<TaskMemory> {
  const { ctx, signal } = work;
  const readsJson = work.task.nodes.some((node) => node.kind === 'fileSource' && node.format === 'json');
  const memoryMb = readsJson ? jsonMb : usualMb;
  const session = await engineOf(ctx.platform, 'etl').open({ memoryMb, timeZone: zoneOf(ctx.platform, ctx.spaceId) });
  try {
    signal.throwIfAborted();
    const { task: whole, known, targets } = scopeOf({ ...work, task: await taskNow(work) });
    const positions: Record<string, string> = {};
    const sources = await readSources(work, session, { task: whole, targets, positions });
    const read = [...sources.values()].reduce((sum, rows) => sum + rows, work.memory.behind?.read ?? 0);
    if (work.payload.sent) await fillSent(session, work, known);
    const zone = zoneOf(ctx.platform, ctx.spaceId);
    const ids = targets.map(({ id }) => id);
    const needed = new Set(ids.flatMap((id) => [...upTo(whole, id)]));
    const working = { known, zone, locale: ctx.locale, signal, done: new Set<string>() };
    const workThem = (of: EtlTask, those: string[]) => workOut(session, of, { ...working, of: those });
    const cluster = await onCluster(work, session, { task: whole, known, targets }, { read, workOut: workThem });
    const task = cluster?.task ?? whole;
    await workThem(task, ids);
    const rejected = await takeRejects(work, session, { task, known, needed });
    const counted = new Map([...sources, ...(await noteCluster(work, cluster))]);
    if (read <= countedRows) await countNodes(work, session, { task, known, needed }, counted);
    const stages: Record<string, Stage> = {};
    for (const target of targets)
      stages[target.id] = await at(target.id, () => stage(work, session, { task, known, target }));
    return { ...work.memory, stages, positions, read, rejected };
  } finally {
    await session.close();
  }
}

/** As its sources are now; one that refuses is the node at which the run ended. */
export async function taskNow(work: TaskWork): Promise<EtlTask> {
  const { ctx, run, taskId, task, signal } = work;
  const { sent } = work.payload;
  const usedBy = { kind: 'etl.task', id: taskId };
  // rows that are sent again stand in the place of sources
  if (sent) return task;
  let now = task;
  for (const source of task.nodes.filter(isSource)) {
    const { id } = source;
    now = await at(id, async () => {
      try {
        const kept = keptFrom(work, source);
        const asked = withSourcesNow(ctx, now, { needed: (node) => node.id === id, usedBy, signal, kept });
        return await untilStopped(asked, signal);
      } catch (error) {
        await noteNode(ctx, run, id, { part: 'source', state: 'running' });
        throw error;
      }
    });
  }
  return now;
}

interface Scope {
  task: EtlTask;
  known: Map<string, Known>;
  targets: TargetNode[];
}

/** The whole task; of rows that are sent again what lies behind their node. */
function scopeOf({ task, payload: { sent } }: TaskWork): Scope {
  const known = knowTask(task);
  const targets = task.nodes.filter(isTarget);
  if (!sent) return { task, known, targets };
  const node = known.get(sent.node);
  if (!node) throw new AppError('etl.run.node_gone');
  const from = node.inputs.main?.node.id ?? sent.node;
  const without = { ...task, edges: task.edges.filter(({ target }) => target !== from) };
  const columns = isSource(node.node) ? [] : (node.inputs.main?.columns ?? []);
  const entry = known.get(from)!;
  if (!isSource(node.node))
    known.set(from, {
      node: entry.node,
      inputs: entry.inputs,
      columns: entry.columns,
      problems: entry.problems,
      sql: `select ${columns.map((column) => `cast(${quoted(column.name)} as ${sqlType(column)}) as ${quoted(column.name)}`).join(', ')}${entry.node.kind === 'branch' ? ', true as "_branch"' : ''} from "sent"`,
    });
  return { task: without, known, targets: targets.filter(({ id }) => upTo(task, id).has(sent.node)) };
}

async function fillSent(
  session: EngineSession,
  { payload }: TaskWork,
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const sent = payload.sent!;
  const { node, inputs, columns: own } = known.get(sent.node)!;
  const source = isSource(node);
  const names = (source ? own : (inputs.main?.columns ?? [])).map(({ name }) => name);
  const text = names.map((name): DataColumn => ({ name, type: 'text', nullable: true }));
  const lined = source && comesAsTexts(node);
  const columns = lined
    ? [
        ...text,
        { name: flawColumn, type: 'text' as const, nullable: true },
        { name: lineColumn, type: 'integer' as const, nullable: true },
      ]
    : text;
  const rows = sent.rows.map((row, place) => [
    ...names.map((name) => row[name] ?? null),
    ...(lined ? [null, String(place + 1)] : []),
  ]);
  await session.fill(source ? sourceTable(node.id) : 'sent', { columns, bytes: streamOf(only(rows)) });
}

async function* only(rows: (string | null)[][]): AsyncGenerator<(string | null)[][]> {
  yield await Promise.resolve(rows);
}

async function readSources(
  work: TaskWork,
  session: EngineSession,
  { task, targets, positions }: Pick<Scope, 'task' | 'targets'> & { positions: Record<string, string> },
): Promise<Map<string, number>> {
  const { ctx, run, taskId, payload, signal } = work;
  const needed = new Set(targets.flatMap(({ id }) => [...upTo(task, id)]));
  const checkpoints = await readCheckpoints(ctx, taskId);
  const read = new Map<string, number>();
  const anew = new Map<string, string>();
  const done = async (
    node: SourceNode,
    begun: number,
    { rows, position, bytes }: ReadRows & { bytes?: number },
    more: Record<string, unknown> = {},
  ): Promise<void> => {
    if (position !== undefined) positions[node.id] = position;
    await noteNode(ctx, run, node.id, { state: 'done', rowsIn: rows, rows, ...(bytes !== undefined && { bytes }) });
    const marked = hasWatermark(node) && node.watermark !== '' && position !== undefined;
    const why = anew.has(node.id) && { anew: anew.get(node.id) };
    work.steps.push(step(node.id, begun, { rows, ...(marked && { position }), ...why, ...more }));
    read.set(node.id, rows);
  };
  for (const node of task.nodes) {
    if (!isSource(node) || !needed.has(node.id) || payload.sent?.node === node.id) continue;
    // rows that are sent again stand in the place of what this one would read
    if (payload.sent && knowsOnly(work.task, node.id, payload.sent.node)) continue;
    await at(node.id, async () => {
      const begun = Date.now();
      const usedBy = { kind: 'etl.task', id: taskId };
      const before = await keptRows(work, session, node);
      if (before) return done(node, begun, before, { readBefore: true });
      await noteNode(ctx, run, node.id, { part: 'source', state: 'running' });
      let bytes = 0;
      const tell = every(noteEveryMs, (seen) => void noteRows(ctx, run, node.id, seen, bytes).catch(() => {}));
      const onChange = task.settings.changedSchema;
      const seen = (rows: number, many: number): void => {
        bytes = many;
        tell(rows);
      };
      const behind = work.memory.behind?.node === node.id ? work.memory.behind : undefined;
      const ranged =
        node.kind === 'tableSource' && !behind
          ? await readRanged(work, session, node, { usedBy, onChange, seen })
          : undefined;
      if (ranged) return done(node, begun, { position: undefined, ...ranged }, rangesOf(ranged));
      const reading = fillSource(ctx, session, behind ? behindKey(node, behind.key) : node, {
        usedBy,
        signal,
        run,
        after: behind?.after ?? checkpoints.get(node.id),
        from: !behind && readsLastAgain(task, node.id),
        // of a column that is gone it is blank, which is found where all are read
        columns: task.settings.changedSchema === 'ignore' ? undefined : columnsRead(onlyOf(task, needed), node.id),
        onChange,
        moved: (place) => (positions[node.id] = place),
        anew: (why) => void anew.set(node.id, why),
        seen,
        kept: keptFrom(work, node),
      });
      const rows = await reading.catch(async (error: unknown) => {
        await keepBroken(ctx, run, node.id, error);
        throw error;
      });
      const given = { rows, position: (await watermarkOf(session, node)) ?? positions[node.id] };
      const parts = await partsOf(work, node);
      await keepRows(work, session, node, given);
      await done(node, begun, { ...given, bytes }, parts);
    });
  }
  return read;
}

/** What went straight before is not read again. */
const behindKey = (node: SourceNode, key: string): SourceNode =>
  node.kind === 'tableSource' ? { ...node, watermark: key } : node;

/** What a run does not come to reads nothing. */
function onlyOf(task: EtlTask, needed: ReadonlySet<string>): EtlTask {
  return {
    ...task,
    nodes: task.nodes.filter(({ id }) => needed.has(id)),
    edges: task.edges.filter(({ target }) => needed.has(target)),
  };
}

/** The row at which a source could be read no further is kept: whoever looks for it finds it where rejected ones are. */
async function keepBroken(ctx: Ctx, run: string, node: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || typeof error.data?.row !== 'number') return;
  const keeper = keeperOf(ctx, run, node);
  await keeper.begin();
  await keeper.keep([{ row: {}, reason: errorText(ctx.locale, error.code, error.data) }]);
}

/** Whether a source is read by nothing but what stands before the node. */
function knowsOnly(task: EtlTask, source: string, sent: string): boolean {
  const main = task.edges.find(({ target, other }) => target === sent && !other)?.source;
  return (
    main !== undefined &&
    upTo(task, main).has(source) &&
    task.edges.filter((edge) => edge.source === source).length === 1
  );
}

interface Needed extends Pick<Scope, 'task' | 'known'> {
  /** The nodes whose rows the targets get, in the end. */
  needed: ReadonlySet<string>;
}

async function takeRejects(work: TaskWork, session: EngineSession, { task, known, needed }: Needed): Promise<number> {
  const { ctx, run, signal } = work;
  let total = 0;
  for (const id of needed) {
    const sql = rejectsSql(task, id, known);
    if (sql === undefined) continue;
    await at(id, async () => {
      const keeper = keeperOf(ctx, run, id);
      await keeper.begin();
      const { columns, bytes } = await session.drain(sql, { signal });
      const names = columns.map(({ name }) => name);
      for await (const rows of rowsIn(bytes))
        await keeper.keep(
          rows.map((row) => ({
            row: Object.fromEntries(names.slice(0, -1).map((name, place) => [name, row[place] ?? null])),
            reason: row.at(-1) ?? '',
          })),
        );
      const count = keeper.count();
      total += count;
      await noteNode(ctx, run, id, { state: 'done', rejected: count });
      requireFew(work, total);
    });
  }
  return total;
}

/** What a task says of rows that are rejected: none, or not more than so many. */
export function requireFew({ task: { settings } }: Pick<TaskWork, 'task'>, count: number): void {
  if (count === 0) return;
  if (settings.rejects === 'stop') throw new AppError('etl.run.rejected', { count });
  if (settings.mostRejected !== null && count > settings.mostRejected)
    throw new AppError('etl.run.too_many_rejected', { count, most: settings.mostRejected });
}

/** What the cluster did with which node. */
async function noteCluster(
  { ctx, run, steps }: TaskWork,
  cluster: OnCluster | undefined,
): Promise<Map<string, number>> {
  for (const [id, { rows, rowsIn: into, report }] of cluster?.nodes ?? []) {
    await noteNode(ctx, run, id, { state: 'done', rows, rowsIn: into, report });
    steps.push(step(id, Date.now(), { rows, ...report, engine: 'ClickHouse' }));
  }
  for (const [id, leftHere] of cluster?.leftHere ?? []) steps.push(step(id, Date.now(), { leftHere }));
  return new Map([...(cluster?.nodes ?? [])].map(([id, { rows }]) => [id, rows]));
}

/** How many rows came out of each node of which that is not known yet, and what joins did with theirs. */
async function countNodes(
  work: TaskWork,
  session: EngineSession,
  { task, known, needed }: Needed,
  counted: ReadonlyMap<string, number>,
): Promise<void> {
  const { ctx, run, signal } = work;
  const nodes = task.nodes.filter(
    (node) => needed.has(node.id) && !isSource(node) && !isTarget(node) && !counted.has(node.id),
  );
  if (nodes.length === 0) return;
  const ids = nodes.map(({ id }) => id);
  const begun = Date.now();
  const branches = nodes.filter(({ kind }) => kind === 'branch');
  // the other way of a branch has what is left
  const tables = [...nodes.map(({ id }) => rowsOf(id)), ...branches.map(({ id }) => rowsOfPort(id, 'yes'))];
  const counts = tables.map((one) => `(select count(*) from ${one})`).join(', ');
  const { rows } = await session.query(sqlOver(task, ids, `select ${counts}`, known), { ms: 600_000, signal });
  const yes = new Map(branches.map(({ id }, place) => [id, Number(rows[0]![nodes.length + place])]));
  const byId = new Map([...counted, ...nodes.map(({ id }, place): [string, number] => [id, Number(rows[0]![place])])]);
  for (const node of nodes) {
    const { inputs } = known.get(node.id)!;
    const { main, other } = inputs;
    const report =
      // of rows that are sent again a side may be what they stand in place of
      node.kind === 'join' && node.how !== 'cross' && main && other && !work.payload.sent
        ? await session.query(sqlOver(task, node.id, joinReport(node, main, other), known), { ms: 600_000, signal })
        : undefined;
    const count = byId.get(node.id)!;
    const figures = report
      ? Object.fromEntries(report.columns.map(({ name }, place) => [name, Number(report.rows[0]![place])]))
      : yes.has(node.id)
        ? { yes: yes.get(node.id)!, no: count - yes.get(node.id)! }
        : undefined;
    const rowsInto = inputs.all.reduce((sum, { node: from }) => sum + (byId.get(from.id) ?? 0), 0);
    await noteNode(ctx, run, node.id, {
      state: 'done',
      rows: count,
      ...(rowsInto > 0 && { rowsIn: rowsInto }),
      report: figures,
    });
    work.steps.push(step(node.id, begun, { rows: count, ...figures }));
  }
}

async function stage(
  work: TaskWork,
  session: EngineSession,
  { task, known, target }: Pick<Scope, 'task' | 'known'> & { target: TargetNode },
): Promise<Stage> {
  const { ctx, run, memory, signal } = work;
  const key = memory.keys[target.id]!;
  const { files } = ctx.platform;
  await noteNode(ctx, run, target.id, { part: 'target', state: 'waiting', rowsIn: 0, rows: 0 });
  if (target.kind === 'fileTarget') {
    const { columns } = known.get(target.id)!;
    const made = await stageFile(session, files, target, { key, sql: sqlOf(task, target.id, known), columns, signal });
    await noteNode(ctx, run, target.id, { state: 'waiting', rowsIn: made.rows, bytes: made.size });
    return made;
  }
  const sql = target.kind === 'formTarget' ? sheetSql(task, known, target) : sqlOf(task, target.id, known);
  const { columns, bytes } = await session.drain(sql, { signal });
  let rows = 0;
  const through = new PassThrough();
  // signs within texts are counted as lines too: exact is what the target says
  const counter = lineCounter((lines) => (rows = lines));
  if (target.kind === 'formTarget') through.write(headOf(target));
  const storing = files.put(through, key);
  storing.catch(() => through.destroy());
  const [sent, stored] = await Promise.allSettled([pipeline(bytes, counter, through, { signal }), storing]);
  if (sent.status === 'rejected') throw sent.reason;
  if (stored.status === 'rejected') throw stored.reason;
  const { size, sha256 } = stored.value;
  await noteNode(ctx, run, target.id, { state: 'waiting', rowsIn: rows, bytes: size });
  return { key, size, sha256, rows, columns };
}

/** What an import reads: texts alone, numbers without noughts at their end, moments by the enterprise's clock. */
function sheetSql(task: EtlTask, known: ReadonlyMap<string, Known>, target: TaskNodeOf<'formTarget'>): string {
  const { columns } = known.get(target.id)!;
  const values = target.mapping.map(({ column }, place) => {
    const type = columns.find(({ name }) => name === column)?.type;
    const value = quoted(column);
    const text =
      type === 'timestamptz' || type === 'timestamp'
        ? `strftime(${value}, '%Y-%m-%d %H:%M:%S')`
        : type === 'decimal'
          ? `regexp_replace(cast(${value} as varchar), '(\\.[0-9]*?)0+$', '\\1')`
          : `cast(${value} as varchar)`;
    const plain = type === 'decimal' ? `rtrim(${text}, '.')` : text;
    return `coalesce(${plain}, '') as c${place}`;
  });
  return sqlOver(task, target.id, `select ${values.join(', ')} from ${rowsOf(target.id)}`, known);
}

function headOf({ mapping }: TaskNodeOf<'formTarget'>): string {
  return `${mapping.map(({ column }) => `"${column.replaceAll('"', '""')}"`).join(',')}\n`;
}

export async function readCheckpoints({ platform, spaceId }: Ctx, task: string): Promise<Map<string, string>> {
  const { rows } = await spaceQuery<{ source: string; position: string }>(platform, {
    text: `select source, position from ${spaceSchema(spaceId)}.etl_checkpoint where task = $1`,
    values: [task],
  });
  return new Map(rows.map(({ source, position }) => [source, position]));
}

export async function at<T>(node: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AtNode ? error : new AtNode(node, error);
  }
}

export function step(node: string, begun: number, out: Record<string, unknown>): NewStep {
  return { node, at: new Date(begun).toISOString(), ms: Date.now() - begun, out };
}

/** Not oftener than that. */
export function every(ms: number, tell: (rows: number) => void): (rows: number) => void {
  let last = Date.now();
  return (rows) => {
    if (Date.now() - last < ms) return;
    last = Date.now();
    tell(rows);
  };
}

/** Not every source can be stopped while it says what it has: then it ends by itself, and nobody waits for it. */
async function untilStopped<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: ended.signal });
  });
  asked.catch(() => {});
  try {
    return await Promise.race([asked, stopped]);
  } finally {
    ended.abort();
  }
}
