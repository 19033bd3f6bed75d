import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { inControl } from '../../platform/db/db.ts';
import { inSpace, type SpaceTx } from '../../platform/db/space-data.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { stopRun } from '../../platform/runs/run-calls.ts';
import { runEnded } from '../../platform/runs/runs.ts';
import { ownerOf, switchOff } from '../definitions/public.ts';
import { asSystem } from '../identity/public.ts';
import { leaveMessages } from '../messages/public.ts';
import { giveTurns } from './limits.ts';
import { flowRun } from './run-name.ts';
import { flowOf } from './start-flow.ts';
import { deliver, waitNames, wakeAll } from './waits.ts';

/** Runs are over: their places are free, who waits for them goes on, what they had begun ends with them, and failures in a row are counted. */
export const endedSubscriber: Subscriber = {
  name: 'orchestration.ended',
  start: 'now',
  types: [runEnded],
  async handle(platform, spaceId, events) {
    const all = events.flatMap((event): Ended[] => {
      const { kind, id: run, definition, state } = event.data as Partial<Ended> & { kind: string; id: string };
      return kind === flowRun.kind && definition !== undefined
        ? [{ event: event.id, run, definition, state: state! }]
        : [];
    });
    if (all.length > 0) await ended(platform, spaceId, all);
  },
};

interface Ended {
  event: string;
  run: string;
  definition: string;
  state: string;
}

async function ended(platform: Platform, spaceId: string, all: readonly Ended[]): Promise<void> {
  const ctx = asSystem(platform, spaceId, 'flow ended');
  const { woken, children, failing } = await inSpace(ctx, async (tx) => {
    const runs = all.map(({ run }) => run);
    const next = await giveTurns(tx, all);
    const { rows: waits } = await tx.query<{ name: string; match: string }>({
      text: `delete from ${tx.schema}.orchestration_wait where run = any($1::uuid[]) returning name, match`,
      values: [runs],
    });
    await tx.query({
      text: `delete from ${tx.schema}.orchestration_inbox where run = any($1::uuid[])`,
      values: [runs],
    });
    return {
      woken: [...next, ...(await tellParents(tx, all))],
      children: waits.filter(({ name }) => name === waitNames.run).map(({ match }) => match),
      failing: await countFailures(tx, all),
    };
  });
  await wakeAll(platform, spaceId, woken);
  for (const child of children) await stopRun(ctx, child);
  for (const { flow, failures, event } of failing) await perhapsOff(platform, spaceId, flow, failures, event);
}

/** A flow within a flow has ended: its end is the answer. Who waited for it, to be woken. */
async function tellParents(tx: SpaceTx, all: readonly Ended[]): Promise<(string | undefined)[]> {
  const { rows } = await tx.query<{ id: string; result: unknown; error: unknown }>({
    text: `select id, result, error from ${tx.schema}.run
      where id = any($1::uuid[]) and payload #>> '{cause,parent}' is not null order by id`,
    values: [all.map(({ run }) => run)],
  });
  const woken: (string | undefined)[] = [];
  for (const { id, result, error } of rows) {
    const { event, state } = all.find(({ run }) => run === id)!;
    const payload = { run: id, state, result: result ?? null, error: error ?? null };
    woken.push(await deliver(tx, { id: event, name: waitNames.run, match: id, payload, keep: false }));
  }
  return woken;
}

interface Failing {
  flow: string;
  /** The most in a row. */
  failures: number;
  event: string;
}

/** In the order in which they ended: one that succeeds begins the count anew. */
async function countFailures(tx: SpaceTx, all: readonly Ended[]): Promise<Failing[]> {
  const counted = all.filter(({ state }) => state !== 'cancelled');
  const flows = Map.groupBy(counted, ({ definition }) => definition);
  const withFailures = [...flows].filter(([, own]) => own.some(({ state }) => state === 'failed'));
  const without = [...flows.keys()].filter((flow) => !withFailures.some(([failed]) => failed === flow));
  if (without.length > 0)
    await tx.query({
      text: `update ${tx.schema}.orchestration_flow set failures = 0 where flow = any($1::text[]) and failures > 0`,
      values: [without],
    });
  const failing: Failing[] = [];
  for (const [flow, own] of withFailures.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows } = await tx.query<{ failures: number }>({
      text: `select failures from ${tx.schema}.orchestration_flow where flow = $1 for update`,
      values: [flow],
    });
    let now = rows[0]?.failures ?? 0;
    let most: Failing = { flow, failures: 0, event: '' };
    for (const { state, event } of own) {
      now = state === 'failed' ? now + 1 : 0;
      if (now > most.failures) most = { flow, failures: now, event };
    }
    failing.push(most);
    await tx.query({
      text: `insert into ${tx.schema}.orchestration_flow (flow, failures) values ($1, $2) on conflict (flow) do update set failures = excluded.failures`,
      values: [flow, now],
    });
  }
  return failing;
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
