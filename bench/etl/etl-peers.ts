import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { readRows } from '../../server/src/platform/engine/duckdb/sql.ts';
import { makeFifo, writeInto } from '../../server/src/platform/engine/duckdb/fifo.ts';
import { startDuckdb } from '../../server/src/platform/engine/duckdb/engine.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { peersDir } from '../peers/peer.ts';

/** pgloader, the machine's own or Debian's package, unpacked beside the benches; undefined where there is neither. */
export function pgloader(): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((at) => path.join(at, 'pgloader'))
    .find((file) => existsSync(file));
  if (onPath !== undefined) return onPath;
  const folder = path.join(peersDir, 'etl-tools');
  const unpacked = path.join(folder, 'usr/bin/pgloader');
  if (existsSync(unpacked)) return unpacked;
  mkdirSync(folder, { recursive: true });
  spawnSync('apt-get', ['download', 'pgloader', 'freetds-dev', 'libsybdb5'], { cwd: folder, stdio: 'ignore' });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb')))
    spawnSync('dpkg', ['-x', path.join(folder, file), folder], { stdio: 'ignore' });
  return existsSync(unpacked) ? unpacked : undefined;
}

/** A file into a table, with as many workers as it takes by itself. */
export async function loadCsv(tool: string, folder: string, file: string, url: string, table: string): Promise<void> {
  const command = path.join(folder, 'csv.load');
  const into = url.replace(/^postgres:/, 'postgresql:');
  writeFileSync(
    command,
    `LOAD CSV FROM '${file}' (id, day, kind, amount, price) INTO ${into} TARGET TABLE public.${table} (id, day, kind, amount, price)
      WITH truncate, skip header = 1, fields terminated by ','
      SET client_encoding to 'utf8';`,
  );
  await run(tool, ['--root-dir', path.join(folder, 'pgloader'), command]);
}

async function run(tool: string, args: string[]): Promise<void> {
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 || /^.*\b(FATAL|ERROR)\b/m.test(said)) throw new Error(`${tool}: ${said.slice(0, 2_000)}`);
}

/** Rows as the database gives them, turned into a Parquet file in one statement of the engine, without a server. */
export async function engineParquet(within: string, columns: readonly DataColumn[], bytes: Readable): Promise<void> {
  const folder = mkdtempSync(path.join(within, 'engine-'));
  const engine = startDuckdb(folder, console as unknown as Parameters<typeof startDuckdb>[1]);
  try {
    const session = await engine.open({ timeZone: 'Asia/Shanghai', memoryMb: 512, threads: 1 });
    const pipe = path.join(session.folder, 'rows');
    await makeFifo(pipe);
    const ended = new AbortController();
    const writing = session
      .run(`copy (${readRows(columns, pipe)}) to '${path.join(session.folder, 'out.parquet')}' (format parquet)`)
      .finally(() => ended.abort());
    await Promise.all([writing, writeInto(pipe, bytes, ended.signal)]);
    await session.close();
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
