import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Hands } from '../../organization/public.ts';
import { carryOut } from '../commands/command.ts';
import { instanceList, type InstanceRow } from '../lists/rows.ts';
import { subjectOf } from '../commands/subject.ts';

const batchRows = 100;

/** Transfers the to-dos of a person who leaves, and those whose turn comes later, one command each; what cannot be transferred stays with them and is counted. */
export async function handOverTasks(job: Job, { from, to }: Hands): Promise<{ moved: number; kept: number }> {
  let moved = 0;
  let kept = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  const schema = spaceSchema(job.spaceId);
  const columns = instanceList
    .split(', ')
    .map((column) => `i.${column}`)
    .join(', ');
  for (let count = batchRows; count === batchRows && !job.cancelled();) {
    const { rows } = await spaceQuery<InstanceRow & { actor_id: string; task_id: string; task_version: number }>(
      job.platform,
      {
        text: `select a.id as actor_id, t.id as task_id, t.version as task_version, ${columns} from ${schema}.workflow_actor a
        join ${schema}.workflow_task t on t.id = a.task join ${schema}.workflow_instance i on i.id = a.instance_id
        where a.person = $1 and a.state in ('pending', 'waiting') and t.state = 'open' and a.id > $2 order by a.id limit ${batchRows}`,
        values: [from, after],
      },
    );
    count = rows.length;
    for (const row of rows) {
      after = row.actor_id;
      try {
        const subject = await subjectOf(job, row);
        await carryOut(job, {
          commandId: newId(),
          subject,
          kind: 'transfer',
          command: () => ({
            kind: 'transfer',
            by: from,
            task: row.task_id,
            version: row.task_version,
            person: to,
            leaving: true,
          }),
        });
        moved += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        kept += 1;
      }
    }
  }
  return { moved, kept };
}
