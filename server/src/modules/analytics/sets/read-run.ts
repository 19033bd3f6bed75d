import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import { dataSetDocument } from '@formwork/contract/analytics/dataset.ts';
import { z } from 'zod';
import { clusterOf } from './shared/cluster.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/errors.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { month, runKind } from '../../../platform/runs/run-kinds.ts';
import { startRunNow, type RunName } from '../../../platform/runs/runs.ts';
import { releasedIds, releasedOf } from '../../definitions/public.ts';
import { scheduledKind, targetsWritten } from '../../etl/public.ts';
import { asPerson } from '../../identity/public.ts';
import { judgeReaders } from '../told/judge-alerts.ts';
import { dropExtracts } from './extract-rows.ts';
import { readAgain } from './read-rows.ts';
import { sweep } from './shared/sweep.ts';

const payload = z.object({ dataset: z.uuid() });

/** Asked for by a person or by the clock. */
export const readSet: RunName<z.infer<typeof payload>> = { kind: 'analytics.read_set', payload };

export const readSetRun = runKind({
  ...readSet,
  retries: 2,
  keep: month,
  async work(job) {
    const { dataset } = job.payload;
    const { rows } = await readAgain(job, dataset);
    await judgeReaders(job.platform, job.spaceId, new Set([dataset]));
    return { rows };
  },
});

export const scheduledSet = scheduledKind(dataSetDocument.kind, async (platform, due) => {
  const ctx = await asPerson({ platform, spaceId: due.spaceId }, due.by, 'a data set is due');
  await startRunNow(ctx, readSet, { dataset: due.ofId }, { id: due.run, trigger: 'schedule', definition: due.ofId });
});

/** After a release, and after a task wrote what data sets read. */
export const setFollower: Subscriber = {
  name: 'analytics.follow_sets',
  start: 'now',
  types: ['definitions.released', 'runs.ended'],
  async handle(platform, spaceId, events) {
    const wanted = new Set<string>();
    for (const { type, data } of events) {
      if (type === 'definitions.released' && data.kind === dataSetDocument.kind) wanted.add(String(data.id));
      if (type === 'runs.ended' && data.kind === 'etl.task' && data.state === 'finished')
        for (const id of await readersOf(platform, spaceId, String(data.definition))) wanted.add(id);
    }
    for (const id of wanted) await readOne(platform, spaceId, id);
    if (wanted.size > 0) await judgeReaders(platform, spaceId, wanted);
  },
};

/** Data sets of the task itself, and of tables that it writes. */
async function readersOf(platform: Platform, spaceId: string, task: string): Promise<string[]> {
  const ids = await releasedIds(platform, spaceId, dataSetDocument.kind);
  if (ids.length === 0) return [];
  const written = await targetsWritten({ platform, spaceId }, task);
  const found = await Promise.all(
    ids.map(async (id) => {
      const released = await releasedOf<DataSet>(platform, spaceId, dataSetDocument.kind, id);
      const source = released?.body.source;
      const reads =
        source?.is === 'task'
          ? source.task === task
          : source?.is === 'table' &&
            written.some(
              ({ connection, schema, table }) =>
                connection === source.connection && schema === source.schema && table === source.table,
            );
      return reads ? [id] : [];
    }),
  );
  return found.flat();
}

async function readOne(platform: Platform, spaceId: string, id: string): Promise<void> {
  const released = await releasedOf<DataSet>(platform, spaceId, dataSetDocument.kind, id);
  // what has no rows of its own is read as somebody looks
  if (!released?.enabled || ['chart', 'join', 'none'].includes(released.body.source.is)) return;
  try {
    await readAgain({ platform, spaceId }, id);
  } catch (error) {
    // why stands beside the data set, and whoever looks at it next tries again
    if (!(error instanceof AppError)) throw error;
  }
}

/** Extracts of data sets that nobody has any more, and what lies elsewhere of those that nobody asks. */
export const forgetExtracts = inEverySpace('analytics.forget_extracts', '35 3 * * *', async (platform, spaceId) => {
  await sweepShared(platform);
  const kept = await releasedIds(platform, spaceId, dataSetDocument.kind);
  for (const key of await dropExtracts({ platform, spaceId }, kept)) await platform.files.remove(key);
});

async function sweepShared(platform: Platform): Promise<void> {
  const cluster = clusterOf(platform);
  if (!cluster) return;
  try {
    await sweep(cluster);
  } catch (error) {
    platform.log.warn({ err: error }, 'tables of data sets in ClickHouse could not be dropped');
  }
}
