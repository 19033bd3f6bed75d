import { setTimeout as sleep } from 'node:timers/promises';
import type { RunState } from '@formwork/contract/runs/run.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import type { Ctx } from '../context.ts';
import { inSpace, spaceQuery, spaceSchema, type SpaceTx } from '../db/space-data.ts';
import { gatheredBySpace, type Outcome } from '../gathered.ts';
import type { RowReference } from '../jobs/jobs-queue.ts';
import type { Platform } from '../platform.ts';
import type { RunKind } from './run-kinds.ts';
import { runColumns, type RunRow } from './run-rows.ts';
import { runEnded } from './runs.ts';
import { keptJson } from '../db/kept-json.ts';

/** Whoever carries a run out prolongs its lease; what is not prolonged for so long belongs to whoever takes it up. */
export const leaseMs = 10_000;

/** A run that this execution holds. */
export interface Leased {
  row: RunRow;
  /** Names this execution: another one that takes the run over writes another. */
  by: string;
  /** What it does as the person who asked for it. */
  ctx: Ctx;
}

export type Claimed = Leased | 'over' | { until: Date; kind: string };

/** Takes a run; `over` where there is nothing to do, `until` where it may not begin yet or another execution holds it. */
export async function claim(
  platform: Platform,
  { spaceId, id }: RowReference,
  kindOf: (row: RunRow) => Pick<RunKind, 'retries'> | undefined,
  by: string,
): Promise<Claimed> {
  const schema = spaceSchema(spaceId);
  const fresh = await claimer({ platform, spaceId, id, by });
  if (fresh) return { row: fresh, by, ctx: ctxOf(platform, spaceId, fresh) };
  for (;;) {
    const { rows } = await spaceQuery<RunRow & { leased_until: Date | null }>(platform, {
      text: `select ${runColumns}, leased_until from ${schema}.run where id = $1`,
      values: [id],
    });
    const [row] = rows;
    if (!row || row.state === 'finished' || row.state === 'failed' || row.state === 'cancelled') return 'over';
    const now = new Date();
    if (row.leased_until && row.leased_until > now) return { until: row.leased_until, kind: row.kind };
    if (row.at > now && !row.cancel) return row.at < farAway ? { until: row.at, kind: row.kind } : 'over';
    const ctx = ctxOf(platform, spaceId, row);
    const kind = kindOf(row);
    if (row.cancel || row.attempt > (kind?.retries ?? unknownRetries)) {
      await settle({ row, by, ctx }, row.cancel ? { state: 'cancelled' } : givenUp, 'version');
      return 'over';
    }
    const taken = await spaceQuery<RunRow>(platform, {
      text: `update ${schema}.run set state = 'running', leased_by = $3, leased_until = $4, attempt = attempt + 1, version = version + 1, started = coalesce(started, $5)
        where id = $1 and version = $2 returning ${runColumns}`,
      values: [id, row.version, by, new Date(now.getTime() + leaseMs), now],
    });
    if (taken.rows[0]) return { row: taken.rows[0], by, ctx: ctxOf(platform, spaceId, taken.rows[0]) };
  }
}

interface Asked {
  platform: Platform;
  spaceId: string;
  id: string;
  by: string;
}

const claimer = gatheredBySpace((asked: Asked) => asked, claimFresh);

/** Most runs may begin, are wanted, and were not tried before: those that are taken up at once are taken by one statement. */
async function claimFresh(all: Asked[]): Promise<Outcome<RunRow | undefined>[]> {
  const { platform, spaceId } = all[0]!;
  const schema = spaceSchema(spaceId);
  const now = new Date();
  const { rows } = await spaceQuery<RunRow & { leased_by: string }>(platform, {
    name: `run_claim_${schema}`,
    text: `update ${schema}.run r set state = 'running', leased_by = given.by, leased_until = $3::timestamptz, attempt = attempt + 1,
        version = version + 1, started = coalesce(started, $4::timestamptz)
      from unnest($1::uuid[], $2::uuid[]) as given (run, by)
      where r.id = given.run and r.id = any($1::uuid[]) and r.state in ('waiting', 'running', 'suspended') and r.attempt = 0 and not r.cancel
        and r.at <= $4::timestamptz and (r.leased_until is null or r.leased_until <= $4::timestamptz)
      returning ${runColumns}, leased_by`,
    values: [all.map(({ id }) => id), all.map(({ by }) => by), new Date(now.getTime() + leaseMs), now],
  });
  // two may ask for the same one
  return all.map(({ id, by }) => ({ value: rows.find((row) => row.id === id && row.leased_by === by) }));
}

/** The moment of what waits for a word alone. */
export const farAway = new Date('9999-12-31T00:00:00Z');

/** Of a kind that nobody knows here: a newer process may. */
const unknownRetries = 4;
/** It took its process down with it again and again. */
const givenUp: Ended = { state: 'failed', error: { code: 'platform.internal' } };

export interface Ended {
  state: 'finished' | 'failed' | 'cancelled' | 'waiting';
  result?: unknown;
  error?: { code: string; data?: Record<string, unknown> | undefined };
  done?: number;
  total?: number;
}

/** Ends a run, or gives it back; false when another execution has it by now. `more` is written with it. */
export async function settle(
  { row, by, ctx }: Leased,
  { state, result, error, done = row.done, total = row.total }: Ended,
  held: 'lease' | 'version' = 'lease',
  more?: (tx: SpaceTx) => Promise<void> | void,
): Promise<boolean> {
  const over = state !== 'waiting';
  const kept = await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.run set state = $3, done = $4, total = $5, result = $6, error = $7, finished = $8, leased_by = null, leased_until = null, version = version + 1
        where id = $1 and ${held === 'lease' ? 'leased_by = $2' : 'version = $2'} and state in ('waiting', 'running', 'suspended')`,
      values: [
        row.id,
        held === 'lease' ? by : row.version,
        state,
        done,
        total,
        result === undefined ? null : keptJson(result),
        error === undefined ? null : keptJson(error),
        over ? new Date() : null,
      ],
    });
    if (rowCount === 0) return false;
    await more?.(tx);
    if (over) await tx.event(runEnded, row.id, endedData(row, state));
    return true;
  });
  if (kept) tell(ctx.platform, ctx.spaceId, row, state, { done, total });
  return kept;
}

export function endedData(row: Pick<RunRow, 'id' | 'kind' | 'definition' | 'parent'>, state: RunState): object {
  const { id, kind, definition, parent } = row;
  return { id, kind, state, ...(definition !== null && { definition }), ...(parent !== null && { parent }) };
}

/** Prolongs the lease and keeps how far it came, where that is known; tells whether it is still ours, and wanted. */
export async function prolong(
  { row, by, ctx: { platform, spaceId } }: Leased,
  reached: { done: number; total: number } | undefined,
): Promise<{ cancel: boolean } | undefined> {
  const { rows } = await spaceQuery<{ cancel: boolean }>(platform, {
    text: `update ${spaceSchema(spaceId)}.run set done = coalesce($3, done), total = coalesce($4, total), leased_until = $5 where id = $1 and leased_by = $2 and state = 'running' returning cancel`,
    values: [row.id, by, reached?.done ?? null, reached?.total ?? null, new Date(Date.now() + leaseMs)],
  });
  return rows[0];
}

/** What it is tried for is another thing from here on: this execution is the first to try it. */
export async function begunAnew({ row, by, ctx: { platform, spaceId } }: Leased): Promise<void> {
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.run set attempt = 1 where id = $1 and leased_by = $2 and state = 'running'`,
    values: [row.id, by],
  });
}

/** Waits until then, a lease at most, or until the process stops; false when it is later than that. */
export async function waitUntil(until: Date, stopping: AbortSignal): Promise<boolean> {
  const left = until.getTime() - Date.now();
  if (left > leaseMs) return false;
  await sleep(Math.max(50, left + 50), undefined, { signal: stopping }).catch(() => {});
  return !stopping.aborted;
}

/** The person as they were when they asked; a call of theirs, at a later time. */
export function ctxOf(platform: Platform, spaceId: string, { actor, caller }: Pick<RunRow, 'actor' | 'caller'>): Ctx {
  const { requestId, ip, locale, name, login, role, homeSpaceId, deputy, system } = caller;
  return {
    platform,
    requestId,
    ip,
    userAgent: '',
    locale,
    spaceId,
    user: {
      id: actor ?? nobody,
      name,
      login,
      role,
      homeSpaceId,
      sessionId: '',
      ...(deputy && { deputy }),
      ...(system && { system }),
    },
  };
}

/** To the pages of whoever began it, and to those that watch it. */
export function tell(
  platform: Platform,
  spaceId: string,
  { id, kind, actor }: Pick<RunRow, 'id' | 'kind' | 'actor'>,
  state: RunState,
  { done, total }: { done: number; total: number },
): void {
  const message = { type: 'run.progress', id, kind, state, done, total };
  if (actor !== null) platform.realtime.publish(spaceId, { to: { users: [actor] }, message });
  platform.realtime.publish(spaceId, { to: { topic: `run:${id}` }, message });
}
