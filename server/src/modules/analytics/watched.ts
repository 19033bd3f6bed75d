import { joinedSources, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { setOfSource } from '@formwork/contract/analytics/source.ts';
import type { Ctx } from '../../platform/context.ts';
import { releasedOf } from '../definitions/public.ts';
import { mayWatchForm } from '../records/public.ts';
import { mayWatchSet } from './sets/rights.ts';

/**
 * A form or data set and what it is put together of, however many steps away: the records of a join's forms change without its
 * being read anew. Whether somebody may hear of one of them is asked as they begin to watch it.
 */
export async function watchedOf(at: Pick<Ctx, 'platform' | 'spaceId'>, source: string | null): Promise<string[]> {
  const found = new Set<string>();
  const walk = async (one: string): Promise<void> => {
    if (found.has(one)) return;
    found.add(one);
    for (const part of await partsOf(at, one)) await walk(part);
  };
  if (source !== null) await walk(source);
  return [...found];
}

/** The same as far as the caller may hear of it: of what a shared chart is put together of, others are told nothing. */
export async function watchable(ctx: Ctx, source: string | null): Promise<string[]> {
  const [first, ...parts] = await watchedOf(ctx, source);
  if (first === undefined) return [];
  const may = await Promise.all(
    parts.map(async (part) => {
      const set = setOfSource(part);
      return set === undefined ? await mayWatchForm(ctx, part) : await mayWatchSet(ctx, set);
    }),
  );
  return [first, ...parts.filter((_, at) => may[at])];
}

/** Which forms and data sets it answers from itself. */
async function partsOf({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>, source: string): Promise<string[]> {
  const set = setOfSource(source);
  if (set === undefined) return [];
  const of = (await releasedOf<DataSet>(platform, spaceId, 'dataset', set))?.body.source;
  if (!of) return [];
  if (of.is !== 'chart') return joinedSources(of).map((part) => part.of);
  const form = (await releasedOf<ChartDefinition>(platform, spaceId, 'chart', of.chart))?.body.form;
  return form ? [form] : [];
}
