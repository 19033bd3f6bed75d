import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DirectoryPerson } from '../../organization/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import { wholeRow } from '../read/get.ts';
import type { Mask } from '../rights/mask.ts';
import { factsOfRecord, hiddenBy, reaches, viewerOf } from '../rights/reach.ts';
import { rightsFor } from '../rights/rights.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'>;

/** What is kept from a person of a record that they see as a whole; undefined for whoever does not see it. */
export async function maskFor(
  where: Where,
  plan: FormPlan,
  recordId: string,
  person: DirectoryPerson,
): Promise<Mask | undefined> {
  try {
    return (await wholeRow({ ...where, user: person }, plan, recordId)).mask ?? nothing;
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
}

/** The same of one that was deleted, by the rules of its form: what single people had been given of it has gone with it. */
export async function maskOfDeleted(
  where: Where,
  plan: FormPlan,
  values: Values,
  person: DirectoryPerson,
): Promise<Mask | undefined> {
  const ctx = { ...where, user: person };
  const rights = await rightsFor(plan, ctx);
  const viewer = await viewerOf(ctx);
  const facts = factsOfRecord({ values });
  return reaches(plan, rights.view, facts, viewer) ? (hiddenBy(plan, rights, facts, viewer) ?? nothing) : undefined;
}

const nothing: Mask = new Set<string>();
