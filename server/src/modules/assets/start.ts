import { registerTables } from '../../platform/assets.ts';
import type { Platform } from '../../platform/platform.ts';
import { tablesKnown } from './known-tables.ts';
import { listenForEdges } from './lineage/graph-of-space.ts';

/** Once per process. */
export function startAssets(platform: Platform): void {
  registerTables(platform, tablesKnown);
  listenForEdges(platform);
}
