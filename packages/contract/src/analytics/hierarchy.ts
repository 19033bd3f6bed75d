import { z } from 'zod';
import { Text } from '../text.ts';
import type { DateStep } from '../views/pivot.ts';
import { mostDrillSteps, type ChartSettings, type ChartUse, type DrillStep } from './chart.ts';

const Id = z.string().regex(/^[a-z][a-z0-9]{1,31}$/);

/** Fields from the coarse to the fine, such as region, city, shop: charts of the upper ones go down to those below by a click. */
export const SetHierarchy = z.object({ id: Id, title: Text, fields: z.array(Id).max(mostDrillSteps + 1) });
export type SetHierarchy = z.infer<typeof SetHierarchy>;

/** The hierarchies as far as a person sees their fields: each ends above the first that is not theirs. */
export function seenHierarchies(hierarchies: readonly SetHierarchy[], seen: ReadonlySet<string>): SetHierarchy[] {
  return hierarchies.flatMap((one) => {
    const end = one.fields.findIndex((field) => !seen.has(field));
    const fields = end < 0 ? one.fields : one.fields.slice(0, end);
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
  { field, step = 'day' }: Pick<ChartUse, 'field' | 'step'>,
  hierarchies: readonly SetHierarchy[],
  isTime: (field: string) => boolean,
): DrillPath[] {
  const along = hierarchies.flatMap(({ id, title, fields }): DrillPath[] => {
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

/**
 * The path after a key was placed, taken away or exchanged: that of the first hierarchy which the first key stands above in, unless
 * somebody chose another.
 */
export function pathAfter(
  before: { drill: ChartSettings['drill']; first: ChartUse | undefined },
  first: ChartUse | undefined,
  hierarchies: readonly SetHierarchy[],
  isTime: (field: string) => boolean,
): ChartSettings['drill'] {
  if (first?.field === before.first?.field) return before.drill;
  const ofHierarchy = (use: ChartUse | undefined) =>
    use && pathsBelow(use, hierarchies, isTime).find(({ id }) => id !== timePath)?.steps;
  const own = before.drill && JSON.stringify(before.drill) !== JSON.stringify(ofHierarchy(before.first));
  return own ? before.drill : ofHierarchy(first);
}
