import { ofPlatform, type MessagesChanged, type MessageTarget } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import type { RouteId } from '@formwork/contract/routes.ts';
import type { Text } from '@formwork/contract/text.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { plainSql, termsSql } from './search.ts';
import { whoSubscribed } from './subscriptions.ts';

interface ToldPerson {
  person: string;
  kind: MessageKind;
  /** In both languages where it is a name that has both: who reads it gets theirs. */
  title: string | Text;
  /** Whose agent they are in it. */
  principal?: string;
}

/** Something that people are told, each in the words for their part in it. */
interface Told<Person extends ToldPerson = ToldPerson> {
  /** Id of the event that it tells of: however often that comes, nobody is told twice. */
  source: string;
  people: Person[];
  /** What it is about; what is of no record says where it leads instead. */
  record?: { appId: string; formId: string; formTitle: Text; recordId: string };
  target?: MessageTarget & { page: RouteId };
  /** What gives cause again and again: in ten minutes one message a kind and thing, with its count. */
  thing?: string;
  /** Who did it. */
  by: string | null;
  /** The agent who did it for them. */
  deputy?: string | undefined;
}

const slotMs = 600_000;

/** Cause once more: the message counts it, comes to the top and is unread again, unless it is the very event that stands there. */
const againSql = `on conflict (person, kind, thing, slot) where thing is not null do update
      set id = excluded.id, title = excluded.title, title_en = excluded.title_en, plain = excluded.plain, terms = excluded.terms, by_person = excluded.by_person, target = excluded.target,
        source = excluded.source, at = excluded.at, read_at = null, times = messages_message.times + 1
      where messages_message.source <> excluded.source`;

/** Leaves a message to each who wants such ones; they are handed back, for telling them in other ways too. */
export async function leaveMessages<Person extends ToldPerson>(
  platform: Platform,
  spaceId: string,
  told: Told<Person>,
): Promise<Person[]> {
  const { source, record, target, thing, by, deputy } = told;
  const people = await whoSubscribed(platform, spaceId, record?.appId ?? ofPlatform, told.people);
  if (people.length === 0) return [];
  await spaceQuery(platform, {
    text: `insert into ${spaceSchema(spaceId)}.messages_message (id, person, kind, title, title_en, principal, app_id, form_id, form_title, record_id, by_person, source, plain, terms, deputy, target, thing, slot)
      select id, person, kind, title, title_en, principal, $6, $7, $8::jsonb, $9, $10::uuid, $11, plain, ${termsSql('plain', '$10::uuid')}, $12::uuid, $13::jsonb, $14, $15::bigint
      from (select told.*, ${plainSql('title', '$8::jsonb', 'title_en')} as plain from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $16::text[]) as told (id, person, kind, title, principal, title_en) offset 0) as told
      ${thing === undefined ? 'on conflict do nothing' : againSql}`,
    values: [
      people.map(() => newId()),
      people.map(({ person }) => person),
      people.map(({ kind }) => kind),
      people.map(({ title }) => (typeof title === 'string' ? title : title.zh).slice(0, 200)),
      people.map(({ principal }) => principal ?? null),
      record?.appId ?? null,
      record?.formId ?? null,
      record ? JSON.stringify(record.formTitle) : null,
      record?.recordId ?? null,
      by,
      source,
      deputy ?? null,
      target ? JSON.stringify(target) : null,
      thing ?? null,
      thing === undefined ? null : Math.floor(Date.now() / slotMs),
      people.map(({ title }) => (typeof title === 'string' ? null : title.en?.slice(0, 200) || null)),
    ],
  });
  tellPages(
    platform,
    spaceId,
    people.map(({ person }) => person),
  );
  return people;
}

/** What somebody was asked to do is done or waits for others: its messages are old. */
export async function settleMessages(
  platform: Platform,
  spaceId: string,
  { recordId, people, kinds }: { recordId: string; people: string[]; kinds: MessageKind[] },
): Promise<void> {
  if (people.length === 0) return;
  const { rowCount } = await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.messages_message set read_at = now() where record_id = $1 and person = any($2::uuid[]) and kind = any($3) and read_at is null`,
    values: [recordId, people, kinds],
  });
  if (rowCount > 0) tellPages(platform, spaceId, people);
}

/** Pages that show messages look again. */
export function tellPages(platform: Platform, spaceId: string, people: string[]): void {
  const message: MessagesChanged = { type: 'messages.changed' };
  platform.realtime.publish(spaceId, { to: { users: [...new Set(people)] }, message: { ...message } });
}
