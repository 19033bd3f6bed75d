import type { Ctx } from '../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { zoneOf } from '../enterprise/public.ts';
import { RuleWork } from '../records/public.ts';
import { systemFor } from './acting.ts';
import { carryOut, setChanges, type Carrying } from './carry-out.ts';
import { didSomething } from './judge.ts';
import { preparedRule, touchedBy, type LiveRule } from './live.ts';
import { causeIn, nextCause, tellStopped } from './loops.ts';
import { count, detailOf, keepTraces, ofRule, type NewTrace } from './traces.ts';

/** What begins a rule that is carried out at once. */
export interface Begin {
  /** Given again it is the same: the rule is carried out once for it. */
  source: string;
  starts: string;
  record: { formId: string; id: string } | undefined;
  input: Record<string, unknown>;
  /** Who caused it; null where nobody did. */
  actor: string | null;
  cause?: unknown;
}

export interface Executed {
  /** Null where it did nothing that is told. */
  trace: string | null;
  result: Record<string, unknown>;
  refused: string | null;
}

/** Carries a rule out in the name of `ctx`: what reaches outside first, by keys that make it once, then all that it writes with its trace. */
export async function execute(ctx: Ctx, live: LiveRule, begin: Begin): Promise<Executed> {
  const { platform, spaceId } = ctx;
  const known = await spaceQuery<{ id: string }>(platform, {
    text: `select id from ${spaceSchema(spaceId)}.rules_trace where source = $1 and rule = $2`,
    values: [begin.source, live.id],
  });
  if (known.rows[0]) return { trace: known.rows[0].id, result: {}, refused: null };
  const trace: NewTrace = {
    ...ofRule(live),
    id: newId(),
    source: begin.source,
    starts: begin.starts,
    formId: begin.record?.formId ?? null,
    recordId: begin.record?.id ?? null,
    actor: begin.actor,
    state: 'done',
    code: null,
    detail: {},
  };
  try {
    return await carriedOut(ctx, live, begin, trace);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await noteFailure(ctx, live, trace, error);
    throw error;
  }
}

async function carriedOut(ctx: Ctx, live: LiveRule, begin: Begin, trace: NewTrace): Promise<Executed> {
  const prepared = await preparedRule(ctx, live);
  if (!prepared) throw refuse('rules.not_ready', { rule: live.name.zh });
  const came = causeIn({ id: begin.source, data: { cause: begin.cause ?? ctx.user.cause } });
  const cause = nextCause(came, live, begin.record?.id ?? '', trace.id);
  if (!cause) {
    await tellStopped(ctx.platform, ctx.spaceId, live, `${live.id} ${came.root}`);
    throw refuse('rules.loop', { rule: live.name.zh });
  }
  const world = { now: Date.now(), zone: zoneOf(ctx.platform, ctx.spaceId) };
  const carrying: Carrying = {
    ctx,
    work: undefined,
    prepared,
    cause,
    key: `${begin.source}:${live.id}`,
    record: begin.record,
    depth: 0,
    answers: new Map(),
    inner: new Map(),
  };
  if (!prepared.within) await carryOut(carrying, begin.input, world);
  return inSpace(ctx, async (tx) => {
    const work = new RuleWork(tx, ctx, touchedBy(prepared));
    const within = { ...carrying, work };
    const outcome = await carryOut(within, begin.input, world);
    const held = didSomething(outcome);
    await setChanges(within, outcome.changes, begin.input);
    await work.flush();
    // a call is asked after even where it only answers
    const told = held || begin.starts === 'call';
    if (told) keepTraces(tx, [{ ...trace, state: outcome.stop ? 'stopped' : 'done', detail: detailOf(outcome) }]);
    const counted = { judged: 1, held: held ? 1 : 0, failed: 0, undecided: outcome.undecided.length > 0 ? 1 : 0 };
    count(tx, new Map([[live.id, counted]]));
    return { trace: told ? trace.id : null, result: { ...outcome.result }, refused: outcome.stop?.text ?? null };
  });
}

/** Refused: told where somebody looks, and once. */
export async function noteFailure(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  live: LiveRule,
  trace: NewTrace,
  error: AppError,
): Promise<void> {
  await inSpace(systemFor({ platform, spaceId }, live.id), async (tx) => {
    const detail = { data: error.data ?? null, fields: (error.fields ?? []).map(({ path, code }) => ({ path, code })) };
    keepTraces(tx, [{ ...trace, state: 'failed', code: error.code, detail }]);
    count(tx, new Map([[live.id, { judged: 1, held: 0, failed: 1, undecided: 0 }]]));
  });
}
