import type pg from 'pg';
import type { Platform } from '../../platform/platform.ts';
import type { ScheduledKind } from '../../platform/scheduled.ts';
import { findScheduled } from './registry.ts';
import type { ScheduleTable } from './tables.ts';

interface OpenDue {
  space_id: string;
  schedule: string;
  due: Date;
  run: string;
  attempts: number;
  of_kind: string;
  of_id: string;
  overlap: ScheduleTable['overlap'];
  created_by: string;
}
type State = 'waiting' | 'started' | 'ended' | 'skipped' | 'failed' | 'ready';

const batchRows = 500;
const atOnce = 8;
const mostAttempts = 5;
const retryMs = 5_000;

/** Begins the runs of moments that are written down. Whoever dies in between leaves a moment that is begun again with the same run. */
export async function startReady(platform: Platform, client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<OpenDue>(
    `select d.space_id, d.schedule, d.due, d.run, d.attempts, s.of_kind, s.of_id, s.overlap, s.created_by
     from schedules.due d join schedules.schedule s on s.space_id = d.space_id and s.id = d.schedule
     where d.state in ('ready', 'waiting') and d.space_id <> all($1::text[]) order by d.due limit ${batchRows}`,
    [[...platform.hold.spaces.keys()]],
  );
  const ready = rows.filter(
    ({ due, attempts }) => attempts === 0 || now.getTime() - due.getTime() > retryMs * 2 ** attempts,
  );
  const bySchedule = [...Map.groupBy(ready, ({ space_id, schedule }) => `${space_id} ${schedule}`).values()];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let mine = bySchedule[next++]; mine; mine = bySchedule[next++])
      for (const due of mine) if (!(await startOne(platform, client, due))) break;
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** False where later moments of the same schedule have to wait as well. */
async function startOne(platform: Platform, client: pg.Client, due: OpenDue): Promise<boolean> {
  const kind = findScheduled(platform, due.of_kind);
  if (!kind) {
    await settle(client, due, 'failed', `nothing here runs what is of the kind ${due.of_kind}`);
    return true;
  }
  try {
    const verdict = due.overlap === 'parallel' ? 'start' : await besideOthers(platform, client, kind, due);
    if (verdict === 'skip') await settle(client, due, 'skipped');
    else if (verdict === 'wait') await settle(client, due, 'waiting');
    if (verdict !== 'start') return verdict === 'skip';
    await kind.start(platform, {
      spaceId: due.space_id,
      ofId: due.of_id,
      due: due.due,
      run: due.run,
      by: due.created_by,
    });
    await settle(client, due, 'started');
    return true;
  } catch (error) {
    platform.log.warn({ err: error, schedule: due.schedule, due: due.due }, 'what was due could not be started');
    const last = due.attempts + 1 >= mostAttempts;
    await settle(client, due, last ? 'failed' : 'ready', (error as Error).message.slice(0, 300));
    return false;
  }
}

/** What becomes of a moment while earlier runs of its schedule still go on. */
async function besideOthers(
  platform: Platform,
  client: pg.Client,
  kind: ScheduledKind,
  { space_id, schedule, overlap }: OpenDue,
): Promise<'start' | 'skip' | 'wait'> {
  const { rows } = await client.query<{ run: string }>(
    `select run from schedules.due where space_id = $1 and schedule = $2 and state = 'started'`,
    [space_id, schedule],
  );
  if (rows.length === 0) return 'start';
  const runs = rows.map(({ run }) => run);
  const running = new Set(await kind.running(platform, space_id, runs));
  if (running.size > 0 && overlap === 'replace') for (const run of running) await kind.cancel(platform, space_id, run);
  const over = overlap === 'replace' ? runs : runs.filter((run) => !running.has(run));
  await client.query(
    `update schedules.due set state = 'ended' where space_id = $1 and schedule = $2 and run = any($3::uuid[])`,
    [space_id, schedule, over],
  );
  if (running.size === 0 || overlap === 'replace') return 'start';
  return overlap === 'wait' ? 'wait' : 'skip';
}

function settle(client: pg.Client, due: OpenDue, state: State, error: string | null = null): Promise<unknown> {
  return client.query(
    `update schedules.due set state = $4, error = $5, attempts = attempts + $6::int
     where space_id = $1 and schedule = $2 and due = $3`,
    [due.space_id, due.schedule, due.due, state, error, error === null ? 0 : 1],
  );
}
