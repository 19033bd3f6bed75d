import type { Picked } from '@formwork/chart/parts/items.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Dashboard } from '@formwork/contract/analytics/definition.ts';
import { picksOfFilter } from '@formwork/contract/analytics/filter-condition.ts';
import type { Pick } from '../../parts/picks.ts';
import { together } from '../../parts/picks.ts';

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
}
export const nothingChosen: Chosen = { x: {}, f: {} };

/** What narrows a panel: all filters, and what is chosen in other panels. */
export function picksFor(board: Dashboard, { x, f }: Chosen, panel: string | undefined): Pick[] {
  const byForm = new Map<string, Condition[]>();
  const add = (form: string, where: Condition) => byForm.set(form, [...(byForm.get(form) ?? []), where]);
  for (const filter of board.filters) {
    const set = f[filter.id];
    if (!set) continue;
    for (const { form, where } of picksOfFilter(filter, set.where)) add(form, where);
  }
  for (const [from, pick] of Object.entries(x)) if (from !== panel) add(pick.form, pick.where);
  return [...byForm].map(([form, conditions]) => ({ form, where: together(conditions)! }));
}

/** Filters above others in the bar narrow what these can be set to. */
export function picksBefore(board: Dashboard, chosen: Chosen, filterId: string): Pick[] {
  const at = board.filters.findIndex(({ id }) => id === filterId);
  return picksFor({ ...board, filters: board.filters.slice(0, at) }, { x: {}, f: chosen.f }, undefined);
}
