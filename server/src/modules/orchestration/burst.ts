import { zoneOf } from '../enterprise/public.ts';
import { advance } from '@formwork/logic/flow/advance.ts';
import type { CompiledFlow } from '@formwork/logic/flow/compile.ts';
import { newFlowState, type Ask } from '@formwork/logic/flow/state.ts';
import { actionOf } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';
import type { Advanced, NewStep } from '../../platform/runs/run-kinds.ts';
import { dueOf } from './due.ts';
import { inTransaction } from './in-transaction.ts';
import type { FlowMemory, OpenAsk, Word } from './memory.ts';
import { asked } from './live.ts';
import { nested } from './nested.ts';
import { count, rowsOf, short } from './trace.ts';
import { ask as askFor, giveUp } from './waits.ts';
import { keptJson } from '../../platform/db/kept-json.ts';

export interface BurstOf {
  /** Whose rights the steps have. */
  ctx: Ctx;
  /** Of who released it: approvals are asked for in a person's name. */
  runId: string;
  depth: { root: string; depth: number };
  flow: CompiledFlow;
  memory: FlowMemory | undefined;
  words: readonly Word[];
  logs: ReadonlyMap<string, readonly string[]>;
}

/** So much is done before what is there is kept. */
const mostRows = 200;
const mostMs = 250;
const mostState = 1024 * 1024;

/**
 * Takes words in and goes on until the run waits for somebody, or ends. What writes into the space's own data is carried out here, in
 * the transaction that keeps the run: it is there together with the step that did it, whatever dies.
 */
export async function burst(tx: SpaceTx, of: BurstOf): Promise<Omit<Advanced<FlowMemory>, 'effects'>> {
  const began = Date.now();
  const memory: FlowMemory = of.memory
    ? structuredClone(of.memory)
    : { flow: newFlowState(), open: {}, steps: 0, nodes: {} };
  const words = [...of.words];
  const rows: NewStep[] = [];
  const note = (): void => count(memory, rows);
  for (;;) {
    const given = words.shift() ?? (await nextWithin(tx, of, memory));
    if (!given) break;
    const now = Date.now();
    const word = aside(memory, given, rows);
    if (!word) continue;
    const world = { now, zone: zoneOf(of.ctx.platform, of.ctx.spaceId) };
    const { state, asks, dropped, trace } = advance(of.flow, memory.flow, word, world);
    memory.flow = state;
    rows.push(
      ...rowsOf(
        trace.filter(({ what, detail, node }) => !asksFirst(of.flow, what, detail, node)),
        memory.open,
        now,
        of.logs,
      ),
    );
    const over = [...dropped, ...('key' in word ? [word.key] : [])];
    // calls have no row that waits
    const waited = over.filter((key) => memory.open[key]?.kind !== 'call');
    if ('key' in word) delete memory.open[word.key];
    await giveUp(tx, of.runId, waited);
    for (const key of dropped) delete memory.open[key];
    for (const one of asks) await take(tx, of, memory, one, now, words);
    // what comes after is another burst: nothing that was written waits for it
    if (rows.length > mostRows || Date.now() - began > mostMs) break;
  }
  note();
  const { flow } = memory;
  if (JSON.stringify(flow).length > mostState && flow.state === 'running') {
    flow.state = 'failed';
    flow.failure = { node: '', code: 'flows.too_much', message: '' };
  }
  const more = words.length > 0 || Object.values(memory.open).some(({ by }) => by !== undefined);
  return {
    memory,
    steps: rows,
    done: memory.steps,
    ...standing(memory, more),
    ...(words.length > 0 && keepWords(tx, of, words)),
  };
}

/** What concerns no token: that a process was asked for, and what was taken back when the flow failed. */
function aside(memory: FlowMemory, word: Word, rows: NewStep[]): Word | undefined {
  if (!('key' in word)) return word;
  const { open } = memory;
  if (open[word.key]?.kind === 'undo') {
    const { node, input, at } = open[word.key]!;
    const failed = word.kind === 'fail' && { error: { code: word.code, data: { message: word.message } } };
    rows.push({ node, in: short(input), out: { what: 'undone' }, ms: Date.now() - at, ...failed });
    delete open[word.key];
    return undefined;
  }
  if (!word.key.endsWith(asked)) return word;
  const key = word.key.slice(0, -asked.length);
  if (word.kind === 'fail') return { ...word, key };
  const { by: _by, ...waits } = open[key] ?? {};
  if (open[key]) open[key] = waits as OpenAsk;
  return undefined;
}

/** Words that were not taken in wait in the inbox. */
function keepWords(tx: SpaceTx, { runId }: BurstOf, words: readonly Word[]): object {
  for (const [i, word] of words.entries()) {
    const id = `00000000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;
    tx.later({
      name: `flow_inbox_${tx.schema}`,
      text: `insert into ${tx.schema}.orchestration_inbox (run, id, command) values ($1::uuid, $2::uuid, $3::jsonb) on conflict do nothing`,
      values: [runId, id, keptJson(word)],
    });
  }
  return { state: 'running' };
}

function asksFirst({ nodes }: CompiledFlow, what: string, detail: unknown, node: string): boolean {
  const kind = nodes.get(node)?.kind;
  return what === 'entered' && detail === undefined && kind !== undefined && asking.has(kind);
}

const asking = new Set(['call', 'flow', 'wait', 'message', 'approval', 'callback', 'switch', 'fail']);

/** How the run stands, as the platform keeps it. */
function standing({ flow, open }: FlowMemory, more: boolean): Omit<Advanced<FlowMemory>, 'memory' | 'steps'> {
  if (flow.state === 'finished') return { state: 'finished', result: flow.result ?? {} };
  if (flow.state === 'cancelled') return { state: 'cancelled' };
  const undoes = Object.values(open).some(({ kind }) => kind === 'undo');
  if (undoes && more) return { state: 'running' };
  if (flow.state === 'failed') {
    const { code, message, node } = flow.failure ?? { code: 'flows.internal', message: '', node: '' };
    return { state: 'failed', error: { code, data: { message, node } } };
  }
  if (more && !flow.paused) return { state: 'running' };
  const moments = flow.paused
    ? []
    : Object.values(open).flatMap(({ due, until }) => [due, until].filter((one) => one !== undefined));
  const next = Math.min(...moments);
  return { state: 'suspended', ...(Number.isFinite(next) && { at: new Date(next) }) };
}

/** Carries out what writes in this transaction, one after the other. */
async function nextWithin(tx: SpaceTx, { ctx, runId }: BurstOf, memory: FlowMemory): Promise<Word | undefined> {
  if (memory.flow.paused) return undefined;
  const goesOn = memory.flow.state === 'running';
  const one = Object.values(memory.open).find(({ by, kind }) => by === 'space' && (goesOn || kind === 'undo'));
  return one && inTransaction(tx, ctx, one, `${runId}:${one.key}`);
}

async function take(tx: SpaceTx, of: BurstOf, memory: FlowMemory, one: Ask, now: number, words: Word[]): Promise<void> {
  const { ctx } = of;
  const until = one.timeout === undefined ? {} : { until: now + one.timeout * 1_000 };
  const keep = (more: Partial<OpenAsk>): void => void (memory.open[one.key] = { ...one, at: now, ...until, ...more });
  const fail = (code: string, message = ''): void =>
    void words.push({ kind: 'fail', key: one.key, code, message, final: true });
  switch (one.kind) {
    case 'retry':
      return keep({ due: now + (one.after ?? 0) * 1_000 });
    case 'call':
    case 'undo': {
      const action = one.action === undefined ? undefined : actionOf(ctx.platform, one.action);
      if (one.kind === 'call' && !action) return fail('flows.no_action', one.action);
      const within = action?.runIn && (await joins(action, ctx, one));
      return keep({ by: within ? 'space' : 'outside' });
    }
    case 'approval': {
      // the wait is there before the process is: its end is not missed
      keep({ by: 'outside' });
      const word = await askFor(tx, of, one);
      if (word) words.push(word);
      return;
    }
    case 'wait': {
      const due = await dueOf(ctx, one.input as { until: unknown; working: boolean }, now);
      if (due === undefined) return fail('flows.wait_unreadable', JSON.stringify(one.input.until));
      return keep({ due });
    }
    default: {
      keep({});
      const word = await askFor(tx, of, one);
      if (word) words.push(word);
    }
  }
}

async function joins(action: NonNullable<ReturnType<typeof actionOf>>, ctx: Ctx, { input }: Ask): Promise<boolean> {
  if (!action.joins) return true;
  // what cannot be read is told where it is carried out
  return action.joins(ctx, nested(input)).catch(() => true);
}
