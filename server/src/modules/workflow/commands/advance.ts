import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { refuse } from '../../../platform/errors.ts';
import { submit } from './actions.ts';

/**
 * Does what waits for the actor in the process of a record: the step they would take by its button, under the same checks.
 * Where several wait for them, the one that came first. Given the same command again it answers which process it was.
 */
export async function advance(
  ctx: Ctx,
  of: { formId: string; recordId: string; comment?: string | undefined },
  commandId: string,
): Promise<{ instanceId: string }> {
  const before = await doneBefore(ctx, commandId);
  if (before) return { instanceId: before };
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<{ task: string; version: number; instance: string }>(ctx.platform, {
    text: `select t.id as task, t.version, i.id as instance from ${schema}.workflow_instance i
      join ${schema}.workflow_actor a on a.instance_id = i.id join ${schema}.workflow_task t on t.id = a.task and t.instance_id = i.id
      where i.form_id = $1 and i.record_id = $2::uuid and i.state = 'processing' and a.person = $3::uuid and a.state = 'pending'
      order by a.received_at, a.id limit 1`,
    values: [of.formId, of.recordId, ctx.user.id],
  });
  const [open] = rows;
  if (!open) throw refuse('workflow.task.none_waits');
  await submit(ctx, {
    params: { taskId: open.task },
    query: {},
    body: { commandId, version: open.version, ...(of.comment && { comment: of.comment }) },
  });
  return { instanceId: open.instance };
}

async function doneBefore(ctx: Ctx, commandId: string): Promise<string | undefined> {
  const { rows } = await spaceQuery<{ instance_id: string }>(ctx.platform, {
    text: `select instance_id from ${spaceSchema(ctx.spaceId)}.workflow_command where id = $1::uuid and person = $2::uuid and answer is not null`,
    values: [commandId, ctx.user.id],
  });
  return rows[0]?.instance_id;
}
