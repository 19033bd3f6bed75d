import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { drilledUse } from '@formwork/contract/analytics/definition.ts';
import type { Picked } from '@formwork/chart/parts/items.ts';
import { conditionOf, nameOf, together, type Pick } from './picks.ts';

/** A level that was gone down: what was clicked, in words, and as a condition. */
export interface Level {
  /** The form or data set that the condition is of. */
  form: string;
  name: string;
  where: Condition;
}

/** What the levels narrow their chart by. */
export function picksOf(levels: readonly Level[]): Pick[] {
  const [first] = levels;
  const where = together(levels.map((level) => level.where));
  return first && where ? [{ form: first.form, where }] : [];
}

/** The way down, in words. */
export function pathOf(levels: readonly Level[]): string {
  return levels
    .map(({ name }) => name)
    .join(' › ')
    .slice(0, 500);
}

interface Shown {
  definition: ChartDefinition;
  result: ChartResult;
}

/** What a click on a mark leads down to; undefined where there is no level below. */
export function levelBelow(
  shown: Shown,
  depth: number,
  keys: Picked,
  { timeZone, rest }: { timeZone: string; rest: string },
): Level | undefined {
  const { definition, result } = shown;
  const first = drilledUse(definition.settings);
  if (!first || (definition.settings.drill?.length ?? 0) <= depth || !(first.id in keys)) return undefined;
  const own = { [first.id]: keys[first.id] ?? null };
  const where = conditionOf(definition, result, own, timeZone);
  const { form } = definition;
  return where && form !== null ? { form, name: nameOf(result.columns, own, rest), where } : undefined;
}
