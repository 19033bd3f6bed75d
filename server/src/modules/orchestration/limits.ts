import type { Flow } from '@formwork/contract/rules/flow.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';

/** Of one flow: when the next may begin that finds no place in this minute. */
export type Turn = { taken: true } | { taken: false; at?: Date };

const minuteMs = 60_000;

/**
 * A run takes its turn before its first step: so many of a flow at once, so many a minute. Who finds no place waits in the order of
 * the runs, and is woken by one that ends or by the next minute. The row of the flow is locked, so that this holds over processes.
 */
export async function takeTurn(
  tx: SpaceTx,
  flow: string,
  run: string,
  { atOnce, perMinute }: Flow['limits'],
): Promise<Turn> {
  const now = new Date();
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  const { schema } = tx;
  const last = await lockFlow(tx, flow);
  const { rows } = await tx.query<{ taken: number; before: number }>({
    text: `select (select count(*) from ${schema}.orchestration_turn where flow = $1 and taken and run <> $2)::int as taken,
      (select count(*) from ${schema}.orchestration_turn where flow = $1 and not taken and run < $2)::int as before`,
    values: [flow, run],
  });
  const { taken, before } = rows[0]!;
  const used = last.minute instanceof Date && last.minute.getTime() === minute.getTime() ? last.used : 0;
  const full = taken + before >= atOnce;
  const spent = perMinute !== undefined && used + before >= perMinute;
  await tx.query({
    text: `insert into ${schema}.orchestration_turn (flow, run, taken) values ($1, $2, $3) on conflict (flow, run) do update set taken = excluded.taken`,
    values: [flow, run, !full && !spent],
  });
  if (full) return { taken: false };
  if (spent) return { taken: false, at: new Date(minute.getTime() + minuteMs) };
  if (perMinute === undefined) return { taken: true };
  await tx.query({
    text: `update ${schema}.orchestration_flow set minute = $2, used = $3 where flow = $1`,
    values: [flow, minute, used + 1],
  });
  return { taken: true };
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

/** A run is over: who waits the longest for its place. */
export async function giveTurn(tx: SpaceTx, flow: string, run: string): Promise<string | undefined> {
  const { schema } = tx;
  const { rowCount } = await tx.query({
    text: `delete from ${schema}.orchestration_turn where flow = $1 and run = $2`,
    values: [flow, run],
  });
  if (rowCount === 0) return undefined;
  const { rows } = await tx.query<{ run: string }>({
    text: `select run from ${schema}.orchestration_turn where flow = $1 and not taken order by run limit 1`,
    values: [flow],
  });
  return rows[0]?.run;
}
