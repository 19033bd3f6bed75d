import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { inControl } from '../../platform/db/db.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { stopRun } from '../../platform/runs/run-calls.ts';
import { runEnded } from '../../platform/runs/runs.ts';
import { ownerOf, switchOff } from '../definitions/public.ts';
import { asSystem } from '../identity/public.ts';
import { leaveMessages } from '../messages/public.ts';
import { giveTurn } from './limits.ts';
import { flowRun } from './run-name.ts';
import { flowOf } from './start-flow.ts';
import { deliver, waitNames, wakeAll } from './waits.ts';

/** A run is over: its place is free, who waits for it goes on, what it had begun ends with it, and failures in a row are counted. */
export const endedSubscriber: Subscriber = {
  name: 'orchestration.ended',
  start: 'now',
  types: [runEnded],
  async handle(platform, spaceId, events) {
    for (const event of events) if (event.data.kind === flowRun.kind) await ended(platform, spaceId, event);
  },
};

async function ended(platform: Platform, spaceId: string, event: LoggedEvent): Promise<void> {
  const { id: run, definition, state } = event.data as { id: string; definition?: string; state: string };
  if (definition === undefined) return;
  const ctx = asSystem(platform, spaceId, 'flow ended');
  const { woken, children, failures } = await inSpace(ctx, async (tx) => {
    const next = await giveTurn(tx, definition, run);
    const { rows: waits } = await tx.query<{ name: string; match: string }>({
      text: `delete from ${tx.schema}.orchestration_wait where run = $1 returning name, match`,
      values: [run],
    });
    await tx.query({ text: `delete from ${tx.schema}.orchestration_inbox where run = $1`, values: [run] });
    const { rows } = await tx.query<{ result: unknown; error: unknown; payload: { cause?: { parent?: string } } }>({
      text: `select result, error, payload from ${tx.schema}.run where id = $1`,
      values: [run],
    });
    const [row] = rows;
    const parent =
      row?.payload.cause?.parent === undefined
        ? undefined
        : await deliver(tx, {
            id: event.id,
            name: waitNames.run,
            match: run,
            payload: { run, state, result: row.result ?? null, error: row.error ?? null },
            keep: false,
          });
    return {
      woken: [next, parent],
      children: waits.filter(({ name }) => name === waitNames.run).map(({ match }) => match),
      failures: state === 'cancelled' ? 0 : await failuresInRow(tx, definition, state === 'failed'),
    };
  });
  await wakeAll(platform, spaceId, woken);
  for (const child of children) await stopRun(ctx, child);
  if (failures > 0) await perhapsOff(platform, spaceId, definition, failures, event.id);
}

async function failuresInRow(
  tx: Parameters<Parameters<typeof inSpace>[1]>[0],
  flow: string,
  failed: boolean,
): Promise<number> {
  if (!failed) {
    await tx.query({
      text: `update ${tx.schema}.orchestration_flow set failures = 0 where flow = $1 and failures > 0`,
      values: [flow],
    });
    return 0;
  }
  const { rows } = await tx.query<{ failures: number }>({
    text: `insert into ${tx.schema}.orchestration_flow as f (flow, failures) values ($1, 1) on conflict (flow) do update set failures = f.failures + 1 returning failures`,
    values: [flow],
  });
  return rows[0]!.failures;
}

/** A flow that fails again and again switches itself off, and its owner hears of it. */
async function perhapsOff(
  platform: Platform,
  spaceId: string,
  flow: string,
  failures: number,
  source: string,
): Promise<void> {
  const released = await flowOf(platform, spaceId, flow);
  const most = released?.body.limits.offAfter ?? 0;
  if (!released?.enabled || most === 0 || failures < most) return;
  const ctx = asSystem(platform, spaceId, 'flow failed too often');
  await switchOff(ctx, flowKind.kind, flow, 'flows.off.failures');
  const owner = await inControl(platform.control, spaceId, (tx) => ownerOf({ ...ctx, tx }, flowKind.kind, flow));
  if (owner === undefined) return;
  await leaveMessages(platform, spaceId, {
    source,
    people: [{ person: owner, kind: 'flowStopped', title: released.name.zh }],
    target: { page: 'orchestrationRuns', params: {}, query: { definition: flow, state: 'failed' } },
    thing: `flow:${flow}`,
    by: null,
  });
}
