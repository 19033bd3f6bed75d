import { dayMs } from '@formwork/contract/rules/span.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** A start by the clock, and the rule or flow it belongs to. */
interface Timed {
  of: string;
  start: object;
}

interface Stretch {
  /** The last look; undefined where this is the first one. */
  last: Date | undefined;
  /** Behind this moment, up to that one. */
  from: Date;
  until: Date;
}

/**
 * Looks at the moments between the last look and now, start by start; broken off, it begins there again: whatever is begun must be
 * able to tell that it was. What fails for one start keeps no other waiting.
 */
export async function sinceLastLook<One extends Timed>(
  platform: Platform,
  spaceId: string,
  timed: readonly One[],
  now: Date,
  look: (one: One, stretch: Stretch) => Promise<void>,
): Promise<void> {
  if (timed.length === 0) return;
  const table = `${spaceSchema(spaceId)}.rules_clock`;
  const { rows } = await spaceQuery<{ rule: string; start: string; until: Date }>(platform, {
    text: `select rule, start, until from ${table} where rule = any($1::text[])`,
    values: [[...new Set(timed.map(({ of }) => of))]],
  });
  const known = new Map(rows.map(({ rule, start, until }) => [`${rule} ${start}`, until]));
  const failures: unknown[] = [];
  for (const one of timed) {
    // a start that says another time is another one, which makes up for nothing
    const key = JSON.stringify(one.start);
    const last = known.get(`${one.of} ${key}`);
    // seen for the first time, what lay before is no concern of it; what came while nobody looked is made up for, unless it is old
    const from = new Date(Math.max(last?.getTime() ?? now.getTime() - 60_000, now.getTime() - dayMs));
    if (from >= now) continue;
    try {
      await look(one, { last, from, until: now });
      await spaceQuery(platform, {
        text: `insert into ${table} (rule, start, until) values ($1, $2, $3) on conflict (rule, start) do update set until = greatest(rules_clock.until, excluded.until)`,
        values: [one.of, key, now],
      });
    } catch (error) {
      platform.log.error({ err: error, space: spaceId, of: one.of }, 'a start by the clock could not be looked at');
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} starts by the clock failed`);
}
