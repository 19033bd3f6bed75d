import type { CompareOp } from './ast.ts';
import { formatNumber, fromDouble, isNum, parseNumber, type Num } from './number.ts';
import type { ProblemCode, ProblemData } from './problems.ts';
import { any, openContext, type ContextType, type FeelType, type FunctionType } from './types.ts';
import {
  formatDate,
  formatDateTime,
  isoDateTime,
  formatDaysDuration,
  formatMonthsDuration,
  formatTime,
  parseDate,
  parseDateTime,
  parseDaysDuration,
  parseMonthsDuration,
  dateTime,
  fromInstant,
  instant,
  parseTime,
  type DateTime,
  type Day,
  type DaysDuration,
  type MonthsDuration,
  type Time,
} from './temporal.ts';

/** Everything an expression can yield. Values are never changed once they exist. */
export type Val =
  | null
  | boolean
  | string
  | Num
  | Day
  | Time
  | DateTime
  | DaysDuration
  | MonthsDuration
  | List
  | Context
  | Range
  | Func;

export type List = readonly Val[];
export type Context = ReadonlyMap<string, Val>;

/** A null end is open: `< 5` has no low end. */
export interface Range {
  readonly t: 'range';
  readonly low: Val;
  readonly high: Val;
  readonly lowIn: boolean;
  readonly highIn: boolean;
  /** Set where the range was written as a test: `(< 5)` has no low end, `(null..5)` one that is unknown. */
  readonly test?: CompareOp;
}

export interface Func {
  readonly t: 'function';
  readonly params: readonly string[];
  /** Where they are known: what the parameters take and what comes out. */
  readonly type?: FunctionType;
  /** Of built-in functions, which may take several numbers of arguments. */
  readonly takes?: (count: number) => boolean;
  readonly call: (args: readonly Val[]) => Val;
}

/** A built-in function returns a fault instead of throwing; the call turns it into null and a warning. */
export interface Fault {
  readonly t: 'fault';
  readonly code: ProblemCode;
  readonly data?: ProblemData;
}

export const fault = (code: ProblemCode, data?: ProblemData): Fault => ({ t: 'fault', code, ...(data && { data }) });

export const isList = (value: Val | undefined): value is List => Array.isArray(value);
export const isContext = (value: Val | undefined): value is Context => value instanceof Map;
export const isFault = (value: Val | Fault): value is Fault =>
  typeof value === 'object' && value !== null && (value as Fault).t === 'fault';

export type Kind = Exclude<FeelType['kind'], 'any' | 'var'>;

const kinds: Readonly<Record<string, Kind>> = {
  small: 'number',
  large: 'number',
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  days: 'daysDuration',
  months: 'monthsDuration',
  range: 'range',
  function: 'function',
};

export function kindOf(value: Val): Kind {
  if (value === null) return 'null';
  const type = typeof value;
  if (type !== 'object') return type as 'number' | 'string' | 'boolean';
  if (Array.isArray(value)) return 'list';
  return value instanceof Map ? 'context' : kinds[(value as { t: string }).t]!;
}

const kindNames: Partial<Record<Kind, string>> = {
  null: 'Null',
  dateTime: 'date and time',
  daysDuration: 'days and time duration',
  monthsDuration: 'years and months duration',
};

/** The kind of a value as the standard calls its type, to be shown in a warning. */
export const kindName = (value: Val): string => kindNames[kindOf(value)] ?? kindOf(value);

/** Is the value of this type, as `instance of` asks? */
export function conforms(value: Val, type: FeelType): boolean {
  if (type.kind === 'var') return true;
  if (type.kind === 'any') return value !== null;
  return kindOf(value) === type.kind && partsConform(value, type);
}

/** The value as one of this type: a single value stands for a list of one, the other way round, and a date for its midnight in Greenwich. Undefined when it does not fit. */
export function coerceTo(value: Val, type: FeelType): Val | undefined {
  const fitting = converted(value, type);
  return fitting !== undefined && allowed(fitting, type) ? fitting : undefined;
}

function converted(value: Val, type: FeelType): Val | undefined {
  if (value === null || conforms(value, type)) return value;
  if (type.kind === 'list' && !isList(value)) return conforms(value, type.item) ? [value] : undefined;
  if (type.kind !== 'list' && isList(value))
    return value.length === 1 && conforms(value[0]!, type) ? value[0]! : undefined;
  if (type.kind === 'dateTime' && kindOf(value) === 'date') return dateTime((value as Day).day, 0, 0);
  return undefined;
}

/** Are the value and its parts among those that the definitions of their types allow? The type itself, as `instance of` sees it, does not depend on that. */
function allowed(value: Val, type: FeelType): boolean {
  if (value === null) return true;
  if (type.allows && !type.allows(value)) return false;
  if (type.kind === 'list' && isList(value)) return value.every((item) => allowed(item, type.item));
  if (type.kind === 'context' && isContext(value))
    return Object.entries(type.fields).every(([key, of]) => allowed(value.get(key) ?? null, of));
  return true;
}

function partsConform(value: Val, type: FeelType): boolean {
  if (type.kind === 'list')
    return type.item.kind === 'any' || (value as List).every((item) => item === null || conforms(item, type.item));
  if (type.kind === 'range') {
    const { low, high } = value as Range;
    return [low, high].every((end) => end === null || type.of.kind === 'any' || conforms(end, type.of));
  }
  if (type.kind === 'context') {
    return Object.entries(type.fields).every(([key, of]) => {
      const field = (value as Context).get(key);
      return field !== undefined && (field === null || conforms(field, of));
    });
  }
  return true;
}

/**
 * Takes a plain JavaScript value in, guided by the type that was promised for it. Numbers may come as decimal strings, dates as ISO
 * strings. What does not fit its type becomes null. Where a zone is given, a moment with an offset is told by that zone's clocks.
 */
export function fromPlain(value: unknown, type: FeelType, zone?: string): Val {
  if (value === null || value === undefined) return null;
  // a value of our own, the result of another expression
  if (isTagged(value) && type.kind !== 'list') return type.kind === 'any' || kindOf(value) === type.kind ? value : null;
  switch (type.kind) {
    case 'number':
      return typeof value === 'number'
        ? fromDouble(value)
        : typeof value === 'string'
          ? parseNumber(value.trim())
          : typeof value === 'bigint'
            ? parseNumber(String(value))
            : null;
    case 'string':
      return typeof value === 'string'
        ? value
        : typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string'
        ? parseDate(value.slice(0, value.indexOf('T') < 0 ? undefined : value.indexOf('T')))
        : null;
    case 'time':
      return typeof value === 'string' ? parseTime(withSeconds(value)) : null;
    case 'dateTime':
      return plainDateTime(value, zone);
    case 'daysDuration':
      return typeof value === 'string' ? parseDaysDuration(value) : null;
    case 'monthsDuration':
      return typeof value === 'string' ? parseMonthsDuration(value) : null;
    case 'list':
      return (Array.isArray(value) ? value : [value]).map((item) => fromPlain(item, type.item, zone));
    case 'context':
      return typeof value === 'object' && !Array.isArray(value) ? plainContext(value, type, zone) : null;
    case 'range':
      return plainRange(value, type.of, zone);
    case 'null':
      return null;
    default:
      return fromUntyped(value);
  }
}

/** `{ start, end }` with both ends within. */
function plainRange(value: unknown, of: FeelType, zone: string | undefined): Val {
  if (typeof value !== 'object' || value === null) return null;
  const { start, end } = value as { start?: unknown; end?: unknown };
  const [low, high] = [fromPlain(start, of, zone), fromPlain(end, of, zone)];
  return low === null || high === null ? null : { t: 'range', low, high, lowIn: true, highIn: true };
}

/** Inputs of a browser leave seconds out where they are zero. */
const withSeconds = (text: string): string => text.replace(/^((?:[^T]*T)?\d\d:\d\d)(?=$|Z|[+-])/, '$1:00');

function plainDateTime(value: unknown, zone: string | undefined): Val {
  const text = value instanceof Date ? value.toISOString() : value;
  const moment = typeof text === 'string' ? parseDateTime(withSeconds(text.replace(' ', 'T'))) : null;
  return moment && zone && typeof moment.zone === 'number' ? fromInstant(instant(moment), zone) : moment;
}

/** Of a closed context only the fields it is known to have are read. */
function plainContext(value: object, { fields, open }: ContextType, zone?: string): Context {
  if (!open && !(value instanceof Map)) return rowContext(value as Readonly<Record<string, unknown>>, fields, zone);
  const given =
    value instanceof Map
      ? (key: string) => value.get(key)
      : (key: string) => (Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined);
  const keys = open ? (value instanceof Map ? [...value.keys()] : Object.keys(value)) : Object.keys(fields);
  const context = new Map<string, Val>();
  for (const key of keys) {
    const field = given(key);
    if (field !== undefined) context.set(key, fromPlain(field, Object.hasOwn(fields, key) ? fields[key]! : any, zone));
  }
  return context;
}

/** The usual case, a row of a table, without detours. */
function rowContext(value: Readonly<Record<string, unknown>>, fields: ContextType['fields'], zone?: string): Context {
  let entries = entriesOf.get(fields);
  if (!entries) entriesOf.set(fields, (entries = Object.entries(fields)));
  const context = new Map<string, Val>();
  for (let i = 0; i < entries.length; i++) {
    const [key, type] = entries[i]!;
    const field = Object.hasOwn(value, key) ? value[key] : undefined;
    if (field !== undefined) context.set(key, fromPlain(field, type, zone));
  }
  return context;
}

const entriesOf = new WeakMap<object, readonly (readonly [string, FeelType])[]>();

function fromUntyped(value: unknown): Val {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return fromDouble(value);
  if (typeof value === 'bigint') return parseNumber(String(value));
  if (Array.isArray(value)) return value.map(fromUntyped);
  if (value instanceof Date) return parseDateTime(value.toISOString());
  return typeof value === 'object' && value !== null ? plainContext(value, openContext) : null;
}

const isTagged = (value: unknown): value is Exclude<Val, null | boolean | string | List | Context | number> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { t?: unknown }).t === 'string' &&
  Object.hasOwn(kinds, (value as { t: string }).t);

/** What leaves: numbers as decimal strings, dates, times and durations as ISO text, lists and contexts of these. A function has no plain form: null. */
export function toPlain(value: Val): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (isNum(value)) return formatNumber(value);
  if (isList(value)) return value.map(toPlain);
  if (isContext(value)) return Object.fromEntries([...value].map(([key, item]) => [key, toPlain(item)]));
  switch (value.t) {
    case 'range':
      return rangeText(value);
    case 'function':
      return null;
    case 'dateTime':
      return isoDateTime(value);
    default:
      return temporalText(value);
  }
}

/** The text of a date, a time or a duration as the standard writes it, with the name of its zone. */
export function temporalText(value: Day | Time | DateTime | DaysDuration | MonthsDuration): string {
  switch (value.t) {
    case 'date':
      return formatDate(value);
    case 'time':
      return formatTime(value);
    case 'dateTime':
      return formatDateTime(value);
    case 'days':
      return formatDaysDuration(value);
    case 'months':
      return formatMonthsDuration(value);
  }
}

/** As FEEL's `string()` writes it; strings inside lists and contexts are quoted. */
export function toText(value: Val, inside = false): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return inside ? JSON.stringify(value) : value;
  if (typeof value === 'boolean') return String(value);
  if (isNum(value)) return formatNumber(value);
  if (isList(value)) return `[${value.map((item) => toText(item, true)).join(', ')}]`;
  if (isContext(value))
    return `{${[...value].map(([key, item]) => `${/^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(key) ? key : JSON.stringify(key)}: ${toText(item, true)}`).join(', ')}}`;
  if (value.t === 'range') return rangeText(value);
  if (value.t === 'function') return `function(${value.params.join(', ')})`;
  return inside ? `@"${temporalText(value)}"` : temporalText(value);
}

function rangeText({ low, high, lowIn, highIn }: Range): string {
  if (low === null) return `(${highIn ? '<=' : '<'} ${toText(high, true)})`;
  if (high === null) return `(${lowIn ? '>=' : '>'} ${toText(low, true)})`;
  return `${lowIn ? '[' : '('}${toText(low, true)}..${toText(high, true)}${highIn ? ']' : ')'}`;
}
