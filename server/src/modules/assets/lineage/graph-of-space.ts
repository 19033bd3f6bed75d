import { edgeKinds } from '@formwork/contract/assets/asset.ts';
import type { Doer } from '../../../platform/db/space-data.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { buildGraph, type Graph } from './graph.ts';

/** Bus message: edges of a space are others now. */
const changed = 'assets.changed';
const idleMs = 10 * 60_000;

interface Kept {
  graph: Promise<Graph>;
  used: number;
}
const kept = new WeakMap<Platform, Map<string, Kept>>();

type Where = Pick<Doer, 'platform' | 'spaceId'>;

/** The graph as it is now, from memory; or as it was at a moment, read anew. */
export async function graphOf(where: Where, at?: string): Promise<Graph> {
  if (at !== undefined) return load(where, at);
  const graphs = graphsOf(where.platform);
  for (const [space, { used }] of graphs) if (Date.now() - used > idleMs) graphs.delete(space);
  const known = graphs.get(where.spaceId);
  if (known) {
    known.used = Date.now();
    return known.graph;
  }
  const graph = load(where);
  graphs.set(where.spaceId, { graph, used: Date.now() });
  graph.catch(() => graphs.delete(where.spaceId));
  return graph;
}

/** Call after the commit; other processes are told. */
export function graphChanged({ platform, spaceId }: Where): void {
  graphsOf(platform).delete(spaceId);
  platform.bus.publish({ kind: changed, spaceId });
}

/** Once per process. */
export function listenForEdges(platform: Platform): void {
  platform.bus.on(changed, ({ spaceId }) => void graphsOf(platform).delete(String(spaceId)));
  platform.bus.on('reconnected', () => graphsOf(platform).clear());
}

function graphsOf(platform: Platform): Map<string, Kept> {
  let graphs = kept.get(platform);
  if (!graphs) kept.set(platform, (graphs = new Map()));
  return graphs;
}

async function load({ platform, spaceId }: Where, at?: string): Promise<Graph> {
  const { rows } = await spaceQuery(platform, {
    text: `select from_asset, from_col, to_asset, to_col, kind from ${spaceSchema(spaceId)}.assets_edge
      where ${at === undefined ? 'valid_to is null' : 'valid_from <= $1 and (valid_to is null or valid_to > $1)'}`,
    values: at === undefined ? [] : [at],
    rowMode: 'array',
  });
  const numbers = new Map<string, number>(edgeKinds.map((kind, n) => [kind, n]));
  return buildGraph(
    (rows as unknown as [number, number, number, number, string][]).map(([from, fromColumn, to, toColumn, kind]) => ({
      from,
      fromColumn,
      to,
      toColumn,
      kind: numbers.get(kind) ?? 0,
    })),
  );
}
