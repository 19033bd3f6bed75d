import type { MessageKind, MessagesChanged } from '@formwork/contract/messages/api.ts';
import type { Text } from '@formwork/contract/text.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../platform/space-data.ts';
import { plainSql, termsSql } from './search.ts';
import { whoSubscribed } from './subscriptions.ts';

interface ToldPerson {
  person: string;
  kind: MessageKind;
  title: string;
  /** Whose agent they are in it. */
  principal?: string;
}

/** Something that people are told, each in the words for their part in it. */
interface Told<Person extends ToldPerson = ToldPerson> {
  /** Id of the event that it tells of: however often that comes, nobody is told twice. */
  source: string;
  people: Person[];
  appId: string;
  formId: string;
  formTitle: Text;
  recordId: string;
  /** Who did it. */
  by: string | null;
  /** The agent who did it for them. */
  deputy?: string | undefined;
}

/** Leaves a message to each who wants such ones; they are handed back, for telling them in other ways too. */
export async function leaveMessages<Person extends ToldPerson>(platform: Platform, spaceId: string, told: Told<Person>): Promise<Person[]> {
  const { source, appId, formId, formTitle, recordId, by, deputy } = told;
  const people = await whoSubscribed(platform, spaceId, appId, told.people);
  if (people.length === 0) return [];
  await spaceQuery(platform, {
    text: `insert into ${spaceSchema(spaceId)}.messages_message (id, person, kind, title, principal, app_id, form_id, form_title, record_id, by_person, source, plain, terms, deputy)
      select id, person, kind, title, principal, $6, $7, $8::jsonb, $9, $10::uuid, $11, plain, ${termsSql('plain', '$10::uuid')}, $12::uuid
      from (select told.*, ${plainSql('title', '$8::jsonb')} as plain from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[]) as told (id, person, kind, title, principal) offset 0) as told
      on conflict do nothing`,
    values: [people.map(() => newId()), people.map(({ person }) => person), people.map(({ kind }) => kind), people.map(({ title }) => title.slice(0, 200)), people.map(({ principal }) => principal ?? null), appId, formId, JSON.stringify(formTitle), recordId, by, source, deputy ?? null],
  });
  tellPages(platform, spaceId, people.map(({ person }) => person));
  return people;
}

/** What somebody was asked to do is done or waits for others: its messages are old. */
export async function settleMessages(platform: Platform, spaceId: string, { recordId, people, kinds }: { recordId: string; people: string[]; kinds: MessageKind[] }): Promise<void> {
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
