import type { TableName } from '../../../platform/engine/port.ts';

/** Names in SQL. */
export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const backticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
/** As SQL Server calls things in its own words, whatever a session is set to. */
export const bracketed = (name: string): string => `[${name.replaceAll(']', ']]')}]`;
export const bracketedTable = (table: TableName): string => partsOf(table).map(bracketed).join('.');
/**
 * Without its sign SQL Server would take signs of other languages for question marks. A backslash and the line break behind it are
 * nothing to it within a text; behind two of each, one of each is left.
 */
export const nationalText = (text: string): string => `N${textQuoted(text.replace(/\\(\r?\n)/g, '\\\\$1$1'))}`;
/** Where a backslash means something within names and texts, as in ClickHouse. */
export const backslashed = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
export const textQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quotedTable = (table: TableName): string => partsOf(table).map(doubleQuoted).join('.');
export const escapedTable = (table: TableName): string => partsOf(table).map(backslashed).join('.');
export const backtickedTable = (table: TableName): string => partsOf(table).map(backticked).join('.');

/** Of a table that keeps what its rows were before. */
export const historyColumns = ['valid_from', 'valid_to'] as const;

/** Beside a target: the keys of loads whose rows are in it. */
export const onceTable = '_formwork_load';

const partsOf = ({ schema, name }: TableName): string[] => [schema, name].filter((part) => part !== '');
