import type { Cause } from '../../platform/context.ts';
import { idOf } from '../../platform/actions.ts';
import { mostDeep } from '../../platform/cause-chain.ts';
import type { LoggedEvent } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { leaveMessages } from '../messages/public.ts';
import type { LiveRule } from './live.ts';

/** The third time on the way that a rule comes to the same record, it goes in a circle. */
const mostTimes = 2;

export function causeIn({ id, data }: Pick<LoggedEvent, 'id' | 'data'>): Cause {
  const { root, depth, chain } = (data.cause ?? {}) as Partial<Cause>;
  return { root: root ?? id, depth: depth ?? 0, chain: chain ?? [], trace: '' };
}

/** What the rule leads to gets this; undefined where it is in a circle. */
export function nextCause(came: Cause, { id }: LiveRule, recordId: string, trace: string): Cause | undefined {
  const step = `${id}:${recordId}`;
  if (came.depth >= mostDeep || came.chain.filter((one) => one === step).length >= mostTimes) return undefined;
  return { root: came.root, depth: came.depth + 1, chain: [...came.chain, step].slice(-24), trace };
}

/** Tells who released the rule, once for everything with the same beginning. */
export async function tellStopped(
  platform: Platform,
  spaceId: string,
  live: Pick<LiveRule, 'id' | 'name' | 'author'>,
  because: string,
): Promise<void> {
  await leaveMessages(platform, spaceId, {
    source: idOf(`rules ${because}`),
    people: [{ person: live.author, kind: 'ruleStopped', title: live.name.zh }],
    target: { page: 'rulesEngine', query: { id: live.id } },
    by: null,
  });
}
