import { isTarget, type EtlTask } from '@formwork/contract/etl/task.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { notFound } from '../../../platform/errors.ts';
import { releasedOf, requireOn } from '../../definitions/public.ts';

export type TaskResult =
  | { is: 'table'; connection: string; schema: string; table: string }
  | { is: 'file'; file: string; name: string };

/** What a target of a task holds after its last run, for whoever may use the task: a table of a connection, or a file. */
export async function resultOfTask(ctx: Ctx, task: string, node: string): Promise<TaskResult> {
  await requireOn(ctx, 'etl_task', task, 'use');
  const target = (await targetsOf(ctx, task)).find(({ id }) => id === node);
  if (target?.kind === 'tableTarget' && target.connection !== null)
    return { is: 'table', connection: target.connection, schema: target.schema, table: target.table };
  if (target?.kind !== 'fileTarget') throw notFound('etl.result.none');
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<{ file: string; name: string }>(ctx.platform, {
    text: `select f.file, f.name from ${schema}.etl_file f join ${schema}.run r on r.id = f.run
      where r.kind = 'etl.task' and r.definition = $1 and f.node = $2 order by r.id desc limit 1`,
    values: [task, node],
  });
  if (!rows[0]) throw notFound('etl.result.none');
  return { is: 'file', ...rows[0] };
}

/** The file that the last finished run left there, for whoever may use the task; undefined while there is none. */
export async function newestFile(
  ctx: Ctx,
  task: string,
  node: string,
): Promise<{ file: string; name: string; at: Date } | undefined> {
  await requireOn(ctx, 'etl_task', task, 'use');
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<{ file: string; name: string; at: Date }>(ctx.platform, {
    text: `select f.file, f.name, coalesce(r.finished, r.at) as at from ${schema}.etl_file f join ${schema}.run r on r.id = f.run
      where r.kind = 'etl.task' and r.definition = $1 and r.state = 'finished' and f.node = $2 order by r.id desc limit 1`,
    values: [task, node],
  });
  return rows[0];
}

/** Whether the release in force writes such a file at all, and keeps it here. */
export async function keepsFile(ctx: Ctx, task: string, node: string): Promise<boolean> {
  await requireOn(ctx, 'etl_task', task, 'use');
  const target = (await targetsOf(ctx, task)).find(({ id }) => id === node);
  return target?.kind === 'fileTarget' && target.connection === null;
}

/** Targets of the release in force that keep rows elsewhere than in forms. */
export async function resultTargets(ctx: Ctx, task: string): Promise<{ node: string; title: string; file: boolean }[]> {
  await requireOn(ctx, 'etl_task', task, 'use');
  return (await targetsOf(ctx, task)).flatMap((target) =>
    target.kind === 'formTarget'
      ? []
      : [
          {
            node: target.id,
            title: target.title || (target.kind === 'tableTarget' ? target.table : target.name),
            file: target.kind === 'fileTarget' && target.connection === null,
          },
        ],
  );
}

/** Tables that a task writes. Nobody's rights are asked: whoever answers to a person asks before. */
export async function targetsWritten(
  at: Pick<Ctx, 'platform' | 'spaceId'>,
  task: string,
): Promise<{ connection: string; schema: string; table: string }[]> {
  return (await targetsOf(at, task)).flatMap((target) =>
    target.kind === 'tableTarget' && target.connection !== null
      ? [{ connection: target.connection, schema: target.schema, table: target.table }]
      : [],
  );
}

async function targetsOf({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>, task: string) {
  const released = await releasedOf<EtlTask>(platform, spaceId, 'etl_task', task);
  return (released?.body.nodes ?? []).filter(isTarget);
}
