import { describe, expect, it } from 'vitest';
import { compile, type Env } from './compile.ts';
import { boolean, contextOf, date, dateTime, type FeelType, listOf, number, string, typeName } from './types.ts';
import { toPlain } from './values.ts';

const types: Record<string, FeelType> = {
  qty: number,
  price: number,
  name: string,
  urgent: boolean,
  due: date,
  at: dateTime,
  收入: number,
  成本: number,
  '收入-成本': number,
  'Air temperature [K]': number,
  actions: listOf(contextOf({ item: string, qty: number, price: number, amount: number })),
  tags: listOf(string),
};
const input = {
  qty: 3,
  price: '2.50',
  name: '轴承',
  urgent: true,
  due: '2026-03-31',
  at: '2026-03-31T08:30:00+08:00',
  收入: 10,
  成本: 4,
  '收入-成本': 99,
  'Air temperature [K]': '298.1',
  actions: [
    { item: 'a', qty: 2, price: 5, amount: '10.10' },
    { item: 'b', qty: 5, price: 1, amount: '5.20' },
    { item: 'c', qty: 1, price: 1, amount: null },
  ],
  tags: ['x', 'y'],
};
const env: Env = { types, now: () => Date.UTC(2026, 0, 31, 20), zone: 'Asia/Shanghai' };

/** The plain result, or the codes of the problems that refused the text. */
export function answer(text: string, more: Partial<Env> = {}): unknown {
  const compiled = compile(text, { ...env, ...more });
  return compiled.ok ? toPlain(compiled.run(input).value) : compiled.problems.map((problem) => problem.code);
}

describe('answers', () => {
  it.each<[string, unknown]>([
    ['0.1 + 0.2', '0.3'],
    ['1/3', '0.3333333333333333333333333333333333'],
    ['2 ** 10', '1024'],
    ['-2 ** 2', '4'],
    ['10 - 4 - 3', '3'],
    ['2 + 3 * 4', '14'],
    ['qty * price', '7.5'],
    ['"a" + "b"', 'ab'],
    ['1 / 0', null],
    ['null + 1', null],
    ['sum(actions.qty) + actions.qty[1]', '10'],
    ['abs(price-qty) = abs(price-qty)', true],
    ['0.1 + 0.2 = 0.3', true],
    ['qty > 2 and urgent', true],
    ['null = null', true],
    ['qty = null', false],
    ['1 < null', null],
    ['true and null', null],
    ['false and null', false],
    ['true or null', true],
    ['false or null', null],
    ['not(null)', null],
    ['not(urgent)', false],
    ['if qty > 2 then "many" else "few"', 'many'],
    ['if null then 1 else 2', '2'],
    ['qty between 1 and 3', true],
    ['qty in [1..3)', false],
    ['qty in (1, 3)', true],
    ['qty in > 2', true],
    ['qty in (> 5, < 2)', false],
    ['name in ("轴承", "x")', true],
    ['qty in [1, 2, 3]', true],
    ['[1, 2, 3][2]', '2'],
    ['[1, 2, 3][-1]', '3'],
    ['[1, 2, 3][item > 1]', ['2', '3']],
    ['[1, 2][5]', null],
    ['{a: 1, b: a + 1}.b', '2'],
    ['{"x y": 1}.x y', '1'],
    ['{a: {b: 2}}.a.b', '2'],
    ['actions.amount', ['10.1', '5.2', null]],
    ['SUM(actions.amount)', '15.3'],
    ['sum(actions.qty)', '8'],
    ['sum(actions.amount)', null],
    ['actions[qty > 1].item', ['a', 'b']],
    ['count(actions[qty > 1])', '2'],
    ['actions[1].item', 'a'],
    ['actions[item = "b"][1].qty', '5'],
    ['for x in 1..3 return x * x', ['1', '4', '9']],
    ['for x in [1, 2], y in [10, 20] return x + y', ['11', '21', '12', '22']],
    ['for i in 3..1 return i', ['3', '2', '1']],
    ['for i in 0..4 return if i = 0 then 1 else i * partial[-1]', ['1', '1', '2', '6', '24']],
    ['for a in actions return a.qty * a.price', ['10', '5', '1']],
    ['some a in actions satisfies a.qty > 4', true],
    ['every a in actions satisfies a.qty > 1', false],
    ['substring("foobar", 3)', 'obar'],
    ['substring(string: "foobar", start position: -2)', 'ar'],
    ['string length("😀a")', '2'],
    ['IF(qty > 2, ROUND(price * 0.13, 2), 0)', '0.33'],
    ['if(qty > 2) then 1 else 2', '1'],
    ['If(AND(qty > 1, NOT(urgent)), 1, 2)', '2'],
    ['date("2026-01-31") + duration("P1M")', '2026-02-28'],
    ['due - date("2026-03-01")', 'P30D'],
    ['due.year', '2026'],
    ['@"2026-01-01" < due', true],
    ['today()', '2026-02-01'],
    ['now()', '2026-02-01T04:00:00+08:00'],
    ['1 instance of number', true],
    ['"a" instance of number', false],
    ['[1] instance of list<number>', true],
    ['(function(a, b) a + b)(1, 2)', '3'],
    ['{f: function(x) x * 2}.f(21)', '42'],
    ['sort([3, 1, 2], function(x, y) x < y)', ['1', '2', '3']],
    ['收入-成本', '99'],
    ['收入 * 1 - 成本', '6'],
    ['`Air temperature [K]` + 1', '299.1'],
    ['[1..5]', '[1..5]'],
    ['> 5', '(> 5)'],
    ['{a: 1} = {a: 1.0}', true],
    ['[1, 2] = [1, 2]', true],
    ['string(1.50)', '1.5'],
    ['"a" < "b"', true],
    ['contains(name, "轴")', true],
  ])('%s', (text, expected) => expect(answer(text)).toEqual(expected));

  it('reads unary tests', () => {
    const tests = (text: string, value: unknown) => {
      const compiled = compile(text, { types: { '?': number }, top: 'tests' });
      return compiled.ok ? compiled.run({ '?': value }).value : compiled.problems;
    };
    expect([
      tests('> 5', 6),
      tests('1, 2', 3),
      tests('-', 3),
      tests('not(1, 2)', 3),
      tests('[1..3]', 3),
      tests('? * 2 > 5', 3),
    ]).toEqual([true, false, true, true, true, true]);
  });
});

describe('problems', () => {
  it.each<[string, readonly string[]]>([
    ['', ['feel.empty']],
    ['1 +', ['feel.unexpected_end']],
    ['(1 + 2', ['feel.unclosed_bracket']],
    ['qty == 1', ['feel.double_equals']],
    ['qty price', ['feel.missing_operator']],
    ['qyt + 1', ['feel.unknown_name_similar']],
    ['zzzzz', ['feel.unknown_name']],
    ['summ(qty)', ['feel.unknown_function_similar']],
    ['50%', ['feel.percent']],
    ['name & "x"', ['feel.ampersand']],
    ['"abc', ['feel.unclosed_string']],
    ['name + 1', ['feel.wrong_operands']],
    ['upper case(1)', ['feel.wrong_argument']],
    ['ROUND()', ['feel.wrong_argument_count']],
    ['actions.nothing', ['feel.unknown_field']],
    ['if qty then 1 else 2', ['feel.not_a_condition']],
    ['qty and urgent', ['feel.not_a_condition']],
    ['due < 1', ['feel.wrong_operands']],
    ['IF（qty > 1，2，3）', ['feel.full_width']],
    ['1 instance of nothing', ['feel.unknown_type']],
    ['('.repeat(1000) + '1' + ')'.repeat(1000), ['feel.too_complex']],
    ['1'.repeat(100_001), ['feel.too_long']],
  ])('%s', (text, expected) => expect(answer(text)).toEqual(expected));

  it('point at the place', () => {
    const compiled = compile('qty + prize', env);
    expect(compiled).toMatchObject({
      ok: false,
      problems: [{ from: 6, to: 11, code: 'feel.unknown_name_similar', data: { name: 'prize', suggestion: 'price' } }],
    });
  });

  it.each<[string, string]>([
    ['SUN(1, 2)', 'SUM'],
    ['summ(1)', 'sum'],
    ['数理 * 2', '数量'],
  ])('%s: meant is %s', (text, suggestion) => {
    expect(compile(text, { types: { 数量: number } })).toMatchObject({
      ok: false,
      problems: [{ data: { suggestion } }],
    });
  });
});

describe('a run', () => {
  it('says why it is null', () => {
    const compiled = compile('10 + 1 / (qty - 3)', env);
    expect(compiled.ok && compiled.run(input)).toEqual({
      value: null,
      warnings: [
        { from: 5, to: 18, code: 'feel.division_by_zero' },
        { from: 0, to: 18, code: 'feel.empty_operand', data: { op: '+' } },
      ],
    });
  });

  it('ends when it works too long', () => {
    const compiled = compile('count(for a in 1..10000, b in 1..10000 return 1)', env);
    expect(compiled.ok && compiled.run(input, { budget: 10_000 })).toMatchObject({
      value: null,
      warnings: [{ code: 'feel.too_much_work' }],
    });
  });

  it('is compiled once', () => {
    const plain = { types };
    const again = { types: { ...types } };
    compile('qty + 41', plain);
    expect(compile('qty + 41', plain)).toBe(compile('qty + 41', again));
  });

  it('knows its type and what it reads', () => {
    const compiled = compile('sum(actions[qty > 1].amount) + qty + count(tags)', env);
    expect(
      compiled.ok && {
        type: typeName(compiled.type),
        references: compiled.references,
        reads: [...compiled.reads].sort(),
      },
    ).toEqual({
      type: 'number',
      references: ['actions', 'qty', 'tags'],
      reads: ['actions.amount', 'actions.qty', 'qty', 'tags'],
    });
    const rows = compile('count(actions) + sum(actions.qty)', env);
    expect(rows.ok && rows.reads).toEqual(['actions', 'actions.qty']);
  });
});
