import type { WorkingRecord } from '@formwork/contract/records/logic.ts';
import { evaluate, type Effect, type Outcome, type World } from '@formwork/logic/evaluate.ts';
import type { Prepared } from './live.ts';

/** A record as a rule judges it. */
export interface Content {
  id?: string | undefined;
  values: Readonly<Record<string, unknown>>;
  slaves: Readonly<Record<string, readonly { id?: string; values: Readonly<Record<string, unknown>> }[]>>;
}

/** What a rule reads: the record by its fields and sub-tables, what it was before, and who caused it. */
export function inputOf(
  record: Content | undefined,
  before: Content | undefined,
  userId: string | null,
): Record<string, unknown> {
  return {
    ...(record && contentOf(record)),
    // what is gone is judged on what it was
    ...(!record && before && contentOf(before)),
    old: before ? contentOf(before) : null,
    user: { id: userId },
  };
}

export function contentOf({ id, values, slaves }: Content): Record<string, unknown> {
  const input: Record<string, unknown> = { ...values, _id: id ?? null };
  for (const [table, rows] of Object.entries(slaves))
    input[table] = rows.map((row) => ({ ...row.values, ...(row.id !== undefined && { id: row.id }) }));
  return input;
}

export const workingContent = ({ values, slaves }: WorkingRecord, id: string | undefined): Content => ({
  id,
  values,
  slaves: slaves,
});

/** Judges a rule that does nothing but set and refuse; rules that it runs are judged with it. */
export function judgePure(prepared: Prepared, input: Record<string, unknown>, world: World, depth = 0): Outcome {
  const answers = new Map<string, unknown>();
  for (;;) {
    const outcome = evaluate(prepared.ready, input, { ...world, answers });
    let asked = false;
    for (const effect of outcome.effects) {
      if (answers.has(effect.key)) continue;
      asked = true;
      answers.set(effect.key, ranPure(prepared, effect, world, depth));
    }
    if (outcome.state !== 'waiting' || !asked) return outcome;
  }
}

function ranPure({ subs }: Prepared, effect: Effect, world: World, depth: number): unknown {
  const sub = effect.kind === 'run' ? subs.get(effect.what) : undefined;
  return sub && depth < 8 ? judgePure(sub, { ...effect.input }, world, depth + 1).result : null;
}

/** Whether it did anything that anybody could ask about. */
export const didSomething = ({ changes, effects, state }: Outcome): boolean =>
  changes.length > 0 || effects.length > 0 || state !== 'done';
