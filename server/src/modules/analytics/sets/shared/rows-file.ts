import { engineOf } from '../../../../platform/engine/engine.ts';
import type { EngineSession } from '../../../../platform/engine/port.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { doubleQuoted, textQuoted } from '../../../etl/public.ts';
import { clickhouseDays } from '../words/clickhouse.ts';
import { sharedColumn, type SharedColumn } from './tables.ts';

/** Rows in a file of columns. */
export interface RowsFile {
  at: string;
  rows: number;
  columns: SharedColumn[];
}

/** Why rows cannot lie over there. */
export class Unfit extends Error {}

/** Works with a session of the embedded engine: it alone says what is in a file, and writes one. */
export async function withSession<T>(
  platform: Platform,
  zone: string,
  work: (session: EngineSession) => Promise<T>,
): Promise<T> {
  const session = await engineOf(platform, 'analytics').open({ timeZone: zone, memoryMb });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

const memoryMb = 384;
const ms = 300_000;

/** What is in a file, as far as it can lie over there. */
export async function lookedAt(session: EngineSession, at: string): Promise<RowsFile> {
  const from = `from read_parquet(${textQuoted(at)})`;
  const columns = (await session.describe(`select * ${from}`)).map((column) => {
    const shared = sharedColumn(column);
    if (!shared) throw new Unfit(`a column of ${column.native ?? column.type}`);
    return shared;
  });
  const [[count] = []] = (await session.query(`select count(*) ${from}`, { ms })).rows;
  await requireDays(session, columns, from);
  const few = await fewKinds(session, columns, from);
  return {
    at,
    rows: Number(count),
    columns: columns.map((column) => (few.has(column.name) ? { ...column, few: true } : column)),
  };
}

/** Its days begin and end earlier than ours, and others would be others. */
async function requireDays(session: EngineSession, columns: readonly SharedColumn[], from: string): Promise<void> {
  const timed = columns.filter(({ type }) => type === 'date' || type === 'dateTime');
  if (timed.length === 0) return;
  // a zone leads a day beyond them
  const [first, last] = Object.values(clickhouseDays).map((day) => `TIMESTAMP '${day}'`);
  const outside = timed.map(({ name }) => {
    const [low, high] = ['min', 'max'].map((fn) => `${fn}(${doubleQuoted(name)})::TIMESTAMP`);
    return `coalesce(${low} < ${first} + interval 1 day or ${high} > ${last} - interval 1 day, false)`;
  });
  const [found = []] = (await session.query(`select ${outside.join(', ')} ${from}`, { ms })).rows;
  if (found.includes('true')) throw new Unfit(`days before ${clickhouseDays.first} or after ${clickhouseDays.last}`);
}

/** A guess by the first rows: with more kinds than these it is as right, and slower. */
const mostKinds = 2_000;
const looked = 100_000;

async function fewKinds(
  session: EngineSession,
  columns: readonly SharedColumn[],
  from: string,
): Promise<ReadonlySet<string>> {
  const texts = columns.filter(({ type }) => type === 'text').map(({ name }) => name);
  if (texts.length === 0) return new Set();
  const about = texts.map((name) => `approx_count_distinct(${doubleQuoted(name)})`);
  const [counts = []] = (
    await session.query(`select ${about.join(', ')} from (select * ${from} limit ${looked})`, { ms })
  ).rows;
  return new Set(texts.filter((_, at) => Number(counts[at]) <= mostKinds));
}
