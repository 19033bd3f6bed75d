import { mostColumns, mostRows, type Table } from '@formwork/contract/rules/table.ts';
import type { Env } from '@formwork/feel/compile.ts';
import { compileTableSteps, type DecisionTable } from '@formwork/feel/table/decision-table.ts';
import { checkDecisionTable } from '@formwork/feel/table/table-check.ts';
import { knownNames } from '@formwork/feel/tracker.ts';
import { readType, type NamedTypes } from '@formwork/feel/type-text.ts';
import type { FeelType } from '@formwork/feel/types.ts';
import type { Problem } from './problem.ts';

/** The table as the expression language compiles it; a type that cannot be read counts as none. */
export function decisionTable(table: Table, named: NamedTypes): DecisionTable {
  const typed = (text: string | undefined): { type?: FeelType } => {
    const type = text === undefined ? null : readType(text, named);
    return type ? { type } : {};
  };
  return {
    hitPolicy: table.policy,
    ...(table.aggregation && table.policy === 'collect' && { aggregation: table.aggregation }),
    inputs: table.inputs.map(({ text, type, allowed }) => ({ text, ...typed(type), ...(allowed && { allowed }) })),
    outputs: table.outputs.map(({ name, type, values, otherwise }) => ({
      name,
      ...typed(type),
      ...(values && { values }),
      ...(otherwise && { otherwise }),
    })),
    rules: table.rules,
  };
}

export const compileRuleTable = (table: Table, env: Env, named: NamedTypes) =>
  compileTableSteps(decisionTable(table, named), env);

/** What refuses a table before anything is compiled. */
export function tableProblems(table: Table, named: NamedTypes = () => undefined): Problem[] {
  const found: Problem[] = [];
  const columns = table.inputs.length + table.outputs.length;
  if (table.rules.length > mostRows)
    found.push({
      code: 'rules.problem.too_many_rows',
      data: { max: mostRows, rows: table.rules.length },
      part: 'table',
    });
  if (columns > mostColumns)
    found.push({ code: 'rules.problem.too_many_columns', data: { max: mostColumns, columns }, part: 'table' });
  if (table.outputs.length === 0) found.push({ code: 'rules.problem.no_outputs', part: 'table' });
  if (found.length > 0) return found;
  for (const column of mixedColumns(table))
    found.push({
      code: 'rules.problem.mixed_types',
      data: { column: table.inputs[column]!.text },
      part: `table.inputs.${column}`,
    });
  const typed = [...table.inputs, ...table.outputs];
  for (const [i, { type }] of typed.entries()) {
    if (type === undefined || readType(type, named)) continue;
    const input = i < table.inputs.length;
    found.push({
      code: 'rules.problem.wrong_type',
      data: { type },
      part: input ? `table.inputs.${i}.type` : `table.outputs.${i - table.inputs.length}.type`,
    });
  }
  return found;
}

const noNames = knownNames([]);

function mixedColumns(table: Table): readonly number[] {
  // distinct cells say as much as all of them
  const rules = table.inputs.map((_, i) => [...new Set(table.rules.map(({ tests }) => tests[i] ?? ''))]);
  const length = Math.max(0, ...rules.map((cells) => cells.length));
  const rows = Array.from({ length }, (_, n) => ({ tests: rules.map((cells) => cells[n] ?? ''), outputs: [] }));
  return checkDecisionTable({ ...decisionTable(table, () => undefined), rules: rows }, noNames, 'types').mixed;
}
