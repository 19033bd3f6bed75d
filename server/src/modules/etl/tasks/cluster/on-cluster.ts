import type { EtlTask } from '@formwork/contract/etl/task.ts';
import { comingBack, goingOut, heldOf, travelling } from '@formwork/etl/cluster/held.ts';
import { isWhole, wholeJoinReport, wholeSql, type ClusterTable, type WholeSql } from '@formwork/etl/cluster/whole.ts';
import { rowsOf, sqlOver, upTo, type Known } from '@formwork/etl/graph.ts';
import type { Input } from '@formwork/etl/model.ts';
import { quoted } from '@formwork/etl/sql.ts';
import { fewestRowsOf } from '../../../../platform/engine/clickhouse/address.ts';
import { outside } from '../../../../platform/engine/clickhouse/rows.ts';
import { distributedEngineOf } from '../../../../platform/engine/engine.ts';
import type { EngineSession, RowStream, TableSession } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TaskWork } from '../prepare.ts';

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

export interface OnCluster {
  task: EtlTask;
  nodes: ReadonlyMap<string, ClusterNode>;
}

interface Done {
  table: ClusterTable;
  written: WholeSql;
  /** What it was made of, where its rows have to be asked for in an order. */
  from: string;
  isBack: boolean;
}

/**
 * Nodes that need all rows at once (joins, figures over groups, windows, orders, ...) are worked out in the distributed engine. Their rows go
 * there as they leave the node before, and come back where a node that takes rows one by one, or a target, reads them; from one such node
 * to the next they stay. What ClickHouse would answer otherwise than the embedded engine is left to that one. The scope that is given
 * knows the results as tables of the session afterwards, and the task that is answered has no edges into them.
 */
export async function onCluster(
  { ctx, run, signal }: TaskWork,
  session: EngineSession,
  scope: Scope,
  { read, workOut }: { read: number; workOut: (task: EtlTask, of: string[]) => Promise<void> },
): Promise<OnCluster | undefined> {
  const { known, targets } = scope;
  const needed = new Set(targets.flatMap(({ id }) => [...upTo(scope.task, id)]));
  const nodes = [...known.values()].filter(({ node }) => needed.has(node.id) && isWhole(node));
  const engine = distributedEngineOf(ctx.platform);
  if (!engine || nodes.length === 0 || read < fewestRowsOf(ctx.platform.config.engineClickhouse)) return undefined;
  const cluster = await engine.open();
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
      await cameBack(session, cluster, one, found, signal);
      const { columns } = found.table;
      const values = columns.map(({ name, held }, at) => `${comingBack(`c${at}`, held)} as ${quoted(name)}`);
      const entry = known.get(one)!;
      known.set(one, {
        ...entry,
        inputs: { all: [], main: undefined, other: undefined },
        sql: `select ${values.join(', ')} from ${quoted(backTable(one))}`,
        rejects: undefined,
        worked: undefined,
        scripted: undefined,
      });
    }
  };
  const tableOf = async (input: Input): Promise<ClusterTable> => {
    const there =
      input.edge.port === 'out' ? (done.get(input.node.id)?.table ?? moved.get(input.rows)) : moved.get(input.rows);
    if (there) return there;
    const task = left();
    await bringBack(task, input.node.id);
    await workOut(task, [input.node.id]);
    const name = `n${moved.size}`;
    const { table, rows } = await gone(
      session,
      cluster,
      name,
      sqlOver(task, input.node.id, selectOf(input), known),
      signal,
    );
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
  try {
    for (const { node, inputs } of nodes) {
      if (!isWhole(node)) continue;
      signal.throwIfAborted();
      const all = node.kind === 'join' || node.kind === 'lookup' ? [inputs.main, inputs.other] : inputs.all;
      const tables = await tablesOf(all.filter((input) => input !== undefined));
      const written = tables === undefined ? { unfit: 'values' } : wholeSql(node, tables);
      if (tables === undefined || 'unfit' in written) {
        const reason = 'unfit' in written ? written.unfit : '';
        ctx.platform.log.info({ run, node: node.id, reason }, 'a node of a task is left to the embedded engine');
        continue;
      }
      const name = `w${done.size}`;
      const types = written.columns.map(({ held }, at) => `c${at} ${held.there}`);
      await cluster.run(`create table ${name} (${types.join(', ')}) engine = MergeTree order by tuple()`, { signal });
      await cluster.run(`insert into ${name} ${written.sql}`, { signal });
      const table = { table: name, columns: written.columns };
      const rows = await numberIn(cluster, `select count() from ${name}`, signal);
      done.set(node.id, { table, written, from: written.order ? written.sql : '', isBack: false });
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
    return { task, nodes: worked };
  } finally {
    await cluster.close();
  }
}

/** The table of the session that a node's rows come back to. */
const backTable = (node: string): string => `c_${node}`;

const selectOf = ({ rows, columns }: Input): string =>
  `select ${columns.map(({ name }) => quoted(name)).join(', ')} from ${rows}`;

/** Rows of the embedded engine, over there. */
async function gone(
  session: EngineSession,
  cluster: TableSession,
  name: string,
  sql: string,
  signal: AbortSignal,
): Promise<{ table: ClusterTable; rows: number }> {
  const columns = (await session.describe(sql)).map((column) => ({ name: column.name, held: heldOf(column) }));
  const values = columns.map(({ name: own, held }, at) => `${goingOut(own, held)} as c${at}`);
  const { bytes } = await session.drain(`select ${values.join(', ')} from (${sql}\n) as going`, { signal });
  const rows: RowStream = { columns: columns.map(({ held }, at) => travelling(held, `c${at}`)), bytes };
  const filled = await cluster.fill(name, rows, { signal });
  return { table: { table: name, columns }, rows: filled.rows };
}

async function cameBack(
  session: EngineSession,
  cluster: TableSession,
  node: string,
  { table: { table, columns }, from }: Done,
  signal: AbortSignal,
): Promise<void> {
  const names = columns.map((_, at) => `c${at}`).join(', ');
  const { bytes } = await cluster.drain(from || `select ${names} from ${table}`, { signal });
  const back = columns.map(({ held }, at) => travelling(held, `c${at}`));
  await session.fill(backTable(node), { columns: back, bytes }, { signal });
}

async function numberIn(cluster: TableSession, sql: string, signal: AbortSignal): Promise<number> {
  const { rows } = await cluster.query(sql, { ms: 600_000, signal });
  return Number(rows[0]?.[0]);
}

async function reported(cluster: TableSession, sql: string, signal: AbortSignal): Promise<Record<string, number>> {
  const { rows } = await cluster.query(sql, { ms: 600_000, signal });
  const names = ['left', 'right', 'unmatchedLeft', 'unmatchedRight', 'multiplied'];
  return Object.fromEntries(names.map((name, at) => [name, Number(rows[0]?.[at])]));
}
