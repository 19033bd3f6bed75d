import { inControl } from './db.ts';
import { addToQueue, jobTask, messageTask } from './jobs-queue.ts';
import { everySpace } from './jobs-retention.ts';
import type { Platform } from './platform.ts';

/** A restore brings jobs and messages without the queue that carries them: what waits is put into it anew. Done twice, it is there once. */
export async function requeue(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query('select from platform.installation where queue_behind');
  if (rows.length === 0) return;
  for (const spaceId of await everySpace(platform)) {
    const { jobs, messages } = await inControl(platform.control, spaceId, async (tx) => ({
      jobs: await tx.selectFrom('platform.job').select('id').where('state', 'in', ['queued', 'running']).execute(),
      messages: await tx.selectFrom('platform.outbox').select('id').where('state', '=', 'queued').execute(),
    }));
    const entries = [...jobs.map(({ id }) => ({ task: jobTask, row: { spaceId, id } })), ...messages.map(({ id }) => ({ task: messageTask, row: { spaceId, id } }))];
    if (entries.length > 0) await addToQueue(platform, entries);
  }
  await platform.pool.query('update platform.installation set queue_behind = false');
}
