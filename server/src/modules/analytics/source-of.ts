import { setOfSource } from '@formwork/contract/analytics/source.ts';
import type { Ctx } from '../../platform/context.ts';
import { formSource } from './form-source.ts';
import { setSource } from './sets/set-source.ts';
import type { Readings, Source } from './source-types.ts';

/** A form or a data set, by the rights of the caller; who has none on it is refused, in the words of the source. */
export function sourceOf(ctx: Ctx, id: string, read: Readings): Promise<Source> {
  const set = setOfSource(id);
  return set === undefined ? formSource(ctx, id) : setSource(ctx, set, read);
}
