import type { Ctx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { refuse } from '../../platform/errors.ts';
import type { Advanced, Burst } from '../../platform/runs/run-kinds.ts';
import { burst } from './burst.ts';
import { actorOf, authorCtx } from './actor.ts';
import { callbackAddress } from './callbacks.ts';
import { takeTurn } from './limits.ts';
import { asked, beginCall, callsAtOnce, forgetLive, liveOf, type Live } from './live.ts';
import type { FlowMemory, OpenAsk, Word } from './memory.ts';
import type { FlowPayload } from './run-name.ts';
import { flowOf, type ReleasedFlow } from './start-flow.ts';
import { count } from './trace.ts';
import { takeFromInbox, type Inbox } from './waits.ts';
import { within } from './within.ts';
import { keptJson } from '../../platform/db/kept-json.ts';

type FlowBurst = Burst<FlowPayload, FlowMemory>;

/** How often a run that waits for its calls looks whether somebody else has a word for it. */
const lookMs = 500;

/**
 * One burst of a run. Calls that leave the house were asked for by a burst that is committed: they are begun here, and what they
 * answer is taken in by the next burst. Everything else happens in the transaction of `burst`.
 */
export async function advanceFlow(run: FlowBurst): Promise<Advanced<FlowMemory>> {
  const { platform, spaceId, id, memory } = run;
  const released = await releaseOf(run);
  const live = liveOf(platform, id);
  const ctx = await actorOf(run, released, run.payload.cause);
  const words = memory ? await wordsFor(run, released, ctx, live) : [];
  if (!memory || memory.limited) {
    // by itself: the row of the flow is locked no longer than that, and not while the steps of a run are written
    const turn = await takeTurn(run, released.id, released.body.limits);
    if (!turn.taken) return { state: 'suspended', memory: limited(memory), ...(turn.at && { at: turn.at }) };
  }
  return {
    state: 'running',
    async effects(tx, before) {
      const inbox = before as Inbox | undefined;
      if (inbox) await takeFromInbox(tx, id, inbox);
      const first: Word[] = memory && !memory.limited ? [] : [{ kind: 'start', input: startOf(run, released) }];
      const again: Word[] = memory?.rerun ? [{ kind: 'rerun' }] : [];
      const done = await burst(tx, {
        ctx,
        runId: id,
        depth: run.payload.cause,
        flow: released.compiled,
        memory: memory && { ...memory, limited: false, rerun: false },
        words: [...first, ...again, ...(inbox?.words ?? []), ...words],
        logs: live.logs,
      });
      if (done.state !== 'running') settle(platform, spaceId, id, live, done.state);
      for (const word of words) if ('key' in word) live.answers.delete(word.key);
      return done;
    },
  };
}

/** What is noted of a run that somebody cancelled: who waited is given up, and an answer that comes later is ignored and shown. */
export async function cancelFlow(run: FlowBurst): Promise<Omit<Advanced<FlowMemory>, 'state'>> {
  const { memory, platform, spaceId, id } = run;
  if (!memory) return {};
  const steps = Object.values(memory.open).map(({ node, key }) => ({ node, out: { what: 'given_up', key } }));
  settle(platform, spaceId, id, liveOf(platform, id), 'cancelled');
  const after = structuredClone(memory);
  after.flow.state = 'cancelled';
  after.open = {};
  count(after, steps);
  return { memory: after, steps };
}

/** A failed run goes on: on its own release, at the node that failed. */
export function resumeFlow(memory: FlowMemory | undefined, from: string): FlowMemory | undefined {
  if (memory?.flow.state !== 'failed') return undefined;
  if (!Object.values(memory.flow.tokens).some(({ node }) => node === from)) return undefined;
  return { ...memory, open: {}, rerun: true };
}

async function releaseOf(run: FlowBurst): Promise<ReleasedFlow> {
  const { platform, spaceId, definition, release, memory } = run;
  const released =
    definition === null
      ? undefined
      : await flowOf(platform, spaceId, definition, memory?.release ?? release ?? undefined);
  if (!released) throw refuse('flows.release_gone');
  return released;
}

/** Waits until there is something to say: a call came back, somebody sent word, a moment has come. */
async function wordsFor(run: FlowBurst, released: ReleasedFlow, ctx: Ctx, live: Live): Promise<Word[]> {
  const { platform, id, memory } = run;
  const open = Object.values(memory!.open);
  const paused = memory!.flow.paused;
  for (;;) {
    if (!paused) await beginCalls(run, released, ctx, open, live);
    const words = [...live.answers.values(), ...due(paused ? [] : open, live)];
    if (words.length > 0 || live.pending.size === 0 || run.cancelled()) return words;
    const next =
      Math.min(...open.flatMap(({ due: at, until }) => [at, until].filter((one) => one !== undefined))) - Date.now();
    await within(Math.max(1, Math.min(lookMs, next)), [...live.pending.values()]);
    if (live.answers.size === 0 && (await hasMail(platform, run.spaceId, id))) return [];
  }
}

async function beginCalls(
  run: FlowBurst,
  released: ReleasedFlow,
  ctx: Ctx,
  open: readonly OpenAsk[],
  live: Live,
): Promise<void> {
  for (const ask of open) {
    if (live.pending.size >= callsAtOnce) return;
    if (ask.by !== 'outside') continue;
    const key = ask.kind === 'approval' ? `${ask.key}${asked}` : ask.key;
    if (live.pending.has(key) || live.answers.has(key)) continue;
    if (ask.kind !== 'approval') {
      beginCall(ctx, run.id, ask, live);
      continue;
    }
    // somebody must have asked for it: where no person did, who released the flow
    const asker = ctx.user.system ? await authorCtx(run, released.id, released.number, run.payload.cause) : ctx;
    const { formId, recordId } = ask.input;
    beginCall(asker, run.id, { ...ask, key, action: 'workflow.start', input: { formId, recordId } }, live);
  }
}

function due(open: readonly OpenAsk[], live: Live): Word[] {
  const now = Date.now();
  return open.flatMap((ask): Word[] => {
    if (ask.due !== undefined && ask.due <= now)
      return [ask.kind === 'retry' ? { kind: 'again', key: ask.key } : { kind: 'answer', key: ask.key, output: null }];
    if (ask.until !== undefined && ask.until <= now && !live.pending.has(ask.key))
      return [{ kind: 'fail', key: ask.key, code: 'flows.timeout', message: '' }];
    return [];
  });
}

async function hasMail(platform: Ctx['platform'], spaceId: string, id: string): Promise<boolean> {
  const { rows } = await spaceQuery(platform, {
    text: `select 1 from ${spaceSchema(spaceId)}.orchestration_inbox where run = $1 limit 1`,
    values: [id],
  });
  return rows.length > 0;
}

function startOf(
  { platform, spaceId, id, payload }: FlowBurst,
  { id: flow, number }: ReleasedFlow,
): Record<string, unknown> {
  return {
    ...payload.input,
    event: payload.event ?? null,
    run: { id, flow, release: number, callback: callbackAddress(platform, spaceId, id) },
  };
}

const limited = (memory: FlowMemory | undefined): FlowMemory =>
  memory ?? {
    flow: {
      state: 'running',
      paused: false,
      version: 0,
      steps: 0,
      next: 1,
      tokens: {},
      scopes: { s0: { id: 's0', parent: null, around: null, kind: 'run', vars: {} } },
      rounds: {},
      undo: [],
    },
    open: {},
    limited: true,
    steps: 0,
    nodes: {},
  };

/** Nothing of it is wanted any more here; what still comes back of a run that is over is noted and has no effect. */
function settle(platform: Ctx['platform'], spaceId: string, run: string, live: Live, state: Advanced['state']): void {
  if (live.pending.size > 0 && state !== 'suspended')
    live.late = (word) => {
      if (!('key' in word)) return;
      void noteLate(platform, spaceId, run, word).catch((error: unknown) =>
        platform.log.warn({ err: error, run }, 'a late answer of a flow was not noted'),
      );
    };
  if (state !== 'suspended' || live.pending.size === 0) forgetLive(platform, run);
}

async function noteLate(
  platform: Ctx['platform'],
  spaceId: string,
  run: string,
  word: Extract<Word, { key: string }>,
): Promise<void> {
  const schema = spaceSchema(spaceId);
  const said = word.kind === 'fail' ? { error: { code: word.code } } : {};
  const row = {
    node: word.key.split(':')[0],
    at: new Date().toISOString(),
    out: { what: 'ignored', late: true },
    ...said,
  };
  // behind what is there: the run is over, and nobody else writes its trace
  await spaceQuery(platform, {
    text: `insert into ${schema}.run_step (run, seq, rows)
      select $1::uuid, last.seq + 1, jsonb_build_array($2::jsonb || jsonb_build_object('seq', last.seq + 1))
      from (select coalesce(max((rows->-1->>'seq')::int), 0) as seq from ${schema}.run_step where run = $1::uuid) last
      on conflict do nothing`,
    values: [run, keptJson(row)],
  });
}
