import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { doubleQuoted } from '../../etl/public.ts';
import { mostDigits } from './row-sql.ts';

/** The local day of a moment, beside it in the table of a room: told from it row by row it takes fifty times as long as all else. */
export function dayOf(field: string): string {
  return doubleQuoted(`${field} day`);
}

/** Rows with what a room keeps beside them, by the clock of the session. */
export async function roomRows(session: EngineSession, rows: string): Promise<string> {
  const columns = await session.describe(rows);
  const days = columns
    .filter(({ type }) => type === 'timestamptz')
    .map(({ name }) => `${doubleQuoted(name)}::DATE as ${dayOf(name)}`);
  return `select ${['*', ...days].join(', ')} from (${rows})`;
}

/** What makes the columns of a table hold numbers of another one that have more digits: they would be rounded. */
export async function widerColumns(session: EngineSession, table: string, of: string): Promise<string[]> {
  const coming = new Map((await session.describe(`select * from ${of}`)).map((column) => [column.name, column]));
  return (await session.describe(`select * from ${table}`)).flatMap((column) => {
    const [there, other] = [digitsOf(column), digitsOf(coming.get(column.name))];
    if (!there || !other) return [];
    const [whole, scale] = [Math.max(there.whole, other.whole), Math.max(there.scale, other.scale)];
    if (whole === there.whole && scale === there.scale) return [];
    const type = `DECIMAL(${Math.min(mostDigits, whole + scale)},${scale})`;
    return [`alter table ${table} alter column ${doubleQuoted(column.name)} type ${type}`];
  });
}

function digitsOf(column: DataColumn | undefined): { whole: number; scale: number } | undefined {
  if (column?.type !== 'decimal') return undefined;
  const { precision = mostDigits, scale = 0 } = column;
  return { whole: precision - scale, scale };
}
