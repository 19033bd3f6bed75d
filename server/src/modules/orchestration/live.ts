import { actionOf, runAction } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import { detached } from '../../platform/db/connections.ts';
import type { Platform } from '../../platform/platform.ts';
import { failureWord } from './failure.ts';
import type { OpenAsk, Word } from './memory.ts';
import { nested } from './nested.ts';
import { late, within } from './within.ts';

/** Calls of a run that this process has under way, and answers that no burst has taken in yet. */
export interface Live {
  pending: Map<string, Promise<void>>;
  answers: Map<string, Word>;
  logs: Map<string, readonly string[]>;
  /** An answer that nobody waits for any more. */
  late?: (word: Word) => void;
}

const all = new WeakMap<Platform, Map<string, Live>>();

/** Behind a key: that somebody was asked is the answer, not what they say. */
export const asked = '!';

/** So many calls of one run at once. */
export const callsAtOnce = 8;
/** Whoever says nothing about it waits no longer than this. */
const usualTimeoutMs = 300_000;

export function liveOf(platform: Platform, run: string): Live {
  let runs = all.get(platform);
  if (!runs) all.set(platform, (runs = new Map()));
  let live = runs.get(run);
  if (!live) runs.set(run, (live = { pending: new Map(), answers: new Map(), logs: new Map() }));
  return live;
}

export function forgetLive(platform: Platform, run: string): void {
  all.get(platform)?.delete(run);
}

/** Begins a call outside of any transaction; its key goes along, the same over every attempt and every process. */
export function beginCall(ctx: Ctx, run: string, ask: OpenAsk, live: Live): void {
  const { key } = ask;
  const done = detached(() => answerOf(ctx, run, ask, live)).then((word) => {
    live.pending.delete(key);
    if (live.late) live.late(word);
    else live.answers.set(key, word);
  });
  live.pending.set(key, done);
}

async function answerOf(ctx: Ctx, run: string, ask: OpenAsk, live: Live): Promise<Word> {
  const { key, action = '', until, at } = ask;
  try {
    if (!actionOf(ctx.platform, action)) return failed(key, 'flows.no_action', action);
    const work = runAction(ctx, action, nested(ask.input), `${run}:${key}`);
    const ms = until === undefined ? usualTimeoutMs : until - at;
    const value = await within(ms, [work]);
    if (value === late) {
      work.catch(() => {});
      return { kind: 'fail', key, code: 'flows.timeout', message: String(ms / 1_000) };
    }
    const { log } = (value ?? {}) as { log?: unknown };
    if (Array.isArray(log)) live.logs.set(key, log.map(String));
    return { kind: 'answer', key, output: value };
  } catch (error) {
    return failureWord(ctx, ask, error);
  }
}

const failed = (key: string, code: string, message: string): Word => ({
  kind: 'fail',
  key,
  code,
  message,
  final: true,
});
