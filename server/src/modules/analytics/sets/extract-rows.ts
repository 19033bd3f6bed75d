import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';

type At = { platform: Platform; spaceId: string };

/** What went wrong when a data set was read. */
export interface SetFailure {
  code: string;
  data?: Record<string, unknown> | undefined;
}

export interface Extract {
  dataset: string;
  release: number;
  /** Its content in the store; names the version too. */
  file: string | null;
  rows: number | null;
  bytes: number | null;
  cut: boolean;
  gone: string[];
  readAt: Date | null;
  tookMs: number | null;
  triedAt: Date;
  error: SetFailure | null;
  busy: boolean;
}

const columns = `dataset, release, file, rows::float8 as rows, bytes::float8 as bytes, cut, gone, read_at as "readAt", took_ms as "tookMs", tried_at as "triedAt", error, coalesce(busy_until > now(), false) as busy`;
const tableOf = (spaceId: string): string => `${spaceSchema(spaceId)}.analytics_extract`;

export async function extractOf({ platform, spaceId }: At, dataset: string): Promise<Extract | undefined> {
  const { rows } = await spaceQuery<Extract>(platform, {
    text: `select ${columns} from ${tableOf(spaceId)} where dataset = $1`,
    values: [dataset],
  });
  return rows[0];
}

const mostMs = 15 * 60_000;

/** True for the one who reads it now; a reader that died is waited for no longer than it may take. */
export async function claimExtract({ platform, spaceId }: At, dataset: string, release: number): Promise<boolean> {
  const { rowCount } = await spaceQuery(platform, {
    text: `insert into ${tableOf(spaceId)} as e (dataset, release, busy_until) values ($1, $2, now() + $3 * interval '1 ms')
      on conflict (dataset) do update set busy_until = excluded.busy_until where e.busy_until is null or e.busy_until <= now()`,
    values: [dataset, release, mostMs],
  });
  return rowCount === 1;
}

export interface ReadExtract {
  release: number;
  file: string;
  rows: number;
  bytes: number;
  cut: boolean;
  gone: string[];
  /** When the reading began: nothing that came later is in it for sure. */
  readAt: Date;
  tookMs: number;
}

/** Answers the content that nobody reads any more. */
export async function keepExtract(
  { platform, spaceId }: At,
  dataset: string,
  read: ReadExtract,
): Promise<string | null> {
  const { rows } = await spaceQuery<{ gone: string | null }>(platform, {
    text: `with known as (select before from ${tableOf(spaceId)} where dataset = $1)
      update ${tableOf(spaceId)} set release = $2, before = file, file = $3, rows = $4, bytes = $5, cut = $6, gone = $7, read_at = $8, took_ms = $9,
        tried_at = now(), error = null, busy_until = null
      where dataset = $1 returning (select before from known) as gone`,
    values: [
      dataset,
      read.release,
      read.file,
      read.rows,
      read.bytes,
      read.cut,
      read.gone,
      read.readAt.toISOString(),
      read.tookMs,
    ],
  });
  return rows[0]?.gone ?? null;
}

/** What was read before stays. */
export async function noteFailure({ platform, spaceId }: At, dataset: string, failure: SetFailure): Promise<void> {
  await spaceQuery(platform, {
    text: `update ${tableOf(spaceId)} set tried_at = now(), error = $2, busy_until = null where dataset = $1`,
    values: [dataset, JSON.stringify(failure)],
  });
}

/** Extracts of data sets that are gone; answers their contents. */
export async function dropExtracts({ platform, spaceId }: At, kept: readonly string[]): Promise<string[]> {
  const { rows } = await spaceQuery<{ file: string | null; before: string | null }>(platform, {
    text: `delete from ${tableOf(spaceId)} where not dataset = any($1::uuid[]) and tried_at < now() - interval '1 day' returning file, before`,
    values: [kept],
  });
  return rows.flatMap(({ file, before }) => [file, before].flatMap((key) => key ?? []));
}
