import { AppError } from '../../platform/errors.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { Cause, Ctx } from '../../platform/context.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { startRunIn } from '../../platform/runs/runs.ts';
import { newId } from '../../platform/ids.ts';
import { idOf } from '../../platform/actions.ts';
import { zoneOf } from '../enterprise/public.ts';
import { switchOff } from '../definitions/public.ts';
import { RuleWork } from '../records/public.ts';
import { actingFor, systemFor } from './acting.ts';
import { carryOut, setChanges, type Carrying } from './carry-out.ts';
import { happenedIn, type Occurrence } from './happened.ts';
import { didSomething } from './judge.ts';
import { beginsBy, preparedRule, rulesOf, touchedBy, type Index, type LiveRule, type Prepared } from './live.ts';
import { causeIn, nextCause, tellStopped } from './loops.ts';
import { ruleRun } from './run-name.ts';
import { inputSeen } from './sight.ts';
import { add, count, detailOf, keepTraces, ofRule, type Counted, type NewTrace } from './traces.ts';

const eventTypes = ['records.created', 'records.updated', 'records.deleted', 'records.imported', 'workflow.'];

/** Rules that follow what happened: each event is judged on what the record said then, and once. */
export const rulesSubscriber: Subscriber = {
  name: 'rules.later',
  start: 'now',
  types: eventTypes,
  gathers: true,
  awaited: true,
  async handle(platform, spaceId, events) {
    const index = await rulesOf({ platform, spaceId });
    if (!index.all.some(({ rule }) => rule.at === 'later')) return;
    await follow(platform, spaceId, index, events);
  },
};

/** A rule and what it is to be judged on. */
interface Pair {
  live: LiveRule;
  what: Occurrence;
}

async function follow(
  platform: Platform,
  spaceId: string,
  index: Index,
  events: readonly LoggedEvent[],
): Promise<void> {
  const concerned = events.filter(({ type, data }) => type === 'records.imported' || isConcerned(index, type, data));
  if (concerned.length === 0) return;
  const occurrences = await happenedIn(platform, spaceId, concerned, index);
  const pairs = occurrences.flatMap((what): Pair[] =>
    (index.byForm.get(what.formId) ?? [])
      .filter(({ rule }) => rule.at === 'later' && rule.starts.some((start) => begins(start, what)))
      .map((live) => ({ live, what })),
  );
  if (pairs.length > 0) await judgeAll(platform, spaceId, pairs);
}

function isConcerned(index: Index, type: string, data: Record<string, unknown>): boolean {
  const rules = index.byForm.get(String(data.formId)) ?? [];
  const on =
    { 'records.created': 'created', 'records.updated': 'changed', 'records.deleted': 'deleted' }[type] ?? 'step';
  return rules.some(({ rule }) => rule.at === 'later' && rule.starts.some((start) => start.on === on));
}

function begins(start: LiveRule['rule']['starts'][number], what: Occurrence): boolean {
  if (what.step !== undefined)
    return start.on === 'step' && start.form === what.formId && (start.node === '' || what.step.includes(start.node));
  return beginsBy(start, what.formId, what.happened);
}

const mostTogether = 200;

/** Those that follow each other and act as the same are done in one transaction. */
async function judgeAll(platform: Platform, spaceId: string, pairs: readonly Pair[]): Promise<void> {
  const contexts = new Map<string, Promise<Ctx | AppError>>();
  const actorOf = ({ live, what }: Pair): Promise<Ctx | AppError> => {
    const key = live.rule.runsAs === 'person' ? `person ${what.actor}` : `${live.rule.runsAs} ${live.author}`;
    let ctx = contexts.get(key);
    if (!ctx) {
      const made = actingFor({ platform, spaceId }, live, { person: what.actor });
      contexts.set(key, (ctx = made.catch(refusalOf)));
    }
    return ctx;
  };
  let group: { ctx: Ctx; pairs: Pair[] } | undefined;
  const done = async (): Promise<void> => {
    if (group) await judgeGroup(group.ctx, group.pairs);
    group = undefined;
  };
  for (const pair of pairs) {
    const ctx = await actorOf(pair);
    if (ctx instanceof AppError) {
      await done();
      await failed(platform, spaceId, pair, ctx);
      continue;
    }
    if (group && (group.ctx !== ctx || group.pairs.length >= mostTogether)) await done();
    group ??= { ctx, pairs: [] };
    group.pairs.push(pair);
  }
  await done();
}

async function judgeGroup(ctx: Ctx, pairs: readonly Pair[]): Promise<void> {
  try {
    await together(ctx, pairs);
  } catch (error) {
    if (pairs.length === 1) return failed(ctx.platform, ctx.spaceId, pairs[0]!, refusalOf(error));
    // one of them is refused: each alone, so that the others do not suffer from it
    for (const pair of pairs) await judgeGroup(ctx, [pair]);
  }
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && error.status < 500) return error;
  throw error;
}

async function together(ctx: Ctx, pairs: readonly Pair[]): Promise<void> {
  const { platform, spaceId } = ctx;
  const before = await alreadyJudged(platform, spaceId, pairs);
  const left = pairs.filter(({ live, what }) => !before.has(`${what.source} ${live.id}`));
  if (left.length === 0) return;
  const world = { now: Date.now(), zone: zoneOf(platform, spaceId) };
  const ready = await Promise.all(
    left.map(async (pair) => ({ ...pair, prepared: await preparedRule(ctx, pair.live) })),
  );
  const inputs = await Promise.all(ready.map((pair) => inputSeen(ctx, pair.what)));
  const stopped: { live: LiveRule; root: string }[] = [];
  await inSpace(ctx, async (tx) => {
    stopped.length = 0;
    const touched = new Set(ready.flatMap(({ prepared }) => (prepared?.within ? [...touchedBy(prepared)] : [])));
    const work = new RuleWork(tx, ctx, touched);
    const traces: NewTrace[] = [];
    const counts = new Map<string, Counted>();
    await loadTargets(work, ready, inputs);
    for (const [at, { live, what, prepared }] of ready.entries()) {
      const id = newId();
      const base = traceOf(live, what, id);
      const came = causeIn({ id: what.source, data: { cause: what.cause } });
      const input = inputs[at];
      const cause = nextCause(came, live, what.recordId, id);
      const fail = (code: string): void => {
        add(counts, live.id, { judged: 1, failed: 1 });
        traces.push({ ...base, state: 'failed', code, detail: { root: came.root, chain: came.chain } });
      };
      if (!prepared) fail('rules.not_ready');
      else if (input === undefined) fail('rules.no_sight');
      else if (!cause) {
        fail('rules.loop');
        stopped.push({ live, root: came.root });
      } else if (prepared.within) {
        const carrying = carryingOf(ctx, work, prepared, cause, what);
        const outcome = await carryOut(carrying, input, world);
        const held = didSomething(outcome);
        add(counts, live.id, { judged: 1, held: held ? 1 : 0, undecided: outcome.undecided.length > 0 ? 1 : 0 });
        if (!held) continue;
        await setChanges(carrying, outcome.changes, input);
        traces.push({ ...base, state: outcome.stop ? 'stopped' : 'done', detail: detailOf(outcome) });
      } else {
        // what reaches outside is done by a run of its own
        const run = idOf(`${what.source} ${live.id} run`);
        const payload = {
          rule: live.id,
          release: live.number,
          trace: id,
          input,
          what: { ...what, before: null, after: null },
          author: live.author,
        };
        await startRunIn(tx, ctx, ruleRun, payload, {
          id: run,
          definition: live.id,
          release: live.number,
          trigger: 'event',
          cause,
          actsAs: live.rule.runsAs,
        });
        traces.push({ ...base, state: 'running', detail: { run } });
      }
    }
    await work.flush();
    keepTraces(tx, traces);
    count(tx, counts);
  });
  for (const { live, root } of stopped) await tellStopped(platform, spaceId, live, `${live.id} ${root}`);
}

export function carryingOf(
  ctx: Ctx,
  work: RuleWork | undefined,
  prepared: Prepared,
  cause: Cause,
  what: Occurrence,
): Carrying {
  return {
    ctx,
    work,
    prepared,
    cause,
    key: `${what.source}:${prepared.live.id}`,
    record: what.after || what.before ? { formId: what.formId, id: what.recordId } : undefined,
    depth: 0,
    answers: new Map(),
    inner: new Map(),
  };
}

/** Everything that the batch reads and sets of related records, locked at once and in order. */
async function loadTargets(
  work: RuleWork,
  pairs: readonly { live: LiveRule; what: Occurrence; prepared: Prepared | undefined }[],
  inputs: readonly (Record<string, unknown> | undefined)[],
): Promise<void> {
  const wanted = new Map<string, Set<string>>();
  for (const [at, { prepared }] of pairs.entries()) {
    if (!prepared?.within) continue;
    for (const [relation, form] of prepared.related) {
      const ids = inputs[at]?.[relation];
      const set = wanted.get(form) ?? new Set();
      for (const id of Array.isArray(ids) ? (ids as string[]) : []) set.add(id);
      wanted.set(form, set);
    }
  }
  for (const [form, ids] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) await work.load(form, ids);
}

async function alreadyJudged(platform: Platform, spaceId: string, pairs: readonly Pair[]): Promise<Set<string>> {
  const { rows } = await spaceQuery<{ source: string; rule: string }>(platform, {
    text: `select source, rule from ${spaceSchema(spaceId)}.rules_trace where source = any($1::uuid[])`,
    values: [[...new Set(pairs.map(({ what }) => what.source))]],
  });
  return new Set(rows.map(({ source, rule }) => `${source} ${rule}`));
}

function traceOf(live: LiveRule, what: Occurrence, id: string): NewTrace {
  return {
    ...ofRule(live),
    id,
    source: what.source,
    starts: what.step === undefined ? what.happened.on : 'step',
    formId: what.formId,
    recordId: what.recordId,
    actor: what.actor,
    state: 'done',
    code: null,
    detail: {},
  };
}

/** Refused: the rule alone, and it is told where somebody looks. */
async function failed(platform: Platform, spaceId: string, { live, what }: Pair, error: AppError): Promise<void> {
  const system = systemFor({ platform, spaceId }, live.id);
  await inSpace(system, async (tx) => {
    keepTraces(tx, [
      {
        ...traceOf(live, what, newId()),
        state: 'failed',
        code: error.code,
        detail: { data: error.data ?? null, fields: (error.fields ?? []).map(({ path, code }) => ({ path, code })) },
      },
    ]);
    count(tx, new Map([[live.id, { judged: 1, held: 0, failed: 1, undecided: 0 }]]));
  });
  if (error.code !== 'rules.author_gone') return;
  // nobody whose rights it could act with: it ends
  await switchOff(system, 'rule', live.id, 'rules.author_gone');
  await tellStopped(platform, spaceId, live, `${live.id} author`);
}
