import type { RuleScript } from '@formwork/contract/rules/document.ts';
import { compile } from '@formwork/feel/compile.ts';
import { any, type FeelType } from '@formwork/feel/types.ts';
import { evaluate, type Change, type Effect, type Outcome, type World } from '@formwork/logic/evaluate.ts';
import { idOf, runAction } from '../../platform/actions.ts';
import type { Cause, Ctx } from '../../platform/context.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { releasedOf } from '../definitions/public.ts';
import { planOf, type FormPlan, type RuleWork } from '../records/public.ts';
import { typesOfForm } from './facts.ts';
import { contentOf } from './judge.ts';
import type { Prepared } from './live.ts';
import { scriptsOf } from '../../platform/scripts/scripts-of.ts';

/** In what a rule is carried out. */
export interface Carrying {
  ctx: Ctx;
  /** Records that it reads and writes; undefined while what reaches outside is done, before any transaction. */
  work: RuleWork | undefined;
  prepared: Prepared;
  cause: Cause;
  /** Names its effects: done again it is the same effect. */
  key: string;
  record: { formId: string; id: string } | undefined;
  depth: number;
  /** Answers of what was done before; those of rules that it runs by the key of the call. */
  answers: Map<string, unknown>;
  inner: Map<string, Map<string, unknown>>;
}

/** Statements of a rule one after the other, with their effects; what it sets is written at the end, by `setChanges`. */
export async function carryOut(carrying: Carrying, input: Record<string, unknown>, world: World): Promise<Outcome> {
  const { prepared, answers } = carrying;
  const full = await withRelated(carrying, input);
  const done = new Set<string>();
  for (;;) {
    const outcome = evaluate(prepared.ready, full, { ...world, answers, trace: true });
    if (outcome.state === 'failed') throw refuse(outcome.failure!.code);
    for (const effect of outcome.effects) {
      if (done.has(effect.key)) continue;
      done.add(effect.key);
      if (!isOwn(effect) && answers.has(effect.key)) continue;
      answers.set(effect.key, await perform(carrying, effect, world));
    }
    if (outcome.state !== 'waiting') return outcome;
  }
}

/** What it set, of its own record and of related ones. */
export async function setChanges(
  carrying: Carrying,
  changes: readonly Change[],
  input: Record<string, unknown>,
): Promise<void> {
  const { work, record, cause, prepared } = carrying;
  if (!work || !record || changes.length === 0) return;
  const plan = await planOf(carrying.ctx, record.formId);
  const own: Record<string, unknown> = {};
  const others = new Map<string, Record<string, unknown>>();
  for (const { target, value } of changes) {
    const [first = '', field] = target;
    if (field === undefined) own[first] = plainValue(plan, first, value);
    else others.set(first, { ...others.get(first), [field]: value });
  }
  if (Object.keys(own).length > 0) await work.change(record.formId, record.id, own, cause);
  for (const [relation, values] of others) {
    const form = prepared.related.get(relation);
    if (form === undefined) continue;
    const there = await planOf(carrying.ctx, form);
    const plain = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, plainValue(there, name, value)]),
    );
    for (const id of idsOf(input[relation])) await work.change(form, id, plain, cause);
  }
}

/** Records that a relation leads to are read as contexts and written by their ids. */
function plainValue(plan: FormPlan, field: string, value: unknown): unknown {
  return plan.byId.get(field)?.kind === 'records' ? idsOf(value) : value;
}

export function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return list.flatMap((one) => {
    const id: unknown =
      typeof one === 'object' && one !== null ? ((one as { _id?: unknown })._id ?? (one as { id?: unknown }).id) : one;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Related records in place of their ids, as whoever it acts as sees them now. */
async function withRelated(
  { work, prepared }: Carrying,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (prepared.related.size === 0) return input;
  const full = { ...input };
  await work?.loadNamed(prepared.related, (relation) => idsOf(input[relation]));
  for (const [relation, form] of prepared.related) {
    const ids = idsOf(input[relation]);
    const found = ids.map((id) => {
      const record = work?.read(form, id);
      return record ? contentOf(record) : { _id: id };
    });
    full[relation] = prepared.ready.types[relation]?.kind === 'list' ? found : (found[0] ?? null);
  }
  return full;
}

const isOwn = ({ kind, what }: Effect): boolean =>
  kind === 'run' ||
  (kind === 'act' && (what === 'records.create' || what === 'records.update' || what === 'records.delete'));

async function perform(carrying: Carrying, effect: Effect, world: World): Promise<unknown> {
  const { ctx, key, cause } = carrying;
  if (effect.kind === 'run') return ran(carrying, effect, world);
  if (effect.kind === 'script') return scripted(carrying, effect, world);
  switch (effect.what) {
    case 'records.create':
      return created(carrying, effect);
    case 'records.update':
    case 'records.delete':
      return changed(carrying, effect);
    default: {
      const input = effect.target === undefined ? effect.input : { formId: effect.target, ...effect.input };
      // what it begins tells which rule it came of, so that a circle over flows and messages ends too
      return runAction({ ...ctx, user: { ...ctx.user, cause } }, effect.what, input, `${key}:${effect.key}`);
    }
  }
}

async function created({ work, key, cause, ctx }: Carrying, { target = '', input, key: of }: Effect): Promise<unknown> {
  const id = idOf(`${key}:${of}`);
  if (work) {
    const plan = await planOf(ctx, target);
    const values = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, plainValue(plan, name, value)]),
    );
    await work.create(target, values, cause, id);
  }
  return { id };
}

const mostWritten = 1_000;

async function changed(carrying: Carrying, effect: Effect): Promise<unknown> {
  const { work, record, cause, ctx } = carrying;
  const form = effect.target ?? record?.formId;
  if (!work || form === undefined) return { count: null };
  const ids =
    effect.where === undefined
      ? record && record.formId === form
        ? [record.id]
        : []
      : await work.find(form, await passing(carrying, form, effect.where), effect.most ?? mostWritten);
  const plan = await planOf(ctx, form);
  const values = Object.fromEntries(
    Object.entries(effect.input).map(([name, value]) => [name, plainValue(plan, name, value)]),
  );
  for (const id of ids)
    if (effect.what === 'records.update') await work.change(form, id, values, cause);
    else await work.remove(form, id, cause);
  return { count: ids.length };
}

/** Whether a record passes the condition: its own fields by their names, whatever else it reads as it was when it was judged. */
async function passing(
  { ctx }: Carrying,
  form: string,
  { text, values }: NonNullable<Effect['where']>,
): Promise<(record: { id: string; values: Record<string, unknown>; slaves: object }) => boolean> {
  const plan = await planOf(ctx, form);
  const own = typesOfForm(plan.form.definition);
  const outer: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) put(outer, path.split('.'), value);
  const types: Record<string, FeelType> = Object.fromEntries(Object.keys(outer).map((name) => [name, any]));
  const compiled = compile(text, { types: { ...types, ...own }, empties: 'null' });
  if (!compiled.ok) return () => false;
  const at = { now: Date.now(), zone: plan.timeZone };
  return (one) => compiled.run({ ...outer, ...contentOf(one as never) }, at).value === true;
}

function put(into: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[first] ??= value;
  else put((into[first] ??= {}) as Record<string, unknown>, rest, value);
}

async function ran(carrying: Carrying, effect: Effect, world: World): Promise<unknown> {
  const sub = carrying.prepared.subs.get(effect.what);
  if (!sub || carrying.depth >= 8) throw refuse('rules.not_ready', { rule: effect.what });
  const input = { ...effect.input };
  const key = `${carrying.key}:${effect.key}`;
  const answers = carrying.inner.get(key) ?? new Map<string, unknown>();
  carrying.inner.set(key, answers);
  const inner: Carrying = { ...carrying, prepared: sub, key, depth: carrying.depth + 1, record: undefined, answers };
  const outcome = await carryOut(inner, input, world);
  if (outcome.stop) throw stopped(outcome);
  return outcome.result;
}

async function scripted({ ctx, key }: Carrying, effect: Effect, { now }: World): Promise<unknown> {
  const { platform, spaceId } = ctx;
  const released = await releasedOf<RuleScript>(platform, spaceId, 'rule_script', effect.what);
  if (!released?.enabled) throw refuse('rules.not_ready', { rule: effect.what });
  const answer = await scriptsOf(platform).run({
    code: released.body.code,
    input: effect.input,
    now,
    key: `${spaceId}/${released.id}/${released.number}`,
  });
  if (!answer.ok) {
    platform.log.info({ script: effect.what, code: answer.code, line: answer.line, key }, 'a script of a rule failed');
    throw refuse('rules.script_failed', {
      reason: answer.code,
      line: answer.line ?? 0,
      message: answer.message.slice(0, 300),
    });
  }
  return answer.value;
}

/** A refusal as whoever saves is told it, at its field. */
export function stopped({ stop }: Pick<Outcome, 'stop'>): AppError {
  const { field = '', text = '' } = stop ?? {};
  return new AppError('rules.refused', { text }, [{ path: field, code: 'rules.refused', data: { text } }]);
}
