import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldsOf, filledIn, type NotificationRule } from '@formwork/contract/forms/notifications.ts';
import { isEmptyValue, type Values } from '@formwork/contract/forms/values/value.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { RecordNotice } from '@formwork/contract/records/talk.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { sendMail, sendSms } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mailboxesOf, phonesOf } from '../../identity/public.ts';
import { leaveMessages, whoSubscribed } from '../../messages/public.ts';
import { directoryOf, namesIn, peopleAmong, type Directory, type DirectoryPerson } from '../../organization/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import { recordLink } from '../read/record-link.ts';
import { titleReader } from '../relations/title-reader.ts';
import type { Mask } from '../rights/mask.ts';
import { mannersOf, type Manners } from './manners.ts';
import { maskFor, maskOfDeleted } from './sight.ts';
import { notifyTexts } from './notify-texts.ts';

/** What happened to one record. */
export interface Occasion {
  /** Names it for all time: by one name nobody is told twice. */
  source: string;
  recordId: string;
  /** The record's own values as they were then. */
  values: Values;
  gone: boolean;
  /** Who did it; null for what came about by itself. */
  by: string | null;
  requestId: string;
  ip: string;
}

/** So many are looked at together. */
const atOnce = 200;
const mostTitle = 200;
/** A short message is paid by its length. */
const mostSms = 140;

/** Tells everybody whom the rule means and who sees the record, in words of what they see. Done twice it leaves no second message, mail or short message. */
export async function tellRule(
  platform: Platform,
  spaceId: string,
  plan: FormPlan,
  rule: NotificationRule,
  occasion: Occasion,
): Promise<void> {
  const directory = await directoryOf(platform, spaceId);
  const people = peopleMeant(directory, rule, occasion);
  for (let from = 0; from < people.length; from += atOnce) {
    const some = people.slice(from, from + atOnce);
    const seen = await Promise.all(
      some.map(async (person) => ({
        person,
        mask: occasion.gone
          ? await maskOfDeleted({ platform, spaceId }, plan, occasion.values, person)
          : await maskFor({ platform, spaceId }, plan, occasion.recordId, person),
      })),
    );
    const manners = await mannersOf(
      platform,
      spaceId,
      some.map(({ id }) => id),
    );
    const told: Told[] = [];
    for (const { person, mask } of seen) {
      if (!mask) continue;
      const own = manners(person.id);
      told.push({
        person: person.id,
        kind: 'notified',
        title: await written({ platform, spaceId, directory }, plan, { rule, occasion, person, mask, manners: own }),
        manners: own,
      });
    }
    await send(platform, spaceId, plan, { rule, occasion, told, doer: directory.people.get(occasion.by ?? '')?.name });
  }
}

type Told = { person: string; kind: 'notified'; title: string; manners: Manners };

/** Nobody of what they did themselves. */
function peopleMeant(
  directory: Directory,
  { receivers, named }: NotificationRule,
  { values, by }: Occasion,
): DirectoryPerson[] {
  const inRecord = named.flatMap((id) => {
    const value = values[id];
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  });
  const ids = new Set([...peopleAmong(directory, receivers), ...inRecord]);
  ids.delete(by ?? '');
  return [...ids].flatMap((id) => {
    const person = directory.people.get(id);
    return person && !person.disabled ? [person] : [];
  });
}

/** The rule's text as the person may read it: what is kept from them is left empty. */
async function written(
  { platform, spaceId, directory }: { platform: Platform; spaceId: string; directory: Directory },
  plan: FormPlan,
  {
    rule,
    occasion,
    person,
    mask,
    manners: { locale },
  }: { rule: NotificationRule; occasion: Occasion; person: DirectoryPerson; mask: Mask; manners: Manners },
): Promise<string> {
  const { definition } = plan.form;
  const values = Object.fromEntries(Object.entries(occasion.values).filter(([id]) => !mask.has(id)));
  // as that person: records that they do not see have no name in it
  const titles = titleReader({ platform, spaceId, user: person } as unknown as Ctx);
  await titles.readRecord({ columns: plan.columns, slaves: [] }, { values, slaves: {} });
  const named = namesIn(directory);
  const fields = fieldsOf(definition);
  const words: Record<string, string> = {
    recordTitle: plan.titleOf(values),
    formTitle: textIn(definition.title, locale),
    doer: directory.people.get(occasion.by ?? '')?.name ?? notifyTexts[locale].nobody,
  };
  return filledIn(textIn(rule.text, locale), (word) => {
    const field = fields.get(word);
    const value = values[word] ?? null;
    if (!field) return words[word] ?? '';
    return isEmptyValue(value)
      ? ''
      : fieldTypeSpec(field.type).toText(value, field.config, {
          locale,
          timeZone: plan.timeZone,
          nameOf: (id) => named(id) ?? titles.titleOfId(id),
        });
  }).trim();
}

async function send(
  platform: Platform,
  spaceId: string,
  plan: FormPlan,
  {
    rule,
    occasion,
    told,
    doer,
  }: { rule: NotificationRule; occasion: Occasion; told: Told[]; doer: string | undefined },
): Promise<void> {
  const { appId, formId, definition } = plan.form;
  const { recordId, by } = occasion;
  const source = `${occasion.source} ${rule.id}`;
  const has = (way: NotificationRule['ways'][number]): boolean => rule.ways.includes(way);
  const wanted = await whoSubscribed(platform, spaceId, appId, told);
  // whom nothing else reaches now finds it later
  const left = wanted.filter(({ manners }) => has('message') || (manners.quiet && !has('mail')));
  if (left.length > 0)
    await leaveMessages(platform, spaceId, {
      source,
      people: left.map((one) => ({ ...one, title: one.title.slice(0, mostTitle) })),
      record: { appId, formId, formTitle: definition.title, recordId },
      by,
    });
  const awake = wanted.filter(({ manners }) => !manners.quiet);
  if (has('live'))
    for (const [title, same] of Map.groupBy(awake, (one) => one.title.slice(0, mostTitle))) {
      const message: RecordNotice = {
        type: 'records.notice',
        kind: 'notified',
        title,
        formTitle: definition.title,
        appId,
        formId,
        recordId,
        by: doer ?? null,
        ...(occasion.gone && { gone: true }),
      };
      platform.realtime.publish(spaceId, { to: { users: same.map(({ person }) => person) }, message: { ...message } });
    }
  await post(platform, spaceId, {
    plan,
    occasion,
    source,
    mails: has('mail') ? wanted : [],
    texts: has('sms') ? awake : [],
  });
}

/** Mails and short messages, into the outbox. */
async function post(
  platform: Platform,
  spaceId: string,
  {
    plan,
    occasion,
    source,
    mails,
    texts,
  }: { plan: FormPlan; occasion: Occasion; source: string; mails: Told[]; texts: Told[] },
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
  const { appId, formId, definition } = plan.form;
  const link = occasion.gone ? '' : recordLink(platform, spaceId, { appId, formId, recordId: occasion.recordId });
  await inControl(platform.control, spaceId, async (tx) => {
    const { requestId, ip, by } = occasion;
    const sender = { platform, spaceId, tx, requestId, ip, user: by === null ? undefined : { id: by } };
    const form = (locale: Locale) => textIn(definition.title, locale);
    for (const { person, title, manners } of mails) {
      const to = boxes.get(person);
      const { locale } = manners;
      if (to !== undefined)
        await sendMail(
          sender,
          {
            to,
            subject: `${form(locale)}: ${title.split('\n')[0]!.slice(0, mostTitle)}`,
            text: notifyTexts[locale].body(title, form(locale), link),
          },
          `${source} ${person}`,
        );
    }
    for (const { person, title } of texts) {
      const phone = phones.get(person);
      if (phone !== undefined)
        await sendSms(sender, { phone, text: title.slice(0, mostSms) }, `${source} ${person} sms`);
    }
  });
}
