import type { Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { refuse } from '../errors.ts';

/**
 * So many calls of one person in a minute on this process, where the installation sets it: whoever reads a whole enterprise page by
 * page, or fills it, is slowed down. Counted in memory: a call to the database for each call would cost more than most of them.
 */
export function paceOf(
  { callsPerMinute }: Pick<Config, 'callsPerMinute'>,
  now: () => number = Date.now,
): (ctx: Pick<Ctx, 'user'>) => undefined {
  const counts = new Map<string, number>();
  let minute = 0;
  return ({ user }) => {
    if (callsPerMinute === 0) return undefined;
    const at = now();
    if (Math.floor(at / 60_000) !== minute) {
      minute = Math.floor(at / 60_000);
      counts.clear();
    }
    // whoever acts in another's name counts as themselves
    const who = user.deputy?.id ?? user.id;
    const count = (counts.get(who) ?? 0) + 1;
    if (count > callsPerMinute)
      throw refuse('platform.too_many_requests', { secondsLeft: Math.ceil(((minute + 1) * 60_000 - at) / 1_000) });
    counts.set(who, count);
    return undefined;
  };
}
