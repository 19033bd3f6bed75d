import { instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
// what pickers ask for "today" and "now": those of the enterprise's clock, not of the device's
dayjs.extend((_, Day) => {
  Object.assign(Day.prototype, { tz: () => wallClock(new Date().toISOString()) });
});

/** A moment for a picker, which shows the enterprise's clock whatever zone the device is in; in UTC, where no hour is left out. */
export function wallClock(instant: string): Dayjs {
  return dayjs.utc(wallText(instant, timeZone()));
}

/** The moment that a picker means. */
export function instantOf(wall: Dayjs): string | undefined {
  return instantFromWall(wall.format('YYYY-MM-DD HH:mm:ss'), timeZone());
}

/** Today, where the enterprise is. */
export function today(): string {
  return wallText(new Date().toISOString(), timeZone()).slice(0, 10);
}
