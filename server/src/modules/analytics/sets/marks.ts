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
const overlap = { seconds: 10, numbers: 1_000, rows: 1_000 };
/** So many rows are read again each time: of more the newest, and not where those have one mark that others may still come with. */
const mostAgain = 100_000;

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
  const reach = reachOf(column, dialect);
  if (reach === undefined) return undefined;
  const raw = doubleQuoted(rawName(column.name));
  await session.run(
    `create table highest as select said, most, ${reach.among ? least(reach.low('most'), name) : reach.low('most')} as low from (
      select said, ${reach.bounded('top')} as most from (select arg_max(${raw}, ${name}) as said, max(${name}) as top from source))`,
  );
  const { rows } = await session.query(
    `select h.said, ${reach.text('h.low')}, count(*) from highest h join source s on s.${name} >= h.low group by h.said, h.low`,
  );
  const [said, lowest, again] = rows[0] ?? [];
  if (said == null || lowest == null) return undefined;
  if (Number(again) <= mostAgain) return { column: column.name, value: lowest, from: true };
  const next = await session.query(
    `select s.${raw}, case when s.${name} < h.most then 'lower' when ${reach.past('h.most')} then 'past' end
      from source s, highest h where s.${name} is not null order by s.${name} desc limit 1 offset ${mostAgain}`,
    { ms: 300_000 },
  );
  const [before, kind] = next.rows[0] ?? [];
  if (kind == null) return undefined;
  return { column: column.name, value: kind === 'lower' ? (before ?? said) : said, from: false };
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

/** How a mark is made of the highest value, in the engine's words. */
interface Reach {
  /** No later than it is over there: what lies ahead would keep back all that comes before it. */
  bounded: (top: string) => string;
  /** Nothing bounds them: a few that are far too high are to keep nothing back. */
  among?: true;
  /** How far back is asked again, and how the other side reads that. */
  low: (most: string) => string;
  text: (low: string) => string;
  /** Whether nothing comes with this mark any more. */
  past: (most: string) => string;
}

function reachOf({ type }: DataColumn, dialect: Dialect): Reach | undefined {
  const back = `interval ${overlap.seconds} second`;
  switch (type) {
    case 'integer':
      return { ...numbers, low: (most) => `${most} - ${overlap.numbers}` };
    case 'decimal':
    case 'double':
      return numbers;
    case 'date':
      return {
        bounded: (top) => `case when ${top} > now()::timestamp::date then (${earliest})::date else ${top} end`,
        low: (most) => most,
        text: plain,
        past: (most) => `${most} + interval 1 day < ${earliest} - interval 1 hour`,
      };
    case 'timestamp':
      return {
        bounded: (top) => `case when ${top} > now()::timestamp + interval 1 minute then ${earliest} else ${top} end`,
        low: (most) => `${most} - ${back}`,
        text: (low) => `strftime(${low}, '${moment}')`,
        past: (most) => `${most} < ${earliest} - interval 1 hour`,
      };
    case 'timestamptz':
      return dialect === 'postgres'
        ? {
            bounded: (top) => `least(${top}, now())`,
            low: (most) => `${most} - ${back}`,
            text: (low) => `strftime(timezone('UTC', ${low}), '${moment}') || '+00'`,
            past: (most) => `${most} < now() - interval 1 hour`,
          }
        : undefined;
    default:
      return undefined;
  }
}

/** No higher than the last of the highest rows. */
const least = (low: string, name: string): string =>
  `least(${low}, coalesce(
    (select ${name} from source where ${name} is not null order by ${name} desc limit 1 offset ${overlap.rows - 1}), (select min(${name}) from source)))`;
const plain = (low: string): string => `${low}::VARCHAR`;
const numbers: Reach = { among: true, bounded: (top) => top, low: (most) => most, text: plain, past: () => 'false' };
/** Nobody says of which zone a time without one is: by a clock on earth it is at least so late. */
const earliest = "timezone('UTC', now()) - interval 12 hour";
const moment = '%Y-%m-%d %H:%M:%S.%f';
