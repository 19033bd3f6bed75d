import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { doubleQuoted, textQuoted } from '../../etl/public.ts';
import type { Delta } from './extract-rows.ts';
import { growingFields, markOf, sinceMark, type Mark } from './marks.ts';
import { narrowNumbers } from './narrow-numbers.ts';
import { readInto, type ReadInto } from './read-into.ts';
import { openSource } from './read-source.ts';
import { bringDeltas } from './stored-rows.ts';

const memoryMb = 256;
/** What is read again for the overlap lies in one of the last changes. */
const compared = 6;

export interface ReadDelta {
  /** Null where nothing came. */
  delta: Delta | null;
  mark: Mark;
  readAt: Date;
  tookMs: number;
}

/** What a change goes on from. */
export interface Since {
  mark: Mark;
  shape: string;
  deltas: readonly Delta[];
}

/**
 * Reads what came or changed since, into a file of its own. Undefined: it does not go with the rows that are there, so the source has
 * to be read whole. Rows without a key are left out, as nobody could say which they are.
 */
export async function buildDelta(
  ctx: Ctx,
  dataset: string,
  set: DataSet,
  { mark, shape, deltas }: Since,
  signal: AbortSignal,
): Promise<ReadDelta | undefined> {
  const { platform, spaceId } = ctx;
  const fields = growingFields(set);
  if (!fields) return undefined;
  const readAt = new Date();
  const session = await engineOf(platform, 'etl').open({ timeZone: zoneOf(platform, spaceId), memoryMb });
  try {
    const opened = await openSource(ctx, dataset, set.source);
    let read: ReadInto;
    try {
      read = await readInto(session, opened, set.fields, { signal, only: sinceMark(opened, mark) });
    } finally {
      await opened.endpoint.close();
    }
    if (read.shape !== shape) return undefined;
    const [key, by] = [doubleQuoted(fields.key.id), doubleQuoted(fields.by.id)];
    const newest = `select * from (${read.sql}) where ${key} is not null qualify row_number() over (partition by ${key} order by ${by} desc nulls last) = 1`;
    const last = { deltas: deltas.slice(-compared).map(({ file }) => file), key: fields.key.id };
    // each as it was last: what went back to what it was before is a change
    const came =
      deltas.length === 0
        ? newest
        : `select * from (${newest}) except (${await bringDeltas(platform, session, last, 0, 'known')})`;
    const at = path.join(session.folder, 'delta.parquet');
    await session.run(`create temp table came as ${came}`, { signal });
    const kept = await narrowNumbers(session, 'select * from came', { exact: true, signal });
    await session.run(`copy (${kept}) to ${textQuoted(at)} (format parquet, compression zstd)`, { signal });
    const { rows } = await session.query('select count(*) from came');
    const count = Number(rows[0]?.[0]);
    const next = (await markOf(session, read, fields.by, set.source)) ?? mark;
    return {
      delta: count === 0 ? null : { file: (await platform.files.put(createReadStream(at))).key, rows: count },
      mark: next,
      readAt,
      tookMs: Date.now() - readAt.getTime(),
    };
  } finally {
    await session.close();
  }
}
