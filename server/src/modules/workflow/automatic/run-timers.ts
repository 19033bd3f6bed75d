import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { runAt } from '../../../platform/jobs/jobs-queue.ts';
import { everySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { PeriodicTask } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { directoryOf } from '../../organization/public.ts';
import { automaticWork } from './automatic.ts';
import { carryOut } from '../commands/command.ts';
import { instanceList, prepared, type InstanceRow } from '../lists/rows.ts';
import { subjectOf } from '../commands/subject.ts';

/** Timers in hand at once, in one space. */
const atOnce = 4;
/** Work that failed so often waits for an administrator. */
const mostAttempts = 5;

/**
 * Fires what is due. A step that sets a time asks for a run at that time; once a minute everything is looked at, so that
 * nothing waits for a run that was lost.
 */
export const timers: PeriodicTask = {
  name: 'workflow.timers',
  cron: '* * * * *',
  async run(platform, spaceId) {
    for (const id of spaceId === undefined ? await everySpace(platform) : [spaceId]) await fireDue(platform, id);
  },
};

interface Leased {
  id: string;
  instance_id: string;
  attempts: number;
}

/** Fires all that is due in a space; two who do it at once share the work. In one that is held after a restore, nothing. */
export async function fireDue(platform: Platform, spaceId: string): Promise<void> {
  if (platform.hold.spaces.has(spaceId)) return;
  for (let leased = await lease(platform, spaceId); leased.length > 0; leased = await lease(platform, spaceId)) {
    await Promise.all(leased.map((timer) => fireOne(platform, spaceId, timer)));
  }
}

/** Nobody else takes them for a while; whoever dies with one in hand leaves it to the next. */
async function lease(platform: Platform, spaceId: string): Promise<Leased[]> {
  const table = `${spaceSchema(spaceId)}.workflow_timer`;
  const { rows } = await spaceQuery<Leased>(platform, {
    ...prepared(`update ${table} set leased_until = now() + interval '2 minutes', attempts = attempts + 1 where id in (
      select id from ${table} where state = 'waiting' and due <= now() and (leased_until is null or leased_until < now()) order by due limit ${atOnce} for update skip locked)
      returning id, instance_id, attempts`),
    values: [],
  });
  return rows;
}

async function fireOne(platform: Platform, spaceId: string, timer: Leased): Promise<void> {
  const { rows } = await spaceQuery<InstanceRow>(platform, {
    ...prepared(`select ${instanceList} from ${spaceSchema(spaceId)}.workflow_instance where id = $1`),
    values: [timer.instance_id],
  });
  const ctx = await byItself(platform, spaceId, rows[0]!.initiator, timer.id);
  try {
    const subject = await subjectOf(ctx, rows[0]!);
    const work = await automaticWork(ctx, subject, timer.id);
    await carryOut(ctx, {
      commandId: newId(),
      subject,
      kind: 'fire',
      command: () => ({ kind: 'fire', by: '', timer: timer.id, note: work?.note }),
      work,
    });
  } catch (error) {
    if (isOver(error)) return;
    await tryLater(ctx, rows[0]!, timer, error);
  }
}

/** Another worker fired it, or the process went elsewhere meanwhile. */
function isOver(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'workflow.timer.over' || error.code === 'workflow.instance.not_processing')
  );
}

/** The world outside may answer again soon; what the house itself refuses, it refuses again. */
async function tryLater(ctx: Ctx, row: InstanceRow, timer: Leased, error: unknown): Promise<void> {
  const final = error instanceof AppError || timer.attempts >= mostAttempts;
  ctx.platform.log.warn(
    { err: error, instanceId: row.id, timer: timer.id, attempt: timer.attempts },
    final ? 'a step of a process failed' : 'a step of a process is tried again',
  );
  if (final) {
    const reason =
      error instanceof AppError
        ? [error.code, (error.data as { names?: string } | undefined)?.names].filter(Boolean).join(' ')
        : (error as Error).message.slice(0, 200);
    await carryOut(ctx, {
      commandId: newId(),
      subject: await subjectOf(ctx, row),
      kind: 'fail',
      command: () => ({ kind: 'fail', by: '', timer: timer.id, reason }),
    }).catch((second: unknown) => {
      if (!isOver(second)) throw second;
    });
    return;
  }
  const next = new Date(Date.now() + 10_000 * 2 ** timer.attempts);
  await spaceQuery(ctx.platform, {
    ...prepared(
      `update ${spaceSchema(ctx.spaceId)}.workflow_timer set due = $2, leased_until = null where id = $1 and state = 'waiting'`,
    ),
    values: [timer.id, next.toISOString()],
  });
  await runAt(ctx.platform, timers.name, ctx.spaceId, next);
}

/** What runs by itself runs in the name of whoever started the process; the history says that nobody did it. */
async function byItself(platform: Platform, spaceId: string, initiator: string, timer: string): Promise<Ctx> {
  const person = (await directoryOf(platform, spaceId)).people.get(initiator);
  const user = {
    id: initiator,
    name: person?.name ?? '',
    login: person?.login ?? '',
    role: person?.role ?? 'user',
    homeSpaceId: spaceId,
    sessionId: '',
  } as const;
  return { platform, spaceId, user, requestId: `timer-${timer}`, ip: '', userAgent: '', locale: 'zh-CN' };
}
