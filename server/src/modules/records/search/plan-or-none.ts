import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';

/** Undefined for a form that was removed, or never released. */
export async function planOrNone(
  where: { platform: Platform; spaceId: string },
  formId: string,
): Promise<FormPlan | undefined> {
  try {
    return await planOf(where, formId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
