import type { Ctx } from '../../platform/context.ts';
import { idsIn, valueNames, type ChartAnswer } from '../records/public.ts';

type Labels = Record<string, string>;

/** Between the members of a list. */
export const labelsBetween = '、';

/** What the keys of each column are called, where they are ids: options, people, departments, records that the caller may see. */
export async function keyLabels(ctx: Ctx, { columns, rows }: ChartAnswer): Promise<(Labels | undefined)[]> {
  return Promise.all(
    columns.map(async ({ field, kind, list }, at) => {
      if (!field || (!list && kind !== 'option' && kind !== 'boolean')) return undefined;
      const keys = [...new Set(rows.flatMap((row) => row[at] ?? []))];
      const ids = list ? [...new Set(keys.flatMap(idsIn))] : keys;
      const nameOf = await valueNames(ctx, field, ids, kind);
      return Object.fromEntries(keys.map((key) => [key, (list ? idsIn(key) : [key]).map(nameOf).join(labelsBetween)]));
    }),
  );
}
