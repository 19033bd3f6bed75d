/** How people say when something runs by the clock; what says more is written as cron. */
export const cronWays = ['daily', 'weekly', 'monthly', 'cron'] as const;
export type CronWay = (typeof cronWays)[number];

export interface CronParts {
  way: CronWay;
  /** As `08:30`. */
  clock: string;
  /** Of the week, from 0 for Sunday to 6. */
  weekdays: number[];
  /** Of the month. */
  monthdays: number[];
}

const usual = { clock: '08:00', weekdays: [1], monthdays: [1] };

/** `30 8 * * 1-5` is five days a week at half past eight. */
export function partsOfCron(cron: string): CronParts {
  const [minute = '', hour = '', monthday, month, weekday, ...rest] = cron.trim().split(/\s+/);
  const clock = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour) ? clockOf(Number(hour), Number(minute)) : undefined;
  const written: CronParts = { way: 'cron', ...usual, ...(clock !== undefined && { clock }) };
  if (clock === undefined || month !== '*' || weekday === undefined || rest.length > 0) return written;
  if (monthday === '*' && weekday === '*') return { ...written, way: 'daily' };
  const weekdays = monthday === '*' ? numbersIn(weekday, 0, 7) : undefined;
  if (weekdays) return { ...written, way: 'weekly', weekdays: inOrder(weekdays.map((day) => day % 7)) };
  const monthdays = weekday === '*' ? numbersIn(monthday ?? '', 1, 31) : undefined;
  return monthdays ? { ...written, way: 'monthly', monthdays: inOrder(monthdays) } : written;
}

/** The same back; one that is written as cron stays what it was. */
export function cronOf({ way, clock, weekdays, monthdays }: CronParts, written: string): string {
  if (way === 'cron') return written;
  const [hour, minute] = clock.split(':').map(Number);
  const at = `${minute ?? 0} ${hour ?? 0}`;
  if (way === 'daily') return `${at} * * *`;
  return way === 'weekly' ? `${at} * * ${inOrder(weekdays).join(',')}` : `${at} ${inOrder(monthdays).join(',')} * *`;
}

function clockOf(hour: number, minute: number): string | undefined {
  if (hour > 23 || minute > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** `1,3-5`; undefined where it is more than that. */
function numbersIn(text: string, least: number, most: number): number[] | undefined {
  const found: number[] = [];
  for (const part of text.split(',')) {
    const [, from, to] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
    if (from === undefined) return undefined;
    const [low, high] = [Number(from), Number(to ?? from)];
    if (low < least || high > most || low > high) return undefined;
    for (let one = low; one <= high; one += 1) found.push(one);
  }
  return found;
}

const inOrder = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b);
