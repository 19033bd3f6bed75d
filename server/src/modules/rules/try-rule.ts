import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { rulesApi, Simulated, Tried } from '@formwork/contract/rules/api.ts';
import { formOfRule, type RuleDocument } from '@formwork/contract/rules/document.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';
import { evaluate, type Effect, type Outcome, type World } from '@formwork/logic/evaluate.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { requireOn, releasedOf } from '../definitions/public.ts';
import { zoneOf } from '../enterprise/public.ts';
import { pastOf, planOf, recordsThen, type Past } from '../records/public.ts';
import { differing } from './differing.ts';
import { didSomething, judgePure } from './judge.ts';
import { beginsBy, preparedRule, type Happened, type LiveRule, type Prepared } from './live.ts';
import { compiledRule } from './rule-kind.ts';
import { inputSeen } from './sight.ts';
import { testResults } from './tests.ts';

type Input<K extends keyof typeof rulesApi> = InputOf<(typeof rulesApi)[K]>;

/** A rule as somebody drafts it, ready to be judged; its problems refuse it. */
async function drafted(ctx: Ctx, rule: Rule): Promise<Prepared> {
  const compiled = await compiledRule(ctx, rule);
  if (!compiled.ok) throw new AppError('definitions.release.problems', { problems: compiled.problems.slice(0, 20) });
  const live: LiveRule = {
    id: '',
    number: 0,
    name: { zh: rule.name },
    author: ctx.user.id,
    rule,
    form: formOfRule(rule),
  };
  return (
    (await preparedRule(ctx, live)) ?? { live, ready: compiled, subs: new Map(), related: new Map(), within: false }
  );
}

/** Judged with the rights of who tries it, and without any effect: what it asks of others is answered by nothing. */
export async function tryRule(ctx: Ctx, { body }: Input<'tryRule'>): Promise<Tried> {
  const prepared = await drafted(ctx, body.rule);
  const world = { now: Date.now(), zone: zoneOf(ctx.platform, ctx.spaceId), trace: true };
  const input = body.recordId === undefined ? {} : await inputOfRecord(ctx, prepared, body.recordId);
  return triedOf(withoutEffect(prepared, { ...input, ...body.input }, world));
}

async function inputOfRecord(ctx: Ctx, { live }: Prepared, recordId: string): Promise<Record<string, unknown>> {
  if (live.form === undefined) return {};
  const [then] = await recordsThen(ctx.platform, await planOf(ctx, live.form), [{ recordId, version: 1_000_000_000 }]);
  const content = then?.after ?? null;
  const input =
    content &&
    (await inputSeen(ctx, { formId: live.form, recordId, before: content, after: content, actor: ctx.user.id }));
  if (!input) throw notFound('records.record.not_found');
  return input;
}

/** Made records have an id that is none, everything else comes to nothing. */
function withoutEffect(prepared: Prepared, input: Record<string, unknown>, world: World): Outcome {
  const answers = new Map<string, unknown>();
  for (;;) {
    const outcome = evaluate(prepared.ready, input, { ...world, answers });
    const open = outcome.effects.filter(({ key }) => !answers.has(key));
    for (const effect of open) answers.set(effect.key, answerOf(prepared, effect, world));
    if (outcome.state !== 'waiting' || open.length === 0) return outcome;
  }
}

function answerOf({ subs }: Prepared, { kind, what, input }: Effect, world: World): unknown {
  const sub = kind === 'run' ? subs.get(what) : undefined;
  if (sub) return judgePure(sub, { ...input }, { ...world, trace: false }).result;
  return what === 'records.create' ? { id: '00000000-0000-4000-8000-000000000000' } : null;
}

const triedOf = ({ state, trace, changes, effects, stop, failure, result, undecided }: Outcome): Tried => ({
  state,
  steps: trace.slice(0, 1_000) as Tried['steps'],
  changes: changes.map(({ target, value }) => ({ target: [...target], value })),
  effects: effects.map(({ key, what, target, input }) => ({
    key,
    what,
    input: { ...input },
    ...(target !== undefined && { target }),
  })),
  ...(stop && { stop: { text: stop.text, ...(stop.field !== undefined && { field: stop.field }) } }),
  ...(failure && { code: failure.code }),
  result: { ...result },
  undecided: undecided.map(({ statement, missing }) => ({ statement, missing: [...missing] })),
});

export async function runTests(ctx: Ctx, { body }: Input<'runTests'>): Promise<ResponseOf<typeof rulesApi.runTests>> {
  const { ready } = await drafted(ctx, body.rule);
  return { results: await testResults(ctx, ready, body.tests) };
}

const mostEvents = 20_000;
const atOnce = 500;

/** Walks history from its end: what the rule would have done, and what differs from the release in force. */
export async function simulate(ctx: Ctx, { body }: Input<'simulate'>): Promise<Simulated> {
  const prepared = await drafted(ctx, body.rule);
  const { form } = prepared.live;
  const found: Simulated = {
    judged: 0,
    held: 0,
    refused: 0,
    failed: 0,
    undecided: 0,
    cut: false,
    differing: 0,
    samples: [],
  };
  if (form === undefined) return found;
  const other = body.id === undefined ? undefined : await inForce(ctx, body.id);
  const plan = await planOf(ctx, form);
  const since = new Date(Date.now() - body.days * 86_400_000);
  let last: Past | undefined;
  for (let seen = 0; seen < mostEvents;) {
    const rows = await pastOf(ctx.platform, plan, since, last, atOnce);
    const asked = rows.map((row) => ({
      recordId: row.recordId,
      version: row.kind === 'deleted' ? undefined : row.version,
    }));
    const then = await recordsThen(ctx.platform, plan, asked);
    for (const [at, past] of rows.entries()) {
      const said = then[at];
      if (said) await judgePast(ctx, prepared, other, form, past, said, found);
    }
    seen += rows.length;
    last = rows.at(-1);
    if (rows.length < atOnce) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...found, cut: true };
}

type Said = NonNullable<Awaited<ReturnType<typeof recordsThen>>[number]>;

async function judgePast(
  ctx: Ctx,
  prepared: Prepared,
  other: Prepared | undefined,
  formId: string,
  { recordId, at, actor }: Past,
  { before, after }: Said,
  found: Simulated,
): Promise<void> {
  const happened: Happened = !before
    ? { on: 'created', fields: [] }
    : !after
      ? { on: 'deleted', fields: [] }
      : { on: 'changed', fields: differing(before, after) };
  const { starts } = prepared.live.rule;
  const begins = starts.some((start) =>
    start.on === 'saving' ? after !== undefined : beginsBy(start, formId, happened),
  );
  if (!begins) return;
  const input = await inputSeen(ctx, { formId, recordId, before: before ?? null, after: after ?? null, actor });
  if (!input) return;
  const world = { now: at.getTime(), zone: zoneOf(ctx.platform, ctx.spaceId) };
  const outcome = withoutEffect(prepared, input, world);
  found.judged += 1;
  if (outcome.undecided.length > 0) found.undecided += 1;
  if (outcome.state === 'failed') found.failed += 1;
  if (outcome.stop) found.refused += 1;
  if (other && said(outcome) !== said(withoutEffect(other, input, world))) found.differing += 1;
  if (!didSomething(outcome)) return;
  found.held += 1;
  if (found.samples.length < 50)
    found.samples.push({
      recordId,
      at: at.toISOString(),
      starts: happened.on,
      changes: outcome.changes.map(({ target, value }) => ({ target: [...target], value })),
      effects: outcome.effects.map(({ what, target }) => (target === undefined ? what : `${what} ${target}`)),
      ...(outcome.stop && { text: outcome.stop.text }),
    });
}

const said = ({ changes, effects, stop }: Outcome): string =>
  JSON.stringify([
    changes.map(({ target, value }) => [target, value]),
    effects.map(({ what, target, input }) => [what, target, input]),
    stop?.text,
  ]);

async function inForce(ctx: Ctx, id: string): Promise<Prepared | undefined> {
  await requireOn(ctx, 'rule', id, 'see');
  const released = await releasedOf<RuleDocument>(ctx.platform, ctx.spaceId, 'rule', id);
  if (!released) return undefined;
  const { rule } = released.body;
  return preparedRule(ctx, {
    id,
    number: released.number,
    name: released.name,
    author: released.releasedBy,
    rule,
    form: formOfRule(rule),
  });
}
