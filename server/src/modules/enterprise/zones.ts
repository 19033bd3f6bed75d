import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { sql } from 'kysely';
import { asDispatcher } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { toldInOrder, type ToldInOrder } from '../../platform/told-in-order.ts';

const zoneChanged = 'enterprise.zone';

const zones = new WeakMap<Platform, Map<string, string>>();
const tellers = new WeakMap<Platform, ToldInOrder<{ zone: string }>>();

/**
 * The time zone by which an enterprise tells the time: whatever turns a moment into a day or a clock, or back, asks here.
 * It is always in memory, because it is asked inside transactions and for every value.
 */
export function zoneOf(platform: Platform, spaceId: string): string {
  return zones.get(platform)?.get(spaceId) ?? usualWorkTime.timeZone;
}

/** Reads the zones of all enterprises, and keeps them as they change. */
export async function startZones(platform: Platform): Promise<void> {
  const known = new Map<string, string>();
  zones.set(platform, known);
  let changes = 0;
  const read = async (): Promise<void> => {
    const before = changes;
    const found = await asDispatcher(platform.facts, (tx) =>
      tx
        .selectFrom('enterprise.setting')
        .select(['space_id', sql<string>`value->>'timeZone'`.as('zone')])
        .where('name', '=', 'work_time')
        .execute(),
    );
    // what was heard meanwhile may be newer than what was read
    if (before !== changes) return read();
    for (const { space_id, zone } of found) known.set(space_id, zone);
  };
  tellers.set(
    platform,
    toldInOrder<{ zone: string }>(platform.bus, zoneChanged, (spaceId, { zone }) => {
      changes += 1;
      known.set(spaceId, zone);
    }),
  );
  platform.bus.on(
    'reconnected',
    () =>
      void read().catch((error: unknown) =>
        platform.log.error({ err: error }, 'the time zones of the enterprises could not be read'),
      ),
  );
  await read();
}

/** After the commit: this process knows at once, the others by the bus. */
export function tellZone(platform: Platform, spaceId: string, zone: string): void {
  tellers.get(platform)?.tell(spaceId, { zone });
}
