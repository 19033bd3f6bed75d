import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { coloured } from '@formwork/contract/hues/option-colours.ts';
import type { ColumnType, GuessedColumn } from '@formwork/contract/records/import.ts';
import { isCreditCode, isIdNumber } from '@formwork/contract/registered-numbers.ts';
import { dateRange } from '@formwork/contract/forms/field-types/date-range.ts';
import { isEmail } from '@formwork/contract/forms/field-types/email.ts';
import { isMobile } from '@formwork/contract/forms/field-types/phone.ts';
import { numberFromText } from '@formwork/contract/forms/field-types/number.ts';
import { instantText, looseClock, looseWall } from '@formwork/contract/forms/values/dates.ts';
import { decimalPlaces, decimalText } from '@formwork/contract/forms/values/decimal.ts';

const words = new Set(['true', 'false', 'yes', 'no', 'y', 'n', 't', 'f', '是', '否', '真', '假', '√', '×']);
const sampleCount = 5;
/** A text column with few different values, each of them often, is a choice. */
const mostOptions = 12;
const mostOptionLength = 30;
const rowsPerOption = 5;
/** Distinct values that are remembered to tell whether any occurs twice. */
const mostDistinct = 20_000;

type Test =
  | 'mobile'
  | 'number'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'dateRange'
  | 'time'
  | 'flag'
  | 'email'
  | 'url'
  | 'identityNumber'
  | 'creditCode';

const tests: Record<Test, (text: string) => boolean> = {
  mobile: isMobile,
  number: isPlainNumber,
  percent: (text) => /[%％]$/.test(text) && isPlainNumber(text.slice(0, -1).trim()),
  date: (text) => {
    const wall = looseWall(text);
    return wall !== undefined && wall.time === undefined;
  },
  dateTime: (text) => looseWall(text) !== undefined || instantText(text) !== undefined,
  dateRange: (text) =>
    !text.includes(':') &&
    looseWall(text) === undefined &&
    typeof dateRange.fromText?.(text, dateRange.initial, { locale: 'zh-CN', timeZone: 'UTC' }) === 'object',
  time: (text) => looseClock(text) !== undefined,
  flag: (text) => words.has(text.toLowerCase()),
  email: isEmail,
  identityNumber: isIdNumber,
  creditCode: isCreditCode,
  url: (text) => /^https?:\/\/\S+$/i.test(text),
};
/** The first whose every cell passes. */
const order: [Test, ColumnType][] = [
  ['flag', 'switch'],
  ['mobile', 'phone'],
  ['number', 'number'],
  ['percent', 'percent'],
  ['date', 'date'],
  ['dateTime', 'dateTime'],
  ['dateRange', 'dateRange'],
  ['time', 'time'],
  ['email', 'email'],
  ['url', 'url'],
  ['identityNumber', 'identityNumber'],
  ['creditCode', 'creditCode'],
];

interface Column {
  left: Set<Test>;
  filled: number;
  decimals: number;
  longest: number;
  lines: boolean;
  /** null once there are too many. */
  counts: Map<string, number> | null;
  repeated: boolean;
  samples: string[];
}

/** Looks at every cell of a spreadsheet and says what each column holds. */
export function columnGuesser(): {
  add(row: readonly string[]): void;
  columns(titles: readonly string[]): GuessedColumn[];
  width(): number;
} {
  const columns: Column[] = [];
  return {
    add(row) {
      for (let index = 0; index < row.length; index += 1) {
        const text = (row[index] ?? '').trim();
        const column = (columns[index] ??= {
          left: new Set(order.map(([test]) => test)),
          filled: 0,
          decimals: 0,
          longest: 0,
          lines: false,
          counts: new Map(),
          repeated: false,
          samples: [],
        });
        if (text !== '') look(column, text);
      }
    },
    columns: (titles) =>
      Array.from({ length: Math.max(columns.length, titles.length) }, (_, index) => {
        const column = columns[index];
        const title = titles[index]?.trim() || letterOf(index);
        if (!column) return { index, title, type: 'text', config: {}, samples: [], filled: 0, distinct: false };
        return {
          index,
          title,
          ...typeOf(column),
          samples: column.samples,
          filled: column.filled,
          distinct: column.filled > 0 && !column.repeated && column.counts !== null,
        };
      }),
    width: () => columns.length,
  };
}

/** Whether the first row names the columns: it is full, without doubles, and none of it is a value like those below. */
export function isHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (!first || first.length === 0) return false;
  const titles = first.map((text) => text.trim());
  if (titles.some((title) => title === '') || new Set(titles).size < titles.length) return false;
  const isValue = (text: string): boolean => tests.number(text) || tests.dateTime(text) || tests.percent(text);
  if (titles.some((title, index) => isValue(title) && others.some((row) => isValue(row[index]?.trim() ?? ''))))
    return false;
  // all text throughout: the first row is taken for names unless it occurs again
  return others.length === 0 || !others.some((row) => row.every((text, index) => text.trim() === titles[index]));
}

/** Values of one column, for a choice whose options nobody listed. */
export function optionsOf(values: Iterable<string>): Option[] {
  const distinct = [...new Set(values)].slice(0, 500);
  return coloured(distinct.map((value, index) => ({ id: `o${index + 1}`, label: { zh: value.slice(0, 200) } })));
}

function look(column: Column, text: string): void {
  column.filled += 1;
  const seen = column.counts?.get(text);
  if (seen !== undefined) {
    // it told what it has to tell when it came first
    column.repeated = true;
    column.counts?.set(text, seen + 1);
    return;
  }
  for (const test of column.left) if (!tests[test](text)) column.left.delete(test);
  if (column.left.has('number') || column.left.has('percent'))
    column.decimals = Math.max(column.decimals, decimalPlaces(plainNumber(text.replace(/[%％]$/, '')) ?? ''));
  column.longest = Math.max(column.longest, text.length);
  column.lines ||= /[\r\n]/.test(text);
  if (!column.counts) return;
  column.counts.set(text, 1);
  if (column.samples.length < sampleCount) column.samples.push(text.slice(0, 100));
  if (column.counts.size > mostDistinct) column.counts = null;
}

function typeOf(column: Column): Pick<GuessedColumn, 'type' | 'config'> {
  if (column.filled === 0) return { type: 'text', config: {} };
  if (isZerosAndOnes(column.counts)) return { type: 'switch', config: {} };
  const found = order.find(([test]) => column.left.has(test));
  if (found)
    return {
      type: found[1],
      config:
        found[1] === 'number' && column.decimals <= 10
          ? { decimals: column.decimals }
          : found[1] === 'percent'
            ? { decimals: Math.min(column.decimals, 6) }
            : {},
    };
  if (column.lines || column.longest > 200) return { type: 'longText', config: {} };
  const options = column.counts;
  if (
    options &&
    options.size <= mostOptions &&
    column.longest <= mostOptionLength &&
    column.filled >= options.size * rowsPerOption
  ) {
    const byUse = [...options].sort((a, b) => b[1] - a[1]).map(([value]) => value);
    return { type: 'singleSelect', config: { options: optionsOf(byUse) } };
  }
  return { type: 'text', config: {} };
}

/** Yes and no as machines write them: a column that never counts further. */
function isZerosAndOnes(counts: Column['counts']): boolean {
  return counts?.size === 2 && counts.has('0') && counts.has('1');
}

/** Codes of goods, of orders and of accounts have more digits than what is counted. */
const mostDigits = 11;

/** A number that means a quantity: a plus or zeros in front and many digits make it a name. */
function isPlainNumber(text: string): boolean {
  const plain = plainNumber(text);
  return (
    plain !== undefined &&
    !/^([+-]?0\d|\+)/.test(text) &&
    plain.replace('-', '').length <= (plain.includes('.') ? 25 : mostDigits)
  );
}

function plainNumber(text: string): string | undefined {
  return decimalText(numberFromText(text));
}

function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
