import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import type { Empties } from './run.ts';
import type { FeelType } from './types.ts';
import { toPlain } from './values.ts';

const row: FeelType = { kind: 'context', fields: { amount: { kind: 'number' }, name: { kind: 'string' } } };
const types: Record<string, FeelType> = {
  labour: { kind: 'number' },
  rate: { kind: 'number' },
  word: { kind: 'string' },
  day: { kind: 'date' },
  parts: { kind: 'list', item: row },
};

function result(text: string, empties: Empties | undefined, input: Record<string, unknown> = {}): unknown {
  const compiled = compile(text, { types, empties });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return plain(toPlain(compiled.run({ labour: null, rate: null, word: null, day: null, parts: [], ...input }).value));
}

/** Decimals leave as texts. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plain) : typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;

const rows = {
  parts: [
    { amount: 5, name: 'a' },
    { amount: null, name: 'b' },
  ],
};

/** Text, input, and the result by the standard, with `null` and with `zero`. */
const cases: [text: string, input: Record<string, unknown>, standard: unknown, asNull: unknown, asZero: unknown][] = [
  ['labour + sum(parts.amount)', { labour: 2900 }, null, 2900, 2900],
  ['sum(parts.amount)', {}, null, 0, 0],
  ['count(parts)', {}, 0, 0, 0],
  ['mean(parts.amount)', {}, null, null, null],
  ['sum(parts.amount)', rows, null, null, 5],
  ['mean(parts.amount)', rows, null, null, 5],
  ['max(parts.amount)', rows, null, null, 5],
  ['labour + rate', { labour: 3 }, null, null, 3],
  ['labour - rate', { rate: 3 }, null, null, -3],
  ['labour * rate', { labour: 3 }, null, null, 0],
  ['labour / rate', { rate: 3 }, null, null, 0],
  ['labour / rate', { labour: 3 }, null, null, null],
  ['-labour', {}, null, null, 0],
  ['labour + rate', {}, null, null, 0],
  ['labour > 1000', {}, null, null, false],
  ['labour < 1000', {}, null, null, true],
  ['labour = 0', {}, false, false, true],
  ['labour between 0 and 5', {}, null, null, true],
  ['labour = null', {}, true, true, true],
  ['null != labour', {}, false, false, false],
  ['if labour = null then "empty" else "full"', {}, 'empty', 'empty', 'empty'],
  // what is no number stays empty
  ['word + "x"', {}, null, null, null],
  ['word = "x"', {}, false, false, false],
  ['day + duration("P1D")', {}, null, null, null],
  ['day - date("2026-01-01")', {}, null, null, null],
  ['for part in parts return part.amount * 2', rows, [10, null], [10, null], [10, 0]],
];

describe('empty values as forms read them', () => {
  test.each(cases)('%s over %j', (text, input, ...expected) => {
    expect([undefined, 'null' as const, 'zero' as const].map((empties) => result(text, empties, input))).toEqual(
      expected,
    );
  });

  test('one text compiled both ways is kept apart', () => {
    for (let time = 0; time < 4; time++)
      expect([result('labour + 1', 'zero'), result('labour + 1', 'null'), result('labour + 1', undefined)]).toEqual([
        1,
        null,
        null,
      ]);
  });
});
