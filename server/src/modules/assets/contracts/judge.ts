import type { Breach } from '@formwork/contract/assets/contract.ts';
import type { StoredContract } from './stored.ts';

/** How an asset is now, as far as a contract asks. */
export interface Kept {
  gone: boolean;
  columns: readonly { key: string; type: string }[];
  score: number | null;
  rules: readonly { id: string; name: string; state: string }[];
  /** Hours since the newest value, or why that cannot be told; undefined where nobody asks. */
  age?: { hours: number | null } | { code: string };
}

/** What of a contract is not kept, in the order in which it is said. */
export function breachesOf({ columns, fresh, leastScore, rules }: StoredContract['body'], is: Kept): Breach[] {
  if (is.gone) return [{ what: 'gone' }];
  const there = new Map(is.columns.map(({ key, type }) => [key, type]));
  const states = new Map(is.rules.map((rule) => [rule.id, rule]));
  return [
    ...columns.flatMap(({ key, type }): Breach[] => {
      const now = there.get(key);
      if (now === undefined) return [{ what: 'column', key }];
      return now === type ? [] : [{ what: 'type', key, was: type, is: now }];
    }),
    ...(fresh === null || is.age === undefined ? [] : staleness(fresh, is.age)),
    // not checked yet is no breach
    ...(leastScore !== null && is.score !== null && is.score < leastScore
      ? [{ what: 'score', least: leastScore, score: is.score } as const]
      : []),
    ...rules.flatMap((id): Breach[] => {
      const rule = states.get(id);
      return rule?.state === 'failed' || rule?.state === 'broken' ? [{ what: 'rule', name: rule.name }] : [];
    }),
  ];
}

function staleness(fresh: { column: string; hours: number }, age: NonNullable<Kept['age']>): Breach[] {
  if ('code' in age) return [{ what: 'unread', code: age.code }];
  if (age.hours !== null && age.hours <= fresh.hours) return [];
  return [{ what: 'stale', column: fresh.column, hours: age.hours }];
}

/** Something is wrong that was not before: an age that grew is nothing new. */
export function tellsMore(before: readonly Breach[], now: readonly Breach[]): boolean {
  const keyOf = (breach: Breach): string =>
    JSON.stringify([
      breach.what,
      'key' in breach ? breach.key : '',
      breach.what === 'rule' ? breach.name : '',
      breach.what === 'type' ? breach.is : '',
    ]);
  const known = new Set(before.map(keyOf));
  return now.some((breach) => !known.has(keyOf(breach)));
}
