import { AppError } from '../../../platform/errors.ts';

/** What a target says of a row that it does not take: of one of its columns, or of the row as a whole. */
export function rowError(message: string, row: number, column: string, value = ''): AppError {
  const data = { row, message: message.slice(0, 300), value: value.slice(0, 200) };
  return column === ''
    ? new AppError('etl.row.refused_whole', { ...data, column })
    : new AppError('etl.row.refused', { ...data, column });
}
