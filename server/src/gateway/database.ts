import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../platform/bus.ts';
import { copyInto, copyLine } from '../platform/db/copy-in.ts';
import { spaceSchema } from '../platform/db/space-data.ts';
import { databaseLedger } from './leases/ledger.ts';
import type { LogRow } from './log-row.ts';
import { nonceSeconds, type NonceBook } from './nonces.ts';
import type { GatewaySource, Minute } from './main.ts';
import type { SnapshotFile } from './snapshot.ts';
import { keptJson } from '../platform/db/kept-json.ts';

/** Snapshots out of the database, logs into it. */
export function databaseSource(
  pool: pg.Pool,
  bus: Pick<Bus, 'on' | 'publish'> | undefined,
  log: Logger,
  close: () => Promise<void> = () => Promise.resolve(),
): GatewaySource {
  return {
    latest: (known) =>
      inTransaction(pool, async (client) => {
        await client.query('set local role formwork_dispatcher');
        const { rows } = await client.query<Omit<SnapshotFile, 'body'>>(
          `select distinct on (space_id, environment) space_id as "spaceId", environment, number, sha256
             from gateway.snapshot order by space_id, environment, number desc`,
        );
        const changed: SnapshotFile[] = [];
        for (const row of rows) {
          if (known.get(`${row.spaceId}~${row.environment}`) === row.number) continue;
          const { rows: bodies } = await client.query<{ body: string }>(
            'select body from gateway.snapshot where space_id = $1 and environment = $2 and number = $3',
            [row.spaceId, row.environment, row.number],
          );
          if (bodies[0]) changed.push({ ...row, body: bodies[0].body });
        }
        return { all: new Set(rows.map(({ spaceId, environment }) => `${spaceId}~${environment}`)), changed };
      }),
    onChange(look) {
      bus?.on('gateway.snapshot', look);
      bus?.on('reconnected', look);
    },
    onPurge(purge) {
      bus?.on('gateway.purge', ({ api }) => purge(` ${String(api)} `));
    },
    async writeRows(rows) {
      for (const [spaceId, own] of Map.groupBy(rows, (row) => row.spaceId))
        await whereSpaceIs(spaceId, log, () =>
          inTransaction(pool, (client) =>
            copyInto(
              client,
              `copy ${spaceSchema(spaceId)}.gateway_log (${logColumns}) from stdin`,
              own.map(logLine).join(''),
            ),
          ),
        );
    },
    async writeMinutes(minutes) {
      for (const [spaceId, own] of Map.groupBy(minutes, (minute) => minute.spaceId))
        await whereSpaceIs(spaceId, log, () => pool.query(minuteStatement(spaceId), minuteValues(own)));
    },
    async writeUpstreams(reports) {
      for (const [spaceId, own] of Map.groupBy(reports, (report) => report.spaceId))
        await whereSpaceIs(spaceId, log, () => pool.query(upstreamStatement(spaceId), [JSON.stringify(own)]));
    },
    ledger: databaseLedger((work) => inTransaction(pool, work)),
    nonces: nonceBook(pool, bus),
    close,
  };
}

/** On the bus at once, and in a table for whoever starts later or missed it. */
function nonceBook(pool: pg.Pool, bus: Pick<Bus, 'on' | 'publish'> | undefined): NonceBook {
  return {
    async read() {
      const { rows } = await pool.query<{ key: string }>('select key::text from gateway.nonce where until > now()');
      return rows.map(({ key }) => key);
    },
    async write(keys) {
      await pool.query(
        `with gone as (delete from gateway.nonce where until <= now())
           insert into gateway.nonce (key, until) select key, now() + make_interval(secs => $2)
           from unnest($1::bigint[]) as k (key) on conflict (key) do nothing`,
        [keys, nonceSeconds],
      );
    },
    tell: (keys) => bus?.publish({ kind: 'gateway.signed', keys }),
    onHeard: (hear) => bus?.on('gateway.signed', ({ keys }) => hear(keys as string[])),
    onGap: (look) => bus?.on('reconnected', look),
  };
}

const logColumns =
  'at, id, environment, api, api_name, operation, application, consumer_name, method, path, status, code, policy, ms, upstream_ms, bytes_in, bytes_out, address, detail, request_body, response_body';

function logLine(row: LogRow): string {
  return copyLine([
    new Date(row.at).toISOString(),
    row.id,
    row.environment,
    row.api,
    row.apiName,
    row.operation,
    row.application,
    row.consumerName,
    row.method,
    row.path,
    row.status,
    row.code,
    row.policy,
    row.ms,
    row.upstreamMs,
    row.bytesIn,
    row.bytesOut,
    row.address,
    keptJson(row.detail),
    row.requestBody,
    row.responseBody,
  ]);
}

function minuteStatement(spaceId: string): string {
  const table = `${spaceSchema(spaceId)}.gateway_minute`;
  return `insert into ${table} as m (minute, environment, api, application, calls, refused, failed, bytes, ms, source_ms, histogram)
    select to_timestamp(r.minute / 1000.0), r.environment, r.api, r.application, r.calls, r.refused, r.failed, r.bytes, r.ms, r."sourceMs",
      array(select value::bigint from jsonb_array_elements_text(r.histogram) as e (value))
    from jsonb_to_recordset($1::jsonb) as r (minute float8, environment text, api text, application text, calls bigint, refused bigint, failed bigint, bytes bigint, ms float8, "sourceMs" float8, histogram jsonb)
    on conflict (minute, environment, api, application) do update set
      calls = m.calls + excluded.calls, refused = m.refused + excluded.refused, failed = m.failed + excluded.failed,
      bytes = m.bytes + excluded.bytes, ms = m.ms + excluded.ms, source_ms = m.source_ms + excluded.source_ms,
      histogram = array(select a.v + b.v from unnest(m.histogram) with ordinality a (v, n) join unnest(excluded.histogram) with ordinality b (v, n) on a.n = b.n order by a.n)`;
}

/** Since when an address is as it is stays until it is otherwise. */
function upstreamStatement(spaceId: string): string {
  const table = `${spaceSchema(spaceId)}.gateway_upstream`;
  return `insert into ${table} as u (environment, api, target, url, state, failures, since, seen_at)
    select r.environment, r.api, r.target, r.url, r.state, r.failures, now(), now()
    from jsonb_to_recordset($1::jsonb) as r (environment text, api uuid, target text, url text, state text, failures integer)
    on conflict (environment, api, target) do update set
      url = excluded.url, state = excluded.state, failures = excluded.failures, seen_at = excluded.seen_at,
      since = case when u.state = excluded.state and u.url = excluded.url then u.since else excluded.since end`;
}

const minuteValues = (minutes: readonly Minute[]): [string] => [JSON.stringify(minutes)];

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // between two statements it is nobody's to hear that the connection ends, and unheard it would end this process
  const ends = (): void => {};
  client.on('error', ends);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    broken = error as Error;
    await client.query('rollback').then(
      () => (broken = undefined),
      () => {},
    );
    throw error;
  } finally {
    client.removeListener('error', ends);
    client.release(broken);
  }
}

/** A space that is gone has no log any more. */
async function whereSpaceIs(spaceId: string, log: Logger, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!['3F000', '42P01'].includes((error as { code?: string }).code ?? '')) throw error;
    log.warn({ spaceId }, 'calls of a space that is gone were not logged');
  }
}
