import type { AlertInput } from '@formwork/contract/gateway/watch-api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import type { Receiver } from '@formwork/contract/records/share.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import { sendMail } from '../../platform/outbox/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailboxesOf } from '../identity/public.ts';
import { leaveMessages } from '../messages/public.ts';
import { directoryOf, peopleAmong, receiverName } from '../organization/public.ts';

/** Whom an alert names must be there, and somebody's own group is theirs alone. */
export async function requireReceivers(ctx: Ctx, { receivers }: Pick<AlertInput, 'receivers'>): Promise<void> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const isThere = (one: Receiver): boolean => {
    const group = one.kind === 'groups' ? directory.groups.get(one.id) : undefined;
    return receiverName(directory, one) !== undefined && (group?.kind !== 'private' || group.ownerId === ctx.user.id);
  };
  if (!receivers.every(isThere))
    throw invalid('gateway.alert.nobody', [{ path: 'receivers', code: 'gateway.alert.nobody' }]);
}

export async function namedReceivers(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  receivers: readonly Receiver[],
): Promise<(Receiver & { name: string })[]> {
  const directory = await directoryOf(platform, spaceId);
  return receivers.map((one) => ({ ...one, name: receiverName(directory, one) ?? '' }));
}

/** Whoever belongs to the receivers now; administrators where nobody is named. */
export async function tellReceivers(
  platform: Platform,
  spaceId: string,
  { receivers, ways }: Pick<AlertInput, 'receivers' | 'ways'>,
  word: { once: string; kind: MessageKind; title: string },
): Promise<void> {
  const directory = await directoryOf(platform, spaceId);
  const people =
    receivers.length > 0
      ? peopleAmong(directory, receivers)
      : [...directory.people.values()]
          .filter(({ role, disabled }) => role === 'admin' && !disabled)
          .map(({ id }) => id);
  const mayOpen = (person: string): boolean => directory.people.get(person)?.role === 'admin';
  if (ways.includes('message'))
    for (const opens of [true, false])
      await leaveMessages(platform, spaceId, {
        source: word.once,
        people: people
          .filter((person) => mayOpen(person) === opens)
          .map((person) => ({ person, kind: word.kind, title: word.title })),
        ...(opens && { target: { page: 'esb', query: { tab: 'alerts' } } }),
        by: null,
      });
  if (!ways.includes('mail')) return;
  const boxes = await mailboxesOf(platform, people);
  for (const [person, to] of boxes)
    await inControl(platform.control, spaceId, (tx) =>
      sendMail(
        { platform, spaceId, tx, requestId: '', ip: '' },
        { to, subject: word.title.slice(0, 200), text: word.title },
        `${word.once} ${person}`,
      ),
    );
}
