import { compile, type Env } from '../compile.ts';
import { toShown, toStored } from '../names.ts';
import { parse } from '../parse.ts';
import { toSql, type SqlColumn } from '../sql.ts';
import { any, boolean, contextOf, date, dateTime, type FeelType, listOf, number, string, time } from '../types.ts';
import { toPlain, toText } from '../values.ts';
import { dice, inputOf } from './inputs.ts';

const types: Readonly<Record<string, FeelType>> = {
  n: number,
  big: number,
  s: string,
  b: boolean,
  d: date,
  t: time,
  m: dateTime,
  l: listOf(any),
  rows: listOf(contextOf({ q: number, 'b c': string })),
  '?': number,
  中文: number,
  x: any,
};
const input = {
  n: '-3.25',
  big: '9.999999999999999999999999999999999E+6144',
  s: 'ab😀',
  b: null,
  d: '2024-02-29',
  t: '12:00:00',
  m: '2026-03-29T02:30:00Z',
  l: [1, 'a', null, [2]],
  rows: [{ q: 1, 'b c': 'x' }, { q: null }, { q: '2.5', 'b c': '' }],
  '?': 3,
  中文: 7,
  x: 'anything',
};
const columns: Readonly<Record<string, SqlColumn>> = Object.fromEntries(
  Object.entries(types).map(([name, type]) => [name, { sql: 'r.c', type }]),
);
const names = [
  { id: 'n', title: '数量 (件)' },
  { id: 's', title: 'if' },
  { id: 'rows', title: '明细', fields: [{ id: 'q', title: 'q-1' }] },
];
const envs: readonly Env[] = [{ types }, { types, lenient: true }, { types, lenient: true, top: 'tests' }];

/** What one input broke. */
export interface Crash {
  readonly text: string;
  readonly error: unknown;
}

/** Tries so many inputs on every road through the package: reading, checking, running, writing SQL, changing names. */
export function fuzz(count: number, seed: number, progress: (done: number) => void = () => {}): Crash | null {
  const chance = dice(seed);
  for (let i = 0; i < count; i++) {
    const text = inputOf(chance);
    try {
      tryAll(text, i);
    } catch (error) {
      return { text, error };
    }
    if (i % 10_000 === 9999) progress(i + 1);
  }
  return null;
}

function tryAll(text: string, i: number): void {
  const env = envs[i % envs.length]!;
  const compiled = compile(text, { ...env, now: () => 1_767_225_600_000, zone: 'Asia/Shanghai' });
  if (compiled.ok) {
    const { value } = compiled.run(input, { budget: 5000 });
    toText(value);
    JSON.stringify(toPlain(value));
  } else
    for (const { from, to } of compiled.problems)
      if (from < 0 || to < from || to > text.length) throw new Error(`a problem from ${from} to ${to}`);
  if (i % 4 === 0) toSql(parse(text).ast, columns, { zone: 'UTC' });
  if (i % 16 === 0) {
    const stored = toStored(text, names);
    if (toStored(toShown(stored, names), names) !== stored) throw new Error('names do not come back');
  }
}
