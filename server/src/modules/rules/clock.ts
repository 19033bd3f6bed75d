import type { Start } from '@formwork/contract/rules/rule.ts';
import { spanMs } from '@formwork/contract/rules/span.ts';
import { idOf } from '../../platform/actions.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import { clockworkOf, timesBetween } from '../schedules/public.ts';
import { actingFor } from './acting.ts';
import { dueBetween } from './due-dates.ts';
import { execute, noteFailure } from './execute.ts';
import { sinceLastLook } from './last-look.ts';
import { rulesOf, type LiveRule } from './live.ts';
import { seenNow } from './sight.ts';
import { ofRule } from './traces.ts';

/** Rules that begin by the clock, or before and after dates of records. */
export const ruleClock = inEverySpace('rules.clock', '* * * * *', (platform, spaceId) =>
  ruleMoments(platform, spaceId, new Date()),
);

/** What is done stays to be looked at for 30 days, what failed for 90; counts for a year. */
export const dropOldTraces = inEverySpace('rules.drop_old', '37 2 * * *', async (platform, spaceId) => {
  const schema = spaceSchema(spaceId);
  const past = (days: number) => new Date(Date.now() - days * 86_400_000);
  await spaceQuery(platform, {
    text: `delete from ${schema}.rules_trace where (state <> 'failed' and at < $1) or at < $2`,
    values: [past(30), past(90)],
  });
  await spaceQuery(platform, { text: `delete from ${schema}.rules_count where hour < $1`, values: [past(365)] });
  // of starts that are gone, or say another time
  await spaceQuery(platform, { text: `delete from ${schema}.rules_clock where until < $1`, values: [past(30)] });
});

type Timed = Extract<Start, { on: 'time' | 'every' | 'date' }>;

/** Begins what came due since the last look; begun twice, it is the same. */
export async function ruleMoments(platform: Platform, spaceId: string, now: Date): Promise<void> {
  const { all } = await rulesOf({ platform, spaceId });
  const timed = all.flatMap((live) =>
    live.rule.at !== 'later'
      ? []
      : live.rule.starts.flatMap((start): { of: string; live: LiveRule; start: Timed }[] =>
          start.on === 'time' || start.on === 'every' || start.on === 'date' ? [{ of: live.id, live, start }] : [],
        ),
  );
  await sinceLastLook(platform, spaceId, timed, now, async ({ live, start }, { last, from, until }) => {
    if (start.on !== 'date') return clockBetween(platform, spaceId, live, start, last ?? until, from, until);
    for await (const { id, moment } of dueBetween({ platform, spaceId }, start, from, until)) {
      const source = idOf(`${live.id} ${id} ${moment}${whichDate(live, start)}`);
      await begin(platform, spaceId, live, { source, starts: 'date', record: { formId: start.form, id } });
    }
  });
}

/** Of several starts by dates each begins it by itself; what the first one has is as it was when there was one alone. */
function whichDate({ rule }: LiveRule, start: Timed): string {
  const at = rule.starts.filter(({ on }) => on === 'date').indexOf(start);
  return at > 0 ? ` ${at}` : '';
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
      const seen = await seenNow(ctx, what.record.formId, what.record.id);
      if (seen === undefined) return;
      if (seen === null) throw new AppError('rules.no_sight');
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
