import { addDays, instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import { textIn } from '@formwork/contract/text.ts';
import { fillPattern, routeById } from '@formwork/contract/routes.ts';
import {
  isQuiet,
  pushKinds,
  waysOf,
  type PushKind,
  type PushSettings,
  type PushWay,
} from '@formwork/contract/workflow/push.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { PeriodicTask } from '../../../platform/jobs/jobs.ts';
import { everySpace } from '../../../platform/jobs/jobs-retention.ts';
import { sendMail, sendSms } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { mailboxesOf, phonesOf } from '../../identity/public.ts';
import { unreadBetween, type UnreadMessage } from '../../messages/public.ts';
import { pushTexts } from './push-texts.ts';
import type { PushTable } from '../tables.ts';

type Settled = { [K in keyof PushTable]: K extends 'settings' ? PushSettings : PushTable[K] };

/** What is told later: digests at their time, and after quiet hours what came meanwhile. */
export const pushLater: PeriodicTask = {
  name: 'workflow.push_later',
  cron: '*/5 * * * *',
  run: (platform) => tellLater(platform, new Date()),
};

export async function tellLater(platform: Platform, now: Date): Promise<void> {
  for (const spaceId of await everySpace(platform)) {
    if (platform.hold.spaces.has(spaceId)) continue;
    const rows = (await inControl(platform.control, spaceId, (tx) =>
      tx.selectFrom('workflow.push').selectAll().execute(),
    )) as Settled[];
    const zone = zoneOf(platform, spaceId);
    for (const row of rows) {
      const digest = digestDue(row, now, zone);
      if (digest) await sendDigest(platform, row, digest, now);
      const quiet = quietOver(row, now, zone);
      if (quiet) await catchUp(platform, row, quiet, now);
    }
  }
}

interface Digest {
  every: 'daily' | 'weekly';
  /** Names it: however often the clock asks, it is sent once. */
  day: string;
  since: Date;
}

/** The digest whose time has come today where the enterprise is, unless it was sent. Weekly ones come on Mondays. */
export function digestDue(
  { settings: { digest }, digested_at: last }: Pick<Settled, 'settings' | 'digested_at'>,
  now: Date,
  timeZone: string,
): Digest | undefined {
  if (!digest) return undefined;
  const [day = '', clock = ''] = wallText(now.toISOString(), timeZone).split(' ');
  const days = digest.every === 'daily' ? 1 : 7;
  if (clock.slice(0, 5) < digest.at || (days === 7 && new Date(`${day}T00:00:00Z`).getUTCDay() !== 1)) return undefined;
  if (last && wallText(last.toISOString(), timeZone) >= `${day} ${digest.at}`) return undefined;
  const from = new Date(now.getTime() - days * 86_400_000);
  return { every: digest.every, day, since: last && last > from ? last : from };
}

/** The quiet hours that ended last, when nobody was told of them yet and it is not half a day ago. */
export function quietOver(
  { settings, caught_up_at: last }: Pick<Settled, 'settings' | 'caught_up_at'>,
  now: Date,
  timeZone: string,
): { from: Date; until: Date } | undefined {
  const { quiet } = settings;
  const [day = '', clock = ''] = wallText(now.toISOString(), timeZone).slice(0, 16).split(' ');
  if (!quiet || quiet.from === quiet.until || isQuiet(settings, clock)) return undefined;
  const lastDay = quiet.until <= clock ? day : addDays(day, -1);
  const until = momentAt(lastDay, quiet.until, timeZone);
  if (now.getTime() - until.getTime() > halfDayMs || (last && last >= until)) return undefined;
  const began = momentAt(quiet.from < quiet.until ? lastDay : addDays(lastDay, -1), quiet.from, timeZone);
  return { from: last && last > began ? last : began, until };
}

const halfDayMs = 43_200_000;

function momentAt(day: string, clock: string, timeZone: string): Date {
  return new Date(instantFromWall(`${day} ${clock}:00`, timeZone)!);
}

async function sendDigest(platform: Platform, row: Settled, { every, day, since }: Digest, now: Date): Promise<void> {
  const { space_id: spaceId, account_id: person } = row;
  const unread = await unreadBetween(platform, spaceId, person, since, now, mostListed);
  const box = unread.count === 0 ? undefined : (await mailboxesOf(platform, [person])).get(person);
  await inControl(platform.control, spaceId, async (tx) => {
    if (box !== undefined)
      await sendMail(
        sender(platform, spaceId, tx),
        mailOf(platform, row, every, unread, box),
        `digest ${spaceId} ${person} ${day}`,
      );
    await tx.updateTable('workflow.push').set({ digested_at: now }).where('account_id', '=', person).execute();
  });
}

/** One notice, one mail, one short message for all that was held back, in the ways that the person wanted for any of it. */
async function catchUp(
  platform: Platform,
  row: Settled,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<void> {
  const { space_id: spaceId, account_id: person, settings, locale } = row;
  const all = await unreadBetween(platform, spaceId, person, from, until, mostListed);
  const held = all.rows.flatMap((one) =>
    isPushed(one.kind) && one.appId !== null && one.formId !== null
      ? [{ ...one, appId: one.appId, formId: one.formId }]
      : [],
  );
  const wants = (way: PushWay) => held.filter((one) => waysOf(settings, one.kind as PushKind, one).includes(way));
  const [live, mail, sms] = [wants('live'), wants('mail'), wants('sms')];
  const box = mail.length > 0 ? (await mailboxesOf(platform, [person])).get(person) : undefined;
  const phone = sms.length > 0 ? (await phonesOf(platform, [person])).get(person) : undefined;
  await inControl(platform.control, spaceId, async (tx) => {
    const once = `quiet ${spaceId} ${person} ${until.toISOString()}`;
    if (box !== undefined)
      await sendMail(
        sender(platform, spaceId, tx),
        mailOf(platform, row, 'quiet', { count: mail.length, rows: mail }, box),
        once,
      );
    if (phone !== undefined)
      await sendSms(
        sender(platform, spaceId, tx),
        { phone, text: pushTexts[locale].summarySms(sms.length) },
        `${once} sms`,
      );
    await tx.updateTable('workflow.push').set({ caught_up_at: now }).where('account_id', '=', person).execute();
  });
  if (live.length > 0)
    platform.realtime.publish(spaceId, {
      to: { users: [person] },
      message: { type: 'workflow.caught_up', count: live.length },
    });
}

const mostListed = 100;

function isPushed(kind: string): kind is PushKind {
  return (pushKinds as readonly string[]).includes(kind);
}

function mailOf(
  platform: Platform,
  { space_id: spaceId, locale }: Settled,
  kind: 'daily' | 'weekly' | 'quiet',
  { count, rows }: { count: number; rows: UnreadMessage[] },
  to: string,
) {
  const words = pushTexts[locale];
  const lines = rows
    .slice(0, mostLines)
    .map(
      (one) =>
        `- ${isPushed(one.kind) ? `${words[one.kind]}: ` : ''}${[one.formTitle ? textIn(one.formTitle, locale) : '', textIn(one.title, locale)].filter((part) => part !== '').join(' · ')}`,
    );
  const link =
    platform.config.publicUrl &&
    `${platform.config.publicUrl}/space-${spaceId}${fillPattern(routeById.messageCentre.pattern, {})}`;
  return { to, subject: `${words.digest[kind]}: ${count}`, text: words.summary(count, lines, link) };
}

const mostLines = 50;

function sender(
  platform: Platform,
  spaceId: string,
  tx: Parameters<typeof sendMail>[0]['tx'],
): Parameters<typeof sendMail>[0] {
  return { platform, spaceId, tx, requestId: 'clock', ip: '' };
}
