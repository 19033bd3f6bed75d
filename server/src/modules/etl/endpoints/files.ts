import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Endpoint, Engine, EngineSession, ReadSource, TableInfo } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { partsOf, guessText } from '../../../platform/sheet/rows.ts';
import type { FileBehind, OpenedFile } from '../../connections/public.ts';
import { duckdbTables } from './duckdb-tables.ts';
import { fileTable, formatOf, stemOf, type FileFormat } from './file-tables.ts';
import { localFiles } from './local-files.ts';
import { doubleQuoted } from './names.ts';
import { selectOf } from './postgres/postgres.ts';
import { sqliteTables } from './sqlite-tables.ts';

export interface ShelfFile {
  name: string;
  size: number | null;
}

/** Where files lie: uploaded, in a bucket, at an address. */
export interface FileShelf {
  list(): Promise<ShelfFile[]>;
  /** Behind what came of it before, where it is still the same file; else its content begins anew. */
  open(name: string, behind?: FileBehind): Promise<OpenedFile>;
  /** Puts a file there in place of one of its name: whole or not at all. Undefined where nothing is written. */
  write?(name: string, content: Readable, facts: { size: number; sha256: string }): Promise<void>;
  close(): Promise<void>;
}

/** What comes as a whole, and cannot say what it is. */
export const wholeFile = (content: () => Readable | Promise<Readable>): OpenedFile => ({
  content: async () => content(),
  from: 0,
});

/** Where a file begins that is read by its bytes. */
export function startOf(now: NonNullable<OpenedFile['facts']>, behind: FileBehind | undefined): number {
  return behind?.version === now.version && behind.size === now.size ? behind.bytes : 0;
}

/** So many files are told of a place at most. */
export const mostListed = 2_000;

interface FileTableName {
  table: string;
  file: string;
  sheet?: string;
  /** Of a file that is attached: what is read there. */
  read?: string;
  format: FileFormat;
  bytes: number | null;
}

/**
 * Files as tables: read into the engine when they are first named, each sheet of a workbook and each table of SQLite one. Larger ones
 * than `most` bytes are refused.
 */
export function filesEndpoint(
  engine: Engine,
  shelf: FileShelf,
  timeZone: string,
  most = Number.POSITIVE_INFINITY,
): Endpoint {
  let opened: Promise<EngineSession> | undefined;
  const session = () => (opened ??= engine.open({ timeZone }));
  const fetched = new Map<string, Promise<string>>();
  const loaded = new Map<string, Promise<void>>();
  let listed: Promise<FileTableName[]> | undefined;

  const isTooBig = (bytes: number | null): boolean => bytes !== null && bytes > most;
  /** The file in the folder of the session. */
  const fetch = ({ file, bytes }: Pick<FileTableName, 'file' | 'bytes'>): Promise<string> => {
    const known = fetched.get(file);
    if (known) return known;
    const place = (async () => {
      if (isTooBig(bytes)) throw tooBig(file, most);
      const { folder } = await session();
      const at = path.join(folder, `file-${fetched.size}`);
      const { content } = await shelf.open(file);
      await pipeline(await content(), atMost(most, file), createWriteStream(at, { mode: 0o600 }));
      return at;
    })();
    fetched.set(file, place);
    return place;
  };
  const list = () =>
    (listed ??= (async () => {
      const names: FileTableName[] = [];
      const free = (wanted: string): string => {
        for (let n = 1; ; n += 1) {
          const name = n === 1 ? wanted : `${wanted} ${n}`;
          if (!names.some(({ table }) => table.toLowerCase() === name.toLowerCase())) return name;
        }
      };
      for (const { name, size } of await shelf.list()) {
        const format = formatOf(name);
        if (format === undefined) continue;
        const base = { file: name, format, bytes: size };
        if (format === 'duckdb' && !isTooBig(size)) {
          const at = await fetch(base);
          const tables = await duckdbTables(await session(), { at, file: name, as: path.basename(at) });
          for (const { name: sheet, read } of tables)
            names.push({
              ...base,
              sheet,
              read,
              table: free(tables.length < 2 ? stemOf(name) : `${stemOf(name)} ${sheet}`),
            });
          continue;
        }
        // what nobody may look into hides none of the others
        const sheets = isTooBig(size)
          ? []
          : format === 'sheet'
            ? await sheetsOf(await fetch(base))
            : format === 'sqlite'
              ? sqliteTables(await fetch(base), name)
              : [];
        if (isTooBig(size)) names.push({ ...base, table: free(stemOf(name)) });
        else if (format === 'sqlite' && sheets.length === 1)
          names.push({ ...base, sheet: sheets[0]!, table: free(stemOf(name)) });
        else if (format !== 'sqlite' && sheets.length < 2) names.push({ ...base, table: free(stemOf(name)) });
        else for (const sheet of sheets) names.push({ ...base, sheet, table: free(`${stemOf(name)} ${sheet}`) });
      }
      return names;
    })());
  const load = (name: FileTableName): Promise<void> => {
    const known = loaded.get(name.table);
    if (known) return known;
    const work = (async () => {
      const at = await fetch(name);
      await fileTable(await session(), name.table, { ...name, at }, localFiles);
    })();
    loaded.set(name.table, work);
    work.catch(() => loaded.delete(name.table));
    return work;
  };
  const loadNamed = async (sql: string): Promise<EngineSession> => {
    const text = sql.toLowerCase();
    for (const name of await list()) if (text.includes(name.table.toLowerCase())) await load(name);
    return session();
  };
  const columns = async (table: string): Promise<DataColumn[]> => {
    const all = await list();
    const name =
      all.find((one) => one.table === table) ??
      all.find((one) => isTooBig(one.bytes) && table.startsWith(`${one.table} `));
    if (!name) throw new AppError('etl.table.not_found', { table });
    await load(name);
    return (await session()).describe(`select * from ${doubleQuoted(table)}`);
  };
  const sqlOf = async (source: ReadSource): Promise<string> => {
    if ('table' in source) await columns(source.table.name);
    return selectOf(source, ({ name }) => columns(name));
  };

  return {
    caps: { dialect: 'duckdb', write: false, transactional: false },
    schemas: () => Promise.resolve(['']),
    async tables(_schema, search = '') {
      const wanted = search.toLowerCase();
      return (await list())
        .filter(({ table }) => table.toLowerCase().includes(wanted))
        .map(({ table, bytes }): TableInfo => ({ schema: '', name: table, kind: 'file', rows: null, bytes }));
    },
    columns: ({ name }) => columns(name),
    describe: async (sql) => (await loadNamed(sql)).describe(sql),
    query: async (sql, limits) => (await loadNamed(sql)).query(sql, limits),
    async read(source, options) {
      const sql = await sqlOf(source);
      return (await loadNamed(sql)).drain(sql, options);
    },
    load: () => Promise.reject(new AppError('etl.target.read_only')),
    async close() {
      if (opened) await opened.then((open) => open.close()).catch(() => {});
      await shelf.close();
    },
  };
}

/** A file is copied whole before anything of it is read: for a look at it, so many bytes at most. */
export const mostLooked = 200 * 2 ** 20;

/** Not every place says how large a file is, so it is counted on the way. */
export function atMost(most: number, file: string) {
  return async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > most) throw tooBig(file, most);
      yield chunk;
    }
  };
}

function tooBig(file: string, most: number): AppError {
  return new AppError('etl.file.too_big', { file, most: Math.round(most / 2 ** 20) });
}

async function sheetsOf(at: string): Promise<string[]> {
  const reading = await guessText(localFiles, at);
  const { sheets } = await partsOf(localFiles, at, reading);
  return sheets.filter(({ hidden }) => !hidden).map(({ name }) => name);
}
