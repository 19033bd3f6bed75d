import type { NoticeKind, RecordNotice } from '@formwork/contract/records/talk.ts';
import { AppError } from '../../platform/errors.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../platform/space-data.ts';
import { directoryOf } from '../organization/public.ts';
import { planOf, type FormPlan } from './plan.ts';
import { recordTopic } from './presence.ts';
import { titlesSeen } from './sight.ts';

/** Tells people what happens to records that they follow, are mentioned at or were given. A notice told twice takes the place of the first. */
export const noticeSubscriber: Subscriber = {
  name: 'records.notices',
  types: ['records.updated', 'records.deleted', 'records.comment.', 'records.grant.shared', 'records.transferred'],
  async handle(platform, spaceId, events) {
    const followers = await followersOf(platform, spaceId, events);
    for (const event of events) {
      const { formId, recordId } = event.data as { formId: string; recordId: string };
      if (event.type.startsWith('records.comment.')) platform.realtime.publish(spaceId, { to: { topic: recordTopic(formId, recordId) }, message: { type: 'record.commented' } });
      await tell(platform, spaceId, event, followers.get(recordId) ?? []);
    }
  },
};

async function tell(platform: Platform, spaceId: string, event: LoggedEvent, followers: readonly string[]): Promise<void> {
  const { formId, recordId } = event.data as { formId: string; recordId: string };
  const told = toldBy(event, followers);
  if (told.size === 0) return;
  const plan = await planOf({ platform, spaceId }, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!plan) return;
  // what is gone cannot be looked at any more: its followers are told so, and not what it was called
  const titles = event.type === 'records.deleted' ? new Map([...told.keys()].map((id) => [id, ''])) : await titlesSeen({ platform, spaceId }, plan, recordId, [...told.keys()]);
  const by = (await directoryOf(platform, spaceId)).people.get(event.actor ?? '')?.name ?? null;
  const alike = Map.groupBy(titles, ([id, title]) => `${told.get(id)} ${title}`);
  for (const group of alike.values()) {
    const [id, title] = group[0]!;
    publish(platform, spaceId, plan, group.map(([person]) => person), { kind: told.get(id)!, title: title.slice(0, 200), recordId, by });
  }
}

function publish(platform: Platform, spaceId: string, plan: FormPlan, users: string[], notice: Pick<RecordNotice, 'kind' | 'title' | 'recordId' | 'by'>): void {
  const { formId, appId, definition } = plan.form;
  const message: RecordNotice = { type: 'records.notice', ...notice, formId, appId, formTitle: definition.title };
  platform.realtime.publish(spaceId, { to: { users }, message: { ...message } });
}

/** Each once, by what concerns them most; nobody of what they did themselves. */
function toldBy({ type, actor, data }: LoggedEvent, followers: readonly string[]): Map<string, NoticeKind> {
  const people = (data.people ?? []) as string[];
  const kinds: Partial<Record<string, { people?: NoticeKind; followers?: NoticeKind }>> = {
    'records.updated': { followers: 'changed' },
    'records.deleted': { followers: 'deleted' },
    'records.comment.added': { people: 'mentioned', followers: 'commented' },
    'records.comment.edited': { people: 'mentioned' },
    'records.grant.shared': { people: 'shared' },
    'records.transferred': { people: 'transferred', followers: 'changed' },
  };
  const kind = kinds[type] ?? {};
  const told = new Map<string, NoticeKind>();
  if (kind.followers) for (const id of followers) told.set(id, kind.followers);
  if (kind.people) for (const id of people) told.set(id, kind.people);
  told.delete(actor ?? '');
  return told;
}

/** Of all records of a batch at once. */
async function followersOf(platform: Platform, spaceId: string, events: readonly LoggedEvent[]): Promise<Map<string, string[]>> {
  const ids = [...new Set(events.map(({ data }) => data.recordId))].filter((id) => typeof id === 'string');
  const { rows } = await spaceQuery<{ record_id: string; users: string[] }>(platform, { text: `select record_id, array_agg(user_id) as users from ${spaceSchema(spaceId)}.records_follow where record_id = any($1::uuid[]) group by record_id`, values: [ids] });
  return new Map(rows.map((row) => [row.record_id, row.users]));
}
