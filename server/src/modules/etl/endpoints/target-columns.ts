import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { AppError } from '../../../platform/errors.ts';

/** Rows go where each of their columns is, and keys among them: by name, or nothing begins. */
export function requireColumns(
  columns: readonly DataColumn[],
  there: readonly DataColumn[],
  keys: readonly string[],
): void {
  const missing = columns.filter(({ name }) => !there.some((one) => one.name === name)).map(({ name }) => name);
  if (missing.length > 0) throw new AppError('etl.target.columns', { columns: missing.join(', ') });
  const keyless = keys.filter((key) => !columns.some(({ name }) => name === key));
  if (keyless.length > 0) throw new AppError('etl.target.keys', { columns: keyless.join(', ') });
}

/** What the other side makes of other values, or counts, it takes from nobody: said before a row goes there. */
export function requireGiven(columns: readonly DataColumn[], made: readonly string[]): void {
  const refused = columns.filter(({ name }) => made.includes(name)).map(({ name }) => name);
  if (refused.length > 0) throw new AppError('etl.target.made', { columns: refused.join(', ') });
}

/** Columns that come and that the table has not. */
export function lackingIn(there: readonly DataColumn[], columns: readonly DataColumn[]): DataColumn[] {
  return columns.filter(({ name }) => !there.some((one) => one.name === name));
}
