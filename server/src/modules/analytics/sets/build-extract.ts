import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { DataSet, SetField } from '@formwork/contract/analytics/dataset.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { RowStream } from '../../../platform/engine/port.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { doubleQuoted, textQuoted, viewSql } from '../../etl/public.ts';
import type { ReadExtract } from './extract-rows.ts';
import { openSource } from './read-source.ts';

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
    const shown = fields.map((field) => `${valueOf(field, byName)} as ${doubleQuoted(field.id)}`);
    const picked = shown.length === 0 ? 'true as none' : shown.join(', ');
    await session.run(
      `copy (select ${picked} from source limit ${mostRows}) to ${textQuoted(at)} (format parquet, compression zstd)`,
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
      gone: fields.filter(({ column }) => !byName.has(column.toLowerCase())).map(({ id }) => id),
      readAt,
      tookMs: Date.now() - readAt.getTime(),
    };
  } finally {
    await session.close();
  }
}

/** The value of a field in the engine's words; nothing where the source's value is none of its kind. */
export function valueOf({ column, kind }: SetField, columns: ReadonlyMap<string, DataColumn>): string {
  const found = columns.get(column.toLowerCase());
  const type = engineTypes[kind];
  if (!found) return `null::${type}`;
  const value = doubleQuoted(found.name);
  const as = found.type;
  switch (kind) {
    case 'number':
      if (as === 'integer' || as === 'decimal') return value;
      // what is no number is none
      if (as === 'double') return `case when isfinite(${value}) then ${value} end`;
      return as === 'boolean' ? `${value}::INTEGER` : `try_cast(${value}::VARCHAR as ${type})`;
    case 'text':
      return `${value}::VARCHAR`;
    default:
      return `try_cast(${value} as ${type})`;
  }
}

/** Of a field whose column does not say more. */
export const engineTypes = {
  text: 'VARCHAR',
  number: 'DECIMAL(38,10)',
  date: 'DATE',
  dateTime: 'TIMESTAMPTZ',
  boolean: 'BOOLEAN',
} as const;

/** As texts: a value that the engine's type does not take is nothing, and ends no reading. */
function loose({ columns, bytes }: RowStream): RowStream {
  return { columns: columns.map((_, at) => ({ name: `c${at}`, type: 'text', nullable: true })), bytes };
}
