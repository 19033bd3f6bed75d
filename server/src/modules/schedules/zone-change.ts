import { inControl } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { clockworkOf, whenOf } from './clockwork.ts';
import { nextTime } from './next-time.ts';

/** Next times by the zone and calendar of today: the enterprise changed them. What is due already stays due. */
export async function workOutAnew(platform: Platform, spaceId: string): Promise<void> {
  await inControl(platform.control, spaceId, async (tx) => {
    const now = new Date();
    const rows = await tx
      .selectFrom('schedules.schedule')
      .selectAll()
      .where('space_id', '=', spaceId)
      .where('paused', '=', false)
      .where('next_at', '>', now)
      .where((eb) => eb.or([eb('cron', 'is not', null), eb('workdays', '=', true), eb('window', 'is not', null)]))
      .forUpdate()
      .execute();
    for (const row of rows)
      await tx
        .updateTable('schedules.schedule')
        .set({ next_at: nextTime(whenOf(row), now, await clockworkOf(platform, row, tx)), after_at: null })
        .where('space_id', '=', spaceId)
        .where('id', '=', row.id)
        .execute();
  });
}
