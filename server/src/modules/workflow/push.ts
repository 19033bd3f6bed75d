import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { fillPattern, routeById } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { isQuiet, usualPush, waysOf, type PushKind, type PushMessage, type PushSettings, type PushWay } from '@formwork/contract/workflow/push.ts';
import { inControl } from '../../platform/db.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events.ts';
import { sendMail } from '../../platform/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { agentsOf, todoAgentsOf } from '../agents/public.ts';
import { mailboxesOf } from '../identity/public.ts';
import { leaveMessages, settleMessages } from '../messages/public.ts';
import { directoryOf } from '../organization/public.ts';
import type { WorkflowEventData } from './hand-on.ts';

/** Tells people of what waits for them or has ended: by a message, and in the ways they chose. Comes an event again, its message and its mail are not written twice; a notice may be. */
export const pushSubscriber: Subscriber = {
  name: 'workflow.push',
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
  const where = { platform, spaceId };
  await settleMessages(platform, spaceId, { recordId, people: [...data.gone, ...(await agentsOf(where, data.gone))], kinds: [...asking] });
  const own = recipients(event, data);
  const agents = (await todoAgentsOf(where, appId, own.filter(({ kind }) => asking.has(kind)).map(({ person }) => person))).filter(({ agent }) => agent !== event.actor);
  const forAgents = own.filter(({ kind }) => asking.has(kind)).flatMap(({ kind, person }) => agents.filter(({ principal }) => principal === person).map(({ agent, principal }) => ({ kind, person: agent, principal })));
  const asked = [...own, ...forAgents].filter(({ person }) => people.get(person)?.disabled === false);
  const meant = await leaveMessages(platform, spaceId, { source: event.id, people: asked.map((one) => ({ ...one, title })), appId, formId, formTitle, recordId, by: event.actor });
  if (meant.length === 0) return;
  const wanted = await settingsOf(platform, spaceId, [...new Set(meant.map(({ person }) => person))]);
  const clock = wallText(new Date().toISOString()).slice(11, 16);
  const telling = (way: PushWay) => meant.filter(({ kind, person }) => {
    const settings = wanted.get(person)?.settings ?? usualPush;
    return !isQuiet(settings, clock) && waysOf(settings, kind, data).includes(way);
  });

  const by = people.get(event.actor ?? '')?.name ?? null;
  for (const [kind, told] of Map.groupBy(telling('live'), (one) => one.kind)) {
    const message: PushMessage = { type: 'workflow.push', kind, title: title.slice(0, 200), formTitle, appId, formId, recordId, by };
    platform.realtime.publish(spaceId, { to: { users: told.map(({ person }) => person) }, message: { ...message } });
  }
  const mails = telling('mail');
  if (mails.length === 0) return;
  const boxes = await mailboxesOf(platform, mails.map(({ person }) => person));
  const link = platform.config.publicUrl && `${platform.config.publicUrl}/space-${spaceId}${fillPattern(routeById.recordDetail.pattern, { app: appId, form: formId })}?record=${recordId}`;
  await inControl(platform.control, spaceId, async (tx) => {
    for (const { kind, person } of mails) {
      const to = boxes.get(person);
      if (to === undefined) continue;
      const locale = wanted.get(person)?.locale ?? 'zh-CN';
      const what = [textIn(formTitle, locale), title].filter((part) => part !== '').join(' · ');
      const sender = { platform, spaceId, tx, requestId: event.requestId, ip: event.ip, user: event.actor === null ? undefined : { id: event.actor } };
      await sendMail(sender, { to, subject: `${texts[locale][kind]}: ${what}`, text: texts[locale].body(texts[locale][kind], what, by, link) }, `${event.id} ${kind} ${person}`);
    }
  });
}

/** What asks somebody to do something: their agents hear of it as they do, and it is over when it is done. */
const asking: ReadonlySet<PushKind> = new Set(['todo', 'returned', 'urged']);

/** Who is told of what; nobody of what they did themselves. */
function recipients({ type, actor }: LoggedEvent, { appId, todo, urged, copied, finished, initiator }: WorkflowEventData): { kind: PushKind; person: string }[] {
  // events from before there were notices
  if (appId === undefined) return [];
  const some = (kind: PushKind, persons: readonly string[]) => persons.map((person) => ({ kind, person }));
  const all = [...some(type.endsWith('.returned') ? 'returned' : 'todo', todo), ...some('urged', urged), ...some('copied', copied), ...some('finished', finished ? [initiator] : [])];
  return all.filter(({ person }) => person !== actor);
}

async function settingsOf(platform: Platform, spaceId: string, persons: string[]): Promise<Map<string, Wanted>> {
  const rows = await inControl(platform.control, spaceId, (tx) => tx.selectFrom('workflow.push').select(['account_id', 'settings', 'locale']).where('account_id', 'in', persons).execute());
  return new Map(rows.map(({ account_id, settings, locale }) => [account_id, { settings, locale }]));
}

const texts = {
  'zh-CN': {
    todo: '新待办', returned: '退回给您', urged: '催办', copied: '抄送给您', finished: '您发起的流程已结束',
    body: (kind: string, what: string, by: string | null, link: string) => `${kind}：${what}${by === null ? '' : `\n操作人：${by}`}${link === '' ? '\n请登录后在工作台查看。' : `\n${link}`}\n\n可在“个人中心 - 待办推送订阅”中调整此类邮件。`,
  },
  en: {
    todo: 'New to-do', returned: 'Returned to you', urged: 'Urged', copied: 'Copied to you', finished: 'Your process has finished',
    body: (kind: string, what: string, by: string | null, link: string) => `${kind}: ${what}${by === null ? '' : `\nBy: ${by}`}${link === '' ? '\nSign in and find it at your workbench.' : `\n${link}`}\n\nChange these mails under Personal centre, Pushed to-dos.`,
  },
} satisfies Record<Locale, Record<PushKind, string> & { body: unknown }>;
