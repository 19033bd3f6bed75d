import { addressText } from '../forms/field-types/address.ts';
import { compareDecimals, decimalText, givenDecimal } from '../forms/values/decimal.ts';
import { momentIn } from '../forms/values/dates.ts';
import { isTruthy } from '../formats.ts';
import { plainTextOf } from '../forms/values/html.ts';
import { jsonText } from '../forms/values/json.ts';
import { distanceKm, inBox, isPlace, type Place } from '../forms/values/place.ts';
import { isReading, numberOf, readingWords } from '../forms/values/reading.ts';
import {
  isEmptyValue,
  type AddressValue,
  type FieldValue,
  type RangeValue,
  type ValueKind,
} from '../forms/values/value.ts';
import { dayRange, instantRange, todayIn } from './calendar.ts';
import { isAll, isAny, isRows, type Comparison, type Condition, type RowsComparison } from './condition.ts';
import { isCalendarOperator, needsValue, type CalendarOperator, type Operator } from './operators.ts';

export interface RunOptions {
  kindOf: (field: string) => ValueKind | undefined;
  /** Id of the person who asks. */
  me: string;
  /** Posts and roles of that person. */
  mine?: (() => OwnUnits) | undefined;
  now: Date;
  timeZone: string;
  /** Departments and all below them; without it they stand for themselves. */
  under?: ((departments: readonly string[]) => readonly string[]) | undefined;
  /** By id of the slave table or relation; without it such parts do not hold. */
  rowsOf?: ((rows: string) => RowsInMemory | undefined) | undefined;
}

export interface OwnUnits {
  posts: readonly string[];
  roles: readonly string[];
  departments: readonly string[];
  /** Those departments and all below them. */
  below: readonly string[];
}

/** Rows of a slave table of the record, or records that a relation names. */
export interface RowsInMemory {
  rows: readonly Readonly<Record<string, FieldValue | undefined>>[];
  kindOf: RunOptions['kindOf'];
  rowsOf?: RunOptions['rowsOf'];
}

/**
 * The condition over values in memory, with the answers the database gives: nothing compares with an empty value, and
 * the negative operators hold for it. A field that does not exist makes its comparison false.
 */
export function runInMemory(
  condition: Condition,
  values: Readonly<Record<string, FieldValue | undefined>>,
  options: RunOptions,
): boolean {
  if (isAll(condition)) return condition.all.every((part) => runInMemory(part, values, options));
  if (isAny(condition))
    return condition.any.length === 0 || condition.any.some((part) => runInMemory(part, values, options));
  if (isRows(condition)) return rowsHold(condition, options);
  const kind = options.kindOf(condition.field);
  return kind !== undefined && compare(condition, values[condition.field] ?? null, kind, options);
}

/**
 * The same where a right hangs on it: null where it cannot be decided, because what is asked of an empty value needs one. A field
 * that does not exist decides nothing.
 */
export function decideInMemory(
  condition: Condition,
  values: Readonly<Record<string, FieldValue | undefined>>,
  options: RunOptions,
): boolean | null {
  if (isAll(condition)) {
    const parts = condition.all.map((part) => decideInMemory(part, values, options));
    return parts.includes(false) ? false : parts.includes(null) ? null : true;
  }
  if (isAny(condition)) {
    const parts = condition.any.map((part) => decideInMemory(part, values, options));
    return parts.length === 0 || parts.includes(true) ? true : parts.includes(null) ? null : false;
  }
  if (isRows(condition)) return rowsHold(condition, options);
  const kind = options.kindOf(condition.field);
  if (kind === undefined) return null;
  const { operator } = condition;
  const value = values[condition.field] ?? null;
  return needsValue(operator) && isEmptyValue(askedPart(operator, value, kind))
    ? null
    : compare(condition, value, kind, options);
}

/** What an operator asks of a value that is more than one. */
function askedPart(operator: Operator, value: FieldValue, kind: ValueKind): FieldValue {
  if (kind !== 'reading') {
    const isSearched = operator !== 'near' && operator !== 'inBox';
    return isSearched && (kind === 'html' || kind === 'json' || kind === 'place') ? wordsOf(value, kind) : value;
  }
  if (!isReading(value)) return null;
  if (operator === 'hasAny' || operator === 'hasNone') return value.device;
  return operator === 'contains' || operator === 'notContains' ? readingWords(value) : numberOf(value);
}

/** Sums of nothing are 0; there is no average, least or greatest of it. */
function rowsHold({ rows: id, where, fn, field, operator, value }: RowsComparison, options: RunOptions): boolean {
  const found = options.rowsOf?.(id);
  if (!found) return false;
  const inner: RunOptions = { ...options, kindOf: found.kindOf, rowsOf: found.rowsOf };
  const fitting = where ? found.rows.filter((row) => runInMemory(where, row, inner)) : found.rows;
  const numbers = fitting.flatMap((row) => (field === undefined || isEmptyValue(row[field]) ? [] : Number(row[field])));
  const sum = numbers.reduce((all, one) => all + one, 0);
  const answers = {
    count: fitting.length,
    sum,
    avg: numbers.length > 0 ? sum / numbers.length : null,
    min: numbers.length > 0 ? Math.min(...numbers) : null,
    max: numbers.length > 0 ? Math.max(...numbers) : null,
  };
  return compare({ field: id, operator, value }, answers[fn] === null ? null : String(answers[fn]), 'number', options);
}

function compare(
  { operator, value: operand }: Comparison,
  stored: FieldValue,
  kind: ValueKind,
  options: RunOptions,
): boolean {
  const value = kind === 'html' || kind === 'json' || kind === 'place' ? wordsOf(stored, kind) : stored;
  if (operator === 'near' || operator === 'inBox') return isPlace(stored) && placeHolds(operator, operand, stored);
  if (kind === 'reading') return readingHolds({ operator, value: operand }, stored, options);
  if (kind === 'slot') return slotHolds({ operator, value: operand }, value, options);
  const empty = isEmptyValue(value);
  const list = Array.isArray(operand) ? operand : [];
  const held = Array.isArray(value) ? (value as unknown[]).map((item) => (typeof item === 'string' ? item : '')) : [];
  const among = (units: readonly string[] | undefined): boolean => units?.some((id) => held.includes(id)) === true;
  const mine = (): boolean => among(options.mine?.()[unitOf(kind)]);
  const below = (): boolean => among(options.mine?.().below);
  const order = (other: unknown) => (empty ? undefined : orderOf(value, other, kind, options.timeZone));
  if (!empty && isRange(value)) return compareRange(operator, operand, value, kind, options);
  const written = isAddress(value) ? addressText(value, 'zh-CN') : value;
  const inDays = (): boolean => {
    const days = dayRange(operator, Number(operand ?? 0), todayIn(options.now, options.timeZone));
    if (empty || !days) return false;
    const range = kind === 'dateTime' ? instantRange(days, options.timeZone) : days;
    return String(value) >= range.from && String(value) < range.before;
  };
  if (isCalendarOperator(operator)) return inDays();
  const answers: Record<Exclude<Exclude<Operator, CalendarOperator>, CalendarOperator>, () => boolean> = {
    eq: () => order(operand) === 0,
    ne: () => order(operand) !== 0,
    gt: () => (order(operand) ?? 0) > 0,
    gte: () => (order(operand) ?? -1) >= 0,
    lt: () => (order(operand) ?? 0) < 0,
    lte: () => (order(operand) ?? 1) <= 0,
    between: () => (order(list[0]) ?? -1) >= 0 && (order(list[1]) ?? 1) <= 0,
    in: () => list.some((item) => order(item) === 0),
    notIn: () => !list.some((item) => order(item) === 0),
    contains: () => !empty && folded(written).includes(folded(operand)),
    notContains: () => empty || !folded(written).includes(folded(operand)),
    startsWith: () => !empty && folded(value).startsWith(folded(operand)),
    endsWith: () => !empty && folded(value).endsWith(folded(operand)),
    hasAny: () => list.some((item) => held.includes(String(item))),
    hasAll: () => list.every((item) => held.includes(String(item))),
    hasNone: () => !list.some((item) => held.includes(String(item))),
    isEmpty: () => empty,
    notEmpty: () => !empty,
    isTrue: () => value === true,
    // an untouched switch is off
    isFalse: () => value !== true,
    isMe: () => held.includes(options.me),
    notMe: () => !held.includes(options.me),
    hasOnly: () =>
      list.length > 0 &&
      list.every((item) => held.includes(String(item))) &&
      held.every((id) => list.some((item) => String(item) === id)),
    under: () => among(options.under?.(list.map(String)) ?? list.map(String)),
    notUnder: () => !among(options.under?.(list.map(String)) ?? list.map(String)),
    isMine: mine,
    notMine: () => !mine(),
    isMineBelow: below,
    notMineBelow: () => !below(),
    // one record knows those right above it alone
    below: () => among(list.map(String)),
    // of nothing: what is there is compared as a range
    overlaps: () => false,
    within: () => isAddress(value) && list.some((code) => value.regions.includes(String(code))),
    notWithin: () => !(isAddress(value) && list.some((code) => value.regions.includes(String(code)))),
    beforeNow: () => !empty && String(value) < options.now.toISOString(),
    afterNow: () => !empty && String(value) > options.now.toISOString(),
    near: () => false,
    inBox: () => false,
  };
  return answers[operator]();
}

/** What is searched in values that are more than a text. */
function wordsOf(value: FieldValue, kind: 'html' | 'json' | 'place'): string | null {
  if (isEmptyValue(value)) return null;
  if (kind === 'html') return plainTextOf(String(value));
  if (kind === 'json') return jsonText(value);
  return isPlace(value) ? `${value.name ?? ''} ${value.address ?? ''}` : null;
}

/** Of a reading its device is asked, its words, or the number that was captured. */
function readingHolds(
  { operator, value }: Omit<Comparison, 'field'>,
  stored: FieldValue,
  options: RunOptions,
): boolean {
  const reading = isReading(stored) ? stored : undefined;
  const asked = (kind: ValueKind, part: FieldValue): boolean =>
    compare({ field: '', operator, value }, part, kind, options);
  if (operator === 'isEmpty' || operator === 'notEmpty') return asked('text', reading ? reading.device : null);
  if (operator === 'hasAny' || operator === 'hasNone') return asked('options', reading ? [reading.device] : null);
  return operator === 'contains' || operator === 'notContains'
    ? asked('text', reading ? readingWords(reading) : null)
    : asked('number', reading ? numberOf(reading) : null);
}

function placeHolds(operator: 'near' | 'inBox', operand: unknown, place: Place): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = operand as number[];
  return operator === 'near'
    ? distanceKm({ lat: first, lng: second }, place) <= third
    : inBox(place, [first, second, third, fourth]);
}

/** A slot is a stretch: it meets days and ranges it overlaps, begins after an instant or ends before it. */
function slotHolds(
  { operator, value: operand }: Omit<Comparison, 'field'>,
  value: FieldValue,
  { now, timeZone }: RunOptions,
): boolean {
  if (operator === 'isEmpty' || operator === 'notEmpty') return isEmptyValue(value) === (operator === 'isEmpty');
  if (!Array.isArray(value)) return false;
  const [from = '', to = ''] = value.map(String);
  const instant = (given: unknown): string => momentIn(given, timeZone) ?? '';
  const ends = Array.isArray(operand) ? operand : [];
  if (operator === 'gte') return from >= instant(operand);
  if (operator === 'lte') return to <= instant(operand);
  if (operator === 'between') return to > instant(ends[0]) && from <= instant(ends[1]);
  const days = dayRange(operator, Number(operand ?? 0), todayIn(now, timeZone));
  if (!days || days.from >= days.before) return false;
  const range = instantRange(days, timeZone);
  return from < range.before && to > range.from;
}

/** Both ends are within, and texts of one kind are in the order of what they mean. */
function compareRange(
  operator: Comparison['operator'],
  operand: Comparison['value'],
  { start, end }: RangeValue,
  kind: ValueKind,
  options: RunOptions,
): boolean {
  const read = (given: unknown): string =>
    kind === 'dateTimeRange' ? (momentIn(given, options.timeZone) ?? String(given)) : String(given);
  const days = dayRange(operator, Number(operand ?? 0), todayIn(options.now, options.timeZone));
  if (days) {
    const range = kind === 'dateTimeRange' ? instantRange(days, options.timeZone) : days;
    return range.from < range.before && start < range.before && end >= range.from;
  }
  const [from, to] = Array.isArray(operand) ? operand.map(read) : [];
  const isSpan = from !== undefined && to !== undefined && from <= to;
  switch (operator) {
    case 'contains':
      return start <= read(operand) && end >= read(operand);
    case 'between':
      return isSpan && start >= from && end <= to;
    case 'overlaps':
      return isSpan && start <= to && end >= from;
    default:
      return operator === 'notEmpty';
  }
}

function isRange(value: FieldValue): value is RangeValue {
  return typeof value === 'object' && value !== null && 'start' in value;
}

function isAddress(value: FieldValue): value is AddressValue {
  return typeof value === 'object' && value !== null && 'regions' in value;
}

function orderOf(value: FieldValue, operand: unknown, kind: ValueKind, timeZone: string): number | undefined {
  if (kind === 'number') {
    const left = decimalText(value);
    const right = givenDecimal(operand);
    return left === undefined || right === undefined ? undefined : compareDecimals(left, right);
  }
  if (kind === 'boolean') return value === (isTruthy(operand) || operand === 'true') ? 0 : 1;
  if (operand === null || operand === undefined) return undefined;
  const right = kind === 'dateTime' ? (momentIn(operand, timeZone) ?? String(operand)) : String(operand);
  const left = String(value);
  return left === right ? 0 : left < right ? -1 : 1;
}

function folded(value: unknown): string {
  return String(value ?? '').toLowerCase();
}

/** Which of a person's units a field of the kind names. */
export function unitOf(kind: ValueKind): 'posts' | 'roles' | 'departments' {
  return kind === 'posts' || kind === 'departments' ? kind : 'roles';
}
