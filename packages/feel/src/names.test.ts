import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { shownTypes, toShown, toStored, type NamedField } from './names.ts';
import { contextOf, listOf, number } from './types.ts';

const names: readonly NamedField[] = [
  { id: 'f_a1', title: '收入' },
  { id: 'f_a2', title: '成本' },
  { id: 'f_a3', title: '收入-成本' },
  { id: 'f_a4', title: 'Air temperature [K]' },
  { id: 'f_a5', title: '不良 品' },
  { id: 'f_a6', title: 'date' },
  { id: 'f_a7', title: '数量（个）' },
  { id: 'f_a8', title: '1号机' },
  { id: 'f_a9', title: 'if' },
  { id: 'f_b1', title: '备注' },
  { id: 'f_b2', title: '备注' },
  { id: 'f_b3', title: '合计' },
  {
    id: 's_xyz',
    title: '处理措施',
    fields: [
      { id: 'f_q', title: '数量' },
      { id: 'f_p', title: '单价' },
      { id: 'f_m', title: '金额' },
      { id: 'f_i', title: 'item' },
    ],
  },
];

describe('stored with ids, shown with titles', () => {
  it.each<[string, string]>([
    ['收入 * 2', 'f_a1 * 2'],
    ['收入-成本', 'f_a3'],
    ['`收入` - `成本`', 'f_a1 - f_a2'],
    ['`Air temperature [K]` > 300', 'f_a4 > 300'],
    ['不良 品 + 1', 'f_a5 + 1'],
    ['date(date)', 'date(f_a6)'],
    ['数量（个） > 1', 'f_a7 > 1'],
    ['`1号机` + `if`', 'f_a8 + f_a9'],
    ['SUM(处理措施.金额)', 'SUM(s_xyz.f_m)'],
    ['sum(处理措施[数量 > 3].金额) + 合计', 'sum(s_xyz[f_q > 3].f_m) + f_b3'],
    ['处理措施[item = "x"].单价', 's_xyz[f_i = "x"].f_p'],
    ['for 行 in 处理措施 return 行.数量 * 行.单价', 'for 行 in s_xyz return 行.f_q * 行.f_p'],
    ['some r in 处理措施 satisfies r.数量 > 合计', 'some r in s_xyz satisfies r.f_q > f_b3'],
    ['"收入" + string(收入)', '"收入" + string(f_a1)'],
    ['{收入: 1, b: 收入}.b', '{收入: 1, b: 收入}.b'],
    ['f_b1 + f_b2', 'f_b1 + f_b2'],
    ['if 收入 > 成本 then 收入 else 成本 // 收入', 'if f_a1 > f_a2 then f_a1 else f_a2 // 收入'],
  ])('%s', (shown, stored) => {
    expect(toStored(shown, names)).toBe(stored);
    expect(toShown(stored, names)).toBe(shown);
  });

  it('keep names that mean no field, and texts that cannot be read', () => {
    expect(toStored('未知 + 收入', names)).toBe('未知 + f_a1');
    expect(toStored('收入 + ', names)).toBe('f_a1 + ');
    expect(toStored('', names)).toBe('');
  });

  it('stay with the id where a local name hides the title', () => {
    expect(toShown('for 合计 in [1] return f_b3 + 合计', names)).toBe('for 合计 in [1] return f_b3 + 合计');
  });

  it('survive renaming', () => {
    const stored = toStored('SUM(处理措施.金额) - 成本', names);
    const renamed = names.map((field) =>
      field.id === 's_xyz'
        ? { ...field, title: '措施 明细' }
        : field.id === 'f_a2'
          ? { ...field, title: '费用+税' }
          : field,
    );
    expect(toShown(stored, renamed)).toBe('SUM(措施 明细.金额) - 费用+税');
  });

  it('find the stored text again whatever the titles are', () => {
    const title = fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        'a b',
        'a-b',
        'a - b',
        '数量',
        '单 价',
        'if',
        'and',
        'x[1]',
        '`',
        'f_1',
        'item',
        'sum',
        'date',
        '1',
        '"',
        'a.b',
        'a and b',
        '',
      ),
      fc.string({ maxLength: 6 }),
    );
    const texts = [
      'f_0 - f_1',
      'f_0+f_1*f_2',
      'sum(s_0.f_3)',
      's_0[f_3 > f_0].f_4',
      'for a in s_0 return a.f_3 - f_1',
      'date("2026-01-01") + f_0',
      '{a: f_0, b: f_1}.a',
      'if f_0 then f_1 else f_2',
    ];
    fc.assert(
      fc.property(fc.array(title, { minLength: 6, maxLength: 6 }), fc.constantFrom(...texts), (titles, text) => {
        const fields = [0, 1, 2].map((i) => ({ id: `f_${i}`, title: titles[i]! }));
        const rows = {
          id: 's_0',
          title: titles[3]!,
          fields: [3, 4].map((i) => ({ id: `f_${i}`, title: titles[i + 1]! })),
        };
        const all = [...fields, rows];
        expect(toStored(toShown(text, all), all)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

it('checks a text as it is shown', () => {
  const types = shownTypes({ f_a1: number, s_xyz: listOf(contextOf({ f_q: number, f_p: number })) }, names);
  const compiled = compile('收入 + sum(处理措施.数量)', { types });
  expect(compiled.ok && compiled.type).toEqual(number);
});
