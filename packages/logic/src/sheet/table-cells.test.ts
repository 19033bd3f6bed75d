import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomTable } from '../testing/random-rule.ts';
import { cellsOfTable, tableOfCells, type SheetCell } from './table-cells.ts';

const codes = (rows: readonly (readonly SheetCell[])[]) => {
  const read = tableOfCells(rows);
  return read.ok
    ? []
    : read.problems.map(({ code, data }) => [
        code,
        data?.cell ?? data?.rows ?? data?.columns ?? data?.policy ?? data?.column,
      ]);
};

describe('decision tables in sheets', () => {
  it('come back equal', () => {
    const plain = fc.constantFrom('> 5', '"a"', '-', '[1..2]', '1 + 1');
    fc.assert(
      fc.property(randomTable(), plain, (table, cell) => {
        const tidy = {
          ...table,
          inputs: table.inputs.map(({ type }) => ({ text: 'x', ...(type && { type }) })),
          outputs: table.outputs.map(({ name, otherwise }) => ({
            name,
            ...(otherwise?.trim() && { otherwise: cell }),
          })),
          rules: table.rules.map(({ note, ...rule }) => ({
            tests: rule.tests.map(() => cell),
            outputs: rule.outputs.map(() => cell),
            ...(note?.trim() && { note: note.trim() }),
          })),
        };
        const read = tableOfCells(cellsOfTable(tidy));
        expect(read.ok && read.table).toEqual(tidy);
      }),
    );
  });

  it('are refused by name', () => {
    const head: SheetCell[][] = [['first'], ['input', 'output'], ['amount', 'x'], [], [], []];
    expect(codes([...head, [5, { formula: 'A1+1' }]])).toEqual([['rules.problem.formula', 'B7']]);
    expect(codes([...head, [5, 1], ['"a"', 2]])).toEqual([['rules.problem.mixed_types', 'amount']]);
    expect(codes([...head, ...Array.from({ length: 10_001 }, (_, i) => [i, i])])).toEqual([
      ['rules.problem.too_many_rows', 10_001],
    ]);
    const wide = Array.from({ length: 31 }, (_, i) => (i < 30 ? 'input' : 'output'));
    expect(codes([['first'], wide, wide])).toEqual([['rules.problem.too_many_columns', 31]]);
    expect(codes([['sometimes'], ['input', 'output']])).toEqual([['rules.problem.unknown_policy', 'sometimes']]);
    expect(codes([['collect sum'], ['input', 'output'], ['a', 'x'], [], [], [], ['> 5', 1]])).toEqual([]);
  });
});
