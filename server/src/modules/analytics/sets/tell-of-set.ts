import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { referencesTo } from '../../definitions/public.ts';

type At = Pick<Ctx, 'platform' | 'spaceId'>;

/**
 * Tells those who look at a data set that it was read anew, and those who look at what is made of it: a join of it, or a data set of
 * a chart of it. They watch what they look at, not what that is made of.
 */
export async function tellOfSet(at: At, dataset: string): Promise<void> {
  const tell = (id: string): void =>
    at.platform.realtime.publish(at.spaceId, {
      to: { topic: `dataset:${id}` },
      message: { type: 'analytics.set_read' },
    });
  // whatever becomes of the others, those who look at it hear at once
  tell(dataset);
  for (const id of await madeOf(at, dataset)) tell(id);
}

/** Data sets that show rows of this one, however many steps away. */
async function madeOf({ platform, spaceId }: At, dataset: string): Promise<string[]> {
  return inControl(platform.control, spaceId, async (tx) => {
    const found = { dataset: new Set([dataset]), chart: new Set<string>() };
    let next: Record<keyof typeof found, string[]> = { dataset: [dataset], chart: [] };
    while (next.dataset.length > 0 || next.chart.length > 0) {
      const using = [
        ...(await referencesTo(tx, 'dataset', next.dataset)),
        ...(await referencesTo(tx, 'chart', next.chart)),
      ].filter(({ of }) => of === 'release');
      const fresh = (kind: keyof typeof found): string[] => {
        const ids = new Set(using.filter((one) => one.kind === kind && !found[kind].has(one.id)).map(({ id }) => id));
        for (const id of ids) found[kind].add(id);
        return [...ids];
      };
      next = { dataset: fresh('dataset'), chart: fresh('chart') };
    }
    found.dataset.delete(dataset);
    return [...found.dataset];
  });
}
