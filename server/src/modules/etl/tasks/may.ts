import type { Ctx } from '../../../platform/context.ts';
import type { RunScope } from '../../../platform/runs/run-kinds.ts';
import { ownsAll, requireOn } from '../../definitions/public.ts';
import { AppError } from '../../../platform/errors.ts';

/** Whoever may use a task or a flow sees its runs; all of them those who administer the enterprise. */
export async function mayAdministrate(ctx: Ctx, { kind, definition }: RunScope): Promise<boolean> {
  if (!ownsAll(ctx.user)) return false;
  if (definition === null) return true;
  try {
    await requireOn(ctx, kind === 'etl.flow' ? 'etl_flow' : 'etl_task', definition, 'use');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
