import type { QueryLimits } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { FileMissing } from '../../../../platform/files/files.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { ClusterFailed, clusterOf, type Cluster } from './cluster.ts';
import { forgetTable, readyTable, type SharedRows } from './rooms.ts';
import { Unfit } from './rows-file.ts';
import { roomName, rowsAfter, type SharedColumn } from './tables.ts';

/** Asks rows in the cluster; undefined where there is none, or they cannot lie there: the embedded engine answers then. */
export async function askShared(
  platform: Platform,
  of: SharedRows,
  sqlOf: (rows: string, columns: readonly SharedColumn[]) => string,
  limits: Required<Pick<QueryLimits, 'rows' | 'bytes' | 'ms'>>,
): Promise<(string | null)[][] | undefined> {
  const cluster = clusterOf(platform);
  if (!cluster || isOut(cluster, of)) return undefined;
  try {
    return await asked(platform, cluster, of, sqlOf, limits);
  } catch (error) {
    if (error instanceof FileMissing || error instanceof AppError) throw error;
    if (!(error instanceof Unfit) && !(error instanceof ClusterFailed)) throw error;
    if (error instanceof ClusterFailed && error.what === 'late')
      throw new AppError('etl.sql.time', { seconds: limits.ms / 1_000 });
    stayOut(platform, cluster, of, error);
    return undefined;
  }
}

/** Whether so many rows are asked there at all. */
export function isWorthTheWay(platform: Platform, rows: number): boolean {
  const cluster = clusterOf(platform);
  return cluster !== undefined && rows >= cluster.fewestRows;
}

async function asked(
  platform: Platform,
  cluster: Cluster,
  of: SharedRows,
  sqlOf: (rows: string, columns: readonly SharedColumn[]) => string,
  { rows, bytes, ms }: Required<Pick<QueryLimits, 'rows' | 'bytes' | 'ms'>>,
): Promise<(string | null)[][]> {
  const settings = { max_result_rows: rows + 1, max_result_bytes: bytes, result_overflow_mode: 'break' };
  const once = async () => {
    const table = await readyTable(platform, cluster, of);
    return cluster.ask(sqlOf(rowsAfter(table, of.since, of.id), table.columns), { ms, settings });
  };
  try {
    return (await once()).slice(0, rows);
  } catch (error) {
    // dropped by another, as after a night in which nobody asked
    if (!(error instanceof ClusterFailed) || error.what !== 'no table') throw error;
    forgetTable(cluster, of);
    return (await once()).slice(0, rows);
  }
}

/** Rooms that the embedded engine answers for, until when, and what was told of that already. */
const out = new WeakMap<Cluster, { until: Map<string, number>; told: Set<string> }>();
const restMs = 60_000;
const mostTold = 1_000;

function isOut(cluster: Cluster, { key, zone }: SharedRows): boolean {
  const until = out.get(cluster)?.until;
  const isOf = (name: string) => (until?.get(name) ?? 0) > Date.now();
  return isOf('') || isOf(roomName(key, zone));
}

/** What does not answer is not asked for a while, by whatever; what does not fit is for the embedded engine. */
function stayOut(platform: Platform, cluster: Cluster, of: SharedRows, error: Unfit | ClusterFailed): void {
  const known = out.get(cluster) ?? { until: new Map<string, number>(), told: new Set<string>() };
  out.set(cluster, known);
  const isAway = error instanceof ClusterFailed && error.what === 'away';
  const name = isAway ? '' : roomName(of.key, of.zone);
  if (known.until.size > mostTold) known.until.clear();
  known.until.set(name, error instanceof Unfit ? Infinity : Date.now() + restMs);
  const reason = `${name} ${error.message}`;
  if (known.told.has(reason)) return;
  if (known.told.size > mostTold) known.told.clear();
  known.told.add(reason);
  platform.log.warn({ reason: error.message, room: of.key }, 'rows of a data set are asked of the embedded engine');
}
