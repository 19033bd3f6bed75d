import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EngineSession } from '../../../platform/engine/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { doubleQuoted, textQuoted } from '../../etl/public.ts';

/** The rows of a data set as they lie in the store: a whole reading, and what came or changed since in its order. */
export interface StoredRows {
  file: string;
  deltas: readonly string[];
  /** The field that a row is known by; undefined where nothing came since. */
  key: string | undefined;
}

/** Names the version: with each change it is another. */
export function versionOfRows({ file, deltas }: StoredRows): string {
  return deltas.length === 0 ? file : `${file}+${deltas.length}`;
}

/** Brings the files into the folder of the session; answers a statement of the rows as they are now. */
export async function bringRows(
  platform: Platform,
  session: EngineSession,
  rows: StoredRows,
  name: string,
): Promise<string> {
  const whole = `select * from read_parquet(${textQuoted(await bringFile(platform, session, rows.file, name))})`;
  if (rows.deltas.length === 0 || rows.key === undefined) return whole;
  const key = doubleQuoted(rows.key);
  const changes = doubleQuoted(`${name} changes`);
  await session.run(`create table ${changes} as ${await bringDeltas(platform, session, rows, 0, name)}`);
  return `${whole} where ${key} is null or ${key} not in (select ${key} from ${changes}) union all by name select * from ${changes}`;
}

/** What came since so many changes, each row as it was last. */
export async function bringDeltas(
  platform: Platform,
  session: EngineSession,
  { deltas, key }: Pick<StoredRows, 'deltas' | 'key'>,
  from: number,
  name: string,
): Promise<string> {
  const files: string[] = [];
  for (const [at, file] of deltas.entries())
    // in the order of their names
    if (at >= from)
      files.push(textQuoted(await bringFile(platform, session, file, `${name}-${String(at).padStart(6, '0')}`)));
  return `select * exclude (filename) from read_parquet([${files.join(', ')}], filename = true, union_by_name = true) qualify row_number() over (partition by ${doubleQuoted(key ?? '')} order by filename desc) = 1`;
}

/** Into the folder of the session; answers where it lies. */
export async function bringFile(
  platform: Platform,
  session: EngineSession,
  file: string,
  name: string,
): Promise<string> {
  const at = path.join(session.folder, `${name}.parquet`);
  await pipeline(await platform.files.open(file), createWriteStream(at, { mode: 0o600 }));
  return at;
}
