import type { TableName } from '../../../platform/engine/port.ts';

/** Names in SQL. */
export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const backticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
export const textQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quotedTable = (table: TableName): string => partsOf(table).map(doubleQuoted).join('.');
export const backtickedTable = (table: TableName): string => partsOf(table).map(backticked).join('.');

/** Of a table that keeps what its rows were before. */
export const historyColumns = ['valid_from', 'valid_to'] as const;

/** Beside a target: the keys of loads whose rows are in it. */
export const onceTable = '_formwork_load';

const partsOf = ({ schema, name }: TableName): string[] => [schema, name].filter((part) => part !== '');
