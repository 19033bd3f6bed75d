import type pg from 'pg';
import type { Ledger } from './keeper.ts';
import { leaseKinds, usualPart, type LeaseKind, type LeaseRow } from './shares.ts';

type Told = Omit<LeaseRow, 'need' | 'held' | 'used' | 'whole' | 'kind'> & {
  kind: number;
  need: string;
  held: string;
  used: string;
  whole: string;
};

/** The ledger in the database. Whatever is written bears a clock that goes on from one process to the next, since they come one by one. */
export function databaseLedger(transaction: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>): Ledger {
  let since = '-infinity';
  return {
    async round({ member, machines, aliveMs, anew, keys }, decide) {
      const at = await transaction(async (client) => {
        await client.query(`set local statement_timeout = ${aliveMs}`);
        await client.query(`select pg_advisory_xact_lock(hashtextextended('gateway leases', 0))`);
        const { rows: clock } = await client.query<{ at: string }>(
          `insert into gateway.member (id, seen_at) values ($1, clock_timestamp())
             on conflict (id) do update set seen_at = excluded.seen_at returning seen_at::text as at`,
          [member],
        );
        const { rows: members } = await client.query<{ id: string; alive: boolean }>(
          `select id, seen_at > clock_timestamp() - make_interval(secs => $2) as alive
             from gateway.member where id <> $1 order by seen_at desc`,
          [member, aliveMs / 1_000],
        );
        // there are no more machines than that: whoever was not seen for longest is none of them any more
        const others = members.filter(({ alive }, place) => alive || place < machines - 1);
        const gone = members.filter((one) => !others.includes(one)).map(({ id }) => id);
        if (gone.length > 0) {
          await client.query('delete from gateway.lease where member = any($1::uuid[])', [gone]);
          await client.query('delete from gateway.member where id = any($1::uuid[])', [gone]);
        }
        // periods of quotas that are over, before anybody answers to them
        if (anew) await client.query(`delete from gateway.lease where at < clock_timestamp() - interval '40 days'`);
        const { rows } = await client.query<Told>(
          `select kind, key::text, member, need, held, used, whole from gateway.lease
             where key = any($1::bigint[]) or key in (select key from gateway.lease where at >= $2::timestamptz)`,
          [keys, anew ? '-infinity' : since],
        );
        const known = rows.map(rowOf);
        const decided = decide({ others, rows: known });
        const usual = decided.filter((row) => isUsual(row, machines));
        const said = usual.filter((row) => known.some((one) => isSame(one, row)));
        for (const { kind, key } of said)
          await client.query('delete from gateway.lease where kind = $1 and key = $2 and member = $3', [
            kind,
            key,
            member,
          ]);
        await write(
          client,
          decided.filter((row) => !usual.includes(row) && isOther(row, known)),
        );
        return clock[0]!.at;
      });
      since = at;
    },
  };
}

const rowOf = ({ kind, key, member, need, held, used, whole }: Told): LeaseRow => ({
  kind: kind as LeaseKind,
  key,
  member,
  need: Number(need),
  held: Number(held),
  used: Number(used),
  whole: Number(whole),
});

const isSame = (one: LeaseRow, other: LeaseRow): boolean =>
  one.kind === other.kind && one.key === other.key && one.member === other.member;

/** As if it had said nothing. */
const isUsual = ({ kind, need, held, whole }: LeaseRow, machines: number): boolean =>
  kind !== leaseKinds.quota && held === usualPart(whole, machines) && need <= held;

/** A need that trembles is no news. */
function isOther(row: LeaseRow, known: readonly LeaseRow[]): boolean {
  const said = known.find((one) => isSame(one, row));
  return (
    !said ||
    said.held !== row.held ||
    said.used !== row.used ||
    said.whole !== row.whole ||
    Math.abs(said.need - row.need) > said.need * 0.1
  );
}

async function write(client: pg.PoolClient, rows: readonly LeaseRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into gateway.lease (kind, key, member, need, held, used, whole, at)
       select r.kind, r.key, r.member, r.need, r.held, r.used, r.whole, clock_timestamp()
       from jsonb_to_recordset($1::jsonb) as r (kind smallint, key bigint, member uuid, need bigint, held bigint, used bigint, whole bigint)
       on conflict (kind, key, member) do update set
         need = excluded.need, held = excluded.held, used = excluded.used, whole = excluded.whole, at = excluded.at`,
    [JSON.stringify(rows)],
  );
}
