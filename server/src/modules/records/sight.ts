import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { directoryOf } from '../organization/public.ts';
import { visibleRow } from './get.ts';
import { storedRecord, type FormPlan } from './plan.ts';

/** Who of these people sees the record, each with its title as they see it; with `wholeRow`, who sees more than some of its rows. Reads that come together share a statement. */
export async function titlesSeen({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>, plan: FormPlan, recordId: string, persons: readonly string[], read: typeof visibleRow = visibleRow): Promise<Map<string, string>> {
  const { people } = await directoryOf(platform, spaceId);
  const seen = await Promise.all([...new Set(persons)].map(async (id): Promise<[string, string] | undefined> => {
    const person = people.get(id);
    if (!person || person.disabled) return undefined;
    try {
      const { row } = await read({ platform, spaceId, user: person }, plan, recordId);
      return [id, plan.titleOf(storedRecord(plan, row).values)];
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return undefined;
      throw error;
    }
  }));
  return new Map(seen.filter((one) => one !== undefined));
}
