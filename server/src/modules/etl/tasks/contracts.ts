import { brokenBefore } from '../../../platform/assets.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Advanced } from '../../../platform/runs/run-kinds.ts';
import { wakeRun } from '../../../platform/runs/wake.ts';
import { releasedOf } from '../../definitions/public.ts';
import { tellOfRun } from '../told.ts';
import type { TaskMemory } from './memory.ts';
import type { TaskWork } from './prepare.ts';

/** A word that it is kept again wakes the run; should it be lost, the run looks by itself. */
const lookAgainMs = 10 * 60_000;
const mostNamed = 20;

interface Promised {
  memory: TaskMemory;
  /** The run waits, before anything is read. */
  wait?: Advanced<TaskMemory>;
}

/** What is read does not keep its contract: it is said, or the run waits until it does, as the task says. */
export async function lookAtContracts({ ctx, run, taskId, task, payload, memory, steps }: TaskWork): Promise<Promised> {
  const way = task.settings.contracts ?? 'ignore';
  // rows that are sent again were read before
  if (way === 'ignore' || payload.sent) return { memory };
  const { held, ...rest } = memory;
  const broken = await brokenBefore(ctx, 'etl_task', taskId);
  const names = broken.slice(0, mostNamed).map(({ title }) => title.zh);
  if (broken.length === 0) return { memory: rest };
  if (way === 'warn') {
    if (!memory.warned) {
      steps.push({ out: { contracts: names } });
      await tell({ ctx, run, taskId, task, payload });
    }
    return { memory: { ...rest, warned: names } };
  }
  if (!held) {
    steps.push({ error: { code: 'etl.run.held', data: { assets: names.join(', ') } } });
    await tell({ ctx, run, taskId, task, payload });
  }
  return {
    memory,
    wait: {
      state: 'suspended',
      at: new Date(Date.now() + lookAgainMs),
      // the time it waits is none of its own
      memory: { ...memory, held: names, begun: new Date().toISOString() },
      steps,
    },
  };
}

async function tell({
  ctx: { platform, spaceId },
  run,
  taskId,
  task,
  payload,
}: Pick<TaskWork, 'ctx' | 'run' | 'taskId' | 'task' | 'payload'>): Promise<void> {
  const { notify, ways, contracts } = task.settings;
  if (notify.length === 0) return;
  const released = await releasedOf(platform, spaceId, 'etl_task', taskId);
  await tellOfRun(platform, spaceId, {
    kind: contracts === 'hold' ? 'etlHeld' : 'etlWarned',
    once: newId(),
    people: notify,
    ways,
    title: released?.name ?? '',
    day: payload.day,
    target: { page: 'etlTaskJobs', run },
    thing: `etl_task/${taskId}/contracts`,
  });
}

/** What waits for contracts looks again whenever one is kept, changed or gone. */
export const heldTasks: Subscriber = {
  name: 'etl.held',
  start: 'now',
  types: ['assets.contract.'],
  async handle(platform, spaceId, events) {
    if (events.every(({ type }) => type === 'assets.contract.broken')) return;
    const { rows } = await spaceQuery<{ id: string }>(platform, {
      text: `select id from ${spaceSchema(spaceId)}.run where kind = 'etl.task' and state = 'suspended' and memory::jsonb ? 'held'`,
    });
    for (const { id } of rows) await wakeRun(platform, spaceId, id);
  },
};
