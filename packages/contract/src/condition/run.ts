import { compareDecimals, decimalText } from '../forms/values/decimal.ts';
import { instantText } from '../forms/values/dates.ts';
import { isTruthy } from '../formats.ts';
import { isEmptyValue, type FieldValue, type ValueKind } from '../forms/values/value.ts';
import { dayRange, instantRange, todayIn } from './calendar.ts';
import { isAll, isAny, type Comparison, type Condition } from './condition.ts';

export interface RunOptions {
  kindOf: (field: string) => ValueKind | undefined;
  /** Id of the person who asks. */
  me: string;
  now: Date;
  timeZone?: string;
}

/**
 * The condition over values in memory, with the answers the database gives: nothing compares with an empty value, and
 * the negative operators hold for it. A field that does not exist makes its comparison false.
 */
export function runInMemory(condition: Condition, values: Readonly<Record<string, FieldValue | undefined>>, options: RunOptions): boolean {
  if (isAll(condition)) return condition.all.every((part) => runInMemory(part, values, options));
  if (isAny(condition)) return condition.any.length === 0 || condition.any.some((part) => runInMemory(part, values, options));
  const kind = options.kindOf(condition.field);
  return kind !== undefined && compare(condition, values[condition.field] ?? null, kind, options);
}

function compare({ operator, value: operand }: Comparison, value: FieldValue, kind: ValueKind, options: RunOptions): boolean {
  if (kind === 'slot') return slotHolds({ operator, value: operand }, value, options);
  const empty = isEmptyValue(value);
  const list = Array.isArray(operand) ? operand : [];
  const held = Array.isArray(value) ? (value as unknown[]).map((item) => (typeof item === 'string' ? item : '')) : [];
  const order = (other: unknown) => (empty ? undefined : orderOf(value, other, kind));
  const answers: Record<Comparison['operator'], () => boolean> = {
    eq: () => order(operand) === 0,
    ne: () => order(operand) !== 0,
    gt: () => (order(operand) ?? 0) > 0,
    gte: () => (order(operand) ?? -1) >= 0,
    lt: () => (order(operand) ?? 0) < 0,
    lte: () => (order(operand) ?? 1) <= 0,
    between: () => (order(list[0]) ?? -1) >= 0 && (order(list[1]) ?? 1) <= 0,
    in: () => list.some((item) => order(item) === 0),
    notIn: () => !list.some((item) => order(item) === 0),
    contains: () => !empty && folded(value).includes(folded(operand)),
    notContains: () => empty || !folded(value).includes(folded(operand)),
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
    today: () => inDays(),
    yesterday: () => inDays(),
    tomorrow: () => inDays(),
    thisWeek: () => inDays(),
    thisMonth: () => inDays(),
    thisQuarter: () => inDays(),
    thisYear: () => inDays(),
    lastDays: () => inDays(),
    nextDays: () => inDays(),
  };
  const inDays = (): boolean => {
    const days = dayRange(operator, Number(operand ?? 0), todayIn(options.now, options.timeZone));
    if (empty || !days) return false;
    const range = kind === 'dateTime' ? instantRange(days, options.timeZone) : days;
    return String(value) >= range.from && String(value) < range.before;
  };
  return answers[operator]();
}

/** A slot is a stretch: it meets days and ranges it overlaps, begins after an instant or ends before it. */
function slotHolds({ operator, value: operand }: Omit<Comparison, 'field'>, value: FieldValue, { now, timeZone }: RunOptions): boolean {
  if (operator === 'isEmpty' || operator === 'notEmpty') return isEmptyValue(value) === (operator === 'isEmpty');
  if (!Array.isArray(value)) return false;
  const [from = '', to = ''] = value.map(String);
  const instant = (given: unknown): string => instantText(given) ?? '';
  const ends = Array.isArray(operand) ? operand : [];
  if (operator === 'gte') return from >= instant(operand);
  if (operator === 'lte') return to <= instant(operand);
  if (operator === 'between') return to > instant(ends[0]) && from <= instant(ends[1]);
  const days = dayRange(operator, Number(operand ?? 0), todayIn(now, timeZone));
  if (!days || days.from >= days.before) return false;
  const range = instantRange(days, timeZone);
  return from < range.before && to > range.from;
}

function orderOf(value: FieldValue, operand: unknown, kind: ValueKind): number | undefined {
  if (kind === 'number') {
    const left = decimalText(value);
    const right = decimalText(operand);
    return left === undefined || right === undefined ? undefined : compareDecimals(left, right);
  }
  if (kind === 'boolean') return value === (isTruthy(operand) || operand === 'true') ? 0 : 1;
  if (operand === null || operand === undefined) return undefined;
  const right = kind === 'dateTime' ? (instantText(operand) ?? String(operand)) : String(operand);
  const left = String(value);
  return left === right ? 0 : left < right ? -1 : 1;
}

function folded(value: unknown): string {
  return String(value ?? '').toLowerCase();
}
