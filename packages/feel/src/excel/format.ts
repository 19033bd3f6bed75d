import { civil, weekday } from '../calendar.ts';
import { absolute, formatNumber, isNum, multiply, round, sign, type Num } from '../number.ts';
import { NANOS_PER_SECOND, type DateTime, type Day, type Time } from '../temporal.ts';
import { fault, kindOf, toText, type Fault, type Val } from '../values.ts';

/** Writes a value by a format of a spreadsheet: `#,##0.00`, `0%`, `yyyy-mm-dd hh:mm`. */
export function formatValue(value: Val, format: string): string | null | Fault {
  if (value === null) return null;
  if (format.length > MAX_FORMAT) return fault('feel.wrong_format', { format: format.slice(0, 60) });
  if (isNum(value)) return formatAmount(value, format);
  const kind = kindOf(value);
  if (kind === 'date' || kind === 'dateTime' || kind === 'time')
    return formatMoment(value as Day | DateTime | Time, format);
  return format === '@' || kind === 'string' || kind === 'boolean'
    ? toText(value)
    : fault('feel.wrong_format', { format });
}

const MAX_FORMAT = 200;

function formatAmount(n: Num, format: string): string | Fault {
  const [positive = '', negative, zero] = sections(format);
  const way = sign(n);
  if (way === 0 && zero !== undefined) return formatSection(0, zero);
  if (way < 0 && negative !== undefined) return formatSection(absolute(n), negative);
  const text = formatSection(absolute(n), positive);
  return way < 0 && typeof text === 'string' && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Semicolons part the formats of positive, negative and zero, but not inside quotes. */
const sections = (format: string): string[] => format.match(/(?:"[^"]*"?|\\.|[^;"\\])+|(?<=;)(?=;|$)/gs) ?? [''];

const general = /^(?:general|@|G\/通用格式)$/i;

function formatSection(n: Num, section: string): string | Fault {
  if (general.test(section)) return formatNumber(n);
  const parts = section.match(/"[^"]*"?|\\.|[0#?,.]+|[^]/g) ?? [];
  const patterns = parts.filter(isDigits);
  const pattern = patterns[0];
  const percents = parts.filter((part) => part === '%').length;
  let amount: Num | null = n;
  for (let i = 0; i < percents; i++) amount = amount === null ? null : multiply(amount, 100);
  const digits = pattern === undefined ? '' : amount === null ? null : formatDigits(amount, pattern);
  if (digits === null || patterns.length > 1) return fault('feel.wrong_format', { format: section });
  return parts.map((part) => (part === pattern ? digits : literal(part))).join('');
}

const isDigits = (part: string): boolean => /^[0#?,.]*[0#?][0#?,.]*$/.test(part);
const literal = (part: string): string =>
  part.startsWith('"') ? part.replaceAll('"', '') : part.startsWith('\\') ? part.slice(1) : part;

function formatDigits(n: Num, pattern: string): string | null {
  const [whole = '', fraction = ''] = pattern.split('.');
  const places = fraction.replace(/[^0#?]/g, '');
  // commas at the end divide by thousands, others group
  const thousands = /,+$/.exec(pattern.includes('.') ? fraction : whole)?.[0].length ?? 0;
  let amount: Num | null = n;
  for (let i = 0; i < thousands; i++)
    amount = amount === null ? null : multiply(amount, { t: 'small', n: 1, scale: 3 });
  const rounded = amount === null ? null : round(amount, places.length, 'halfUp');
  if (rounded === null) return null;
  const [integer = '0', decimals = ''] = formatNumber(rounded).split('.');
  const least = whole.replace(/[^0]/g, '').length;
  let left = (integer === '0' ? '' : integer).padStart(least, '0');
  if (/,(?=.*[0#?])/.test(whole)) left = left.replace(/\B(?=(\d{3})+$)/g, ',');
  const needed = places.lastIndexOf('0') + 1;
  const right = decimals.padEnd(needed, '0');
  return pattern.includes('.') ? `${left}.${right}`.replace(/\.$/, fraction === '' ? '.' : '') : left;
}

const weekdaysZh = '一二三四五六日';
const weekdaysEn = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const monthsEn = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function formatMoment(value: Day | DateTime | Time, format: string): string {
  const parts = format.match(/"[^"]*"?|\\.|y+|m+|d+|h+|s+|a{3,4}|am\/pm|上午\/下午|\.0+|[^]/gi) ?? [];
  const twelve = parts.some((part) => /^(am\/pm|上午\/下午)$/i.test(part));
  return parts.map((part, i) => formatPart(value, part, twelve, isMinute(parts, i))).join('');
}

/** `m` is a minute behind hours or before seconds, else a month. */
function isMinute(parts: readonly string[], at: number): boolean {
  const isField = (part: string) => /^(y+|m+|d+|h+|s+)$/i.test(part);
  const before = parts.slice(0, at).findLast(isField);
  const after = parts.slice(at + 1).find(isField);
  return /^h/i.test(before ?? '') || /^s/i.test(after ?? '');
}

function formatPart(value: Day | DateTime | Time, part: string, twelve: boolean, minute: boolean): string {
  const seconds = value.t === 'date' ? 0 : Math.floor(value.nano / NANOS_PER_SECOND);
  const date = value.t === 'time' ? { year: 1900, month: 1, day: 0 } : civil(value.day);
  const day = value.t === 'time' ? 1 : weekday(value.day);
  const two = (n: number) => String(n).padStart(part.length > 1 ? 2 : 1, '0');
  const hour = Math.floor(seconds / 3600);
  if (/^y+$/i.test(part))
    return part.length > 2 ? String(date.year).padStart(4, '0') : String(date.year).slice(-2).padStart(2, '0');
  if (/^m+$/i.test(part))
    return minute
      ? two(Math.floor(seconds / 60) % 60)
      : part.length > 2
        ? monthsEn[date.month - 1]!.slice(0, part.length > 3 ? undefined : 3)
        : two(date.month);
  if (/^d+$/i.test(part))
    return part.length > 2 ? weekdaysEn[day - 1]!.slice(0, part.length > 3 ? undefined : 3) : two(date.day);
  if (/^h+$/i.test(part)) return two(twelve ? hour % 12 || 12 : hour);
  if (/^s+$/i.test(part)) return two(seconds % 60);
  if (/^a{3,4}$/i.test(part)) return (part.length > 3 ? '星期' : '') + weekdaysZh[day - 1]!;
  if (/^am\/pm$/i.test(part)) return hour < 12 ? 'AM' : 'PM';
  if (part === '上午/下午') return hour < 12 ? '上午' : '下午';
  if (/^\.0+$/.test(part))
    return `.${String(value.t === 'date' ? 0 : value.nano % NANOS_PER_SECOND)
      .padStart(9, '0')
      .slice(0, part.length - 1)
      .padEnd(part.length - 1, '0')}`;
  return literal(part);
}
