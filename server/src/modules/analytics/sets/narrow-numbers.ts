import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { doubleQuoted } from '../../etl/public.ts';
import { mostDigits } from './row-sql.ts';

/** Digits of a number that fits into a machine's word: the engine reckons with those several times as fast as with longer ones. */
const quickDigits = 18;

/**
 * Rows whose long decimal columns are as long as what is in them: a source that does not say how many digits its numbers have would have
 * each row reckoned with 38. No digit is lost; a column that needs more stays as it is. `exact`: no longer than that; otherwise as long as
 * is quick, so that numbers which come later find room.
 */
export async function narrowNumbers(
  session: EngineSession,
  rows: string,
  { exact = false, signal }: { exact?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const long = (await session.describe(rows)).filter(isLong);
  if (long.length === 0) return rows;
  const ask = async (values: string[]): Promise<(string | null)[]> => {
    const limits = { ms, ...(signal && { signal }) };
    return (await session.query(`select ${values.join(', ')} from (${rows}) r`, limits)).rows[0]!;
  };
  try {
    const shorter = await shorterOf(long, ask, exact);
    return shorter.length === 0 ? rows : `select * replace (${shorter.join(', ')}) from (${rows})`;
  } catch (error) {
    // what takes so long to be looked through is kept as it is
    if (error instanceof AppError && error.code === 'etl.sql.time') return rows;
    throw error;
  }
}

/** Rows whose numbers have room to be reckoned with: what does not fit into as many digits as they have would be nothing. */
export async function longNumbers(session: EngineSession, rows: string): Promise<string> {
  const short = (await session.describe(rows)).filter(
    ({ type, precision = 0 }) => type === 'decimal' && precision < mostDigits,
  );
  const longer = short.map(
    ({ name, scale }) => `${doubleQuoted(name)}::DECIMAL(${mostDigits},${scale}) as ${doubleQuoted(name)}`,
  );
  return longer.length === 0 ? rows : `select * replace (${longer.join(', ')}) from (${rows})`;
}

async function shorterOf(
  long: readonly DataColumn[],
  ask: (values: string[]) => Promise<(string | null)[]>,
  exact: boolean,
): Promise<string[]> {
  const most = await ask(long.map(mostOf));
  const known = long.map(({ name, scale = 0 }, at) => ({
    name: doubleQuoted(name),
    scale,
    left: quickDigits - wholeDigits(most[at] ?? '0'),
  }));
  // with all its places it is only held against what fits; fewer of them cost a division of long numbers a row
  const quick = known.filter(({ scale, left }) => !exact && scale <= left);
  const others = known.filter((one) => one.left >= 0 && !quick.includes(one));
  const places = others.length === 0 ? [] : await ask(others.map(({ name }) => placesOf(name)));
  return [
    ...quick.map(({ name, scale }) => `${name}::DECIMAL(${quickDigits},${scale}) as ${name}`),
    ...others.flatMap(({ name, left }, at) => {
      const scale = Number(places[at]);
      if (scale > left) return [];
      const digits = exact ? Math.max(1, quickDigits - left + scale) : quickDigits;
      return [`${name}::VARCHAR::DECIMAL(${digits},${scale}) as ${name}`];
    }),
  ];
}

const ms = 300_000;

const isLong = ({ type, precision = 0 }: DataColumn): boolean => type === 'decimal' && precision > quickDigits;

const mostOf = ({ name }: DataColumn): string =>
  `greatest(max(${doubleQuoted(name)}), -min(${doubleQuoted(name)}))::VARCHAR`;

/** How many digits behind the point say something. */
const placesOf = (name: string): string => `max(length(rtrim(split_part(${name}::VARCHAR, '.', 2), '0')))`;

const wholeDigits = (number: string): number => number.replace(/\..*$/, '').replace(/^-?0*/, '').length;
