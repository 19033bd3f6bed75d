import type { DataSet, SetField } from '@formwork/contract/analytics/dataset.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Dialect, EngineSession, ReadSource } from '../../../platform/engine/port.ts';
import { doubleQuoted, rawName, textQuoted } from '../../etl/public.ts';
import type { OpenedSource } from './read-source.ts';
import type { ReadInto } from './read-into.ts';

/** From where a source is asked for what came since: rows whose column lies above the value, `from`: or at it. */
export interface Mark {
  column: string;
  value: string;
  from: boolean;
}

/**
 * What is committed later than what it says, as long transactions do, is still seen within so long; and so many numbers back.
 * Whatever is read a second time for it does no harm.
 */
const overlap = { seconds: 10, numbers: 1_000 };
/** As after a bulk load: so many rows with one mark are not read again each time. */
const mostAgain = 10_000;

/** Whether what is of this shape can be asked for what came since. */
export function canGrow({ source, grows, live }: DataSet): boolean {
  return live && grows !== null && (source.is === 'table' || source.is === 'sql');
}

/** The fields of mark and key, as the set has them. */
export function growingFields({ fields, grows }: DataSet): { by: SetField; key: SetField } | undefined {
  const [by, key] = [grows?.by, grows?.key].map((id) => fields.find((field) => field.id === id && !field.calc));
  return by && key ? { by, key } : undefined;
}

/** The mark of the rows in `source`; undefined where they have none, or it cannot be asked for. */
export async function markOf(
  session: EngineSession,
  { columns, dialect }: ReadInto,
  by: SetField,
  { is }: DataSet['source'],
): Promise<Mark | undefined> {
  const column = columns.get(by.column.toLowerCase());
  if (!column || dialect === undefined || !dialects[is === 'table' ? 'table' : 'sql'].has(dialect)) return undefined;
  const name = doubleQuoted(column.name);
  const low = lowOf(column, dialect);
  if (low === undefined) return undefined;
  const raw = doubleQuoted(rawName(column.name));
  await session.run(
    `create table highest as select said, most, ${low.of('most')} as low from (select arg_max(${raw}, ${name}) as said, max(${name}) as most from source)`,
  );
  const { rows } = await session.query(
    `select h.said, ${low.text('h.low')}, count(*), count(*) filter (s.${name} >= h.most) from highest h join source s on s.${name} >= h.low group by h.said, h.low`,
  );
  const [most, lowest, again, equal] = rows[0] ?? [];
  if (most == null || lowest == null) return undefined;
  if (Number(again) <= mostAgain) return { column: column.name, value: lowest, from: true };
  return { column: column.name, value: most, from: Number(equal) <= mostAgain };
}

/** What is asked of the source for what came since. */
export function sinceMark({ source, endpoint }: OpenedSource, { column, value, from }: Mark): ReadSource {
  if ('table' in source) return { ...source, after: { column, value, from } };
  const mysql = endpoint.caps.dialect === 'mysql';
  const name = mysql ? `\`${column.replaceAll('`', '``')}\`` : doubleQuoted(column);
  const text = textQuoted(mysql ? value.replaceAll('\\', '\\\\') : value);
  return { sql: `select * from (${source.sql}\n) as grown where grown.${name} ${from ? '>=' : '>'} ${text}` };
}

const dialects: Record<'table' | 'sql', ReadonlySet<Dialect>> = {
  table: new Set(['postgres', 'mysql', 'sqlserver', 'clickhouse']),
  sql: new Set(['postgres', 'mysql']),
};

/** How far back from the highest mark is asked again, in the engine's words, and how the other side reads that. */
function lowOf(
  { type }: DataColumn,
  dialect: Dialect,
): { of: (most: string) => string; text: (low: string) => string } | undefined {
  const plain = (low: string): string => `${low}::VARCHAR`;
  const back = `interval ${overlap.seconds} second`;
  switch (type) {
    case 'integer':
      return { of: (most) => `${most} - ${overlap.numbers}`, text: plain };
    case 'decimal':
    case 'double':
    case 'date':
      return { of: (most) => most, text: plain };
    case 'timestamp':
      return { of: (most) => `${most} - ${back}`, text: (low) => `strftime(${low}, '${moment}')` };
    case 'timestamptz':
      // a moment that lies ahead would keep back all that comes before it
      return dialect === 'postgres'
        ? {
            of: (most) => `least(${most}, now()) - ${back}`,
            text: (low) => `strftime(timezone('UTC', ${low}), '${moment}') || '+00'`,
          }
        : undefined;
    default:
      return undefined;
  }
}

const moment = '%Y-%m-%d %H:%M:%S.%f';
