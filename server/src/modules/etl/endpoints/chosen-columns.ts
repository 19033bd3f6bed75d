import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { ReadSource, TableName } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';

export type TableSource = Extract<ReadSource, { table: TableName }>;

/** The columns of a table that are read: those that were asked for, in that order, or all of them. */
export async function chosenColumns<Column extends DataColumn>(
  { table, columns }: TableSource,
  columnsOfTable: (table: TableName) => Promise<Column[]>,
): Promise<Column[]> {
  const there = await columnsOfTable(table);
  const missing = columns?.filter((name) => !there.some((one) => one.name === name)) ?? [];
  if (missing.length > 0) throw new AppError('etl.target.columns', { columns: missing.join(', ') });
  return columns?.map((name) => there.find((one) => one.name === name)!) ?? there;
}
