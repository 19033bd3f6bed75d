import type { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import { decideInMemory } from '@formwork/contract/condition/run.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { AppError } from '../../../platform/errors.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { notificationRules } from '../../forms/public.ts';
import { departmentsUnder, directoryOf } from '../../organization/public.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { recordThen, type RecordThen } from './record-then.ts';
import { tellRule } from './tell-rule.ts';

/** Tells whom the rules of a form mean of what happens to its records. Comes an event again, nobody gets a second message; a notice may come twice. */
export const notifySubscriber: Subscriber = {
  name: 'records.notify',
  start: 'now',
  types: ['records.created', 'records.updated', 'records.deleted', 'records.comment.added'],
  async handle(platform, spaceId, events) {
    const byForm = await notificationRules(
      platform,
      spaceId,
      events.map(({ data }) => String(data.formId)),
    );
    for (const event of events) {
      const rules = (byForm.get(String(event.data.formId)) ?? []).filter((rule) => isAbout(rule, event));
      if (rules.length > 0) await tell(platform, spaceId, event, rules);
    }
  },
};

function isAbout({ when }: NotificationRule, { type, data }: LoggedEvent): boolean {
  switch (when.on) {
    case 'created':
      return type === 'records.created';
    case 'deleted':
      return type === 'records.deleted';
    case 'commented':
      return type === 'records.comment.added';
    case 'became':
      return type === 'records.created' || type === 'records.updated';
    case 'changed': {
      if (type !== 'records.updated') return false;
      const changed = [...((data.fields ?? []) as string[]), ...((data.tables ?? []) as string[])];
      return when.fields.length === 0 || when.fields.some((id) => changed.includes(id));
    }
    case 'date':
      return false;
    default:
      return when satisfies never;
  }
}

async function tell(
  platform: Platform,
  spaceId: string,
  event: LoggedEvent,
  rules: readonly NotificationRule[],
): Promise<void> {
  const { formId, recordId, version } = event.data as { formId: string; recordId: string; version?: number };
  const plan = await planOf({ platform, spaceId }, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!plan) return;
  const gone = event.type === 'records.deleted';
  const then = gone ? await fromBin(platform, plan, recordId) : await recordThen(platform, plan, recordId, version);
  // gone meanwhile: whoever is to hear of that does by another event
  if (!then) return;
  for (const rule of rules) {
    if (!(await isMeant(platform, spaceId, plan, rule, then, event.actor))) continue;
    await tellRule(platform, spaceId, plan, rule, {
      source: event.id,
      recordId,
      values: then.after,
      gone,
      by: event.actor,
      requestId: event.requestId,
      ip: event.ip,
    });
  }
}

async function isMeant(
  platform: Platform,
  spaceId: string,
  plan: FormPlan,
  { when, condition }: NotificationRule,
  { before, after }: RecordThen,
  actor: string | null,
): Promise<boolean> {
  if (!condition) return when.on !== 'became';
  const holds = await conditionHolds(platform, spaceId, plan, condition, actor);
  return holds(after) && !(when.on === 'became' && before !== undefined && holds(before));
}

/** Whether a condition of a rule holds for values of a record; `me` in it is whoever did what is told of. What cannot be decided is not told. */
export async function conditionHolds(
  platform: Platform,
  spaceId: string,
  plan: FormPlan,
  condition: NonNullable<NotificationRule['condition']>,
  me: string | null,
): Promise<(values: Values) => boolean> {
  const directory = await directoryOf(platform, spaceId);
  return (values) =>
    decideInMemory(condition, values, {
      kindOf: (field) => plan.byId.get(field)?.kind,
      me: me ?? '',
      under: (departments) => departmentsUnder(directory, departments),
      now: new Date(),
      timeZone: plan.timeZone,
    }) === true;
}

async function fromBin(platform: Platform, plan: FormPlan, recordId: string): Promise<RecordThen | undefined> {
  const { rows } = await spaceQuery<{ record: StoredRecord }>(platform, {
    text: `select record from ${plan.schema}.records_bin where id = $1`,
    values: [recordId],
  });
  const values = rows[0]?.record.values;
  return values && { after: values, before: values };
}
