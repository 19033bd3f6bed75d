import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { directoryOf } from '../../organization/public.ts';
import { visibleRow } from './get.ts';
import { planOf, storedRecord, type FormPlan } from '../plan/plan.ts';

/** Its title as the person sees it; undefined for whoever does not see the record, or when it is gone. */
export async function titleSeen(ctx: Ctx, formId: string, recordId: string): Promise<string | undefined> {
  try {
    const plan = await planOf(ctx, formId);
    const { row } = await visibleRow(ctx, plan, recordId);
    return plan.titleOf(storedRecord(plan, row).values);
  } catch (error) {
    // 403: an agent, whose scope does not reach there
    if (error instanceof AppError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}

/** Who of these people sees the record. */
export async function seeing(
  ctx: Ctx,
  formId: string,
  recordId: string,
  persons: readonly string[],
): Promise<Set<string>> {
  return new Set((await titlesSeen(ctx, await planOf(ctx, formId), recordId, persons)).keys());
}

/** Who of these people sees the record, each with its title as they see it; with `wholeRow`, who sees more than some of its rows. Reads that come together share a statement. */
export async function titlesSeen(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  plan: FormPlan,
  recordId: string,
  persons: readonly string[],
  read: typeof visibleRow = visibleRow,
): Promise<Map<string, string>> {
  const { people } = await directoryOf(platform, spaceId);
  const seen = await Promise.all(
    [...new Set(persons)].map(async (id): Promise<[string, string] | undefined> => {
      const person = people.get(id);
      if (!person || person.disabled) return undefined;
      try {
        const { row } = await read({ platform, spaceId, user: person }, plan, recordId);
        return [id, plan.titleOf(storedRecord(plan, row).values)];
      } catch (error) {
        if (error instanceof AppError && error.status === 404) return undefined;
        throw error;
      }
    }),
  );
  return new Map(seen.filter((one) => one !== undefined));
}
