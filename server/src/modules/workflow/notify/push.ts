import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import {
  isQuiet,
  usualPush,
  waysOf,
  type PushKind,
  type PushMessage,
  type PushSettings,
  type PushWay,
} from '@formwork/contract/workflow/push.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import { sendMail, sendSms } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { agentsOf, todoAgentsOf } from '../../agents/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { mailboxesOf, phonesOf } from '../../identity/public.ts';
import { leaveMessages, settleMessages } from '../../messages/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { recordLink } from '../../records/public.ts';
import type { WorkflowEventData } from './hand-on.ts';
import { pushTexts } from './push-texts.ts';

/** Tells people of what waits for them or has ended: by a message, and in the ways they chose. Comes an event again, its message and its mail are not written twice; a notice may be. */
export const pushSubscriber: Subscriber = {
  name: 'workflow.push',
  start: 'now',
  types: ['workflow.instance.'],
  async handle(platform, spaceId, events) {
    for (const event of events) await push(platform, spaceId, event);
  },
};

interface Wanted {
  settings: PushSettings;
  locale: Locale;
}

async function push(platform: Platform, spaceId: string, event: LoggedEvent): Promise<void> {
  const data = event.data as unknown as WorkflowEventData;
  const { people } = await directoryOf(platform, spaceId);
  const { appId, formId, recordId, title, formTitle } = data;
  const by = data.byItself ? null : event.actor;
  const deputy = data.byItself ? undefined : data.deputy;
  const where = { platform, spaceId };
  await settleMessages(platform, spaceId, {
    recordId,
    people: [...data.gone, ...(await agentsOf(where, data.gone))],
    kinds: [...asking],
  });
  const own: Meant = recipients(event.type, by, data);
  const agents = (
    await todoAgentsOf(
      where,
      appId,
      own.filter(({ kind }) => asking.has(kind)).map(({ person }) => person),
    )
  ).filter(({ agent }) => agent !== by);
  const forAgents = own
    .filter(({ kind }) => asking.has(kind))
    .flatMap(({ kind, person }) =>
      agents
        .filter(({ principal }) => principal === person)
        .map(({ agent, principal }) => ({ kind, person: agent, principal })),
    );
  const asked = [...own, ...forAgents].filter(({ person }) => people.get(person)?.disabled === false);
  const meant = await leaveMessages(platform, spaceId, {
    source: event.id,
    people: asked.map((one) => ({ ...one, title })),
    record: { appId, formId, formTitle, recordId },
    by,
    deputy,
  });
  if (meant.length === 0) return;
  const wanted = await settingsOf(platform, spaceId, [...new Set(meant.map(({ person }) => person))]);
  const clock = wallText(new Date().toISOString(), zoneOf(platform, spaceId)).slice(11, 16);
  const telling = (way: PushWay) =>
    meant.filter(({ kind, person }) => {
      const settings = wanted.get(person)?.settings ?? usualPush;
      return !isQuiet(settings, clock) && waysOf(settings, kind, data).includes(way);
    });

  const byName = people.get(by ?? '')?.name ?? null;
  const nameOf = (person: string) => people.get(person)?.name ?? '';
  for (const told of Map.groupBy(telling('live'), ({ kind, principal }) => `${kind} ${principal ?? ''}`).values()) {
    const { kind, principal } = told[0]!;
    const message: PushMessage = {
      type: 'workflow.push',
      kind,
      title: title.slice(0, 200),
      formTitle,
      appId,
      formId,
      recordId,
      by: byName,
      ...(deputy !== undefined && { deputy: nameOf(deputy) }),
      ...(principal !== undefined && { onBehalfOf: { id: principal, name: nameOf(principal) } }),
    };
    platform.realtime.publish(spaceId, { to: { users: told.map(({ person }) => person) }, message: { ...message } });
  }
  await write(platform, spaceId, event, data, { mails: telling('mail'), texts: telling('sms') }, wanted, {
    by: (locale) =>
      byName !== null && deputy !== undefined ? pushTexts[locale].byDeputy(nameOf(deputy), byName) : byName,
    nameOf,
  });
}

/** `principal`: whose agent the person is in it. */
type Meant = { kind: PushKind; person: string; principal?: string }[];

/** Mails and short messages, into the outbox. */
async function write(
  platform: Platform,
  spaceId: string,
  event: LoggedEvent,
  data: WorkflowEventData,
  { mails, texts }: { mails: Meant; texts: Meant },
  wanted: Map<string, Wanted>,
  { by, nameOf }: { by: (locale: Locale) => string | null; nameOf: (person: string) => string },
): Promise<void> {
  if (mails.length + texts.length === 0) return;
  const boxes = await mailboxesOf(
    platform,
    mails.map(({ person }) => person),
  );
  const phones = await phonesOf(
    platform,
    texts.map(({ person }) => person),
  );
  const { appId, formId, recordId, title, formTitle } = data;
  const link = recordLink(platform, spaceId, { appId, formId, recordId });
  await inControl(platform.control, spaceId, async (tx) => {
    const sender = {
      platform,
      spaceId,
      tx,
      requestId: event.requestId,
      ip: event.ip,
      user: event.actor === null ? undefined : { id: event.actor },
    };
    const headingOf = ({ kind, principal }: Meant[number], locale: Locale) =>
      principal === undefined
        ? pushTexts[locale][kind]
        : pushTexts[locale].onBehalfOf(pushTexts[locale][kind], nameOf(principal));
    const what = (locale: Locale) => [textIn(formTitle, locale), title].filter((part) => part !== '').join(' · ');
    for (const mail of mails) {
      const { kind, person, principal } = mail;
      const to = boxes.get(person);
      const locale = wanted.get(person)?.locale ?? 'zh-CN';
      const heading = headingOf(mail, locale);
      // an agent opens it as one: the page's `for`
      const there = link === '' || principal === undefined ? link : `${link}&for=${principal}`;
      if (to !== undefined)
        await sendMail(
          sender,
          {
            to,
            subject: `${heading}: ${what(locale)}`,
            text: pushTexts[locale].body(heading, what(locale), by(locale), there),
          },
          `${event.id} ${kind} ${person}${principal ?? ''}`,
        );
    }
    for (const text of texts) {
      const { kind, person, principal } = text;
      const phone = phones.get(person);
      const locale = wanted.get(person)?.locale ?? 'zh-CN';
      if (phone !== undefined)
        await sendSms(
          sender,
          {
            phone,
            text: pushTexts[locale].sms(headingOf(text, locale), what(locale).slice(0, mostSmsTitle), by(locale)),
          },
          `${event.id} ${kind} ${person}${principal ?? ''} sms`,
        );
    }
  });
}

/** A short message is paid by its length. */
const mostSmsTitle = 40;

/** What asks somebody to do something: their agents hear of it as they do, and it is over when it is done. */
const asking: ReadonlySet<PushKind> = new Set(['todo', 'returned', 'urged']);

/** Who is told of what; nobody of what they did themselves. */
function recipients(
  type: string,
  by: string | null,
  {
    appId,
    todo,
    urged,
    copied,
    finished,
    stopped = [],
    failed = [],
    commented = [],
    mentioned = [],
    initiator,
  }: WorkflowEventData,
): { kind: PushKind; person: string }[] {
  // events from before there were notices
  if (appId === undefined) return [];
  const some = (kind: PushKind, persons: readonly string[]) => persons.map((person) => ({ kind, person }));
  const all = [
    ...some(type.endsWith('.returned') ? 'returned' : 'todo', todo),
    ...some('urged', urged),
    ...some('copied', copied),
    ...some('finished', finished ? [initiator] : []),
    ...some('stopped', stopped),
    ...some('failed', failed),
    ...some('mentioned', mentioned),
    ...some(
      'commented',
      commented.filter((person) => !mentioned.includes(person)),
    ),
  ];
  return all.filter(({ person }) => person !== by);
}

async function settingsOf(platform: Platform, spaceId: string, persons: string[]): Promise<Map<string, Wanted>> {
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('workflow.push')
      .select(['account_id', 'settings', 'locale'])
      .where('account_id', 'in', persons)
      .execute(),
  );
  return new Map(rows.map(({ account_id, settings, locale }) => [account_id, { settings, locale }]));
}
