import { instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Start } from '@formwork/contract/rules/rule.ts';
import { idOf } from '../../platform/actions.ts';
import { AppError } from '../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { PeriodicTask } from '../../platform/jobs/jobs.ts';
import { everySpace, inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import { timesBetween, clockworkOf } from '../schedules/public.ts';
import { planOf, recordsThen, type FormPlan } from '../records/public.ts';
import { actingFor } from './acting.ts';
import { execute, noteFailure } from './execute.ts';
import { rulesOf, type LiveRule } from './live.ts';
import { inputSeen } from './sight.ts';
import { ofRule } from './traces.ts';
import { workingDaysAround } from './working-days.ts';
import { newId } from '../../platform/ids.ts';

/** Rules that begin by the clock, or before and after dates of records. */
export const ruleClock: PeriodicTask = {
  name: 'rules.clock',
  cron: '* * * * *',
  async run(platform) {
    for (const spaceId of await everySpace(platform)) await ruleMoments(platform, spaceId, new Date());
  },
};

/** What is done stays to be looked at for 30 days, what failed for 90; counts for a year. */
export const dropOldTraces = inEverySpace('rules.drop_old', '37 2 * * *', async (platform, spaceId) => {
  const schema = spaceSchema(spaceId);
  const past = (days: number) => new Date(Date.now() - days * 86_400_000);
  await spaceQuery(platform, {
    text: `delete from ${schema}.rules_trace where (state <> 'failed' and at < $1) or at < $2`,
    values: [past(30), past(90)],
  });
  await spaceQuery(platform, { text: `delete from ${schema}.rules_count where hour < $1`, values: [past(365)] });
});

type Timed = Extract<Start, { on: 'time' | 'every' | 'date' }>;
/** What came while nobody looked is made up for, but not what is old. */
const dayMs = 86_400_000;

/** Looks at the moments between the last look and now; broken off it begins there again, and nothing is done twice. */
export async function ruleMoments(platform: Platform, spaceId: string, now: Date): Promise<void> {
  const { all } = await rulesOf({ platform, spaceId });
  const timed = all.flatMap((live) =>
    live.rule.at !== 'later'
      ? []
      : live.rule.starts.flatMap((start): { live: LiveRule; start: Timed }[] =>
          start.on === 'time' || start.on === 'every' || start.on === 'date' ? [{ live, start }] : [],
        ),
  );
  if (timed.length === 0) return;
  const table = `${spaceSchema(spaceId)}.rules_clock`;
  const { rows } = await spaceQuery<{ rule: string; start: string; until: Date }>(platform, {
    text: `select rule, start, until from ${table}`,
  });
  const known = new Map(rows.map(({ rule, start, until }) => [`${rule} ${start}`, until]));
  for (const { live, start } of timed) {
    const key = JSON.stringify(start);
    const last = known.get(`${live.id} ${key}`);
    // seen for the first time: what lay before is no concern of it
    const from = new Date(Math.max(last?.getTime() ?? now.getTime() - 60_000, now.getTime() - dayMs));
    if (from >= now) continue;
    if (start.on === 'date') await datesBetween(platform, spaceId, live, start, from, now);
    else await clockBetween(platform, spaceId, live, start, last ?? now, from, now);
    await spaceQuery(platform, {
      text: `insert into ${table} (rule, start, until) values ($1, $2, $3) on conflict (rule, start) do update set until = excluded.until`,
      values: [live.id, key, now],
    });
  }
}

async function clockBetween(
  platform: Platform,
  spaceId: string,
  live: LiveRule,
  start: Extract<Timed, { on: 'time' | 'every' }>,
  since: Date,
  from: Date,
  until: Date,
): Promise<void> {
  const clockwork = await clockworkOf(platform, { space_id: spaceId, zone: null, workdays: start.working });
  const when =
    start.on === 'time'
      ? { cron: start.cron, every: undefined, at: undefined }
      : { cron: undefined, every: Math.max(60, Math.round(spanMs(start.span) / 1_000)), at: undefined };
  // counted from the beginning of the epoch, so that a restart changes nothing
  const base = {
    ...when,
    workdays: start.working,
    window: undefined,
    since: start.on === 'every' ? new Date(0) : since,
  };
  // of several that were missed the last one is made up for
  const due = timesBetween(base, from, until, clockwork, 1_500).at(-1);
  if (due)
    await begin(platform, spaceId, live, {
      source: idOf(`${live.id} ${due.toISOString()}`),
      starts: start.on,
      record: undefined,
    });
}

async function datesBetween(
  platform: Platform,
  spaceId: string,
  live: LiveRule,
  start: Extract<Timed, { on: 'date' }>,
  from: Date,
  until: Date,
): Promise<void> {
  const plan = await planOf({ platform, spaceId }, start.form).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  const column = plan?.byId.get(start.field);
  if (!plan || (column?.kind !== 'date' && column?.kind !== 'dateTime')) return;
  if (start.working) return workdaysBetween(platform, spaceId, live, { start, plan, column }, from, until);
  const [low, high] = [from, until].map((at) => new Date(at.getTime() - spanMs(start.shift)));
  for (let after: string | null = null; ;) {
    const page: { rows: { id: string; moment: string }[] } = await spaceQuery<{ id: string; moment: string }>(
      platform,
      {
        text: `select id, ${column.sql}::text as moment from ${plan.table} where ${column.sql} > $1 and ${column.sql} <= $2 and ($3::uuid is null or id > $3) order by id limit 500`,
        values: column.kind === 'date' ? [...daysOf(low!, high!, plan.timeZone), after] : [low, high, after],
      },
    );
    for (const { id, moment } of page.rows)
      if (column.kind === 'dateTime' || isDue(moment, low!, high!, plan.timeZone))
        await beginOn(platform, spaceId, live, plan, id, moment);
    after = page.rows.at(-1)?.id ?? null;
    if (page.rows.length < 500) return;
  }
}

/**
 * The same, by days of work: those of the shift are counted by the enterprise's calendar, its hours as the clock has them. What
 * would fall on a day off without any days of shift falls on the next one of work.
 */
async function workdaysBetween(
  platform: Platform,
  spaceId: string,
  live: LiveRule,
  { start, plan, column }: { start: Extract<Timed, { on: 'date' }>; plan: FormPlan; column: Column },
  from: Date,
  until: Date,
): Promise<void> {
  const { calendar, zone } = await clockworkOf(platform, { space_id: spaceId, zone: null, workdays: true });
  const shift = spanMs(start.shift);
  const by = Math.trunc(shift / dayMs);
  const rest = shift - by * dayMs;
  const dayOf = (at: number): string => wallText(new Date(at).toISOString(), zone).slice(0, 10);
  const [first, last] = [dayOf(from.getTime() - rest), dayOf(until.getTime() - rest)];
  const days = workingDaysAround(first, last, by, calendar);
  const leading = days.leadingTo(first, last, by);
  if (!leading) return;
  const bounds =
    column.kind === 'date'
      ? leading
      : [instantFromWall(`${leading[0]} 00:00:00`, zone), instantFromWall(`${leading[1]} 23:59:59.999`, zone)];
  for (let after: string | null = null; ;) {
    const page: { rows: { id: string; moment: string }[] } = await spaceQuery<{ id: string; moment: string }>(
      platform,
      {
        text: `select id, ${column.sql}::text as moment from ${plan.table} where ${column.sql} >= $1 and ${column.sql} <= $2 and ($3::uuid is null or id > $3) order by id limit 500`,
        values: [...bounds, after],
      },
    );
    for (const { id, moment } of page.rows) {
      const wall = column.kind === 'date' ? `${moment} 00:00:00` : wallText(new Date(moment).toISOString(), zone);
      const day = days.shifted(wall.slice(0, 10), by);
      const at = day && instantFromWall(`${day} ${wall.slice(11)}`, zone);
      if (!at) continue;
      const due = Date.parse(at) + rest;
      if (due > from.getTime() && due <= until.getTime()) await beginOn(platform, spaceId, live, plan, id, moment);
    }
    after = page.rows.at(-1)?.id ?? null;
    if (page.rows.length < 500) return;
  }
}

type Column = NonNullable<ReturnType<FormPlan['byId']['get']>>;

/** A day begins with its midnight in the enterprise's zone. */
function isDue(day: string, low: Date, high: Date, zone: string): boolean {
  const instant = instantFromWall(`${day} 00:00:00`, zone);
  return instant !== undefined && new Date(instant) > low && new Date(instant) <= high;
}

function daysOf(low: Date, high: Date, zone: string): [string, string] {
  const before = wallText(new Date(low.getTime() - dayMs).toISOString(), zone).slice(0, 10);
  return [before, wallText(high.toISOString(), zone).slice(0, 10)];
}

async function beginOn(
  platform: Platform,
  spaceId: string,
  live: LiveRule,
  plan: FormPlan,
  id: string,
  moment: string,
): Promise<void> {
  const source = idOf(`${live.id} ${id} ${moment}`);
  await begin(platform, spaceId, live, { source, starts: 'date', record: { formId: plan.form.formId, id } });
}

/** A failure ends that run of the rule alone; it is kept where somebody looks. */
async function begin(
  platform: Platform,
  spaceId: string,
  live: LiveRule,
  what: { source: string; starts: string; record: { formId: string; id: string } | undefined },
): Promise<void> {
  try {
    const ctx = await actingFor({ platform, spaceId }, live, { person: null });
    let input: Record<string, unknown> = {};
    if (what.record) {
      const plan = await planOf(ctx, what.record.formId);
      const after = (await recordsThen(platform, plan, [{ recordId: what.record.id, version: 1_000_000_000 }]))[0]
        ?.after;
      const seen =
        after &&
        (await inputSeen(ctx, {
          formId: what.record.formId,
          recordId: what.record.id,
          before: after,
          after,
          actor: null,
        }));
      if (!after) return;
      if (!seen) throw new AppError('rules.no_sight');
      input = seen;
    }
    await execute(ctx, live, { ...what, input, actor: null });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    platform.log.info({ space: spaceId, rule: live.id, code: error.code }, 'a rule that the clock began was refused');
    const { source, starts, record } = what;
    const trace = {
      ...ofRule(live),
      id: newId(),
      source,
      starts,
      formId: record?.formId ?? null,
      recordId: record?.id ?? null,
    };
    await noteFailure(
      { platform, spaceId },
      live,
      { ...trace, actor: null, state: 'failed', code: error.code, detail: {} },
      error,
    );
  }
}

/** `PT5M`, `-P3D`, `P1W`; months count as 30 days. */
export function spanMs(text: string): number {
  const found = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (!found) return 0;
  const [, sign, years, months, weeks, days, hours, minutes, seconds] = found;
  const n = (value: string | undefined): number => Number(value ?? 0);
  const inDays = n(years) * 365 + n(months) * 30 + n(weeks) * 7 + n(days);
  const ms = inDays * dayMs + n(hours) * 3_600_000 + n(minutes) * 60_000 + n(seconds) * 1_000;
  return sign ? -ms : ms;
}
