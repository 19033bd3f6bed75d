import { plainSql } from '../../forms/public.ts';
import type { Operator } from '@formwork/contract/condition/operators.ts';
import type { PlanColumn } from '../plan/columns.ts';

/** What conditions search in: of formatted text what people read, of a place its words, of a document its text. */
export function searchedSql({ kind, sql }: Pick<PlanColumn, 'kind' | 'sql'>): string {
  if (kind === 'html') return plainSql(sql);
  if (kind === 'json') return `(${sql})::text`;
  if (kind === 'place')
    return `(coalesce((${sql})->>'name', '') || ' ' || coalesce((${sql})->>'address', '') || left((${sql})::text, 0))`;
  return sql;
}

/** What an operator asks of a reading, as a column of its own: the device, its words, or the number that was captured. */
export function readingColumn(operator: Operator, column: PlanColumn): PlanColumn {
  const { sql } = column;
  if (operator === 'isEmpty' || operator === 'notEmpty') return { ...column, kind: 'number', type: 'jsonb' };
  if (operator === 'hasAny' || operator === 'hasNone')
    return { ...column, kind: 'option', type: 'text', sql: `((${sql})->>'device')`, single: true };
  if (operator === 'contains' || operator === 'notContains') {
    const said = `case when jsonb_typeof((${sql})->'value') = 'string' then (${sql})->>'value' else '' end`;
    return {
      ...column,
      kind: 'text',
      type: 'text',
      sql: `((${sql})->>'deviceName' || ' ' || ((${sql})#>>'{pointTitle,zh}') || ' ' || coalesce((${sql})#>>'{pointTitle,en}', '') || ' ' || ${said})`,
    };
  }
  return {
    ...column,
    kind: 'number',
    type: 'numeric',
    sql: `(case when jsonb_typeof((${sql})->'value') = 'number' then ((${sql})->>'value')::numeric end)`,
  };
}

/** The same sums as `distanceKm` and `inBox`. */
export function placeSql(
  operator: 'near' | 'inBox',
  operand: readonly number[],
  sql: string,
  params: unknown[],
): string {
  const [first, second, third, fourth] = operand.map((number) => `$${params.push(number)}::float8`);
  const lat = `((${sql})->>'lat')::float8`;
  const lng = `((${sql})->>'lng')::float8`;
  if (operator === 'inBox') {
    const along = (operand[1] ?? 0) <= (operand[3] ?? 0) ? 'and' : 'or';
    return `coalesce(${lat} >= ${first} and ${lat} <= ${third} and (${lng} >= ${second} ${along} ${lng} <= ${fourth}), false)`;
  }
  const half = `power(sin(radians(${lat} - ${first}) / 2), 2) + cos(radians(${first})) * cos(radians(${lat})) * power(sin(radians(${lng} - ${second}) / 2), 2)`;
  return `coalesce(2 * 6371.0088 * asin(least(1, sqrt(${half}))) <= ${third}, false)`;
}
