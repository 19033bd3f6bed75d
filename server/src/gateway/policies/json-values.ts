import { formatNumber, fromDouble, isNum, parseNumber } from '@formwork/feel/number.ts';
import { isContext, isList, toPlain, type Val } from '@formwork/feel/values.ts';

/** Deeper than anything people mean. */
const mostDeep = 200;

/**
 * JSON as values of expressions. Long numbers keep their digits. What is sent is data alone: an object of any shape becomes a
 * context, never a value of the language's own.
 */
export function valueOfJson(text: string): Val {
  const exact = /\d{16}/.test(text);
  const parsed: unknown = exact
    ? JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' && context?.source !== undefined ? new Digits(context.source) : value,
      )
    : JSON.parse(text);
  return valueOf(parsed);
}

export function valueOf(plain: unknown, depth = 0): Val {
  if (depth > mostDeep) throw new SyntaxError('nested too deep');
  if (plain === null || plain === undefined) return null;
  if (typeof plain === 'string' || typeof plain === 'boolean') return plain;
  if (typeof plain === 'number') return fromDouble(plain);
  if (plain instanceof Digits) return parseNumber(plain.text) ?? fromDouble(Number(plain.text));
  if (Array.isArray(plain)) return plain.map((item) => valueOf(item, depth + 1));
  return new Map(Object.entries(plain).map(([key, item]) => [key, valueOf(item, depth + 1)]));
}

/** JSON with numbers as numbers, however many digits they have. */
export function jsonOf(value: Val): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (isNum(value)) return formatNumber(value);
  if (isList(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (isContext(value))
    return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${jsonOf(item)}`).join(',')}}`;
  return JSON.stringify(toPlain(value) ?? null);
}

/** As it stands in a header or a part of a path. */
export function plainTextOf(value: Val): string {
  return typeof value === 'string' ? value : value === null ? '' : jsonOf(value);
}

class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
