import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTable, type DecisionTable } from './decision-table.ts';
import { checkDecisionTable } from './table-check.ts';
import { knownNames } from '../tracker.ts';
import { number, string } from '../types.ts';

const names = knownNames([]);
const table = (rows: readonly (readonly string[])[], change: Partial<DecisionTable> = {}): DecisionTable => ({
  hitPolicy: 'unique',
  inputs: [{ text: 'level' }, { text: 'amount' }],
  outputs: [{ name: 'x' }],
  rules: rows.map((tests, i) => ({ tests, outputs: [String(i)] })),
  ...change,
});
const told = (decision: DecisionTable) => {
  const { gaps, overlaps, ...others } = checkDecisionTable(decision, names);
  const text = ({ any, empty, other, text: rest }: (typeof gaps)[number][number]) =>
    any ? '-' : [empty ? 'null' : '', rest, other ? 'other' : ''].filter(Boolean).join(', ');
  return {
    gaps: gaps.map((gap) => gap.map(text).join(' | ')),
    overlaps: overlaps.map(({ rules, where }) => `${rules.join('+')}: ${where.map(text).join(' | ')}`),
    ...others,
  };
};

describe('gaps and overlaps', () => {
  it('are told in the words of the table', () => {
    expect(
      told(
        table([
          ['"A"', '< 100'],
          ['"A"', '[100..200]'],
          ['"B"', '-'],
          ['"A", "B"', '> 150'],
        ]),
      ),
    ).toMatchObject({
      gaps: ['"A" | null', 'null, other | -'],
      overlaps: ['1+3: "A" | (150..200]', '2+3: "B" | > 150'],
      gapsCut: false,
      mixed: [],
    });
  });

  it('what is allowed leaves no gap elsewhere', () => {
    const inputs = [
      { text: 'level', allowed: '"A", "B"' },
      { text: 'amount', allowed: '>= 0' },
    ];
    expect(
      told(
        table(
          [
            ['"A"', '-'],
            ['"B"', '<= 10'],
          ],
          { inputs },
        ),
      ).gaps,
    ).toEqual(['"B" | > 10']);
  });

  it('names columns of different types, and rules that only running tells', () => {
    expect(
      told(
        table([
          ['"A"', '1'],
          ['5', '2'],
          ['"B"', '? > amount'],
        ]),
      ),
    ).toMatchObject({ mixed: [0], unread: [0, 1, 2] });
  });

  it('cuts at a thousand and says so', () => {
    const rows = Array.from({ length: 60 }, () => ['-', '-']);
    const found = checkDecisionTable(table(rows), names);
    expect(found.overlaps.length).toBe(1_000);
    expect(found.overlapsCut).toBe(true);
    const odd = checkDecisionTable(
      table(Array.from({ length: 1_200 }, (_, i) => [`"C${i}"`, `[${i}..${i + 1}]`])),
      names,
    );
    expect(odd.gaps.length).toBe(1_000);
    expect(odd.gapsCut).toBe(true);
  });

  it('are where running the table finds none or two', () => {
    const cell = fc.constantFrom('-', '< 2', '[1..3)', '(2..4]', '3', '> 3', 'not(2)', '1, 4');
    const level = fc.constantFrom('-', '"A"', '"B"', '"A", "B"', 'not("A")');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(level, cell), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('A', 'B', 'C', null),
        fc.constantFrom(0, 1, 1.5, 2, 2.5, 3, 4, 5),
        (rows, levelValue, amount) => {
          const decision = table(rows);
          const every = compileTable(
            { ...decision, hitPolicy: 'rule order' },
            { types: { level: string, amount: number } },
          );
          if (!every.ok) throw new Error('not compiled');
          const { value } = every.run({ level: levelValue, amount });
          const hits = Array.isArray(value) ? value.length : 0;
          const { gaps, overlaps } = checkDecisionTable(decision, names);
          const inside = (where: (typeof gaps)[number]) =>
            holds(where[0]!, levelValue, rows) && holds(where[1]!, amount, rows);
          expect(gaps.some(inside)).toBe(hits === 0);
          expect(overlaps.some(({ where }) => inside(where))).toBe(hits > 1);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

/** Is a value among those that are told? By the rules of the language itself. */
function holds(
  { any, empty, other, text }: ReturnType<typeof checkDecisionTable>['gaps'][number][number],
  value: string | number | null,
  rows: readonly (readonly string[])[],
): boolean {
  if (any) return true;
  if (value === null) return empty;
  if (other && !rows.some(([level]) => level?.includes(`"${value}"`))) return true;
  if (text === '') return false;
  const compiled = compileTable(
    {
      hitPolicy: 'first',
      inputs: [{ text: 'v' }],
      outputs: [{ name: 'x' }],
      rules: [{ tests: [text.replace('!= null', '? != null')], outputs: ['1'] }],
    },
    { types: { v: typeof value === 'string' ? string : number } },
  );
  return compiled.ok && compiled.run({ v: value }).value === 1;
}
