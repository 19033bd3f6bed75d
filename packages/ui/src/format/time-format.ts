import { timeZone } from './time-zone.ts';

export type Locale = 'zh-CN' | 'en';
export type TimeStyle = 'date' | 'minute' | 'second' | 'time';

const parts = {
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  minute: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  second: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} satisfies Record<TimeStyle, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** "2026-03-05 14:20" in Chinese, "5 Mar 2026, 14:20" in English; in the zone of the page unless another is given. */
export function formatTime(
  at: Date | string | number,
  locale: Locale,
  style: TimeStyle = 'minute',
  zone: string = timeZone(),
): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  // sv-SE writes dates the way Chinese business software does: 2026-03-05 14:20
  const name = locale === 'zh-CN' ? 'sv-SE' : 'en-GB';
  const key = [name, style, zone].join();
  let format = formats.get(key);
  if (!format) {
    const wanted = parts[style];
    format = new Intl.DateTimeFormat(name, {
      ...wanted,
      ...(locale === 'en' && 'month' in wanted && { month: 'short', day: 'numeric' }),
      timeZone: zone,
    });
    formats.set(key, format);
  }
  return format.format(date);
}

/** The hour where it is today, the day and the hour within the same year, else all of it. */
export function clockText(at: Date | string | number, now: number, locale: Locale, zone: string = timeZone()): string {
  const dayOf = (moment: Date | string | number) => formatTime(moment, 'zh-CN', 'date', zone);
  if (dayOf(at) === dayOf(now)) return formatTime(at, locale, 'time', zone);
  const full = formatTime(at, locale, 'minute', zone);
  const year = dayOf(at).slice(0, 4);
  if (!dayOf(now).startsWith(year)) return full;
  return locale === 'zh-CN' ? full.slice(year.length + 1) : full.replace(` ${year}`, '');
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 hours ago" up to a week, then nothing: a date says more. */
export function relativeTime(
  at: Date | string | number,
  now: number,
  locale: Locale,
  justNow: string,
): string | undefined {
  const distance = new Date(at).getTime() - now;
  if (Number.isNaN(distance) || Math.abs(distance) > 7 * 86_400_000) return undefined;
  for (const [unit, length] of steps) {
    if (Math.abs(distance) >= length)
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(distance / length), unit);
  }
  return justNow;
}

/** "1 d 4 h", "35 min": the two largest parts. */
export function formatDuration(milliseconds: number, locale: Locale): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = seconds < 60 ? 0 : Math.round(seconds / 60);
  const all: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ];
  const shown = all.filter(([amount]) => amount > 0).slice(0, 2);
  return (shown.length ? shown : [[seconds, 'second'] as const])
    .map(([amount, unit]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    )
    .join(' ');
}
