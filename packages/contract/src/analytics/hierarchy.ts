import { z } from 'zod';
import { Text } from '../text.ts';
import type { DateStep } from '../views/pivot.ts';
import { mostDrillSteps, type ChartSettings, type ChartUse, type DrillStep } from './chart.ts';

const Id = z.string().regex(/^[a-z][a-z0-9]{1,31}$/);

/** Fields from the coarse to the fine, such as region, city, shop: charts of the upper ones go down to those below by a click. */
export const SetHierarchy = z.object({
  id: Id,
  title: Text,
  fields: z.array(Id).max(mostDrillSteps + 1),
  /** Its levels are those of the department tree: the one field holds names of departments. */
  tree: z.literal('departments').optional(),
});
export type SetHierarchy = z.infer<typeof SetHierarchy>;

/** As somebody sees it; `depth`: so many levels the tree has. */
export const SeenHierarchy = SetHierarchy.extend({ depth: z.int().optional() });
export type SeenHierarchy = z.infer<typeof SeenHierarchy>;

/** The hierarchies as far as a person sees their fields: each ends above the first that is not theirs. */
export function seenHierarchies(
  hierarchies: readonly SetHierarchy[],
  seen: ReadonlySet<string>,
  depth: number,
): SeenHierarchy[] {
  return hierarchies.flatMap((one) => {
    const end = one.fields.findIndex((field) => !seen.has(field));
    const fields = end < 0 ? one.fields : one.fields.slice(0, end);
    if (one.tree) return fields.length === 1 ? [{ ...one, depth }] : [];
    return fields.length < 2 ? [] : [{ ...one, fields }];
  });
}

/** A path that a chart may take down from its first key; without a title: along its own stretches of time. */
export interface DrillPath {
  id: string;
  title: Text | undefined;
  steps: DrillStep[];
}

/** From the coarse to the fine; a week is in no month alone. */
const timeSteps: readonly DateStep[] = ['year', 'quarter', 'month', 'day'];
export const timePath = 'time';

/** What leads down from a key: what stands below it in each hierarchy, and of a day or moment its finer stretches. */
export function pathsBelow(
  { field, step = 'day', level }: Pick<ChartUse, 'field' | 'step' | 'level'>,
  hierarchies: readonly SeenHierarchy[],
  isTime: (field: string) => boolean,
): DrillPath[] {
  const along = hierarchies.flatMap(({ id, title, fields, tree, depth = 0 }): DrillPath[] => {
    if (tree) return fields[0] === field && level !== undefined ? treePath(id, title, field, level, depth) : [];
    const below = fields.slice(fields.indexOf(field) + 1);
    if (!fields.includes(field) || below.length === 0) return [];
    return [{ id, title, steps: below.map((one) => ({ field: one, ...(isTime(one) && { step: 'month' }) })) }];
  });
  const finer = !isTime(field)
    ? []
    : step === 'week'
      ? (['day'] as const)
      : timeSteps.slice(timeSteps.indexOf(step) + 1);
  return finer.length === 0
    ? along
    : [...along, { id: timePath, title: undefined, steps: finer.map((one) => ({ field, step: one })) }];
}

/** Level by level, at the end the departments themselves. */
function treePath(id: string, title: Text, field: string, level: number, depth: number): DrillPath[] {
  const count = Math.min(depth - level, mostDrillSteps);
  const steps = Array.from({ length: Math.max(0, count) }, (_, at): DrillStep => {
    const below = level + 1 + at;
    return { field, ...(at < count - 1 && { level: below }) };
  });
  return steps.length === 0 ? [] : [{ id, title, steps }];
}

/**
 * The path after a key was placed, taken away or exchanged: that of the first hierarchy which the first key stands above in, unless
 * somebody chose another.
 */
export function pathAfter(
  before: { drill: ChartSettings['drill']; first: ChartUse | undefined },
  first: ChartUse | undefined,
  hierarchies: readonly SeenHierarchy[],
  isTime: (field: string) => boolean,
): ChartSettings['drill'] {
  if (first?.field === before.first?.field && first?.level === before.first?.level) return before.drill;
  const ofHierarchy = (use: ChartUse | undefined) =>
    use && pathsBelow(use, hierarchies, isTime).find(({ id }) => id !== timePath)?.steps;
  const own = before.drill && JSON.stringify(before.drill) !== JSON.stringify(ofHierarchy(before.first));
  return own ? before.drill : ofHierarchy(first);
}
