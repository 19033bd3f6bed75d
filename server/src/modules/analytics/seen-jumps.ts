import type { Jump } from '@formwork/contract/analytics/jump.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireSeen } from './require-seen.ts';
import { chartSource } from './result.ts';

/** Panels or elements without the jumps whose target the caller does not see: neither what it is nor its fields are told. */
export function seenJumps<L extends object>(ctx: Ctx, leading: readonly L[]): Promise<L[]> {
  return Promise.all(
    leading.map(async (one) => {
      const { jump, ...rest } = one as L & { jump?: Jump };
      return !jump || (await isSeen(ctx, jump)) ? one : (rest as unknown as L);
    }),
  );
}

/** The same for visitors: no jump leads them on, and where pages of other places are is not told. */
export function leadingNowhere<L extends { is: string }>(leading: readonly L[]): L[] {
  return leading.map((one) => {
    const { jump: _jump, ...rest } = one as L & { jump?: Jump };
    return (one.is === 'frame' ? { ...rest, address: '' } : rest) as unknown as L;
  });
}

async function isSeen(ctx: Ctx, jump: Jump): Promise<boolean> {
  if (jump.to === 'address' || jump.id === null) return true;
  const { id } = jump;
  try {
    if (jump.to !== 'form') return (await requireSeen(ctx, jump.to, id)).row.released !== null;
    const { fields } = await chartSource(ctx, id);
    return jump.field === undefined || fields.some((field) => field.id === jump.field);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
