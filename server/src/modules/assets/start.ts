import { registerPromises, registerSensitive, registerTables, registerUses } from '../../platform/assets.ts';
import type { Platform } from '../../platform/platform.ts';
import { knowUsers } from '../forms/public.ts';
import { brokenAhead } from './contracts/broken-ahead.ts';
import { contractUsers } from './contracts/users.ts';
import { tablesKnown } from './known-tables.ts';
import { sensitiveColumns } from './sensitive-columns.ts';
import { knowReceivers } from './open-lineage/receiver-uses.ts';
import { listenForEdges } from './lineage/graph-of-space.ts';
import { gatherUse } from './usage.ts';

/** Once per process. */
export function startAssets(platform: Platform): void {
  registerTables(platform, tablesKnown);
  registerSensitive(platform, sensitiveColumns);
  registerUses(platform, gatherUse);
  registerPromises(platform, brokenAhead);
  knowReceivers(platform);
  listenForEdges(platform);
  knowUsers(platform, 'contracts', contractUsers);
}
