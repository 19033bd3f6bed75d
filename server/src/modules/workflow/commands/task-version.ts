import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { prepared } from '../lists/rows.ts';

/** The version a task has now, for a preview, which nobody acts on. */
export async function taskVersion(ctx: Ctx, taskId: string): Promise<number> {
  const { rows } = await spaceQuery<{ version: number }>(ctx.platform, {
    ...prepared(`select version from ${spaceSchema(ctx.spaceId)}.workflow_task where id = $1`),
    values: [taskId],
  });
  if (!rows[0]) throw notFound('workflow.task.not_found');
  return rows[0].version;
}
