import type { ValueType } from '@formwork/contract/etl/columns.ts';
import { feelToSql, type SqlExpression } from './feel-sql.ts';
import type { Input, TaskProblem } from './model.ts';
import { withNamedValues } from './named-values.ts';
import { parameterSql, type Given as GivenParameter } from './parameters.ts';
import { isOneExpression } from './sql.ts';

interface Given {
  language: 'feel' | 'sql';
  expression: string;
}

/** What a person wrote as SQL of the engine; of SQL the type is what they say it is. */
export function expressionOf(
  { language, expression }: Given,
  input: Input | undefined,
  type: ValueType,
  place: { node: string; at?: string[] },
): { value: SqlExpression; problems: TaskProblem[] } {
  const nothing: SqlExpression = { sql: 'null', type };
  const refused = (code: string, data?: Record<string, unknown>) => ({
    value: nothing,
    problems: [{ code, level: 'error' as const, ...place, ...(data && { data }) }],
  });
  if (expression.trim() === '') return refused('etl.problem.expression_blank');
  if (!input) return { value: nothing, problems: [] };
  if (language === 'sql')
    return isOneExpression(expression)
      ? { value: { sql: `(${sqlWithParameters(expression, input.parameters)})`, type }, problems: [] }
      : refused('etl.problem.sql_wrong');
  const written = feelToSql(expression, input.columns, input.parameters);
  return 'sql' in written ? { value: written, problems: [] } : refused(written.code, { part: written.part });
}

/** The engine's SQL names them as statements of sources do: `:name`. */
export function sqlWithParameters(expression: string, parameters: readonly GivenParameter[]): string {
  return withNamedValues(expression, false, (name) => {
    const given = parameters.find((one) => one.name === name);
    return given && parameterSql(given).sql;
  });
}

/** The same for a condition. */
export function conditionOf(given: Given, input: Input | undefined, place: { node: string; at?: string[] }) {
  const { value, problems } = expressionOf(given, input, 'boolean', place);
  return problems.length === 0 && value.type !== 'boolean'
    ? {
        sql: 'false',
        problems: [{ code: 'etl.problem.not_a_condition', level: 'error' as const, ...place }] as TaskProblem[],
      }
    : { sql: value.sql, problems };
}
