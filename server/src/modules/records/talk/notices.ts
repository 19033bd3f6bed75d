import type { NoticeKind, RecordNotice } from '@formwork/contract/records/talk.ts';
import { AppError } from '../../../platform/errors.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { leaveMessages } from '../../messages/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { planOf } from '../plan/plan.ts';
import { recordTopic } from '../read/presence.ts';
import { titlesSeen } from '../read/sight.ts';

/** Tells people what happens to records that they own, follow, are mentioned at or were given: by a message, and in the pages they have open. Comes an event again, its message is not left twice; a notice may be. */
export const noticeSubscriber: Subscriber = {
  name: 'records.notices',
  start: 'now',
  types: ['records.updated', 'records.deleted', 'records.comment.', 'records.grant.shared', 'records.transferred'],
  async handle(platform, spaceId, events) {
    const followers = await followersOf(platform, spaceId, events);
    for (const event of events) {
      const { formId, recordId } = event.data as { formId: string; recordId: string };
      if (event.type.startsWith('records.comment.'))
        platform.realtime.publish(spaceId, {
          to: { topic: recordTopic(formId, recordId) },
          message: { type: 'record.commented' },
        });
      await tell(platform, spaceId, event, followers.get(recordId) ?? []);
    }
  },
};

async function tell(
  platform: Platform,
  spaceId: string,
  event: LoggedEvent,
  followers: readonly string[],
): Promise<void> {
  const { formId, recordId } = event.data as { formId: string; recordId: string };
  const told = toldBy(event, followers);
  if (told.size === 0) return;
  const plan = await planOf({ platform, spaceId }, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!plan) return;
  // what is gone cannot be looked at any more: its followers are told so, and not what it was called
  const titles =
    event.type === 'records.deleted'
      ? new Map([...told.keys()].map((id) => [id, '']))
      : await titlesSeen({ platform, spaceId }, plan, recordId, [...told.keys()]);
  const { appId, definition } = plan.form;
  const people = [...titles].map(([person, title]) => ({
    person,
    kind: told.get(person)!,
    title: title.slice(0, 200),
  }));
  const wanted = await leaveMessages(platform, spaceId, {
    source: event.id,
    people,
    record: { appId, formId, formTitle: definition.title, recordId },
    by: event.actor,
  });
  const by = (await directoryOf(platform, spaceId)).people.get(event.actor ?? '')?.name ?? null;
  for (const group of Map.groupBy(wanted, ({ kind, title }) => `${kind} ${title}`).values()) {
    const { kind, title } = group[0]!;
    const message: RecordNotice = {
      type: 'records.notice',
      kind,
      title,
      formTitle: definition.title,
      appId,
      formId,
      recordId,
      by,
    };
    platform.realtime.publish(spaceId, { to: { users: group.map(({ person }) => person) }, message: { ...message } });
  }
}

/** Each once, by what concerns them most; nobody of what they did themselves. */
function toldBy({ type, actor, data }: LoggedEvent, followers: readonly string[]): Map<string, NoticeKind> {
  const people = (data.people ?? []) as string[];
  const kinds: Partial<Record<string, { people?: NoticeKind; followers?: NoticeKind; owner?: NoticeKind }>> = {
    'records.updated': { followers: 'changed' },
    'records.deleted': { followers: 'deleted' },
    'records.comment.added': { people: 'mentioned', followers: 'commented', owner: 'commented' },
    'records.comment.edited': { people: 'mentioned' },
    'records.grant.shared': { people: 'shared' },
    'records.transferred': { people: 'transferred', followers: 'changed' },
  };
  const kind = kinds[type] ?? {};
  const told = new Map<string, NoticeKind>();
  if (kind.followers) for (const id of followers) told.set(id, kind.followers);
  if (kind.owner && typeof data.owner === 'string') told.set(data.owner, kind.owner);
  if (kind.people) for (const id of people) told.set(id, kind.people);
  told.delete(actor ?? '');
  return told;
}

/** Of all records of a batch at once. */
async function followersOf(
  platform: Platform,
  spaceId: string,
  events: readonly LoggedEvent[],
): Promise<Map<string, string[]>> {
  const ids = [...new Set(events.map(({ data }) => data.recordId))].filter((id) => typeof id === 'string');
  const { rows } = await spaceQuery<{ record_id: string; users: string[] }>(platform, {
    text: `select record_id, array_agg(user_id) as users from ${spaceSchema(spaceId)}.records_follow where record_id = any($1::uuid[]) group by record_id`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.record_id, row.users]));
}
