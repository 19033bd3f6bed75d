import { inControl } from '../db/db.ts';
import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import { addToQueue, messageTask, taskOf } from './jobs-queue.ts';
import { everySpace } from './jobs-retention.ts';
import type { Platform } from '../platform.ts';

/** What waits in a space that was held by itself: its runs and messages were passed over meanwhile. */
export async function requeueSpace(platform: Platform, spaceId: string): Promise<void> {
  const messages = await inControl(platform.control, spaceId, (tx) =>
    tx.selectFrom('platform.outbox').select('id').where('state', '=', 'queued').execute(),
  );
  const { rows: jobs } = await spaceQuery<{ id: string; kind: string }>(platform, {
    text: `select id, kind from ${spaceSchema(spaceId)}.run where state in ('waiting', 'running')`,
  });
  const entries = [
    ...jobs.map(({ id, kind }) => ({ task: taskOf(platform, kind), row: { spaceId, id } })),
    ...messages.map(({ id }) => ({ task: messageTask, row: { spaceId, id } })),
  ];
  if (entries.length > 0) await addToQueue(platform, entries);
}

/** A restore brings jobs and messages without the queue that carries them: what waits is put into it anew. Done twice, it is there once. */
export async function requeue(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query('select from platform.installation where queue_behind');
  if (rows.length === 0) return;
  for (const spaceId of await everySpace(platform)) await requeueSpace(platform, spaceId);
  await platform.pool.query('update platform.installation set queue_behind = false');
}
