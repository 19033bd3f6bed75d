import type { LinkedProcess, ProcessView } from '@formwork/contract/workflow/process.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { titleSeen } from '../../records/public.ts';
import { prepared, type InstanceRow } from './rows.ts';

/** Rounds of a process may have started many others. */
const mostBelow = 50;

interface Linked {
  id: string;
  node: string;
  app_id: string;
  form_id: string;
  form_title: InstanceRow['form_title'];
  record_id: string;
  state: InstanceRow['state'];
  started_at: Date;
  finished_at: Date | null;
}

/** The process that started this one, and those it started; where their records are is said to whoever may see those. */
export async function linksOf(
  ctx: Ctx,
  { id, parent_timer: parent }: Pick<InstanceRow, 'id' | 'parent_timer'>,
): Promise<Pick<ProcessView, 'above' | 'below'>> {
  const tx = reader(ctx);
  const columns = 't.node, i.id, i.app_id, i.form_id, i.form_title, i.record_id, i.state, i.started_at, i.finished_at';
  const [above, below] = await Promise.all([
    parent === null
      ? { rows: [] }
      : tx.query<Linked>({
          ...prepared(
            `select ${columns} from ${tx.schema}.workflow_timer t join ${tx.schema}.workflow_instance i on i.id = t.instance_id where t.id = $1`,
          ),
          values: [parent],
        }),
    tx.query<Linked>({
      ...prepared(`select ${columns} from ${tx.schema}.workflow_timer t join ${tx.schema}.workflow_instance i on i.parent_timer = t.id
        where t.instance_id = $1 and t.kind in ('job', 'child') order by i.started_at desc, i.id desc limit ${mostBelow}`),
      values: [id],
    }),
  ]);
  const [upper] = above.rows;
  return {
    above: upper ? await linkOf(ctx, upper) : null,
    below: await Promise.all(below.rows.map((row) => linkOf(ctx, row))),
  };
}

async function linkOf(ctx: Ctx, row: Linked): Promise<LinkedProcess> {
  const title = await titleSeen(ctx, row.form_id, row.record_id);
  return {
    instanceId: row.id,
    node: row.node,
    formTitle: row.form_title,
    state: row.state,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    record: title === undefined ? null : { appId: row.app_id, formId: row.form_id, recordId: row.record_id, title },
  };
}
