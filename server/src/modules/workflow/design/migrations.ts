import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import { moveProcess, type Hindrance, type Moving } from '@formwork/process/migrating.ts';
import type { Ctx } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { releasedForm } from '../../forms/public.ts';
import { faceOf } from '../commands/command.ts';
import { handOn } from '../notify/hand-on.ts';
import { releaseGraph } from './released.ts';
import { instanceList, lockState, prepared, writeChanges, type InstanceRow } from '../lists/rows.ts';
import { subjectOf } from '../commands/subject.ts';

type Answer = ResponseOf<typeof workflowApi.migrate>;

/** So many at once; whoever has more asks again. */
const mostInstances = 200;

/** How many processes run each release. */
export async function runningReleases(
  ctx: Ctx,
  { params }: InputOf<typeof workflowApi.runningReleases>,
): Promise<ResponseOf<typeof workflowApi.runningReleases>> {
  await releasedForm(ctx, params.formId);
  const { rows } = await spaceQuery<{ release: number; count: number }>(ctx.platform, {
    ...prepared(
      `select release, count(*)::integer as count from ${spaceSchema(ctx.spaceId)}.workflow_instance where form_id = $1 and state in ('processing', 'interrupted') group by release order by release`,
    ),
    values: [params.formId],
  });
  return rows;
}

/**
 * Moves running processes to another release, each in a transaction of its own, or says what would come of it. A process
 * that has no place there stays where it is, and is named with the nodes that hinder it.
 */
export async function migrate(ctx: Ctx, { params, body }: InputOf<typeof workflowApi.migrate>): Promise<Answer> {
  await releasedForm(ctx, params.formId);
  const [from, to] = await Promise.all([
    releaseGraph(ctx, params.formId, body.from),
    releaseGraph(ctx, params.formId, params.number),
  ]);
  const { rows } = await spaceQuery<InstanceRow>(ctx.platform, {
    ...prepared(
      `select ${instanceList} from ${spaceSchema(ctx.spaceId)}.workflow_instance where form_id = $1 and release = $2 and state in ('processing', 'interrupted') order by started_at, id limit ${mostInstances}`,
    ),
    values: [params.formId, body.from],
  });
  const note = `${body.from} → ${params.number}`;
  const answer: Answer = { moved: 0, refused: [] };
  for (const row of rows) {
    const hindrances = await moveOne(
      ctx,
      row,
      params.number,
      { from, to },
      { map: body.map, by: ctx.user.id, now: new Date().toISOString(), newId, note },
      body.dryRun,
    );
    if (hindrances.length === 0) answer.moved++;
    else answer.refused.push({ instanceId: row.id, recordId: row.record_id, title: row.title, hindrances });
  }
  return answer;
}

async function moveOne(
  ctx: Ctx,
  row: InstanceRow,
  number: number,
  graphs: { from: Awaited<ReturnType<typeof releaseGraph>>; to: Awaited<ReturnType<typeof releaseGraph>> },
  moving: Moving,
  dryRun: boolean,
): Promise<Hindrance[]> {
  const subject = { ...(await subjectOf(ctx, row)), release: number, index: graphs.to };
  return inSpace(ctx, async (tx) => {
    const locked = await lockState(tx, row.id);
    const alive = locked?.state.instance.state === 'processing' || locked?.state.instance.state === 'interrupted';
    // Ended or moved by somebody else since it was listed: there is nothing left to do.
    if (!locked || !alive || locked.row.release !== row.release) return [];
    const moved = moveProcess(graphs.from, graphs.to, locked.state, moving);
    if (!moved.ok) return moved.hindrances;
    if (dryRun) return [];
    // Rounds are unique by node, also while they change places.
    await tx.query({
      ...prepared(`update ${tx.schema}.workflow_task set round = -round where instance_id = $1`),
      values: [row.id],
    });
    await tx.query({
      ...prepared(`update ${tx.schema}.workflow_instance set release = $2 where id = $1`),
      values: [row.id, number],
    });
    const tasks = [...moved.state.tasks.values()];
    const face = faceOf(subject, moved.state, row.title);
    writeChanges(tx, { ...moved.changes, tasks }, face, { terminal: 'computer', deputy: ctx.user.deputy?.id ?? null });
    await handOn(
      tx,
      ctx,
      subject,
      { state: moved.state, before: locked.state, changes: moved.changes, asks: [], skipped: [], recordVersion: null },
      face,
      'migrate',
      [],
    );
    return [];
  });
}
