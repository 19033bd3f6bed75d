import type { AgentPermission } from '@formwork/contract/agents/api.ts';
import { sql } from 'kysely';
import { inControl } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import './tables.ts';

export interface ActiveDelegation {
  principalId: string;
  agentId: string;
  appIds: string[] | null;
  permissions: AgentPermission[];
  startsAt: Date;
  endsAt: Date;
}

/** What a process did not hear of it learns after this long. */
const freshMs = 30_000;
const changed = 'agents.changed';
type Cache = Map<string, { rows: Promise<ActiveDelegation[]>; readAt: number }>;
const caches = new WeakMap<Platform, Cache>();

/** The delegations of a space that are neither recycled nor over, from memory: every list of to-dos asks. */
export function delegationsOf(platform: Platform, spaceId: string): Promise<ActiveDelegation[]> {
  const cache = cacheOf(platform);
  const known = cache.get(spaceId);
  if (known && Date.now() - known.readAt < freshMs) return known.rows;
  const rows = read(platform, spaceId);
  cache.set(spaceId, { rows, readAt: Date.now() });
  rows.catch(() => cache.delete(spaceId));
  return rows;
}

/** To be called after the commit of a change. */
export function forgetDelegations(platform: Platform, spaceId: string): void {
  cacheOf(platform).delete(spaceId);
  platform.bus.publish({ kind: changed, spaceId });
}

function cacheOf(platform: Platform): Cache {
  let cache = caches.get(platform);
  if (!cache) {
    const made: Cache = new Map();
    cache = made;
    caches.set(platform, made);
    platform.bus.on(changed, ({ spaceId }) => {
      made.delete(spaceId as string);
    });
    platform.bus.on('reconnected', () => made.clear());
  }
  return cache;
}

async function read(platform: Platform, spaceId: string): Promise<ActiveDelegation[]> {
  const rows = await inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('agents.delegation')
      .selectAll()
      .where('recycled_at', 'is', null)
      .where('ends_at', '>', sql<Date>`now()`)
      .execute(),
  );
  return rows.map((row) => ({
    principalId: row.principal_id,
    agentId: row.agent_id,
    appIds: row.app_ids,
    permissions: row.permissions,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }));
}
