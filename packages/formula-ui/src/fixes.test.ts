import { describe, expect, it } from 'vitest';
import { fixOf } from './fixes.ts';
import { formulaScope, readFormula } from './formula.ts';

const scope = formulaScope(
  { f_q: { kind: 'number' }, f_n: { kind: 'string' }, f_d: { kind: 'date' }, f_t: { kind: 'number' } },
  [
    { id: 'f_q', title: '数量' },
    { id: 'f_n', title: '名称' },
    { id: 'f_d', title: '到期' },
    { id: 'f_t', title: '合计金额' },
  ],
);

function fixed(text: string): string | undefined {
  const reading = readFormula(text, scope);
  const fix = reading.problems[0] && fixOf(reading.problems[0], reading);
  return (
    fix &&
    [...fix.changes]
      .reverse()
      .reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text)
  );
}

describe('one click puts right', () => {
  it.each([
    ['合计金客 + 1', '合计金额 + 1'],
    ['数量 == 1', '数量 = 1'],
    ['名称 & "x"', '名称 + "x"'],
    ['AVERGE(数量)', 'AVERAGE(数量)'],
    ['数量 * 50%', '数量 * 50 / 100'],
    ['ROUND(数量, 2', 'ROUND(数量, 2)'],
    ['名称 + "x', '名称 + "x"'],
    ['名称 + 数量', '名称 + string(数量)'],
    ['数量 + 名称', 'string(数量) + 名称'],
    ['upper case(数量)', 'upper case(string(数量))'],
  ])('%s', (wrong, right) => expect(fixed(wrong)).toBe(right));

  it('leaves alone what nobody can know', () => expect(fixed('数量 数量')).toBeUndefined());
});
