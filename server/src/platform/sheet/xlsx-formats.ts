/** What a number in a cell means, by the format it is shown in. */
export type NumberMeaning = 'number' | 'percent' | 'date' | 'time';

/** Formats of days and times that the East Asian editions of Excel and WPS number, and write down in no file. */
export const eastAsianFormats: readonly (readonly [number, string])[] = [
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, 'hh:mm:ss'] as const),
];

const eastAsian = (code: string): number[] => eastAsianFormats.flatMap(([id, own]) => (own === code ? [id] : []));
const builtInDates = new Set([14, 15, 16, 17, 22, ...eastAsian('yyyy-mm-dd')]);
const builtInTimes = new Set([18, 19, 20, 21, 45, 46, 47, ...eastAsian('hh:mm:ss')]);

/** Of a number format of Excel, WPS, LibreOffice and others; East Asian ones among the built-in ones included. */
export function meaningOf(id: number, code: string | undefined): NumberMeaning {
  if (code === undefined)
    return id === 9 || id === 10 ? 'percent' : builtInDates.has(id) ? 'date' : builtInTimes.has(id) ? 'time' : 'number';
  if (/^\s*(general|standard|g\/通用格式|g\/标准|常规)\s*$/i.test(code)) return 'number';
  // the part for positive numbers, without texts, colours and languages, and signs that only keep a place free
  const plain = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '');
  if (plain.includes('%')) return 'percent';
  if (/[#0?]/.test(plain.replace(/s+\.0+/gi, ''))) return 'number';
  if (/[yd年月日]/i.test(plain) || (/m/i.test(plain) && !/[hs]/i.test(plain)) || /(^|[^a-z])e/i.test(plain))
    return 'date';
  return /[hs]/i.test(plain) ? 'time' : 'number';
}

const dayZero = Date.UTC(1899, 11, 30);
/** Days between the two calendars that files may count by. */
const days1904 = 1_462;

/** A number of days as `yyyy-MM-dd`, with the time where it has one; a time of no day as `HH:mm:ss`. */
export function dateFromSerial(serial: number, meaning: 'date' | 'time', from1904: boolean): string {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return String(serial);
  const seconds = Math.round(serial * 86_400);
  if (seconds < 86_400 && (meaning === 'time' || serial !== 0) && !(meaning === 'date' && from1904))
    return clock(seconds);
  const days = Math.floor(seconds / 86_400) + (from1904 ? days1904 : 0);
  // the calendar of 1900 has a day too many: the 29th of February that never was
  const day = new Date(dayZero + (days < 60 ? days + 1 : days) * 86_400_000).toISOString().slice(0, 10);
  const rest = seconds % 86_400;
  return rest === 0 ? day : `${day} ${clock(rest)}`;
}

/** The number that stands for `yyyy-MM-dd HH:mm:ss` in a cell. */
export function serialOf(wall: string): number {
  return Number(((Date.parse(`${wall.replace(' ', 'T')}Z`) - dayZero) / 86_400_000).toFixed(10));
}

function clock(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
