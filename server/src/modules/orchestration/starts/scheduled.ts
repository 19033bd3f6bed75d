import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { inControl } from '../../../platform/db/db.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { stopRun } from '../../../platform/runs/run-calls.ts';
import type { ScheduledKind } from '../../../platform/scheduled.ts';
import { requireOn } from '../../definitions/public.ts';
import { asPerson, asSystem } from '../../identity/public.ts';
import { flowOf, startFlow } from '../start-flow.ts';

/** Flows by the clock. */
export const scheduledFlows: ScheduledKind = {
  async requireMay(ctx, ofId, level) {
    await inControl(ctx.platform.control, ctx.spaceId, (tx) => requireOn({ ...ctx, tx }, flowKind.kind, ofId, level));
  },
  async start(platform, { spaceId, ofId, due, run, by }) {
    const released = await flowOf(platform, spaceId, ofId);
    // switched off or in the bin: the moment passes
    if (!released?.enabled) return;
    const ctx =
      released.body.runsAs === 'person'
        ? await asPerson({ platform, spaceId }, by, 'flow by the clock')
        : asSystem(platform, spaceId, 'flow by the clock');
    const event = { due: due.toISOString() };
    await startFlow(ctx, released, { id: run, trigger: 'schedule', input: event, event, cause: { depth: 0 } });
  },
  async running(platform, spaceId, runs) {
    const { rows } = await spaceQuery<{ id: string }>(platform, {
      text: `select id from ${spaceSchema(spaceId)}.run where id = any($1::uuid[]) and state in ('waiting', 'running', 'suspended')`,
      values: [[...runs]],
    });
    return rows.map(({ id }) => id);
  },
  async cancel(platform, spaceId, run) {
    await stopRun(asSystem(platform, spaceId, 'flow by the clock'), run);
  },
};
