import { characters, cut } from '../builtins/strings.ts';
import { type Definition, fn } from '../builtins/builtin.ts';
import { divide, isNum, parseNumber, truncated, type Num } from '../number.ts';
import { fault, isList, toText, type Fault, type List, type Val } from '../values.ts';
import { formatValue } from './format.ts';
import { upperMoney } from './money.ts';

const count = (n: Num | undefined): number => (n === undefined ? 1 : Math.max(0, truncated(n) ?? 0));

/** Empty cells add nothing; every value is written as it would be shown plainly. */
const joined = (values: List): string =>
  values.map((value) => (isList(value) ? joined(value) : value === null ? '' : toText(value))).join('');

function find(part: string, text: string, start: Num | undefined): Val | Fault {
  const chars = characters(text);
  const from = start === undefined ? 1 : truncated(start);
  if (from === null || from < 1 || from > chars.length + 1)
    return fault('feel.no_such_position', { position: from ?? 0 });
  const at = text.indexOf(part, cut(chars, 0, from - 1).length);
  return at < 0 ? fault('feel.not_found', { text: part.slice(0, 60) }) : characters(text.slice(0, at)).length + 1;
}

function substitute(text: string, old: string, by: string, which: Num | undefined): string {
  if (old === '') return text;
  if (which === undefined) return text.replaceAll(old, () => by);
  let at = -1;
  for (let i = 0, n = truncated(which) ?? 0; i < n; i++) {
    at = text.indexOf(old, at < 0 ? 0 : at + old.length);
    if (at < 0) return text;
  }
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + old.length);
}

/** Reads what people type for a number: thousands with commas, a currency sign, a percentage. */
function readValue(text: string): Val | Fault {
  const percent = /[%％]\s*$/.test(text);
  const plain = text
    .trim()
    .replace(/[%％]\s*$/, '')
    .replace(/^([+-]?)\s*[¥￥$€£]\s*/, '$1')
    .replace(/,(?=\d{3}(?:\D|$))/g, '');
  const n = parseNumber(plain);
  return n === null
    ? fault('feel.unreadable', { text: text.slice(0, 60), type: 'number' })
    : percent
      ? divide(n, 100)
      : n;
}

export const text: Readonly<Record<string, Definition>> = {
  CONCATENATE: fn<[List]>('(text: Any...) -> string', (_, values) => joined(values)),
  LEFT: fn<[string, Num?]>('(text: string, count?: number) -> string', (_, s, n) => cut(characters(s), 0, count(n))),
  RIGHT: fn<[string, Num?]>('(text: string, count?: number) -> string', (_, s, n) => {
    const chars = characters(s);
    return cut(chars, Math.max(0, chars.length - count(n)), chars.length);
  }),
  MID: fn<[string, Num, Num]>('(text: string, start: number, count: number) -> string', (_, s, start, n) => {
    const from = truncated(start);
    return from === null || from < 1
      ? fault('feel.no_such_position', { position: from ?? 0 })
      : cut(characters(s), from - 1, from - 1 + count(n));
  }),
  LEN: fn<[string]>('(text: string) -> number', (_, s) => characters(s).length),
  TRIM: fn<[string]>('(text: string) -> string', (_, s) => s.trim().replace(/\s+/g, ' ')),
  UPPER: fn<[string]>('(text: string) -> string', (_, s) => s.toUpperCase()),
  LOWER: fn<[string]>('(text: string) -> string', (_, s) => s.toLowerCase()),
  REPLACE: fn<[string, Num, Num, string]>(
    '(text: string, start: number, count: number, by: string) -> string',
    (_, s, start, n, by) => {
      const chars = characters(s);
      const from = truncated(start);
      if (from === null || from < 1) return fault('feel.no_such_position', { position: from ?? 0 });
      return cut(chars, 0, from - 1) + by + cut(chars, from - 1 + count(n), chars.length);
    },
  ),
  SUBSTITUTE: fn<[string, string, string, Num?]>(
    '(text: string, old: string, by: string, which?: number) -> string',
    (_, s, old, by, which) => substitute(s, old, by, which),
  ),
  SPLIT: fn<[string, string]>('(text: string, separator: string) -> list<string>', (_, s, separator) =>
    separator === '' ? [s] : s.split(separator),
  ),
  FIND: fn<[string, string, Num?]>('(part: string, text: string, start?: number) -> number', (_, part, s, start) =>
    find(part, s, start),
  ),
  TEXT: fn<[Val, string]>('(value: Any, format: string) -> string', (_, given, format) => formatValue(given, format)),
  VALUE: fn<[string | Num]>(['(text: string) -> number', '(text: number) -> number'], (_, given) =>
    isNum(given) ? given : readValue(given),
  ),
  RMBUPPER: fn<[Num]>('(amount: number) -> string', (_, amount) => upperMoney(amount)),
};
