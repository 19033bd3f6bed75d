import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import type { EtlTask } from '@formwork/contract/etl/task.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cancelRun } from '../../../platform/runs/run-calls.ts';
import type { DueRun, ScheduledKind } from '../../../platform/scheduled.ts';
import { releasedOf, requireOn } from '../../definitions/public.ts';
import { dayOf, zoneOf } from '../../enterprise/public.ts';
import { asPerson } from '../../identity/public.ts';
import { settledValues } from './parameters.ts';
import { startTask } from './start.ts';

/** Tasks by the clock run in the name of who set the time, with the rights they have then. */
export const scheduledTask: ScheduledKind = {
  ...scheduledKind('etl_task', async (platform, due, day) => {
    const ctx = await asPerson({ platform, spaceId: due.spaceId }, due.by, 'a task is due');
    await startTask(ctx, due.ofId, { id: due.run, trigger: 'schedule', day });
  }),
  requireReady: requireValues('etl_task'),
};

/** Nobody is there to be asked for a parameter when it is due. */
export function requireValues(kind: 'etl_task' | 'etl_flow'): ScheduledKind['requireReady'] {
  return async (ctx, ofId) => {
    const released = await releasedOf<EtlTask | EtlFlow>(ctx.platform, ctx.spaceId, kind, ofId);
    if (released) await settledValues(ctx, released.body.parameters);
  };
}

export function scheduledKind(
  kind: string,
  start: (platform: Platform, due: DueRun, day: string) => Promise<void>,
): ScheduledKind {
  return {
    requireMay: async (ctx, ofId, level) => void (await requireOn(ctx, kind, ofId, level)),
    start: (platform, due) => start(platform, due, dayOf(due.due, zoneOf(platform, due.spaceId))),
    async running(platform, spaceId, runs) {
      const { rows } = await spaceQuery<{ id: string; state: 'running' }>(platform, {
        text: `select id, state from ${spaceSchema(spaceId)}.run where id = any($1::uuid[])`,
        values: [runs],
      });
      return rows.filter(({ state }) => !isOver(state)).map(({ id }) => id);
    },
    async cancel(platform, spaceId, run) {
      const { rows } = await spaceQuery<{ actor: string | null }>(platform, {
        text: `select actor from ${spaceSchema(spaceId)}.run where id = $1`,
        values: [run],
      });
      const actor = rows[0]?.actor;
      if (!actor) return;
      const ctx = await asPerson({ platform, spaceId }, actor, 'a run takes the place of another');
      await cancelRun(ctx, { params: { runId: run } });
    },
  };
}
