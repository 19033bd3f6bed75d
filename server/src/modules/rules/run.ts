import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import type { z } from 'zod';
import type { Cause, Ctx } from '../../platform/context.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { inSpace, type SpaceTx } from '../../platform/db/space-data.ts';
import { month, runKind, type Job } from '../../platform/runs/run-kinds.ts';
import { releasedOf, requireOn } from '../definitions/public.ts';
import { zoneOf } from '../enterprise/public.ts';
import { RuleWork } from '../records/public.ts';
import { actingFor } from './acting.ts';
import { carryOut, setChanges, type Carrying } from './carry-out.ts';
import { didSomething } from './judge.ts';
import { liveOf, preparedRule, touchedBy } from './live.ts';
import { ruleRun } from './run-name.ts';
import { add, count, detailOf, type Counted } from './traces.ts';
import { keptJson } from '../../platform/db/kept-json.ts';

type Payload = z.infer<typeof ruleRun.payload>;

export const ruleRunKind = runKind({
  ...ruleRun,
  retries: 5,
  keep: { ...month, failed: 90 },
  maySee: async (ctx, { definition }) => {
    if (definition === null) return false;
    return requireOn(ctx, 'rule', definition, 'see').then(
      () => true,
      () => false,
    );
  },
  work: carryOutRule,
});

/** What reaches outside first, by keys that make it once; then all that it writes, with its trace. On the release it began with. */
async function carryOutRule(job: Job<Payload>): Promise<unknown> {
  const { platform, spaceId, payload } = job;
  try {
    const outcome = await carriedOut(job);
    for (const step of outcome.trace)
      job.step({ node: step.at, in: step.read, out: step.value ?? step.effect ?? step.branch });
    return { trace: payload.trace, state: outcome.state };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await inSpace(job, async (tx) => {
      await settle(tx, payload.trace, 'failed', error.code, { data: error.data ?? null });
      count(tx, new Map([[payload.rule, { judged: 1, held: 0, failed: 1, undecided: 0 }]]));
    });
    platform.log.info({ space: spaceId, rule: payload.rule, code: error.code }, 'a rule was refused');
    throw error;
  }
}

async function carriedOut(job: Job<Payload>) {
  const { platform, spaceId, payload } = job;
  const released = await releasedOf<RuleDocument>(platform, spaceId, 'rule', payload.rule, payload.release);
  const live = released && { ...liveOf(released), author: payload.author };
  const prepared = live && (await preparedRule(job, live));
  if (!live || !prepared) throw refuse('rules.not_ready');
  const ctx = await actingFor(job, live, { person: payload.what.actor });
  const world = { now: Date.now(), zone: zoneOf(platform, spaceId) };
  const carrying: Carrying = {
    ctx,
    work: undefined,
    prepared,
    cause: causeOf(payload),
    key: payload.trace,
    record: payload.what.formId === '' ? undefined : { formId: payload.what.formId, id: payload.what.recordId },
    depth: 0,
    answers: new Map(),
    inner: new Map(),
  };
  await carryOut(carrying, payload.input, world);
  return inSpace(ctx, (tx) => written(tx, ctx, carrying, payload, world));
}

async function written(
  tx: SpaceTx,
  ctx: Ctx,
  carrying: Carrying,
  { input, trace }: Payload,
  world: { now: number; zone: string },
) {
  const work = new RuleWork(tx, ctx, touchedBy(carrying.prepared));
  const within = { ...carrying, work };
  const outcome = await carryOut(within, input, world);
  await setChanges(within, outcome.changes, input);
  await work.flush();
  await settle(tx, trace, outcome.stop ? 'stopped' : 'done', null, detailOf(outcome));
  const counts = new Map<string, Counted>();
  add(counts, carrying.prepared.live.id, {
    judged: 1,
    held: didSomething(outcome) ? 1 : 0,
    undecided: outcome.undecided.length > 0 ? 1 : 0,
  });
  count(tx, counts);
  return outcome;
}

/** Only one that is under way: what was done once is not done again. */
async function settle(tx: SpaceTx, trace: string, state: string, code: string | null, detail: object): Promise<void> {
  const { rowCount } = await tx.query({
    text: `update ${tx.schema}.rules_trace set state = $2, code = $3, detail = detail || $4::jsonb where id = $1 and state = 'running'`,
    values: [trace, state, code, keptJson(detail)],
  });
  if (rowCount === 0 && state !== 'failed') throw new AppError('rules.not_ready', { trace });
}

function causeOf({ trace, rule, what }: Payload): Cause {
  const came = (what.cause ?? {}) as Partial<Cause>;
  return {
    root: came.root ?? what.source,
    depth: (came.depth ?? 0) + 1,
    chain: [...(came.chain ?? []), `${rule}:${what.recordId}`].slice(-24),
    trace,
  };
}
