import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { isAmong } from '@formwork/contract/analytics/filter-condition.ts';
import { restKey } from '@formwork/chart/data/grid.ts';
import { keptKeys } from '@formwork/chart/data/kept-keys.ts';
import { momentName, stretchName } from '@formwork/chart/look/dates.ts';
import type { Picked } from '@formwork/chart/parts/items.ts';
import { groupableKinds, groupCondition, outsideCondition } from '@formwork/contract/views/group-condition.ts';

/** What a viewer narrows charts of a form by. */
export interface Pick {
  form: string;
  where: Condition;
}

/** The records behind a mark: those whose fields are as its keys say. Undefined where it cannot be asked for them, and for no others. */
export function conditionOf(
  definition: Drawn,
  result: ChartResult,
  keys: Picked,
  timeZone: string,
): Condition | undefined {
  const uses = new Map(usesOf(definition.settings).map((use) => [use.id, use]));
  const parts = result.columns.flatMap((column): (Condition | undefined)[] => {
    const key = keys[column.id];
    const use = uses.get(column.id);
    if (key === undefined || !use || use.fn !== undefined || use.calc) return [];
    if (!column.of || !groupableKinds.has(column.of.kind)) return [undefined];
    const held = key === null ? undefined : column.of.holds?.[String(key)];
    if (held) return [isAmong(column.of.field, held)];
    const dimension = { field: column.of.field, ...(use.step && { step: use.step }) };
    if (key === restKey) return [besides(definition, result, column, dimension, timeZone)];
    return [groupCondition(dimension, column.of.kind, key === null ? null : String(key), timeZone)];
  });
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length || known.length === 0) return undefined;
  return known.length === 1 ? known[0] : { all: known };
}

type Dimension = Parameters<typeof outsideCondition>[0];

/** What top n leaves over: the records of none of the keys that are shown. */
function besides(
  { settings }: Drawn,
  result: ChartResult,
  { id, of }: ChartResult['columns'][number],
  dimension: Dimension,
  timeZone: string,
): Condition | undefined {
  const kept = keptKeys(result, settings, id);
  if (!of || !kept) return undefined;
  if (!of.holds) return outsideCondition(dimension, of.kind, kept, timeZone);
  const held = kept.flatMap((key) => (key === null ? [] : (of.holds![key] ?? [key])));
  return outsideCondition(dimension, 'text', kept.includes(null) ? [...held, null] : held, timeZone);
}

type Drawn = { settings: ChartDefinition['settings'] };

/** What a mark is called, for the line that says what is chosen. */
export function nameOf(columns: ChartResult['columns'], keys: Picked, rest: string): string {
  return columns
    .flatMap((column) => {
      const key = keys[column.id];
      if (key === restKey) return [rest];
      return key === undefined ? [] : [key === null ? '—' : markName(column, String(key))];
    })
    .join(' · ');
}

/** As the axis names it: a stretch is not called by its first day. */
function markName({ labels, kind, step }: ChartResult['columns'][number], key: string): string {
  const label = labels?.[key];
  if (label !== undefined) return label;
  if (kind === 'date') return stretchName(key, step);
  return kind === 'moment' ? momentName(key) : key;
}

/** Several conditions at once; undefined where there is none. */
export function together(conditions: readonly (Condition | null | undefined)[]): Condition | undefined {
  const found = conditions.filter((one): one is Condition => one != null);
  return found.length === 0 ? undefined : found.length === 1 ? found[0] : { all: found };
}
