import type { Flow } from '@formwork/contract/rules/flow.ts';
import type { Doer, SpaceTx } from '../../platform/db/space-data.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { gatheredBySpace, type Outcome } from '../../platform/gathered.ts';

/** Of one flow: when the next may begin that finds no place in this minute. */
export type Turn = { taken: true } | { taken: false; at?: Date };

const minuteMs = 60_000;

interface Asked {
  run: Doer & { id: string };
  flow: string;
  limits: Flow['limits'];
}

const taker = gatheredBySpace(({ run }: Asked) => run, takeTogether);

/**
 * A run takes its turn before its first step: so many of a flow at once, so many a minute. Who finds no place waits in the order of
 * the runs, and is woken by one that ends or by the next minute. The row of the flow is locked, so that this holds over processes;
 * those of a process that ask meanwhile take theirs together.
 */
export function takeTurn(run: Asked['run'], flow: string, limits: Flow['limits']): Promise<Turn> {
  return taker({ run, flow, limits });
}

async function takeTogether(all: Asked[]): Promise<Outcome<Turn>[]> {
  const turns = await inSpace(all[0]!.run, async (tx) => {
    const given = new Map<Asked, Turn>();
    const flows = [...Map.groupBy(all, ({ flow }) => flow)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [flow, asked] of flows) await takeOf(tx, flow, asked, given);
    return given;
  });
  return all.map((asked) => ({ value: turns.get(asked)! }));
}

async function takeOf(tx: SpaceTx, flow: string, asked: readonly Asked[], given: Map<Asked, Turn>): Promise<void> {
  const now = new Date();
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  const { schema } = tx;
  const inOrder = asked.toSorted((a, b) => (a.run.id < b.run.id ? -1 : 1));
  const runs = inOrder.map(({ run }) => run.id);
  const last = await lockFlow(tx, flow);
  const { rows } = await tx.query<{ taken: number; before: number }>({
    name: `flow_turns_${schema}`,
    text: `select (select count(*) from ${schema}.orchestration_turn where flow = $1 and taken and run <> all($2::uuid[]))::int as taken,
        (select count(*) from ${schema}.orchestration_turn where flow = $1 and not taken and run <> all($2::uuid[]) and run < asked.run)::int as before
      from unnest($2::uuid[]) with ordinality as asked (run, place) order by place`,
    values: [flow, runs],
  });
  let { taken } = rows[0]!;
  const began = last.minute instanceof Date && last.minute.getTime() === minute.getTime() ? last.used : 0;
  let used = began;
  let refused = 0;
  for (const [place, one] of inOrder.entries()) {
    const { atOnce, perMinute } = one.limits;
    const before = rows[place]!.before + refused;
    const full = taken + before >= atOnce;
    const spent = perMinute !== undefined && used + before >= perMinute;
    if (full || spent) {
      refused += 1;
      given.set(one, { taken: false, ...(!full && { at: new Date(minute.getTime() + minuteMs) }) });
      continue;
    }
    taken += 1;
    if (perMinute !== undefined) used += 1;
    given.set(one, { taken: true });
  }
  await tx.query({
    name: `flow_turn_${schema}`,
    text: `insert into ${schema}.orchestration_turn (flow, run, taken) select $1, run, taken from unnest($2::uuid[], $3::boolean[]) as given (run, taken)
      on conflict (flow, run) do update set taken = excluded.taken`,
    values: [flow, runs, inOrder.map((one) => given.get(one)!.taken)],
  });
  if (used === began) return;
  await tx.query({
    text: `update ${schema}.orchestration_flow set minute = $2, used = $3 where flow = $1`,
    values: [flow, minute, used],
  });
}

interface Minute {
  minute: Date | number;
  used: number;
}

async function lockFlow(tx: SpaceTx, flow: string): Promise<Minute> {
  const lock = {
    text: `select minute, used from ${tx.schema}.orchestration_flow where flow = $1 for update`,
    values: [flow],
  };
  const { rows } = await tx.query<Minute>(lock);
  if (rows[0]) return rows[0];
  await tx.query({
    text: `insert into ${tx.schema}.orchestration_flow (flow) values ($1) on conflict (flow) do nothing`,
    values: [flow],
  });
  return (await tx.query<Minute>(lock)).rows[0]!;
}

/** Runs of flows are over: who waits the longest for each of their places. */
export async function giveTurns(tx: SpaceTx, ended: readonly { definition: string; run: string }[]): Promise<string[]> {
  const { schema } = tx;
  const { rows } = await tx.query<{ run: string }>({
    name: `flow_turns_given_${schema}`,
    text: `with gone as (
        delete from ${schema}.orchestration_turn t using unnest($1::text[], $2::uuid[]) as over (flow, run)
        where t.flow = over.flow and t.run = over.run returning t.flow),
      free as (select flow, count(*) as places from gone group by flow)
      select next.run from free cross join lateral (
        select w.run from ${schema}.orchestration_turn w where w.flow = free.flow and not w.taken and w.run <> all($2::uuid[])
        order by w.run limit free.places) next`,
    values: [ended.map(({ definition }) => definition), ended.map(({ run }) => run)],
  });
  return rows.map(({ run }) => run);
}
