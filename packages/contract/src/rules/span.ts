// Lengths of time as rules keep them: ISO 8601, as `PT5M`, `-P3D`.

export const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** `PT5M`, `-P3D`, `P1W`; months count as 30 days. */
export function spanMs(text: string): number {
  const found = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (!found) return 0;
  const [, sign, years, months, weeks, days, hours, minutes, seconds] = found;
  const n = (value: string | undefined): number => Number(value ?? 0);
  const inDays = n(years) * 365 + n(months) * 30 + n(weeks) * 7 + n(days);
  const ms = inDays * dayMs + n(hours) * hourMs + n(minutes) * minuteMs + n(seconds) * 1_000;
  return sign ? -ms : ms;
}

/** The same back, in days, hours, minutes and seconds. */
export function spanOf(ms: number): string {
  const whole = Math.round(Math.abs(ms) / 1_000) * 1_000;
  const part = (unit: number, of: number): number => Math.floor((whole % of) / unit);
  const days = Math.floor(whole / dayMs);
  const clock = [
    [part(hourMs, dayMs), 'H'],
    [part(minuteMs, hourMs), 'M'],
    [part(1_000, minuteMs), 'S'],
  ] as const;
  const time = clock.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('');
  const day = days > 0 || time === '' ? `${days}D` : '';
  return `${ms < 0 && whole > 0 ? '-' : ''}P${day}${time === '' ? '' : `T${time}`}`;
}

/** What is put before or behind a day: whole days, and a time of day in milliseconds. */
export function dayShift(shift: string): { days: number; rest: number } {
  const ms = spanMs(shift);
  const days = Math.floor(ms / dayMs);
  return { days, rest: ms - days * dayMs };
}
