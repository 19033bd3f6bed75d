import { registerSensitive, registerTables } from '../../platform/assets.ts';
import type { Platform } from '../../platform/platform.ts';
import { knowUsers } from '../forms/public.ts';
import { contractUsers } from './contracts/users.ts';
import { tablesKnown } from './known-tables.ts';
import { sensitiveColumns } from './sensitive-columns.ts';
import { listenForEdges } from './lineage/graph-of-space.ts';

/** Once per process. */
export function startAssets(platform: Platform): void {
  registerTables(platform, tablesKnown);
  registerSensitive(platform, sensitiveColumns);
  listenForEdges(platform);
  knowUsers(platform, 'contracts', contractUsers);
}
