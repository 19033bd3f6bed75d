import { expect, it } from 'vitest';
import { compile } from './compile.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { number, string } from './types.ts';
import { toPlain } from './values.ts';

function outcome(text: string): string {
  const compiled = compile(text, { types: { n: number, s: string } });
  if (!compiled.ok) return compiled.problems[0]!.code;
  const { value, warnings } = compiled.run({ n: 1, s: 'x'.repeat(1000) });
  return warnings[0]?.code ?? JSON.stringify(toPlain(value)).slice(0, 40);
}

const deep = (open: string, inner: string, close = ''): string => open.repeat(1000) + inner + close.repeat(1000);

it.each<[string, string, string]>([
  ['brackets', deep('(', '1', ')'), 'feel.too_complex'],
  ['lists', deep('[', '1', ']'), 'feel.too_complex'],
  ['contexts', deep('{a: ', '1', '}'), 'feel.too_complex'],
  ['calls', deep('abs(', '1', ')'), 'feel.too_complex'],
  ['results called', deep('n', '', '(1)'), 'feel.too_complex'],
  ['conditions', deep('if true then ', '1', ' else 2'), 'feel.too_complex'],
  ['branches', deep('if n = 1 then 2 else ', '3'), 'feel.too_complex'],
  ['loops', deep('for x in [1] return ', '1'), 'feel.too_complex'],
  ['types', `n instance of ${deep('list<', 'number', '>')}`, 'feel.too_complex'],
  ['a sum', deep('1 + ', '1'), 'feel.too_complex'],
  ['a path', `n${'.a'.repeat(1000)}`, 'feel.too_complex'],
  ['tests', deep('n in (', '1', ')'), 'feel.too_complex'],
  ['a long sum', `${'1+'.repeat(49_999)}1`, 'feel.too_complex'],
  ['words', 'a '.repeat(49_999), 'feel.too_complex'],
  ['a long list', `count([${'1, '.repeat(33_000)}1])`, '"33001"'],
  ['a long text', `string length("${'x'.repeat(99_900)}")`, '"99900"'],
  ['a long name', 'x'.repeat(99_999), 'feel.unknown_name'],
  ['a long number', '1'.repeat(99_999), 'feel.number_out_of_range'],
  ['too long', '1'.repeat(100_001), 'feel.too_long'],
  ['a huge range', 'count(for i in 1..1e15 return i)', 'feel.too_much_work'],
  ['looking into one', '5 in [1..1e30]', 'true'],
  ['loops in loops', 'sum(for a in 1..1000, b in 1..1000, c in 1..1000 return 1)', 'feel.too_much_work'],
  ['all days', 'count(for d in @"2000-01-01"..@"9999-12-31" return d)', 'feel.too_much_work'],
  ['recursion', '{f: function(f, x) f(f, x), r: f(f, 1)}.r', 'feel.too_deep'],
  ['growing text', '{f: function(f, s) f(f, s + s), r: f(f, "ab")}.r', 'feel.too_much_work'],
  ['growing lists', 'for i in 1..60 return concatenate(partial, [[partial]], partial)', 'feel.too_much_work'],
  ['lists that hold lists', 'for i in 1..60 return partial', 'feel.too_much_work'],
  [
    'a few that hold each other',
    `{a0: [1, 1], ${Array.from({ length: 40 }, (_, i) => `a${i + 1}: [a${i}, a${i}]`).join(', ')}}`,
    'feel.too_much_work',
  ],
  ['results so far', 'for i in 1..3 return count(partial)', '["0","1","2"]'],
])('%s end within their limits', (_, text, expected) => void expect(outcome(text)).toBe(expected));

it('bears random inputs on every road', () => {
  const crash = fuzz(4000, 20_261_121);
  expect(crash && `${crash.text}\n${String((crash.error as Error).stack)}`).toBeNull();
});
