import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import type { Timing } from '@formwork/contract/schedules/timing.ts';
import type { Selectable } from 'kysely';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { workTimeOf, zoneOf } from '../enterprise/public.ts';
import type { Clockwork, When } from './next-time.ts';
import type { ScheduleTable } from './tables.ts';

export type ScheduleRow = Selectable<ScheduleTable>;

/** Zone and calendar for a schedule; a calendar is read only where it asks for working days. */
export async function clockworkOf(
  platform: Platform,
  { space_id, zone, workdays }: Pick<ScheduleRow, 'space_id' | 'zone' | 'workdays'>,
  tx?: ControlTx,
): Promise<Clockwork> {
  const calendar = !workdays
    ? usualWorkTime
    : tx
      ? await workTimeOf(tx, space_id)
      : await inControl(platform.control, space_id, (own) => workTimeOf(own, space_id));
  return { zone: zone ?? zoneOf(platform, space_id), calendar };
}

export function whenOf(row: ScheduleRow): When {
  return {
    cron: row.cron ?? undefined,
    every: row.every ?? undefined,
    at: row.at?.toISOString(),
    workdays: row.workdays,
    window: (row.window as Timing['window'] | null) ?? undefined,
    since: row.since,
  };
}

export function timingOf(row: ScheduleRow): Timing {
  const { since: _since, ...when } = whenOf(row);
  const given = Object.entries({ ...when, zone: row.zone ?? undefined }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), overlap: row.overlap, missed: row.missed } as Timing;
}
