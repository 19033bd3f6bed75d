import { describe, expect, it } from 'vitest';
import { dice, inputOf } from './fuzz/inputs.ts';
import { parseByGrammar } from './parse.ts';
import { readQuickly } from './quick.ts';
import { knownNames } from './tracker.ts';

const known = knownNames([
  'x',
  'rows',
  'q',
  '数量',
  '单 价',
  'a-b',
  'amount',
  'upper case',
  'string length',
  'years and months duration',
  'date of birth',
]);

describe('what is read quickly is what the grammar reads', () => {
  it.each([
    'price * quantity + shipping - discount',
    '(total - cost) / total',
    'if x > 1000 then "a" else if x >= 5 then "b" else null',
    'x > 2 or y = "A" and not(urgent)',
    'x in [10..50]',
    'x in (1..数量]',
    'sum(for item in rows return item.q * item.price)',
    'count(rows[q > 3])',
    'upper case(substring(name, 1, 8)) + "/" + code',
    'date(due) + duration("P10D") > date("2026-06-30")',
    'some r in rows, s in r satisfies r.q = s',
    'x between 1 and 2 + 3',
    '-x * 2',
    'a ** 2 * 3',
    '(((1)))',
    '[1, [2], "x"]',
    'rows[1].q[2].数量',
    '单 价 * 数量',
    'for i in 1..10 return i',
    'f()',
    ' ( a + b ) ',
    'c - d',
    '-1',
    '- 1',
    'x - 1',
    'x -1',
    '-1 * 2',
    'abs(-1)[1]',
    'string length("x") - 1',
    'date of birth',
    'date.year',
    'not(true) and false',
    'IF(AND(x > 1, NOT(b)), ROUND(x * 0.13, 2), 0)',
  ])('%s', (text) => {
    const quick = readQuickly(text, known);
    expect(quick).toBeDefined();
    expect({ ast: quick, problems: [] }).toEqual(parseByGrammar(text, known));
  });

  it('for any text at all', () => {
    const chance = dice(20_261_121);
    let answered = 0;
    for (let i = 0; i < 20_000; i++) {
      const text = inputOf(chance);
      const quick = readQuickly(text, known);
      if (!quick) continue;
      answered++;
      expect({ text, ast: quick, problems: [] }).toEqual({ text, ...parseByGrammar(text, known) });
    }
    expect(answered).toBeGreaterThan(2_500);
  });

  it('for any words in a row', () => {
    const words = [
      'x',
      'rows',
      'q',
      '数量',
      '单',
      '价',
      '单 价',
      'a',
      '-',
      'b',
      'upper',
      'case',
      'length',
      'string',
      'date',
      'and',
      'of',
      'birth',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      '.',
      ',',
      '1',
      '2',
      '0.5',
      '.',
      '"t"',
      '+',
      '*',
      '**',
      '/',
      '<',
      '>=',
      '=',
      'if',
      'then',
      'else',
      'for',
      'in',
      'return',
      'some',
      'satisfies',
      'between',
      '..',
      'true',
      'null',
      'time',
      'duration',
      'years',
      'months',
      '?',
      "'",
    ];
    const chance = dice(51);
    for (let i = 0; i < 100_000; i++) {
      const text = Array.from({ length: 1 + chance.below(8) }, () => chance.pick(words)).join(
        chance.pick([' ', ' ', '']),
      );
      const quick = readQuickly(text, known);
      if (quick) expect({ text, ast: quick, problems: [] }).toEqual({ text, ...parseByGrammar(text, known) });
    }
  });

  it.each([
    'a-b',
    '{a: 1}',
    'function(x) x',
    'a\n+ b',
    'a + // b',
    '"a\\n"',
    'a = = b',
    'x instance of number',
    '1 +',
    'date and time("x")',
    '`a b`',
    'x in > 5',
    'f(a: 1)',
    '('.repeat(50) + '1' + ')'.repeat(50),
  ])('%s is left to it', (text) => {
    expect(readQuickly(text, known)).toBeUndefined();
  });
});
