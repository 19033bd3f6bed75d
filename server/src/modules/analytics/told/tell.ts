import type { ToldWay } from '@formwork/contract/analytics/told-api.ts';
import type { MessageTarget } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import type { RouteId } from '@formwork/contract/routes.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { sendMail } from '../../../platform/outbox/outbox.ts';
import { mailboxesOf } from '../../identity/public.ts';
import { leaveMessages } from '../../messages/public.ts';

export interface Word {
  kind: MessageKind;
  /** What it is about; told again under the same name it comes once. */
  once: string;
  title: string;
  text: string;
  html?: string;
  target: MessageTarget & { page: RouteId };
  ways: readonly ToldWay[];
  by: string | null;
}

/** Tells one person, in the message centre and by mail, as they asked. */
export async function tellPerson(at: Pick<Ctx, 'platform' | 'spaceId'>, person: string, word: Word): Promise<void> {
  const { platform, spaceId } = at;
  if (word.ways.includes('message'))
    await leaveMessages(platform, spaceId, {
      source: word.once,
      people: [{ person, kind: word.kind, title: word.title }],
      target: word.target,
      by: word.by,
    });
  if (!word.ways.includes('mail')) return;
  const to = (await mailboxesOf(platform, [person])).get(person);
  if (to === undefined) return;
  await inControl(platform.control, spaceId, (tx) =>
    sendMail(
      { platform, spaceId, tx, requestId: '', ip: '' },
      { to, subject: word.title.slice(0, 200), text: word.text, ...(word.html !== undefined && { html: word.html }) },
      `${word.once} ${person}`,
    ),
  );
}
