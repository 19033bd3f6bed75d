import type { Doer } from '../../../platform/db/space-data.ts';
import { graphOf } from '../lineage/graph-of-space.ts';

/** The assets that read an asset, one step on. */
export async function readersOf(where: Pick<Doer, 'platform' | 'spaceId'>, asset: number): Promise<number[]> {
  const { nodeOf, outAt, out, to, ids } = await graphOf(where);
  const node = nodeOf.get(asset);
  if (node === undefined) return [];
  const found = new Set<number>();
  for (let at = outAt[node]!; at < outAt[node + 1]!; at += 1) found.add(ids[to[out[at]!]!]!);
  found.delete(asset);
  return [...found];
}
