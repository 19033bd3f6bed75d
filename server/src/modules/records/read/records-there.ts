import { spaceQuery } from '../../../platform/db/space-data.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { planOf } from '../plan/plan.ts';

/** Of records of a form the ids of those that are there, whoever may see them; none where the form itself is gone. */
export async function recordsThere(
  where: { platform: Platform; spaceId: string },
  formId: string,
  ids: readonly string[],
): Promise<string[]> {
  const plan = await planOf(where, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!plan) return [];
  const { rows } = await spaceQuery<{ id: string }>(where.platform, {
    text: `select id from ${plan.table} where id = any($1::uuid[])`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
}
