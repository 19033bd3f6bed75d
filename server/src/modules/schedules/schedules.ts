import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Schedule, schedulesApi } from '@formwork/contract/schedules/api.ts';
import type { Timing } from '@formwork/contract/schedules/timing.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { clockworkOf, timingOf, whenOf, type ScheduleRow } from './clockwork.ts';
import { isCron, nextTime } from './next-time.ts';
import { requireScheduled } from './registry.ts';

type Input<Name extends keyof typeof schedulesApi> = InputOf<(typeof schedulesApi)[Name]>;
type Answer<Name extends keyof typeof schedulesApi> = Promise<ResponseOf<(typeof schedulesApi)[Name]>>;

export async function listSchedules(ctx: Ctx, { query: { ofKind, ofId } }: Input<'list'>): Answer<'list'> {
  await requireScheduled(ctx.platform, ofKind).requireMay(ctx, ofId, 'see');
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('schedules.schedule')
      .selectAll()
      .where('space_id', '=', ctx.spaceId)
      .where('of_kind', '=', ofKind)
      .where('of_id', '=', ofId)
      .orderBy('created_at')
      .execute(),
  );
  return rows.map(viewOf);
}

export async function createSchedule(ctx: Ctx, { body: { ofKind, ofId, timing } }: Input<'create'>): Promise<Schedule> {
  const kind = requireScheduled(ctx.platform, ofKind);
  await kind.requireMay(ctx, ofId, 'edit');
  await kind.requireReady?.(ctx, ofId);
  const id = newId();
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const row = await tx
      .insertInto('schedules.schedule')
      .values({
        space_id: ctx.spaceId,
        id,
        of_kind: ofKind,
        of_id: ofId,
        ...(await columnsOf(at, timing, new Date())),
        created_by: ctx.user.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(at, 'schedules.schedule.created', { id, ofKind, ofId, timing });
    return viewOf(row);
  });
}

export async function updateSchedule(ctx: Ctx, { params, body }: Input<'update'>): Promise<Schedule> {
  const before = await requireSchedule(ctx, params.scheduleId, 'edit');
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const columns = await columnsOf(at, body.timing, new Date());
    const row = await tx
      .updateTable('schedules.schedule')
      .set({ ...columns, ...(before.paused ? { next_at: null } : {}), version: before.version + 1 })
      .where('space_id', '=', ctx.spaceId)
      .where('id', '=', before.id)
      .where('version', '=', body.version)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw conflict('schedules.schedule.changed_meanwhile');
    await record(at, 'schedules.schedule.changed', { id: row.id, before: timingOf(before), after: body.timing });
    return viewOf(row);
  });
}

/** What was missed while it was paused stays missed. */
export async function pauseSchedule(ctx: Ctx, { params, body }: Input<'pause'>): Promise<Schedule> {
  const before = await requireSchedule(ctx, params.scheduleId, 'edit');
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const next = body.paused ? null : nextTime(whenOf(before), new Date(), await clockworkOf(ctx.platform, before, tx));
    const row = await tx
      .updateTable('schedules.schedule')
      .set({ paused: body.paused, next_at: next, after_at: null })
      .where('space_id', '=', ctx.spaceId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (before.paused !== body.paused)
      await record({ ...ctx, tx }, body.paused ? 'schedules.schedule.paused' : 'schedules.schedule.resumed', {
        id: row.id,
      });
    return viewOf(row);
  });
}

export async function removeSchedule(ctx: Ctx, { params }: Input<'remove'>): Promise<null> {
  const { id, of_kind, of_id } = await requireSchedule(ctx, params.scheduleId, 'edit');
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx.deleteFrom('schedules.due').where('space_id', '=', ctx.spaceId).where('schedule', '=', id).execute();
    await tx.deleteFrom('schedules.schedule').where('space_id', '=', ctx.spaceId).where('id', '=', id).execute();
    await record({ ...ctx, tx }, 'schedules.schedule.removed', { id, ofKind: of_kind, ofId: of_id });
  });
  return null;
}

export async function previewTimes(ctx: TxCtx, { body: { timing, from } }: Input<'preview'>): Answer<'preview'> {
  requireCron(timing);
  const clockwork = await clockworkOf(
    ctx.platform,
    { space_id: ctx.spaceId, zone: timing.zone ?? null, workdays: timing.workdays },
    ctx.tx,
  );
  const start = from === undefined ? new Date() : new Date(from);
  const times: string[] = [];
  for (let at: Date | null = start; at !== null && times.length < 10;) {
    at = nextTime({ ...timing, since: start }, at, clockwork);
    if (at) times.push(at.toISOString());
  }
  return { times, zone: clockwork.zone };
}

export async function listDues(ctx: Ctx, { params }: Input<'dues'>): Answer<'dues'> {
  const { id } = await requireSchedule(ctx, params.scheduleId, 'see');
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('schedules.due')
      .select(['due', 'run', 'state', 'error'])
      .where('space_id', '=', ctx.spaceId)
      .where('schedule', '=', id)
      .orderBy('due', 'desc')
      .limit(50)
      .execute(),
  );
  return rows.map((row) => ({ ...row, due: row.due.toISOString() }));
}

/** Whose rights decide are those on what runs. */
async function requireSchedule(ctx: Ctx, id: string, level: 'see' | 'edit'): Promise<ScheduleRow> {
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('schedules.schedule')
      .selectAll()
      .where('space_id', '=', ctx.spaceId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (!row) throw notFound('schedules.schedule.not_found');
  await requireScheduled(ctx.platform, row.of_kind).requireMay(ctx, row.of_id, level);
  return row;
}

async function columnsOf(ctx: TxCtx, timing: Timing, now: Date) {
  requireCron(timing);
  const clockwork = await clockworkOf(
    ctx.platform,
    { space_id: ctx.spaceId, zone: timing.zone ?? null, workdays: timing.workdays },
    ctx.tx,
  );
  const next = nextTime({ ...timing, since: now }, now, clockwork);
  if (!next) throw invalid('schedules.timing.never', [{ path: 'body.timing', code: 'schedules.timing.never' }]);
  return {
    cron: timing.cron ?? null,
    every: timing.every ?? null,
    at: timing.at === undefined ? null : new Date(timing.at),
    zone: timing.zone ?? null,
    workdays: timing.workdays,
    window: timing.window ? JSON.stringify(timing.window) : null,
    overlap: timing.overlap,
    missed: timing.missed,
    since: now,
    next_at: next,
    after_at: null,
  };
}

function requireCron({ cron }: Timing): void {
  if (cron !== undefined && !isCron(cron))
    throw invalid('schedules.timing.bad_cron', [{ path: 'body.timing.cron', code: 'schedules.timing.bad_cron' }]);
}

function viewOf(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    ofKind: row.of_kind,
    ofId: row.of_id,
    timing: timingOf(row),
    paused: row.paused,
    nextAt: row.next_at?.toISOString() ?? null,
    version: row.version,
  };
}
