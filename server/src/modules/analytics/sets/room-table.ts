import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { doubleQuoted, textQuoted } from '../../etl/public.ts';
import { mostDigits } from './row-sql.ts';

/** The local day of a moment, beside it in the table of a room: told from it row by row it takes fifty times as long as all else. */
export function dayOf(field: string): string {
  return doubleQuoted(`${field} day`);
}

/** More kinds of a text than these do not fit into a byte. */
const mostKinds = 250;

/** Of a text with few kinds: which of them, beside it in the table of a room. Rows are told apart by a byte in half the time. */
export function kindOf(field: string): string {
  return doubleQuoted(`${field} kind`);
}

/** Rows with what a room keeps beside them, by the clock of the session. */
export async function roomRows(session: EngineSession, rows: string): Promise<string> {
  const columns = await session.describe(rows);
  const days = columns
    .filter(({ type }) => type === 'timestamptz')
    .map(({ name }) => `${doubleQuoted(name)}::DATE as ${dayOf(name)}`);
  return `select ${['*', ...days].join(', ')} from (${rows})`;
}

/** Beside each text of few kinds which of them a row is; what the rows come from is looked through for it. */
export async function withKinds(session: EngineSession, rows: string): Promise<string> {
  const texts = (await session.describe(rows)).filter(({ type }) => type === 'text').map(({ name }) => name);
  if (texts.length === 0) return rows;
  const about = texts.map((name) => `approx_count_distinct(${doubleQuoted(name)})`);
  const [counts = []] = (await session.query(`select ${about.join(', ')} from (${rows})`, { ms })).rows;
  // it says about how many
  const few = texts.filter((_, at) => Number(counts[at]) <= mostKinds * 2);
  const kinds: string[] = [];
  for (const name of few) {
    const type = await kindsType(session, `select ${doubleQuoted(name)} from (${rows})`);
    if (type) kinds.push(`${doubleQuoted(name)}::${type} as ${kindOf(name)}`);
  }
  return kinds.length === 0 ? rows : `select ${['*', ...kinds].join(', ')} from (${rows})`;
}

/** The texts whose kinds stand beside them in a table. */
export async function textsOfKinds(session: EngineSession, table: string): Promise<Set<string>> {
  const names = (await session.describe(`select * from ${table}`)).map(({ name }) => name);
  const there = new Set(names);
  return new Set(names.filter((name) => there.has(`${name} kind`)));
}

/** What makes room among the kinds of a table's texts for those that other rows bring; with too many of them they go. */
export async function moreKinds(session: EngineSession, table: string, of: string): Promise<string[]> {
  const changes: string[] = [];
  for (const name of await textsOfKinds(session, table)) {
    const [text, kind] = [doubleQuoted(name), kindOf(name)];
    const known = `select unnest(enum_range((select ${kind} from ${table} limit 1)))::VARCHAR`;
    const fresh = `select ${text} from ${of} where ${text} not in (${known})`;
    if ((await session.query(`${fresh} limit 1`, { ms })).rows.length === 0) continue;
    const type = await kindsType(session, `${fresh} union all ${known}`);
    changes.push(`alter table ${table} ${type ? `alter column ${kind} type ${type}` : `drop column ${kind}`}`);
  }
  return changes;
}

const ms = 300_000;
/** Of all kinds of a text together: they are part of a statement. */
const mostKindBytes = 64 * 1024;

/** An enumeration of the texts that a statement answers; undefined where they are too many. */
async function kindsType(session: EngineSession, texts: string): Promise<string | undefined> {
  const { rows, cut } = await session.query(
    `select distinct t from (${texts}) of(t) where t is not null order by t limit ${mostKinds + 1}`,
    { rows: mostKinds + 1, bytes: mostKindBytes, ms },
  );
  if (cut !== null || rows.length === 0 || rows.length > mostKinds) return undefined;
  return `ENUM(${rows.map(([kind]) => textQuoted(kind!)).join(', ')})`;
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
