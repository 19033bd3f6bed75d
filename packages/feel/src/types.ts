import { normalizeContextKey } from 'lezer-feel';
import type { Val } from './values.ts';

/** What the checker knows of a value before it exists. `var` stands only in signatures of built-in functions. */
export type FeelType = Constrained &
  (
    | { readonly kind: ScalarKind | 'any' | 'null' }
    | { readonly kind: 'list'; readonly item: FeelType }
    | { readonly kind: 'range'; readonly of: FeelType }
    | ContextType
    | FunctionType
    | { readonly kind: 'var'; readonly name: string }
  );

interface Constrained {
  /** Looks at values of the kind and says which of them belong to the type: the allowed values of an item definition. */
  readonly allows?: (value: Val) => boolean;
}

export type ScalarKind =
  | 'number'
  | 'string'
  | 'boolean'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'daysDuration'
  | 'monthsDuration';

/** `open` says that further keys may be there, as in FEEL's plain `context`. */
export interface ContextType extends Constrained {
  readonly kind: 'context';
  readonly fields: Readonly<Record<string, FeelType>>;
  readonly open?: boolean;
}

export interface FunctionType extends Constrained {
  readonly kind: 'function';
  readonly params: readonly FeelType[];
  readonly result: FeelType;
}

export const any: FeelType = { kind: 'any' };
export const nothing: FeelType = { kind: 'null' };
export const number: FeelType = { kind: 'number' };
export const string: FeelType = { kind: 'string' };
export const boolean: FeelType = { kind: 'boolean' };
export const date: FeelType = { kind: 'date' };
export const time: FeelType = { kind: 'time' };
export const dateTime: FeelType = { kind: 'dateTime' };
export const daysDuration: FeelType = { kind: 'daysDuration' };
export const monthsDuration: FeelType = { kind: 'monthsDuration' };

export const listOf = (item: FeelType): FeelType => ({ kind: 'list', item });
export const rangeOf = (of: FeelType): FeelType => ({ kind: 'range', of });
export const contextOf = (fields: Readonly<Record<string, FeelType>>): ContextType => ({ kind: 'context', fields });
export const openContext: ContextType = { kind: 'context', fields: {}, open: true };
export const functionOf = (params: readonly FeelType[], result: FeelType): FunctionType => ({
  kind: 'function',
  params,
  result,
});

/** Names compare after spaces are made single and put around the signs a name may contain. */
export const plainName = (name: string): string => (/^[\p{L}\p{N}_]+$/u.test(name) ? name : normalizeContextKey(name));

/** The key of a context type that is written as `name` in a text. */
export function fieldKey(type: ContextType, name: string): string | undefined {
  if (Object.hasOwn(type.fields, name)) return name;
  let keys = keysByPlainName.get(type.fields);
  if (!keys) {
    keys = new Map(Object.keys(type.fields).map((key) => [plainName(key), key]));
    keysByPlainName.set(type.fields, keys);
  }
  return keys.get(name);
}

const keysByPlainName = new WeakMap<object, Map<string, string>>();

/** Properties that the standard gives to values of these types, as in `due.year`. */
export const propertiesOf: Partial<Record<FeelType['kind'], Readonly<Record<string, FeelType>>>> = {
  date: { year: number, month: number, day: number, weekday: number },
  dateTime: {
    year: number,
    month: number,
    day: number,
    weekday: number,
    hour: number,
    minute: number,
    second: number,
    'time offset': daysDuration,
    timezone: string,
  },
  time: { hour: number, minute: number, second: number, 'time offset': daysDuration, timezone: string },
  daysDuration: { days: number, hours: number, minutes: number, seconds: number },
  monthsDuration: { years: number, months: number },
  range: { start: any, end: any, 'start included': boolean, 'end included': boolean },
};

/** Could a value of type `from` be accepted where `to` is asked for? Unknown types always could. */
export function accepts(to: FeelType, from: FeelType): boolean {
  if (to.kind === 'any' || from.kind === 'any' || from.kind === 'null' || to.kind === 'var' || from.kind === 'var')
    return true;
  if (to.kind === 'list') return accepts(to.item, from.kind === 'list' ? from.item : from);
  // a list of one element stands for the element
  if (from.kind === 'list') return accepts(to, from.item);
  if (to.kind !== from.kind) return false;
  if (to.kind === 'range' && from.kind === 'range') return accepts(to.of, from.of);
  if (to.kind === 'context' && from.kind === 'context') {
    return Object.entries(to.fields).every(([key, type]) => {
      const given = from.fields[key];
      return given ? accepts(type, given) : from.open === true;
    });
  }
  return true;
}

export function sameType(a: FeelType, b: FeelType): boolean {
  return a === b || typeName(a) === typeName(b);
}

/** The narrowest type that covers both. */
export function either(a: FeelType, b: FeelType): FeelType {
  if (a.kind === 'null') return b;
  if (b.kind === 'null' || sameType(a, b)) return a;
  if (a.kind === 'list' && b.kind === 'list') return listOf(either(a.item, b.item));
  return any;
}

export const eitherOf = (types: readonly FeelType[]): FeelType => types.reduce(either, nothing);

/** As the standard writes it: `list<number>`, `date and time`. */
export function typeName(type: FeelType): string {
  switch (type.kind) {
    case 'any':
      return 'Any';
    case 'null':
      return 'Null';
    case 'dateTime':
      return 'date and time';
    case 'daysDuration':
      return 'days and time duration';
    case 'monthsDuration':
      return 'years and months duration';
    case 'list':
      return `list<${typeName(type.item)}>`;
    case 'range':
      return `range<${typeName(type.of)}>`;
    case 'context':
      return contextName(type);
    case 'function':
      return `function<${type.params.map(typeName).join(', ')}> -> ${typeName(type.result)}`;
    case 'var':
      return type.name;
    default:
      return type.kind;
  }
}

function contextName(type: ContextType): string {
  const fields = Object.entries(type.fields).map(([key, of]) => `${key}: ${typeName(of)}`);
  if (type.open) fields.push('...');
  return fields.length === 1 && type.open ? 'context' : `context<${fields.join(', ')}>`;
}
