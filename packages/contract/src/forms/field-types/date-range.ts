import { z } from 'zod';
import { dateText, instantFromWall, looseWall, momentIn, wallText } from '../values/dates.ts';
import type { RangeValue } from '../values/value.ts';
import { fail, type FieldTypeSpec, type TextOptions } from './spec.ts';

const day = z.iso.date();

export const DateRangeConfig = z.object({
  precision: z.enum(['day', 'minute', 'second']).default('day'),
  earliest: day.optional(),
  latest: day.optional(),
});
export type DateRangeConfig = z.infer<typeof DateRangeConfig>;

/** Start and end, both within: days, or moments where the precision is finer. */
export const dateRange: FieldTypeSpec<DateRangeConfig, RangeValue> = {
  version: 1,
  config: DateRangeConfig,
  initial: { precision: 'day' },
  kind: ({ precision }) => (precision === 'day' ? 'dateRange' : 'dateTimeRange'),
  canBeUnique: 'words',
  parse: (value, { precision, earliest, latest }, timeZone) => {
    const given = givenEnds(value);
    if (!given) return fail('records.value.not_range');
    if (given.every(isBlank)) return { value: null };
    if (given.some(isBlank)) return fail('records.value.half_range');
    const [start, end] = given.map((one) => (precision === 'day' ? dateText(one) : momentOf(one, timeZone)));
    if (start === undefined || end === undefined)
      return fail(precision === 'day' ? 'records.value.not_date' : 'records.value.not_date_time');
    if (end < start) return fail('records.value.end_before_start');
    const days = precision === 'day' ? [start, end] : [wallText(start, timeZone), wallText(end, timeZone)];
    if (earliest && days[0]!.slice(0, 10) < earliest) return fail('records.value.too_early', { min: earliest });
    if (latest && days[1]!.slice(0, 10) > latest) return fail('records.value.too_late', { max: latest });
    return { value: { start, end } };
  },
  fromText: (text, { precision }, { timeZone }) => {
    const parts = partsOf(text);
    // a day alone is a range of one day
    const walls = (parts.length === 1 && precision === 'day' ? [parts[0]!, parts[0]!] : parts).map(looseWall);
    const [from, to] = walls;
    if (walls.length !== 2 || !from || !to) return text;
    if (precision === 'day') return { start: from.date, end: to.date };
    return {
      start: instantFromWall(`${from.date} ${from.time ?? '00:00:00'}`, timeZone),
      end: instantFromWall(`${to.date} ${to.time ?? '23:59:59'}`, timeZone),
    };
  },
  toText: ({ start, end }, config, options) =>
    `${endText(start, config, options)}${options.locale === 'zh-CN' ? ' 至 ' : ' – '}${endText(end, config, options)}`,
};

export function endText(end: string, { precision }: DateRangeConfig, { timeZone }: TextOptions): string {
  return precision === 'day' ? end : wallText(end, timeZone).slice(0, precision === 'second' ? 19 : 16);
}

/** An object with start and end; also the text of a range that an expression has made: `[2026-01-01..2026-01-31]`. */
function givenEnds(value: unknown): [unknown, unknown] | undefined {
  if (typeof value === 'string') {
    const parts = partsOf(value);
    return parts.length === 2 ? [parts[0], parts[1]] : undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { start, end } = value as { start?: unknown; end?: unknown };
  return [start, end];
}

/** An expression names the zone of a moment behind it. */
function momentOf(value: unknown, timeZone: string): string | undefined {
  return momentIn(typeof value === 'string' ? value.replace(/@.*$|\[.*$/, '') : value, timeZone);
}

function isBlank(end: unknown): boolean {
  return end === null || end === undefined || end === '';
}

function partsOf(text: string): string[] {
  return text
    .replace(/[[\]()"]|@(?=")/g, '')
    .split(/\s*(?:\.\.|~|～|至|到|—|–|→|\s-\s)\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
