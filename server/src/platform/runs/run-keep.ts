import { isOver } from '@formwork/contract/runs/run.ts';
import { keptJson } from '../db/kept-json.ts';
import { inSpace, type SpaceTx } from '../db/space-data.ts';
import { gatheredBySpace, type Outcome } from '../gathered.ts';
import { queueLater } from '../jobs/jobs-queue.ts';
import type { Platform } from '../platform.ts';
import { runKindOf, type Advanced } from './run-kinds.ts';
import { endedData, farAway, leaseMs, tell, type Leased } from './run-lease.ts';
import type { RunRow } from './run-rows.ts';
import { stepBuffer } from './run-steps.ts';
import { runEnded } from './runs.ts';

/** A burst that is done, and is to be written. */
export interface DoneBurst {
  leased: Leased;
  /** The run as the burst found it. */
  row: RunRow;
  done: Advanced;
}

/**
 * Writes a burst: the run, its steps, its effects, its events, all or nothing. Undefined when somebody changed the run meanwhile:
 * then nothing of the burst is there. Bursts that come while others are written share a transaction: what a commit costs is paid
 * once for all of them.
 */
export async function keepBurst(one: DoneBurst): Promise<RunRow | undefined> {
  const { platform, spaceId } = one.leased.ctx;
  const kept = await keeper(one);
  if (!kept) return undefined;
  const { row, at } = kept;
  tell(platform, spaceId, row, row.state, row);
  if (row.state === 'suspended' && at) await queueLater(platform, { spaceId, id: row.id }, row.kind, at);
  return row;
}

interface Kept {
  row: RunRow;
  /** When it goes on by itself. */
  at: Date | undefined;
}

/** So many share a transaction at most. */
const mostTogether = 32;
/** Who has not begun with the effects by then waits for the next one: others hold their rows no longer. */
const mostMs = 150;

const keeper = gatheredBySpace(({ leased }: DoneBurst) => leased.ctx, keepTogether, { most: mostTogether });

/**
 * One that fails takes those it shares the transaction with along: then each is written by itself. So it is for a while where bursts
 * want what others hold: of two transactions with several each, one has what the other wants next and waits for what that one has,
 * a second each time, until the database breaks the circle. By itself, a burst takes all it wants at once and in order.
 */
async function keepTogether(all: DoneBurst[]): Promise<Outcome<Kept | undefined>[]> {
  const { platform, spaceId } = all[0]!.leased.ctx;
  const outcomes = new Map<DoneBurst, Outcome<Kept | undefined>>();
  let left = all.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
  while (left.length > 0) {
    const asked = left;
    try {
      if (isCrowded(platform, spaceId)) await eachAlone(asked, outcomes);
      else for (const [one, value] of await write(asked)) outcomes.set(one, { value });
    } catch (error) {
      if (asked.length > 1 && isCircle(error)) crowd(platform, spaceId);
      await eachAlone(asked, outcomes);
    }
    left = asked.filter((one) => !outcomes.has(one));
  }
  return all.map((one) => outcomes.get(one)!);
}

/** Several at once: they wait for rows, each for a moment. */
async function eachAlone(
  asked: readonly DoneBurst[],
  outcomes: Map<DoneBurst, Outcome<Kept | undefined>>,
): Promise<void> {
  const waiting = [...asked];
  const lane = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) outcomes.set(one, await alone(one));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const lanes = 4;
/** After a circle nobody shares a transaction for so long. */
const crowdedMs = 10_000;
const crowdedUntil = new WeakMap<Platform, Map<string, number>>();

function isCrowded(platform: Platform, spaceId: string): boolean {
  return (crowdedUntil.get(platform)?.get(spaceId) ?? 0) > Date.now();
}

function crowd(platform: Platform, spaceId: string): void {
  const spaces = crowdedUntil.get(platform) ?? new Map<string, number>();
  crowdedUntil.set(platform, spaces.set(spaceId, Date.now() + crowdedMs));
}

const isCircle = (error: unknown): boolean => (error as { code?: unknown }).code === '40P01';
async function alone(one: DoneBurst): Promise<Outcome<Kept | undefined>> {
  try {
    return { value: (await write([one])).get(one) };
  } catch (error) {
    return { error };
  }
}

/** Writes those for which there is time, the first one always; who is not in the answer is yet to be written. */
function write(asked: readonly DoneBurst[]): Promise<Map<DoneBurst, Kept | undefined>> {
  const writing = async (tx: SpaceTx): Promise<Map<DoneBurst, Kept | undefined>> => {
    const began = Date.now();
    const kept = new Map<DoneBurst, Kept | undefined>();
    const held = await hold(tx, asked);
    const before = await readBefore(
      tx,
      asked.filter(({ row }) => held.has(row.id)),
    );
    const written: Written[] = [];
    for (const one of asked) {
      const { leased, row, done } = one;
      const seq = held.get(row.id);
      if (seq === undefined) {
        kept.set(one, undefined);
        continue;
      }
      if (written.length > 0 && Date.now() - began > mostMs) break;
      const own = tx.inNameOf(leased.ctx);
      const advanced = { ...done, ...(await done.effects?.(own, before.get(row.id))) };
      const now = after(row, leased.by, advanced);
      written.push({ ...now, steps: stepsOf(advanced, seq) });
      if (isOver(advanced.state)) await own.event(runEnded, row.id, endedData(row, advanced.state));
      kept.set(one, { row: now.row, at: advanced.at });
    }
    if (written.length > 0) tx.later(updateOf(tx.schema, written));
    const bursts = written.filter(({ steps }) => steps);
    if (bursts.length > 0) tx.later(stepsStatement(tx.schema, bursts));
    return kept;
  };
  // together they would only meet the same circle again
  return asked.length > 1 ? inSpace(asked[0]!.leased.ctx, writing, 1) : inSpace(asked[0]!.leased.ctx, writing);
}

interface Written {
  row: RunRow;
  by: string | null;
  until: Date | null;
  /** As they are kept. */
  memory: string | null;
  steps: ReturnType<ReturnType<typeof stepBuffer>['take']>;
}

/** The run as it stands with the burst. */
function after(row: RunRow, by: string, advanced: Advanced): Omit<Written, 'steps'> {
  const { state, at, result, error } = advanced;
  const now = new Date();
  const memory = json(advanced.memory === undefined ? row.memory : advanced.memory);
  const goesOn = state === 'running';
  return {
    memory,
    by: goesOn ? by : null,
    until: goesOn ? new Date(now.getTime() + leaseMs) : null,
    row: {
      ...row,
      state,
      // the next burst finds what another process would find
      memory: goesOn && memory !== null ? JSON.parse(memory) : null,
      at: state === 'suspended' ? (at ?? farAway) : row.at,
      done: advanced.done ?? row.done,
      total: advanced.total ?? row.total,
      counts: advanced.counts ?? row.counts,
      result: result ?? null,
      error: error ?? null,
      finished: isOver(state) ? now : null,
      // what came on begins to count anew; a run that failed keeps how often it was tried
      attempt: state === 'suspended' ? 0 : goesOn ? Math.min(row.attempt, 1) : row.attempt,
      version: row.version + 1,
    },
  };
}

function stepsOf({ steps = [] }: Advanced, seq: number): Written['steps'] {
  const buffer = stepBuffer(seq);
  for (const step of steps) buffer.add(step);
  return buffer.take();
}

/** From here on nobody wakes or cancels them until they are written; the number of the last step of each that is still ours. */
async function hold(tx: SpaceTx, asked: readonly DoneBurst[]): Promise<Map<string, number>> {
  const { schema } = tx;
  const { rows } = await tx.query<{ id: string; seq: number }>({
    name: `run_hold_${schema}`,
    text: `select r.id, coalesce((select (s.rows->-1->>'seq')::int from ${schema}.run_step s where s.run = r.id order by s.seq desc limit 1), 0) as seq
      from ${schema}.run r join unnest($1::uuid[], $2::int[], $3::uuid[]) as given (id, version, by) on given.id = r.id
      where r.id = any($1::uuid[]) and r.version = given.version and r.leased_by = given.by and r.state = 'running' order by r.id for update of r`,
    values: [asked.map(({ row }) => row.id), asked.map(({ row }) => row.version), asked.map(({ leased }) => leased.by)],
  });
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

async function readBefore(tx: SpaceTx, asked: readonly DoneBurst[]): Promise<Map<string, unknown>> {
  const before = new Map<string, unknown>();
  for (const [kind, ones] of Map.groupBy(
    asked.filter(({ done }) => done.effects),
    ({ row }) => row.kind,
  )) {
    const ids = ones.map(({ row }) => row.id);
    for (const [id, read] of (await runKindOf(ones[0]!.leased.ctx.platform, kind)?.before?.(tx, ids)) ?? [])
      before.set(id, read);
  }
  return before;
}

function updateOf(schema: string, written: readonly Written[]) {
  const rows = written.map(({ row }) => row);
  return {
    name: `run_keep_${schema}`,
    text: `update ${schema}.run r set state = given.state, memory = given.memory, at = given.at, done = given.done, total = given.total, counts = given.counts,
        result = given.result, error = given.error, finished = given.finished, attempt = given.attempt, version = r.version + 1,
        leased_by = given.by, leased_until = given.until
      from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::timestamptz[], $5::int[], $6::int[], $7::jsonb[], $8::jsonb[], $9::jsonb[], $10::timestamptz[], $11::int[], $12::uuid[], $13::timestamptz[])
        as given (id, state, memory, at, done, total, counts, result, error, finished, attempt, by, until)
      where r.id = given.id and r.id = any($1::uuid[])`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ state }) => state),
      written.map(({ memory }) => memory),
      rows.map(({ at }) => at),
      rows.map(({ done }) => done),
      rows.map(({ total }) => total),
      rows.map(({ counts }) => json(counts)),
      rows.map(({ result }) => json(result)),
      rows.map(({ error }) => json(error)),
      rows.map(({ finished }) => finished),
      rows.map(({ attempt }) => attempt),
      written.map(({ by }) => by),
      written.map(({ until }) => until),
    ],
  };
}

/** A row a burst. An execution that lost its run may have written the number already. */
function stepsStatement(schema: string, written: readonly Written[]) {
  return {
    name: `run_steps_${schema}`,
    text: `insert into ${schema}.run_step (run, seq, rows) select run, seq, rows from unnest($1::uuid[], $2::int[], $3::jsonb[]) as given (run, seq, rows) on conflict (run, seq) do nothing`,
    values: [
      written.map(({ row }) => row.id),
      written.map(({ steps }) => steps![0]!.seq),
      written.map(({ steps }) => keptJson(steps)),
    ],
  };
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : keptJson(value);
}
