import type { FieldError } from '@formwork/contract/records/validate.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Cause, Ctx } from '../../platform/context.ts';
import type { Doer, SpaceTx } from '../../platform/db/space-data.ts';
import { refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ReleasedForm } from '../forms/public.ts';
import { zoneOf } from '../enterprise/public.ts';
import { RuleWork, type FormRules, type RecordChange, type Ruled, type RuleNote } from '../records/public.ts';
import { actingFor } from './acting.ts';
import { carryOut, setChanges, stopped, type Carrying } from './carry-out.ts';
import { differing } from './differing.ts';
import { didSomething, inputOf, judgePure, workingContent } from './judge.ts';
import { beginsBy, preparedRule, rulesOf, touchedBy, type Happened, type Prepared } from './live.ts';
import { add, count, detailOf, keepTraces, ofRule, traceOfNote, type Counted, type NewTrace } from './traces.ts';

/** Rules that run within saves, by form: worked out once for a release of the form and the rules of the moment. */
export async function rulesInSaves(platform: Platform, form: ReleasedForm): Promise<FormRules | undefined> {
  const where = { platform, spaceId: form.spaceId };
  const index = await rulesOf(where);
  if (index.all.length === 0) return undefined;
  const known = index.worked.get(form.formId);
  if (known?.form === form) return known.value as FormRules | undefined;
  const rules = (index.byForm.get(form.formId) ?? []).filter(({ rule }) => rule.at !== 'later');
  const prepared = (await Promise.all(rules.map((live) => preparedRule(where, live)))).filter(
    (one) => one !== undefined,
  );
  const before = prepared.filter(
    ({ live }) =>
      live.rule.at === 'before' &&
      live.rule.starts.some((start) => start.on === 'saving' && start.form === form.formId),
  );
  const after = prepared.filter(({ live }) => live.rule.at === 'after');
  const value = before.length === 0 && after.length === 0 ? undefined : formRulesOf(where, form, before, after);
  index.worked.set(form.formId, { form, value });
  return value;
}

function formRulesOf(
  where: { platform: Platform; spaceId: string },
  { formId }: ReleasedForm,
  before: readonly Prepared[],
  after: readonly Prepared[],
): FormRules {
  return {
    ...(before.length > 0 && {
      before: (record, stored, { userId, now, timeZone }) => {
        const values: Record<string, unknown> = {};
        const errors: FieldError[] = [];
        const notes: RuleNote[] = [];
        for (const one of before) {
          const content = workingContent(record, stored?.id);
          const shown = { ...content, values: { ...content.values, ...values } };
          const outcome = judgePure(one, inputOf(shown, stored, userId), {
            now: now.getTime(),
            zone: timeZone,
            trace: true,
          });
          // what is there already is no change
          const changes = outcome.changes.filter(({ target, value }) => !sameAs(shown.values[target[0]!], value));
          for (const { target, value } of changes) values[target[0]!] = value;
          if (outcome.stop) errors.push(...stopped(outcome).fields!.map((field) => field as FieldError));
          if (outcome.failure) errors.push({ path: '', code: outcome.failure.code });
          if (changes.length === 0 && outcome.state === 'done') continue;
          notes.push({
            id: newId(),
            rule: one.live.id,
            release: one.live.number,
            state: outcome.state === 'failed' ? 'failed' : outcome.state === 'stopped' ? 'stopped' : 'done',
            detail: detailOf({ ...outcome, changes }),
          });
        }
        return { values, errors, notes } satisfies Ruled;
      },
    }),
    async keep(tx, doer, recordId, notes) {
      const actor = doer.user.system ? null : doer.user.id;
      const traces = notes.map((note) => {
        const rule = before.find(({ live }) => live.id === note.rule);
        return traceOfNote(note, { formId, recordId, actor, actsAs: rule?.live.rule.runsAs ?? 'system' });
      });
      keepTraces(tx, traces);
      const counts = new Map<string, Counted>();
      for (const { rule } of notes) add(counts, rule, { judged: 1, held: 1 });
      count(tx, counts);
    },
    ...(after.length > 0 && {
      after: (tx, doer, changes) => behind(tx, doer, where, formId, after, changes),
      touches: new Set(after.flatMap((one) => [...touchedBy(one)])),
    }),
  };
}

const mostDeep = 5;

/** In the transaction of the save. A refusal takes all of it back. */
async function behind(
  tx: SpaceTx,
  doer: Doer,
  where: { platform: Platform; spaceId: string },
  formId: string,
  rules: readonly Prepared[],
  changes: readonly RecordChange[],
): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  const traces: NewTrace[] = [];
  const counts = new Map<string, Counted>();
  const world = { now: Date.now(), zone: zoneOf(where.platform, where.spaceId) };
  const came = doer.user.cause;
  for (const one of rules) {
    const { live } = one;
    const mine = changes.flatMap((change): (RecordChange & { happened: Happened })[] => {
      const happened = happenedTo(change);
      return live.rule.starts.some((start) => beginsBy(start, formId, happened)) ? [{ ...change, happened }] : [];
    });
    if (mine.length === 0) continue;
    const ctx = await actingFor(where, live, doer as Ctx);
    const work = new RuleWork(tx, ctx, touchedBy(one));
    await work.loadNamed(one.related, (relation) =>
      mine.flatMap(({ before, after }) => ((after ?? before)?.values[relation] ?? []) as string[]),
    );
    for (const { id, before, after, happened } of mine) {
      const trace = newId();
      const cause: Cause = {
        root: came?.root ?? trace,
        depth: (came?.depth ?? 0) + 1,
        chain: [...(came?.chain ?? []), `${live.id}:${id}`].slice(-24),
        trace,
      };
      if (cause.depth > mostDeep) throw refuse('rules.loop', { rule: live.name.zh });
      const content = after && { id, ...after };
      const input = inputOf(content, before && { id, ...before }, doer.user.id);
      const carrying: Carrying = {
        ctx,
        work,
        prepared: one,
        cause,
        key: trace,
        record: after ? { formId, id } : undefined,
        depth: 0,
        answers: new Map(),
        inner: new Map(),
      };
      const outcome = await carryOut(carrying, input, world);
      if (outcome.stop) throw stopped(outcome);
      const held = didSomething(outcome);
      add(counts, live.id, { judged: 1, held: held ? 1 : 0, undecided: outcome.undecided.length > 0 ? 1 : 0 });
      if (!held) continue;
      await setChanges(carrying, outcome.changes, input);
      traces.push({
        ...ofRule(live),
        id: trace,
        source: trace,
        starts: happened.on,
        formId,
        recordId: id,
        actor: doer.user.system ? null : doer.user.id,
        state: 'done',
        code: null,
        detail: detailOf(outcome),
      });
    }
    for (const id of await work.flush()) written.add(id);
  }
  keepTraces(tx, traces);
  count(tx, counts);
  return written;
}

function happenedTo({ before, after }: RecordChange): Happened {
  if (!before) return { on: 'created', fields: [] };
  if (!after) return { on: 'deleted', fields: [] };
  return { on: 'changed', fields: differing(before, after) };
}

function sameAs(a: unknown, b: unknown): boolean {
  const [x, y] = [a ?? null, b ?? null];
  if (JSON.stringify(x) === JSON.stringify(y)) return true;
  return (typeof x === 'number' || typeof y === 'number') && x !== null && y !== null && Number(x) === Number(y);
}
