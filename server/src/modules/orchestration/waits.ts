import type { Ask } from '@formwork/logic/flow/state.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/ids.ts';
import { wakeRun } from '../../platform/runs/wake.ts';
import type { BurstOf } from './burst.ts';
import { deepest } from './cause.ts';
import { idAt } from '../../platform/runs/run-ids.ts';
import type { Word } from './memory.ts';
import { nested } from './nested.ts';
import { startFlowIn } from './start-flow.ts';
import { keptJson } from '../../platform/db/kept-json.ts';

/** What a wait is called; a message has the name that people gave it, behind a mark. */
export const waitNames = { callback: 'callback', process: 'process', run: 'run' } as const;
export const messageName = (name: string): string => `message:${name}`;

/** Registers what a run waits for from now on; the answer at once where it came before. */
export async function ask(tx: SpaceTx, of: BurstOf, one: Ask): Promise<Word | undefined> {
  if (one.kind === 'flow') return begin(tx, of, one);
  const { name, match } = waitOf(of.runId, one);
  await lock(tx, name, match);
  const { rows } = await tx.query<{ payload: unknown }>({
    text: `delete from ${tx.schema}.orchestration_message where id = (
        select id from ${tx.schema}.orchestration_message where name = $1 and match = $2 order by at, id limit 1) returning payload`,
    values: [name, match],
  });
  if (rows[0]) return { kind: 'answer', key: one.key, output: rows[0].payload };
  wait(tx, of.runId, one.key, name, match);
  return undefined;
}

function waitOf(runId: string, { kind, node, target = '', input }: Ask): { name: string; match: string } {
  if (kind === 'message') return { name: messageName(target), match: textOf(input.key) };
  if (kind === 'callback') return { name: waitNames.callback, match: `${runId}/${node}` };
  // an approval: the end of the process of a record
  return { name: waitNames.process, match: `${String(input.formId)}/${String(input.recordId)}` };
}

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function wait(tx: SpaceTx, runId: string, key: string, name: string, match: string): void {
  tx.later({
    name: `flow_wait_${tx.schema}`,
    text: `insert into ${tx.schema}.orchestration_wait (run, ask, name, match, at) values ($1::uuid, $2::text, $3::text, $4::text, $5::timestamptz) on conflict (run, ask) do nothing`,
    values: [runId, key, name, match.slice(0, 500), new Date()],
  });
}

/** A flow within a flow: begun with the step that asks for it, its end is the answer. */
async function begin(tx: SpaceTx, of: BurstOf, one: Ask): Promise<Word | undefined> {
  const fail = (code: string): Word => ({ kind: 'fail', key: one.key, code, message: one.target ?? '', final: true });
  if (of.depth.depth + 1 > deepest) return fail('flows.too_deep');
  // another attempt is another run
  const child = idAt(Date.now(), `${of.runId}:${one.key}:${one.attempt}:${newId()}`);
  const started = await startFlowIn(tx, of.ctx, one.target ?? '', {
    id: child,
    trigger: 'flow',
    input: nested(one.input),
    event: null,
    cause: { root: of.depth.root, depth: of.depth.depth + 1, parent: of.runId },
  });
  if (typeof started === 'string') return fail(started);
  wait(tx, of.runId, one.key, waitNames.run, child);
  return undefined;
}

/** Nobody waits for these any more. */
export async function giveUp(tx: SpaceTx, runId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query({
    text: `delete from ${tx.schema}.orchestration_wait where run = $1 and ask = any($2)`,
    values: [runId, [...keys]],
  });
}

/** Who waits for a name and a key, and who says that it is there, take turns: neither misses the other. */
async function lock(tx: SpaceTx, name: string, match: string): Promise<void> {
  await tx.query({
    text: `select pg_advisory_xact_lock(hashtextextended($1, 520))`,
    values: [`${tx.schema} ${name} ${match}`],
  });
}

export interface Delivery {
  /** Delivered twice, it is there once. */
  id: string;
  name: string;
  match: string;
  payload: unknown;
  /** Kept for who waits for it later. */
  keep: boolean;
}

/** To the run that waits the longest; who it is, so that it is woken behind the commit. */
export async function deliver(tx: SpaceTx, { id, name, match, payload, keep }: Delivery): Promise<string | undefined> {
  await lock(tx, name, match);
  const { rows } = await tx.query<{ run: string; key: string }>({
    text: `delete from ${tx.schema}.orchestration_wait w using (
        select run, ask from ${tx.schema}.orchestration_wait where name = $1 and match = $2 order by at, run limit 1) first
      where w.run = first.run and w.ask = first.ask returning w.run, w.ask as key`,
    values: [name, match],
  });
  const [waiting] = rows;
  if (waiting) {
    await tell(tx, waiting.run, id, { kind: 'answer', key: waiting.key, output: payload });
    return waiting.run;
  }
  if (keep)
    await tx.query({
      text: `insert into ${tx.schema}.orchestration_message (id, name, match, payload) values ($1, $2, $3, $4) on conflict (id) do nothing`,
      values: [id, name, match.slice(0, 500), keptJson(payload ?? null)],
    });
  return undefined;
}

/** Something for the run's next burst. */
export async function tell(tx: SpaceTx, run: string, id: string, word: Word): Promise<void> {
  await tx.query({
    text: `insert into ${tx.schema}.orchestration_inbox (run, id, command) values ($1, $2, $3) on conflict (run, id) do nothing`,
    values: [run, id, keptJson(word)],
  });
}

export interface Inbox {
  ids: string[];
  words: Word[];
}

/** Words that came for runs since their last bursts. They stay until a burst that takes them in says so: of those that are read together some are written later. */
export async function readInboxes(tx: SpaceTx, runs: readonly string[]): Promise<Map<string, Inbox>> {
  const { rows } = await tx.query<{ run: string; id: string; command: Word }>({
    name: `flow_inboxes_${tx.schema}`,
    text: `select run, id, command from ${tx.schema}.orchestration_inbox where run = any($1::uuid[]) order by run, id`,
    values: [[...runs]],
  });
  return new Map(
    [...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => [
      run,
      { ids: own.map(({ id }) => id), words: own.map(({ command }) => command) },
    ]),
  );
}

/** Taken in by the burst that is written in this transaction. At once: words that it cannot take in yet come back under ids of their own. */
export async function takeFromInbox(tx: SpaceTx, run: string, { ids }: Inbox): Promise<void> {
  await tx.query({
    name: `flow_taken_${tx.schema}`,
    text: `delete from ${tx.schema}.orchestration_inbox where run = $1::uuid and id = any($2::uuid[])`,
    values: [run, ids],
  });
}

export async function wakeAll(platform: Platform, spaceId: string, runs: Iterable<string | undefined>): Promise<void> {
  for (const run of new Set(runs)) if (run !== undefined) await wakeRun(platform, spaceId, run);
}
