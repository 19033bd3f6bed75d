import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';

/** What files are called by their format. */
export const fileEndings = {
  csv: 'csv',
  parquet: 'parquet',
  json: 'jsonl',
  excel: 'xlsx',
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  singer: 'jsonl',
  airbyte: 'jsonl',
} as const;

/** Of the run of a day, without what file systems give a meaning; folders are for places that have some. */
export function nameOfFile({ name, format, connection }: TaskNodeOf<'fileTarget'>, day: string): string {
  const plain = name.replaceAll('{date}', day);
  if (connection === null) return `${plain.replaceAll(/[\\/:*?"<>|]/g, '_')}.${fileEndings[format]}`;
  const parts = plain.split('/').map((part) => part.replaceAll(/[\\:*?"<>|]/g, '_').trim());
  return `${parts.filter((part) => part !== '' && part !== '.' && part !== '..').join('/')}.${fileEndings[format]}`;
}
