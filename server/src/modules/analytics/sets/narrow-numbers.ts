import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { doubleQuoted } from '../../etl/public.ts';

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
  const most = await ask(long.map(mostOf));
  const shorter: string[] = [];
  for (const [at, column] of long.entries()) {
    const name = doubleQuoted(column.name);
    const left = quickDigits - wholeDigits(most[at] ?? '0');
    // with all its places it is only held against what fits; fewer of them cost a division of long numbers a row
    if (!exact && column.scale! <= left) shorter.push(`${name}::DECIMAL(${quickDigits},${column.scale}) as ${name}`);
    else if (left >= 0) {
      const scale = Number((await ask([placesOf(name)]))[0]);
      if (scale > left) continue;
      const digits = exact ? Math.max(1, quickDigits - left + scale) : quickDigits;
      shorter.push(`${name}::VARCHAR::DECIMAL(${digits},${scale}) as ${name}`);
    }
  }
  return shorter.length === 0 ? rows : `select * replace (${shorter.join(', ')}) from (${rows})`;
}

const ms = 300_000;

const isLong = ({ type, precision = 0 }: DataColumn): boolean => type === 'decimal' && precision > quickDigits;

const mostOf = ({ name }: DataColumn): string =>
  `greatest(max(${doubleQuoted(name)}), -min(${doubleQuoted(name)}))::VARCHAR`;

/** How many digits behind the point say something. */
const placesOf = (name: string): string => `max(length(rtrim(split_part(${name}::VARCHAR, '.', 2), '0')))`;

const wholeDigits = (number: string): number => number.replace(/\..*$/, '').replace(/^-?0*/, '').length;
