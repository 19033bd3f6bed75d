import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { DataSet, SetField } from '@formwork/contract/analytics/dataset.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { RowStream } from '../../../platform/engine/port.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { textQuoted, viewSql } from '../../etl/public.ts';
import type { ReadExtract } from './extract-rows.ts';
import { openSource } from './read-source.ts';
import { rowsSql, withInherited } from './row-sql.ts';

/** More rows than these are left out, and that is said. */
export const mostRows = 20_000_000;
/** Of what the engine may hold while it writes the extract; the rest lies in its folder. */
const memoryMb = 512;

/** Reads the source into a file of columns in the store, with the rights of `ctx`. */
export async function buildExtract(
  ctx: Ctx,
  dataset: string,
  { source, fields }: DataSet,
  signal: AbortSignal,
): Promise<Omit<ReadExtract, 'release'>> {
  const { platform, spaceId } = ctx;
  const readAt = new Date();
  const session = await engineOf(platform, 'etl').open({ timeZone: zoneOf(platform, spaceId), memoryMb });
  try {
    const opened = await openSource(ctx, dataset, source);
    let columns: DataColumn[];
    try {
      const rows = await opened.endpoint.read(opened.source, { signal });
      columns = rows.columns;
      await session.fill('texts', loose(rows), { signal });
    } finally {
      await opened.endpoint.close();
    }
    await session.run(viewSql('source', 'texts', columns));
    const at = path.join(session.folder, 'extract.parquet');
    const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
    await session.run(
      `copy (select * from (${rowsSql(fields, byName, 'from source')}) limit ${mostRows}) to ${textQuoted(at)} (format parquet, compression zstd)`,
      { signal },
    );
    const { rows } = await session.query('select count(*) from texts');
    const count = Number(rows[0]?.[0]);
    const stored = await platform.files.put(createReadStream(at));
    return {
      file: stored.key,
      rows: Math.min(count, mostRows),
      bytes: (await stat(at)).size,
      cut: count > mostRows,
      gone: goneOf(fields, byName),
      readAt,
      tookMs: Date.now() - readAt.getTime(),
    };
  } finally {
    await session.close();
  }
}

/** Fields whose columns the source has no more, and what is worked out of them. */
function goneOf(fields: readonly SetField[], columns: ReadonlyMap<string, DataColumn>): string[] {
  const gone = fields.filter(({ column, calc }) => !calc && !columns.has(column.toLowerCase())).map(({ id }) => id);
  return [...withInherited(fields, new Set(gone))];
}

/** As texts: a value that the engine's type does not take is nothing, and ends no reading. */
function loose({ columns, bytes }: RowStream): RowStream {
  return { columns: columns.map((_, at) => ({ name: `c${at}`, type: 'text', nullable: true })), bytes };
}
