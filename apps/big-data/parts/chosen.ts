import type { Picked } from '@formwork/chart/parts/items.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Cell } from '@formwork/chart/result.ts';
import type { ChartResult, Drills } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition, DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import { picksElsewhere, picksOfFilter } from '@formwork/contract/analytics/filter-condition.ts';
import { conditionOf, nameOf, together, type Pick as Narrowed } from './picks.ts';
import { pathOf, picksOf, type Level } from './use-drill.ts';

/** What is chosen in one chart: its marks, in words and as a condition on records of its form. */
export interface CrossPick {
  form: string;
  keys: Picked[];
  name: string;
  where: Condition;
}

/** What a filter is set to: a list of values or two bounds, and the condition that this makes of its field. */
export interface FilterValue {
  value: (string | null)[];
  where: Condition;
}

export interface Chosen {
  x: Record<string, CrossPick>;
  f: Record<string, FilterValue>;
  /** Of charts that were gone down into: the levels. */
  d: Record<string, Level[]>;
}
export const nothingChosen: Chosen = { x: {}, f: {}, d: {} };

/** What has filters of its own: a dashboard, or a screen. */
interface Filtered {
  filters: readonly DashboardFilter[];
}

/** What narrows a panel: all filters, and what is chosen in other panels. */
export function picksFor(board: Filtered, { x, f }: Pick<Chosen, 'x' | 'f'>, panel: string | undefined): Narrowed[] {
  const byForm = new Map<string, Condition[]>();
  const add = (form: string, where: Condition) => byForm.set(form, [...(byForm.get(form) ?? []), where]);
  for (const filter of board.filters) {
    const set = f[filter.id];
    if (!set) continue;
    for (const { form, where } of picksOfFilter(filter, set.where)) add(form, where);
  }
  for (const [from, pick] of Object.entries(x)) {
    if (from === panel) continue;
    add(pick.form, pick.where);
    for (const { form, where } of picksElsewhere(board.filters, pick.form, pick.where)) add(form, where);
  }
  return [...byForm].map(([form, conditions]) => ({ form, where: together(conditions)! }));
}

/** Filters above others in the bar narrow what these can be set to. */
export function picksBefore(board: Filtered, chosen: Chosen, filterId: string): Narrowed[] {
  const at = board.filters.findIndex(({ id }) => id === filterId);
  return picksFor({ filters: board.filters.slice(0, at) }, { x: {}, f: chosen.f }, undefined);
}

/** What several marks are called together. */
interface PickWords {
  and: string;
  rest: string;
}

interface Shown {
  definition: ChartDefinition;
  result: ChartResult;
}

/**
 * What is chosen in a chart after a click on a mark: it alone or let go again, or with `add` beside the others. Of a chart
 * that was gone down into a mark is no more than what lies within the levels.
 */
export function nextPick(
  { definition, result }: Shown,
  pick: CrossPick | undefined,
  keys: Picked,
  {
    add,
    timeZone,
    words,
    levels = [],
  }: { add: boolean; timeZone: string; words: PickWords; levels?: readonly Level[] },
): CrossPick | undefined {
  const { form } = definition;
  // what cannot be asked for cannot be chosen
  if (!conditionOf(definition, result, keys, timeZone)) return pick;
  const before = add ? (pick?.keys ?? []) : pick?.keys.length === 1 && same(pick.keys[0]!, keys) ? pick.keys : [];
  const next = toggled(before, keys);
  const conditions = next.flatMap((one) => conditionOf(definition, result, one, timeZone) ?? []);
  if (form === null || conditions.length === 0) return undefined;
  const name = next.map((one) => nameOf(result.columns, one, words.rest)).join(words.and);
  const where = conditions.length === 1 ? conditions[0]! : { any: conditions };
  return {
    form,
    keys: next,
    name: levels.length === 0 ? name : `${pathOf(levels)} › ${name}`,
    where: together([...picksOf(levels).map((within) => within.where), where])!,
  };
}

/** What was chosen is let go, what was not is added. */
function toggled(chosen: readonly Picked[], keys: Picked): Picked[] {
  const rest = chosen.filter((one) => !same(one, keys));
  return rest.length < chosen.length ? rest : [...rest, keys];
}

const same = (one: Picked, other: Picked) => JSON.stringify(one) === JSON.stringify(other);

/** The values of marks that are chosen, by uses: the others are dimmed. */
export function valuesOf(keys: readonly Picked[]): Record<string, Cell[]> {
  const values: Record<string, Cell[]> = {};
  for (const one of keys) for (const [id, value] of Object.entries(one)) (values[id] ??= []).push(value);
  return values;
}

export function withKey<T>(of: Record<string, T>, key: string, value: T | undefined): Record<string, T> {
  const { [key]: _before, ...rest } = of;
  return value === undefined ? rest : { ...rest, [key]: value };
}

/** What was gone down into, as files of the server's take it. */
export function drillsOf({ d }: Pick<Chosen, 'd'>): string | undefined {
  const drills = Object.entries(d).map(([panel, levels]): [string, Drills[string]] => [
    panel,
    { level: levels.length, picks: picksOf(levels), path: pathOf(levels) },
  ]);
  return drills.length === 0 ? undefined : JSON.stringify(Object.fromEntries(drills));
}
