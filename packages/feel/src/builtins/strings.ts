import { truncated, type Num } from '../number.ts';
import { fault, type Fault, type Val } from '../values.ts';
import { type Definition, fn } from './builtin.ts';
import { matches, replace, split } from './patterns.ts';

/** Characters as people count them: by code point. Most texts have none beyond U+FFFF and need no splitting. */
export const characters = (text: string): readonly string[] | string =>
  /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
export const cut = (chars: readonly string[] | string, from: number, to: number): string =>
  typeof chars === 'string' ? chars.slice(from, to) : chars.slice(from, to).join('');

function substring(text: string, start: Num, length?: Num): Val | Fault {
  const chars = characters(text);
  const at = truncated(start);
  const count = length === undefined ? chars.length : truncated(length);
  if (at === null || at === 0 || count === null || Math.abs(at) > chars.length || count < 1)
    return fault('feel.no_such_position', { position: at ?? 0 });
  const from = at > 0 ? at - 1 : chars.length + at;
  return cut(chars, from, from + count);
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(0, at);
}

function after(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length);
}

export const strings: Readonly<Record<string, Definition>> = {
  substring: fn<[string, Num, Num?]>(
    '(string: string, start position: number, length?: number) -> string',
    (_, text, start, length) => substring(text, start, length),
  ),
  'string length': fn<[string]>('(string: string) -> number', (_, text) => characters(text).length),
  'upper case': fn<[string]>('(string: string) -> string', (_, text) => text.toUpperCase()),
  'lower case': fn<[string]>('(string: string) -> string', (_, text) => text.toLowerCase()),
  'substring before': fn<[string, string]>('(string: string, match: string) -> string', (_, text, mark) =>
    before(text, mark),
  ),
  'substring after': fn<[string, string]>('(string: string, match: string) -> string', (_, text, mark) =>
    after(text, mark),
  ),
  contains: fn<[string, string]>('(string: string, match: string) -> boolean', (_, text, mark) => text.includes(mark)),
  'starts with': fn<[string, string]>('(string: string, match: string) -> boolean', (_, text, mark) =>
    text.startsWith(mark),
  ),
  'ends with': fn<[string, string]>('(string: string, match: string) -> boolean', (_, text, mark) =>
    text.endsWith(mark),
  ),
  matches: fn<[string, string, (string | null)?]>(
    '(input: string, pattern: string, flags?: string?) -> boolean',
    (run, text, pattern, flags) => matches(run, text, pattern, flags ?? ''),
  ),
  replace: fn<[string, string, string, (string | null)?]>(
    '(input: string, pattern: string, replacement: string, flags?: string?) -> string',
    (run, text, pattern, replacement, flags) => replace(run, text, pattern, replacement, flags ?? ''),
  ),
  split: fn<[string, string]>('(string: string, delimiter: string) -> list<string>', (run, text, delimiter) =>
    split(run, text, delimiter),
  ),
  'string join': fn<[readonly (string | null)[], (string | null)?]>(
    '(list: list<string>, delimiter?: string?) -> string',
    (_, list, delimiter) => list.filter((item) => item !== null).join(delimiter ?? ''),
  ),
};
