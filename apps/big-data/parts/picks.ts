import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { isAmong } from '@formwork/contract/analytics/filter-condition.ts';
import { restKey } from '@formwork/chart/data/grid.ts';
import type { Picked } from '@formwork/chart/parts/items.ts';
import { groupableKinds, groupCondition } from '@formwork/contract/views/group-condition.ts';

/** What a viewer narrows charts of a form by. */
export interface Pick {
  form: string;
  where: Condition;
}

/** The records behind a mark: those whose fields are as its keys say. Undefined where nothing of it can be asked for. */
export function conditionOf(
  definition: Drawn,
  columns: ChartResult['columns'],
  keys: Picked,
  timeZone: string,
): Condition | undefined {
  const uses = new Map(usesOf(definition.settings).map((use) => [use.id, use]));
  const parts = columns.flatMap((column): Condition[] => {
    const key = keys[column.id];
    const use = uses.get(column.id);
    if (key === undefined || key === restKey || !use || !column.of || use.fn !== undefined || use.calc) return [];
    if (!groupableKinds.has(column.of.kind)) return [];
    const held = key === null ? undefined : column.of.holds?.[String(key)];
    if (held) return [isAmong(column.of.field, held)];
    const dimension = { field: column.of.field, ...(use.step && { step: use.step }) };
    return [groupCondition(dimension, column.of.kind, key === null ? null : String(key), timeZone)];
  });
  return parts.length === 0 ? undefined : parts.length === 1 ? parts[0] : { all: parts };
}

type Drawn = { settings: ChartDefinition['settings'] };

/** What a mark is called, for the line that says what is chosen. */
export function nameOf(columns: ChartResult['columns'], keys: Picked): string {
  return columns
    .flatMap(({ id, labels }) => {
      const key = keys[id];
      return key === undefined ? [] : [key === null ? '—' : (labels?.[String(key)] ?? String(key))];
    })
    .join(' · ');
}

/** Several conditions at once; undefined where there is none. */
export function together(conditions: readonly (Condition | null | undefined)[]): Condition | undefined {
  const found = conditions.filter((one): one is Condition => one != null);
  return found.length === 0 ? undefined : found.length === 1 ? found[0] : { all: found };
}
