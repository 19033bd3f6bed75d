import { aggregations, hitPolicies, mostColumns, mostRows, type Table } from '@formwork/contract/rules/table.ts';
import type { Problem } from '../problem.ts';
import { tableProblems } from '../table.ts';

/** A cell of a sheet; a formula is told apart from what it came to. */
export type SheetCell = string | number | boolean | null | { readonly formula: string };

/**
 * A decision table as rows of a sheet: the hit policy, then what every column is, its expression or name, its type, what it allows or
 * lists, its default, and a row for every rule. A last column `note` holds remarks.
 */
export function cellsOfTable(table: Table): SheetCell[][] {
  const { inputs, outputs, rules } = table;
  const notes = rules.some(({ note }) => note !== undefined);
  const row = (
    input: (one: Table['inputs'][number]) => string,
    output: (one: Table['outputs'][number]) => string,
    note: string,
  ) => [...inputs.map(input), ...outputs.map(output), ...(notes ? [note] : [])];
  return [
    [table.policy + (table.aggregation ? ` ${table.aggregation}` : '')],
    row(
      () => 'input',
      () => 'output',
      'note',
    ),
    row(
      ({ text }) => text,
      ({ name }) => name,
      '',
    ),
    row(
      ({ type = '' }) => type,
      ({ type = '' }) => type,
      '',
    ),
    row(
      ({ allowed = '' }) => allowed,
      ({ values = '' }) => values,
      '',
    ),
    row(
      () => '',
      ({ otherwise = '' }) => otherwise,
      '',
    ),
    ...rules.map(({ tests, outputs: results, note }) => [...tests, ...results, ...(notes ? [note ?? ''] : [])]),
  ];
}

export type ReadTable =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const firstRule = 6;

/** Reads what `cellsOfTable` wrote, and what people made of it. */
export function tableOfCells(rows: readonly (readonly SheetCell[])[]): ReadTable {
  const problems: Problem[] = [];
  for (const [r, row] of rows.entries())
    for (const [c, cell] of row.entries())
      if (typeof cell === 'object' && cell !== null)
        problems.push({ code: 'rules.problem.formula', data: { cell: cellName(r, c) }, part: cellName(r, c) });
  const refused = problems.slice(0, 20);
  if (refused.length > 0) return { ok: false, problems: refused };
  const at = (r: number, c: number): string => textOf(rows[r]?.[c] ?? null);
  const kinds = (rows[1] ?? []).map((_, c) => at(1, c).toLowerCase());
  const inputs = kinds.flatMap((kind, c) => (kind === 'input' ? [c] : []));
  const outputs = kinds.flatMap((kind, c) => (kind === 'output' ? [c] : []));
  const note = kinds.indexOf('note');
  const policy = policyOf(at(0, 0));
  if (!policy) return { ok: false, problems: [{ code: 'rules.problem.unknown_policy', data: { policy: at(0, 0) } }] };
  const columns = inputs.length + outputs.length;
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== null && cell !== ''));
  // told before anything so large is made
  if (columns > mostColumns)
    return { ok: false, problems: [{ code: 'rules.problem.too_many_columns', data: { max: mostColumns, columns } }] };
  if (last - firstRule >= mostRows)
    return {
      ok: false,
      problems: [{ code: 'rules.problem.too_many_rows', data: { max: mostRows, rows: last - firstRule + 1 } }],
    };
  const optional = <K extends string>(key: K, text: string) =>
    text === '' ? {} : ({ [key]: text } as Record<K, string>);
  const table: Table = {
    ...policy,
    inputs: inputs.map((c) => ({ text: at(2, c), ...optional('type', at(3, c)), ...optional('allowed', at(4, c)) })),
    outputs: outputs.map((c) => ({
      name: at(2, c),
      ...optional('type', at(3, c)),
      ...optional('values', at(4, c)),
      ...optional('otherwise', at(5, c)),
    })),
    rules: rows
      .slice(firstRule, last + 1)
      .map((_, i) => ({
        tests: inputs.map((c) => at(firstRule + i, c)),
        outputs: outputs.map((c) => at(firstRule + i, c)),
        ...(note >= 0 && optional('note', at(firstRule + i, note))),
      })),
  };
  const found = tableProblems(table);
  return found.length > 0 ? { ok: false, problems: found } : { ok: true, table };
}

/** A number that somebody typed into a cell is a number of the language, a text without quotes stays what it says. */
const textOf = (cell: SheetCell): string => (cell === null || typeof cell === 'object' ? '' : String(cell).trim());

function policyOf(text: string): Pick<Table, 'policy' | 'aggregation'> | null {
  const [first = '', second] = text.toLowerCase().split(/\s+(?=sum|min|max|count)/);
  const policy = hitPolicies.find((one) => one === first);
  if (!policy) return null;
  const aggregation = aggregations.find((one) => one === second);
  return aggregation ? { policy, aggregation } : { policy };
}

function cellName(row: number, column: number): string {
  let name = '';
  for (let n = column; n >= 0; n = Math.floor(n / 26) - 1) name = String.fromCharCode(65 + (n % 26)) + name;
  return `${name}${row + 1}`;
}
