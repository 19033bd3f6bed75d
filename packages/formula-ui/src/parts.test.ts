import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formulaScope, readFormula } from './formula.ts';
import { chainOps, comparisons, gap, partsOf, written, type ChainLevel, type Part } from './parts.ts';

const scope = formulaScope({ f_q: { kind: 'number' }, f_n: { kind: 'string' }, f_d: { kind: 'date' } }, [
  { id: 'f_q', title: '数量' },
  { id: 'f_n', title: '名称' },
  { id: 'f_d', title: '到期' },
]);
const read = (text: string) => partsOf(readFormula(text, scope))!;

describe('a formula in parts', () => {
  it.each([
    '数量 * 2 + 1',
    '(数量 + 1) * 2',
    '数量 - (2 - 1)',
    '2 ** 3',
    '(2 ** 3) ** 2',
    '数量 > 5 and (名称 = "A" or 名称 = null)',
    'if 数量 > 5 then "a" else if 数量 > 2 then "b" else "c"',
    '数量 between 1 and 5',
    'SUM(数量, 2, ROUND(数量 / 3, 2))',
    '到期 > date("2026-01-31")',
    'count([1, 2][item > 1])',
    '(for x in [1, 2] return x) != null',
    '-5 + 数量',
    '数量 = ?',
    'upper case(名称) + "\\"x\\""',
    '到期.year',
  ])('%s is written as it was', (text) => expect(written(read(text))).toBe(text));

  it('writes other forms in one way', () => {
    expect(written(read('if (数量>5) then(1) else 2'))).toBe('if 数量 > 5 then 1 else 2');
    expect(written(read('@"2026-01-31" < 到期'))).toBe('date("2026-01-31") < 到期');
  });

  it('has none for what cannot be read', () => expect(partsOf(readFormula('1 + (', scope))).toBeUndefined());
});

const value: fc.Arbitrary<Part> = fc.oneof(
  fc.constant(gap),
  fc.constantFrom('数量', '名称', '到期.year').map((text): Part => ({ kind: 'field', text })),
  fc.integer({ min: -99, max: 99 }).map((n): Part => ({ kind: 'value', of: 'number', text: String(n) })),
  fc.string({ maxLength: 5 }).map((text): Part => ({ kind: 'value', of: 'string', text })),
  fc.boolean().map((yes): Part => ({ kind: 'value', of: 'boolean', text: String(yes) })),
);

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    value,
    fc
      .tuple(
        fc.constantFrom<ChainLevel>('sum', 'product', 'power'),
        fc.array(tie('part'), { minLength: 2, maxLength: 3 }),
        fc.nat(),
      )
      .map(([level, parts, n]): Part => {
        const few = level === 'power' ? parts.slice(0, 2) : parts;
        return {
          kind: 'chain',
          level,
          parts: few,
          ops: few.slice(1).map((_, at) => chainOps[level][(n + at) % chainOps[level].length]!),
        };
      }),
    fc
      .tuple(fc.constantFrom(...comparisons), tie('part'), tie('part'), tie('part'))
      .map(([op, left, right, upper]): Part => ({
        kind: 'compare',
        op,
        left,
        right: op === 'empty' || op === 'filled' ? gap : right,
        ...(op === 'between' && { upper }),
      })),
    fc
      .tuple(fc.boolean(), fc.array(tie('part'), { minLength: 2, maxLength: 3 }))
      .map(([all, parts]): Part => ({ kind: 'group', all, parts })),
    fc
      .tuple(tie('part'), tie('part'), tie('part'))
      .map(([when, then, otherwise]): Part => ({ kind: 'choice', branches: [{ when, then }], otherwise })),
    fc
      .tuple(fc.constantFrom('SUM', 'upper case'), fc.array(tie('part'), { maxLength: 2 }))
      .map(([name, args]): Part => ({ kind: 'call', name, args })),
  ),
}));

it('whatever is clicked together is read back as it was', () => {
  fc.assert(
    fc.property(
      part,
      (made) => void expect(written(read(written(made)))).toBe(written(read(written(read(written(made)))))),
    ),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(part, (made) => void expect(readFormula(written(made), scope).readable).toBe(true)),
    { numRuns: 300 },
  );
});
