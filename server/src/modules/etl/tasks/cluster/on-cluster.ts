import type { EtlTask } from '@formwork/contract/etl/task.ts';
import type { UnfitReason } from '@formwork/etl/cluster/unfit.ts';
import { isWhole, wholeJoinReport, wholeSql, type ClusterTable } from '@formwork/etl/cluster/whole.ts';
import { rowsOf, sqlOver, upTo, type Known } from '@formwork/etl/graph.ts';
import type { Input } from '@formwork/etl/model.ts';
import { quoted } from '@formwork/etl/sql.ts';
import { fewestRowsOf } from '../../../../platform/engine/clickhouse/address.ts';
import { outside } from '../../../../platform/engine/clickhouse/rows.ts';
import { distributedEngineOf } from '../../../../platform/engine/engine.ts';
import type { EngineSession, TableSession } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TaskWork } from '../prepare.ts';
import { fetchRows, sendRows } from './travel.ts';

/** A node that was worked out in the cluster: its rows, and those of what it read, are known without the embedded engine. */
export interface ClusterNode {
  rows: number;
  rowsIn: number;
  report?: Record<string, number>;
}

interface Scope {
  task: EtlTask;
  known: Map<string, Known>;
  targets: readonly { id: string }[];
}

/** Why a node was left to the embedded engine all the same. */
export type LeftHere = UnfitReason | 'values';

export interface OnCluster {
  task: EtlTask;
  nodes: ReadonlyMap<string, ClusterNode>;
  leftHere: ReadonlyMap<string, LeftHere>;
}

interface Done {
  table: ClusterTable;
  /** How its rows are asked for: one that is sorted keeps its order. */
  sql: string;
  isBack: boolean;
}

/** Where the cluster does not answer, or cannot do it, the embedded engine does all of it. */
export async function onCluster(
  work: TaskWork,
  session: EngineSession,
  scope: Scope,
  how: How,
): Promise<OnCluster | undefined> {
  const { platform } = work.ctx;
  const { known } = scope;
  const needed = new Set(scope.targets.flatMap(({ id }) => [...upTo(scope.task, id)]));
  const nodes = [...known.values()].filter(({ node }) => needed.has(node.id) && isWhole(node));
  const engine = distributedEngineOf(platform);
  if (!engine || nodes.length === 0 || how.read < fewestRowsOf(platform.config.engineClickhouse)) return undefined;
  const before = new Map(known);
  try {
    const cluster = await engine.open();
    try {
      return await workedOut(work, { session, cluster }, { ...scope, nodes }, how);
    } finally {
      await cluster.close();
    }
  } catch (error) {
    work.signal.throwIfAborted();
    // what is wrong with the rows is found there once more, and told
    platform.log.warn({ err: error, run: work.run }, 'a task is left to the embedded engine');
    for (const [id, entry] of before) known.set(id, entry);
    return undefined;
  }
}

interface How {
  /** How many rows were read. */
  read: number;
  /** What no SQL says is worked out up to the nodes. */
  workOut: (task: EtlTask, of: string[]) => Promise<void>;
}

/**
 * Nodes that need all rows at once (joins, figures over groups, windows, orders, ...) are worked out in the distributed engine. Their rows go
 * there as they leave the node before, and come back where a node that takes rows one by one, or a target, reads them; from one such node
 * to the next they stay. What ClickHouse would answer otherwise than the embedded engine is left to that one. The scope that is given
 * knows the results as tables of the session afterwards, and the task that is answered has no edges into them.
 */
async function workedOut(
  { ctx, run, signal }: TaskWork,
  { session, cluster }: { session: EngineSession; cluster: TableSession },
  { nodes, ...scope }: Scope & { nodes: readonly Known[] },
  { workOut }: How,
): Promise<OnCluster> {
  const { known, targets } = scope;
  const leftHere = new Map<string, LeftHere>();
  const done = new Map<string, Done>();
  const moved = new Map<string, ClusterTable>();
  const worked = new Map<string, ClusterNode>();
  const counts = new Map<string, number>();
  /** Without the ways into what was done over there. */
  const left = (): EtlTask => ({ ...scope.task, edges: scope.task.edges.filter(({ target }) => !done.has(target)) });

  /** Results that the embedded engine reads for a node come to it first. */
  const bringBack = async (of: EtlTask, id: string): Promise<void> => {
    for (const one of upTo(of, id)) {
      const found = done.get(one);
      if (!found || found.isBack) continue;
      found.isBack = true;
      const back = { name: `c_${one}`, sql: found.sql, columns: found.table.columns };
      const sql = await fetchRows(session, cluster, back, signal);
      const { node, columns, problems } = known.get(one)!;
      known.set(one, { node, columns, problems, sql, inputs: { all: [], main: undefined, other: undefined } });
    }
  };
  const tableOf = async (input: Input): Promise<ClusterTable> => {
    const there =
      input.edge.port === 'out' ? (done.get(input.node.id)?.table ?? moved.get(input.rows)) : moved.get(input.rows);
    if (there) return there;
    const task = left();
    await bringBack(task, input.node.id);
    await workOut(task, [input.node.id]);
    const sent = { name: `n${moved.size}`, sql: sqlOver(task, input.node.id, selectOf(input), known) };
    const { table, rows } = await sendRows(session, cluster, sent, signal);
    counts.set(input.rows, rows);
    moved.set(input.rows, table);
    return table;
  };
  /** Undefined where a value has no room there: days of long ago, numbers without an end. */
  const tablesOf = async (inputs: readonly Input[]): Promise<ClusterTable[] | undefined> => {
    try {
      const tables: ClusterTable[] = [];
      for (const input of inputs) tables.push(await tableOf(input));
      return tables;
    } catch (error) {
      const message = error instanceof AppError && error.data?.message;
      if (typeof message === 'string' && message.startsWith(outside)) return undefined;
      throw error;
    }
  };
  for (const { node, inputs } of nodes) {
    if (!isWhole(node)) continue;
    signal.throwIfAborted();
    const all = node.kind === 'join' || node.kind === 'lookup' ? [inputs.main, inputs.other] : inputs.all;
    const tables = await tablesOf(all.filter((input) => input !== undefined));
    const written = tables ? wholeSql(node, tables) : { unfit: 'values' as const };
    if (!tables || 'unfit' in written) {
      const why = 'unfit' in written ? written.unfit : 'values';
      ctx.platform.log.info({ run, node: node.id, why }, 'a node of a task is left to the embedded engine');
      leftHere.set(node.id, why);
      continue;
    }
    const name = `w${done.size}`;
    const types = written.columns.map(({ held }, at) => `c${at} ${held.there}`);
    await cluster.run(`create table ${name} (${types.join(', ')}) engine = MergeTree order by tuple()`, { signal });
    await cluster.run(`insert into ${name} ${written.sql}`, { signal });
    const table = { table: name, columns: written.columns };
    const rows = await numberIn(cluster, `select count() from ${name}`, signal);
    const columns = written.columns.map((_, at) => `c${at}`).join(', ');
    done.set(node.id, { table, sql: written.order ? written.sql : `select ${columns} from ${name}`, isBack: false });
    counts.set(rowsOf(node.id), rows);
    const report =
      node.kind === 'join' && node.how !== 'cross'
        ? await reported(cluster, wholeJoinReport(node, tables), signal)
        : undefined;
    const rowsIn = all.reduce((sum, input) => sum + (input ? (counts.get(input.rows) ?? 0) : 0), 0);
    worked.set(node.id, { rows, rowsIn, ...(report && { report }) });
  }
  const task = left();
  for (const { id } of targets) await bringBack(task, id);
  return { task, nodes: worked, leftHere };
}

const selectOf = ({ rows, columns }: Input): string =>
  `select ${columns.map(({ name }) => quoted(name)).join(', ')} from ${rows}`;

async function numberIn(cluster: TableSession, sql: string, signal: AbortSignal): Promise<number> {
  const { rows } = await cluster.query(sql, { ms: 600_000, signal });
  return Number(rows[0]?.[0]);
}

async function reported(cluster: TableSession, sql: string, signal: AbortSignal): Promise<Record<string, number>> {
  const { rows } = await cluster.query(sql, { ms: 600_000, signal });
  const names = ['left', 'right', 'unmatchedLeft', 'unmatchedRight', 'multiplied'];
  return Object.fromEntries(names.map((name, at) => [name, Number(rows[0]?.[at])]));
}
