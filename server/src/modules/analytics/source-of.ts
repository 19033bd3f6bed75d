import { setOfSource } from '@formwork/contract/analytics/source.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { releasedOf } from '../definitions/public.ts';
import { releasedForm } from '../forms/public.ts';
import { formSource } from './form-source.ts';
import { setSource } from './sets/set-source.ts';
import type { Readings, Source } from './source-types.ts';

/** A form or a data set, by the rights of the caller; who has none on it is refused, in the words of the source. */
export function sourceOf(ctx: Ctx, id: string, read: Readings): Promise<Source> {
  const set = setOfSource(id);
  return set === undefined ? formSource(ctx, id) : setSource(ctx, set, read);
}

/** Whether nobody has it any more: that is told to everyone alike. */
export async function isGone({ platform, spaceId }: Ctx, id: string): Promise<boolean> {
  const set = setOfSource(id);
  if (set !== undefined) return (await releasedOf(platform, spaceId, 'dataset', set)) === undefined;
  try {
    await releasedForm({ platform, spaceId }, id);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return true;
    throw error;
  }
}
