import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { doubleQuoted } from '../../etl/public.ts';

/** Digits of a number that fits into a machine's word: the engine reckons with those several times as fast as with longer ones. */
const quickDigits = 18;
/** Most numbers have as many places as these have. */
const looked = 10_000;

/**
 * Rows whose long decimal columns are as long as what is in them: a source that does not say how many digits its numbers have would have
 * each row reckoned with 38. No digit is lost; a column that needs more stays as it is. `exact`: no longer than that; otherwise as long as
 * is quick, so that numbers which come later find room on both sides of the point.
 */
export async function narrowNumbers(
  session: EngineSession,
  rows: string,
  { exact = false, signal }: { exact?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const long = (await session.describe(rows)).filter(isLong).map(({ name }) => doubleQuoted(name));
  if (long.length === 0) return rows;
  const ask = async (values: string[], from: string): Promise<(string | null)[]> => {
    const limits = { ms, ...(signal && { signal }) };
    return (await session.query(`select ${values.join(', ')} from (${from}) r`, limits)).rows[0]!;
  };
  const guesses = (await ask(long.map(placesOf), `select * from (${rows}) limit ${looked}`)).map(Number);
  const facts = await ask(
    long.flatMap((name, at) => [mostOf(name), othersOf(name, guesses[at]!)]),
    rows,
  );
  const shorter: string[] = [];
  for (const [at, name] of long.entries()) {
    const [most, others] = facts.slice(2 * at, 2 * at + 2);
    const scale = Number(others) === 0 ? guesses[at]! : Number((await ask([placesOf(name)], rows))[0]);
    const left = quickDigits - wholeDigits(most ?? '0') - scale;
    if (left < 0) continue;
    const type = exact
      ? `DECIMAL(${Math.max(1, quickDigits - left)},${scale})`
      : `DECIMAL(${quickDigits},${scale + Math.min(mostSpare, Math.floor(left / 2))})`;
    shorter.push(`${name}::${type} as ${name}`);
  }
  return shorter.length === 0 ? rows : `select * replace (${shorter.join(', ')}) from (${rows})`;
}

/** Places behind the point that are kept free. */
const mostSpare = 4;
const ms = 300_000;

const isLong = ({ type, precision = 0 }: DataColumn): boolean => type === 'decimal' && precision > quickDigits;

/** How many digits behind the point say something. */
const placesOf = (name: string): string => `max(length(rtrim(split_part(${name}::VARCHAR, '.', 2), '0')))`;

const mostOf = (name: string): string => `greatest(max(${name}), -min(${name}))::VARCHAR`;

/** How many have more places. */
const othersOf = (name: string, scale: number): string =>
  `count(*) filter (where ${name} <> ${name}::DECIMAL(38,${scale}))`;

const wholeDigits = (number: string): number => number.replace(/\..*$/, '').replace(/^-?0*/, '').length;
