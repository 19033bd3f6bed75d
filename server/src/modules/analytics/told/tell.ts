import type { ToldWay } from '@formwork/contract/analytics/told-api.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { MessageTarget } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import { fillPattern, routeById, type RouteId } from '@formwork/contract/routes.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { sendMail } from '../../../platform/outbox/outbox.ts';
import { mailboxesOf } from '../../identity/public.ts';
import { leaveMessages } from '../../messages/public.ts';
import { escaped } from '../pictures/svg-text.ts';

export interface Word {
  kind: MessageKind;
  /** What it is about; told again under the same name it comes once. */
  once: string;
  /** In both languages where it says the same in both. */
  title: string | Text;
  /** Of mails: in the language of the receiver. */
  locale: Locale;
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
  const link = linkTo(at, word.target);
  await inControl(platform.control, spaceId, (tx) =>
    sendMail(
      { platform, spaceId, tx, requestId: '', ip: '' },
      {
        to,
        subject: (typeof word.title === 'string' ? word.title : textIn(word.title, word.locale)).slice(0, 200),
        text: [word.text, link].filter(Boolean).join('\n\n'),
        ...(word.html !== undefined && {
          html: letters(link === '' ? word.html : `${word.html}<p>${linkHtml(link)}</p>`),
        }),
      },
      `${word.once} ${person}`,
    ),
  );
}

/** Where it is looked at; empty where the installation does not know under which name people reach it. */
function linkTo({ platform: { config }, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>, target: Word['target']): string {
  if (!config.publicUrl) return '';
  return `${config.publicUrl}/space-${spaceId}${fillPattern(routeById[target.page].pattern, target.params ?? {})}`;
}

/** As pages are written: programs for mails have letters of their own otherwise. */
function letters(html: string): string {
  return `<div style="font-family:system-ui,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif;font-size:14px">${html}</div>`;
}

function linkHtml(link: string): string {
  return `<a href="${escaped(link)}">${escaped(link)}</a>`;
}
