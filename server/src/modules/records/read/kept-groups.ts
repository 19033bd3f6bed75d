import type { GroupLimit } from '@formwork/contract/analytics/chart.ts';

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A figure against a number. */
export function limitText({ is, value }: GroupLimit): string {
  // it goes into the text of a statement
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new Error('a limit is a number');
  return `${signs[is]} ${value}`;
}

/**
 * The rows, `(select ..., k0, k1 ...) r`, of those groups alone whose figures are within the limits: by the keys of the whole
 * group, so that totals are of what is shown.
 */
export function keptGroups(rows: string, keys: number, limits: readonly string[]): string {
  if (limits.length === 0) return rows;
  const having = limits.join(' and ');
  const names = Array.from({ length: keys }, (_, at) => `k${at}`);
  // values as they read, so that rows without one find their group as well, by a hash
  const same = names.map((name) => `coalesce('=' || ${name}::text, '')`).join(', ');
  return `(select r.* from ${rows} where (${same}) in (select ${same} from ${rows} group by ${names.join(', ')} having ${having})) r`;
}
