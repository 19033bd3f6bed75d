import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Dialect, TableName } from '../../../platform/engine/port.ts';
import { valueOf as clickhouseValue } from './clickhouse/clickhouse-types.ts';
import {
  backslashed,
  backticked,
  backtickedTable,
  bracketed,
  bracketedTable,
  doubleQuoted,
  escapedTable,
  quotedTable,
  textQuoted,
} from './names.ts';
import { valueOf as sqlserverValue } from './sqlserver/sqlserver-types.ts';

/** How a dialect says what all of them can say. */
export interface Words {
  name(name: string): string;
  table(table: TableName): string;
  /** A value that was read of a column, as something to hold against the column. */
  value(column: DataColumn, text: string): string;
  /** The first rows of what stands behind `select`; all of them where no limit is given. */
  first(select: string, limit: number | undefined): string;
}

export function wordsOf(dialect: Dialect | undefined): Words {
  switch (dialect) {
    case 'mysql':
      return {
        ...usual,
        name: backticked,
        table: backtickedTable,
        value: (_column, text) => textQuoted(text.replaceAll('\\', '\\\\')),
      };
    case 'clickhouse':
      return { ...usual, name: backslashed, table: escapedTable, value: clickhouseValue };
    case 'sqlserver':
      return {
        ...usual,
        name: bracketed,
        table: bracketedTable,
        value: sqlserverValue,
        first: (select, limit) => `select ${limit === undefined ? '' : `top (${Math.floor(limit)}) `}${select}`,
      };
    default:
      return usual;
  }
}

const usual: Words = {
  name: doubleQuoted,
  table: quotedTable,
  value: (_column, text) => textQuoted(text),
  first: (select, limit) => `select ${select}${limit === undefined ? '' : ` limit ${Math.floor(limit)}`}`,
};
