import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { doubleQuoted, textQuoted } from '../../etl/public.ts';
import type { NotGrowing, ReadExtract } from './extract-rows.ts';
import { canGrow, growingFields, markOf, type Mark } from './marks.ts';
import { narrowNumbers } from './narrow-numbers.ts';
import { readInto, type ReadInto } from './read-into.ts';
import { openSource } from './read-source.ts';

/** More rows than these are left out, and that is said. */
const mostRows = 20_000_000;
/** Of what the engine may hold while it writes the extract; the rest lies in its folder. */
const memoryMb = 512;

/** Reads the source into a file of columns in the store, with the rights of `ctx`. */
export async function buildExtract(
  ctx: Ctx,
  dataset: string,
  set: DataSet,
  signal: AbortSignal,
): Promise<Omit<ReadExtract, 'release'>> {
  const { platform, spaceId } = ctx;
  const readAt = new Date();
  const session = await engineOf(platform, 'etl').open({ timeZone: zoneOf(platform, spaceId), memoryMb });
  try {
    const opened = await openSource(ctx, dataset, set.source);
    let read: ReadInto;
    try {
      read = await readInto(session, opened, set.fields, { signal });
    } finally {
      await opened.endpoint.close();
    }
    const at = path.join(session.folder, 'extract.parquet');
    const kept = await narrowNumbers(session, `select * from (${read.sql}) limit ${mostRows}`, { signal });
    await session.run(`copy (${kept}) to ${textQuoted(at)} (format parquet, compression zstd)`, { signal });
    const { rows } = await session.query('select count(*) from texts');
    const count = Number(rows[0]?.[0]);
    const cut = count > mostRows;
    const growth = canGrow(set) ? await growthOf(session, set, read, at, cut) : { mark: null, notGrowing: null };
    const { size } = await stat(at);
    const stored = await platform.files.put(createReadStream(at));
    return {
      file: stored.key,
      rows: Math.min(count, mostRows),
      bytes: size,
      cut,
      gone: read.gone,
      shape: read.shape,
      ...growth,
      readAt,
      tookMs: Date.now() - readAt.getTime(),
    };
  } finally {
    await session.close();
  }
}

/** From where it goes on, or why it does not: with two rows of one key nobody could say which of them changed. */
async function growthOf(
  session: EngineSession,
  set: DataSet,
  read: ReadInto,
  at: string,
  cut: boolean,
): Promise<{ mark: Mark | null; notGrowing: NotGrowing | null }> {
  const fields = growingFields(set);
  if (!fields || cut) return { mark: null, notGrowing: 'mark' };
  const key = doubleQuoted(fields.key.id);
  const { rows } = await session.query(
    `select count(${key}) - count(distinct ${key}) from read_parquet(${textQuoted(at)})`,
    { ms: 300_000 },
  );
  if (rows[0]?.[0] !== '0') return { mark: null, notGrowing: 'key' };
  const mark = await markOf(session, read, fields.by, set.source);
  return mark ? { mark, notGrowing: null } : { mark: null, notGrowing: 'mark' };
}
