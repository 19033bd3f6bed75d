import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ReadDelta } from './build-delta.ts';
import type { Mark } from './marks.ts';

type At = { platform: Platform; spaceId: string };

/** What went wrong when a data set was read. */
export interface SetFailure {
  code: string;
  data?: Record<string, unknown> | undefined;
}

/** Rows that came or changed after a whole reading. */
export interface Delta {
  file: string;
  rows: number;
}

/** Why it is read whole although it grows: its mark says nothing, or several rows have one key. */
export type NotGrowing = 'mark' | 'key';

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
  deltas: Delta[];
  /** Null where its source is read whole. */
  mark: Mark | null;
  shape: string | null;
  notGrowing: NotGrowing | null;
  /** When the rows were last read whole. */
  wholeAt: Date | null;
  /** How long what came was read last. */
  deltaMs: number | null;
}

const columns = `dataset, release, file, rows::float8 as rows, bytes::float8 as bytes, cut, gone, read_at as "readAt", took_ms as "tookMs", tried_at as "triedAt", error, coalesce(busy_until > now(), false) as busy, deltas, mark, shape, not_growing as "notGrowing", whole_at as "wholeAt", delta_ms as "deltaMs"`;
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
      on conflict (dataset) do update set busy_until = excluded.busy_until where e.busy_until is null or e.busy_until <= excluded.busy_until - $3 * interval '1 ms'`,
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
  shape: string;
  mark: Mark | null;
  notGrowing: NotGrowing | null;
  /** What came while it was read. */
  delta?: ReadDelta | undefined;
}

/** Answers the contents that nobody reads any more. */
export async function keepExtract({ platform, spaceId }: At, dataset: string, read: ReadExtract): Promise<string[]> {
  const { delta } = read;
  const { rows } = await spaceQuery<{ gone: string[] }>(platform, {
    text: `with known as (select array_remove(before_deltas || before, null) as gone from ${tableOf(spaceId)} where dataset = $1)
      update ${tableOf(spaceId)} set release = $2, before = file, file = $3, rows = $4, bytes = $5, cut = $6, gone = $7, read_at = $8, took_ms = $9,
        before_deltas = array(select d ->> 'file' from jsonb_array_elements(deltas) d), deltas = $10, mark = $11, shape = $12, not_growing = $13,
        whole_at = $14, delta_ms = $15, delta_until = null, tried_at = now(), error = null, busy_until = null
      where dataset = $1 returning (select gone from known) as gone`,
    values: [
      dataset,
      read.release,
      read.file,
      read.rows,
      read.bytes,
      read.cut,
      read.gone,
      (delta ?? read).readAt.toISOString(),
      read.tookMs,
      JSON.stringify(delta?.delta ? [delta.delta] : []),
      JSON.stringify(delta?.mark ?? read.mark),
      read.shape,
      read.notGrowing,
      read.readAt.toISOString(),
      delta?.tookMs ?? null,
    ],
  });
  return rows[0]?.gone ?? [];
}

const mostDeltaMs = 2 * 60_000;

/** True for the one who reads what came. */
export async function claimDelta({ platform, spaceId }: At, dataset: string): Promise<boolean> {
  const { rowCount } = await spaceQuery(platform, {
    text: `update ${tableOf(spaceId)} set delta_until = now() + $2 * interval '1 ms'
      where dataset = $1 and (delta_until is null or delta_until <= now())`,
    values: [dataset, mostDeltaMs],
  });
  return rowCount === 1;
}

/** Beside the reading that it goes on from; false where another took its place meanwhile. */
export async function keepDelta(
  { platform, spaceId }: At,
  dataset: string,
  { file, deltas }: Pick<Extract, 'file' | 'deltas'>,
  read: ReadDelta,
): Promise<boolean> {
  const { rowCount } = await spaceQuery(platform, {
    text: `update ${tableOf(spaceId)} set deltas = deltas || $4::jsonb, mark = $5, read_at = $6, delta_ms = $7, tried_at = now(), error = null,
        delta_until = null
      where dataset = $1 and file = $2 and jsonb_array_length(deltas) = $3`,
    values: [
      dataset,
      file,
      deltas.length,
      JSON.stringify(read.delta ? [read.delta] : []),
      JSON.stringify(read.mark),
      read.readAt.toISOString(),
      read.tookMs,
    ],
  });
  return rowCount === 1;
}

/** Nobody reads what came any more; with a failure it says so. */
export async function letDeltaGo({ platform, spaceId }: At, dataset: string, failure?: SetFailure): Promise<void> {
  const failed = failure ? ', tried_at = now(), error = $2' : '';
  await spaceQuery(platform, {
    text: `update ${tableOf(spaceId)} set delta_until = null${failed} where dataset = $1`,
    values: [dataset, ...(failure ? [JSON.stringify(failure)] : [])],
  });
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
  const { rows } = await spaceQuery<{ files: string[] }>(platform, {
    text: `delete from ${tableOf(spaceId)} where not dataset = any($1::uuid[]) and tried_at < now() - interval '1 day'
      returning array_remove(before_deltas || array(select d ->> 'file' from jsonb_array_elements(deltas) d) || array[file, before], null) as files`,
    values: [kept],
  });
  return rows.flatMap(({ files }) => files);
}
