import { addDays, instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import type { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PeriodicTask } from '../../../platform/jobs/jobs.ts';
import { everySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { clockRules } from '../../forms/public.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { recordThen } from './record-then.ts';
import { conditionHolds } from './subscriber.ts';
import { tellRule } from './tell-rule.ts';

/** Tells of dates that records name, when their moment has come. */
export const notifyClock: PeriodicTask = {
  name: 'records.notify_clock',
  cron: '* * * * *',
  async run(platform) {
    for (const spaceId of await everySpace(platform)) await tellDates(platform, spaceId, new Date());
  },
};

/** What came while nobody looked is made up for, but not what is old. */
const dayMs = 86_400_000;
const atOnce = 500;

type DateRule = NotificationRule & { when: Extract<NotificationRule['when'], { on: 'date' }> };

/** Looks at all moments between the last look and now; broken off, it begins there again, and nobody is told twice. */
export async function tellDates(platform: Platform, spaceId: string, now: Date): Promise<void> {
  const all = await clockRules(platform, spaceId);
  const table = `${spaceSchema(spaceId)}.records_told_until`;
  const { rows: kept } = await spaceQuery<{ form_id: string; rule: string; until: Date }>(platform, {
    text: `select form_id, rule, until from ${table}`,
  });
  const known = new Map(kept.map(({ form_id: form, rule, until }) => [`${form} ${rule}`, until]));
  for (const { formId, rules, since } of all)
    for (const rule of rules as DateRule[]) {
      const key = keyOf(rule);
      const last = known.get(`${formId} ${key}`) ?? since;
      known.delete(`${formId} ${key}`);
      const from = new Date(Math.max(last.getTime(), now.getTime() - dayMs));
      if (from >= now) continue;
      await tellBetween(platform, spaceId, { formId, rule, from, until: now });
      await spaceQuery(platform, {
        text: `insert into ${table} (form_id, rule, until) values ($1, $2, $3) on conflict (form_id, rule) do update set until = excluded.until`,
        values: [formId, key, now],
      });
    }
  // of rules that are gone, off, or say another time
  for (const place of known.keys()) {
    const [formId = '', ...key] = place.split(' ');
    await spaceQuery(platform, {
      text: `delete from ${table} where form_id = $1 and rule = $2`,
      values: [formId, key.join(' ')],
    });
  }
}

/** A rule that names another time does not make up for what lay before. */
function keyOf({ id, when: { field, amount, unit, side, at } }: DateRule): string {
  return `${id} ${field} ${side} ${amount} ${unit} ${at}`;
}

async function tellBetween(
  platform: Platform,
  spaceId: string,
  { formId, rule, from, until }: { formId: string; rule: DateRule; from: Date; until: Date },
): Promise<void> {
  const plan = await planOf({ platform, spaceId }, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  const column = plan?.byId.get(rule.when.field);
  const due = plan && column && dueBetween(rule.when, column.kind, plan.timeZone, from, until);
  if (!plan || !column || !due) return;
  const holds = rule.condition && (await conditionHolds(platform, spaceId, plan, rule.condition, null));
  for (let after: string | undefined; ;) {
    const { rows } = await spaceQuery<{ id: string; moment: string }>(platform, {
      text: `select id, ${column.sql}::text as moment from ${plan.table} where ${due.sql(column.sql)} and ($3::uuid is null or id > $3) order by id limit ${atOnce}`,
      values: [...due.values, after ?? null],
    });
    for (const { id, moment } of rows) await tellOne(platform, spaceId, { plan, rule, id, moment, holds });
    after = rows.at(-1)?.id;
    if (rows.length < atOnce) return;
  }
}

async function tellOne(
  platform: Platform,
  spaceId: string,
  {
    plan,
    rule,
    id,
    moment,
    holds,
  }: {
    plan: FormPlan;
    rule: DateRule;
    id: string;
    moment: string;
    holds: Awaited<ReturnType<typeof conditionHolds>> | undefined;
  },
): Promise<void> {
  const then = await recordThen(platform, plan, id, undefined);
  if (!then || (holds && !holds(then.after))) return;
  await tellRule(platform, spaceId, plan, rule, {
    // a date that is moved is told of again
    source: `date ${id} ${moment} ${keyOf(rule)}`,
    recordId: id,
    values: then.after,
    gone: false,
    by: null,
    requestId: 'clock',
    ip: '',
  });
}

/** Values whose moment lies after `from` and not after `until`. */
export function dueBetween(
  { amount, unit, side, at }: DateRule['when'],
  kind: string,
  timeZone: string,
  from: Date,
  until: Date,
): { sql: (column: string) => string; values: [unknown, unknown] } | undefined {
  const sign = side === 'after' ? 1 : -1;
  if (kind === 'dateTime') {
    // a day is one of the enterprise's, which may have 23 hours
    const back = (moment: Date): string => {
      if (unit !== 'days') return new Date(moment.getTime() - sign * amount * unitMs[unit]).toISOString();
      const [day = '', clock = ''] = wallText(moment.toISOString(), timeZone).split(' ');
      return instantFromWall(`${addDays(day, -sign * amount)} ${clock}`, timeZone) ?? moment.toISOString();
    };
    return {
      sql: (column) => `${column} > $1::timestamptz and ${column} <= $2::timestamptz`,
      values: [back(from), back(until)],
    };
  }
  if (kind !== 'date') return undefined;
  const days: string[] = [];
  const last = wallText(until.toISOString(), timeZone).slice(0, 10);
  for (let day = wallText(from.toISOString(), timeZone).slice(0, 10); day <= last; day = addDays(day, 1)) {
    const moment = instantFromWall(`${day} ${at}:00`, timeZone);
    if (moment && new Date(moment) > from && new Date(moment) <= until) days.push(addDays(day, -sign * amount));
  }
  return days.length === 0
    ? undefined
    : { sql: (column) => `${column} = any($1::date[]) and $2::text is null`, values: [days, null] };
}

const unitMs = { minutes: 60_000, hours: 3_600_000 };
