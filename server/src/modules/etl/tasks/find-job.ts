import type { RunView } from '@formwork/contract/runs/run.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { findRun } from '../../../platform/runs/run-calls.ts';

/** A run of a task or a flow that the caller may see. */
export async function requireJob(ctx: Ctx, id: string): Promise<RunView> {
  const run = await findRun(ctx, id);
  if (!run?.kind.startsWith('etl.')) throw notFound('etl.run.not_found');
  return run;
}
