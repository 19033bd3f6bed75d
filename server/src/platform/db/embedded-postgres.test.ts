import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const log = { debug() {}, info() {}, warn() {} };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'formwork-pg-'));
  chmodSync(dataDir, 0o755);
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test('makes a database whose owner is no superuser and which knows Chinese', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log });
  const rows = await query(
    server.url,
    `
    select current_user::text as owner, (select rolsuper from pg_roles where rolname = current_user) as super,
      current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('jit') as jit, '设备' ~ '^\\w+$' as chinese`,
  );
  await server.stop();

  expect(rows).toEqual([
    {
      owner: 'formwork',
      super: false,
      version: expect.stringMatching(/^18\./),
      fsync: 'on',
      jit: 'off',
      chinese: true,
    },
  ]);
  expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
});

test('asks for the password', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log });
  const url = new URL(server.url);
  url.password = 'guessed';
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  await server.stop();
});

test('keeps its data from one start to the next, in a folder too deep for a socket as well', async () => {
  const deep = path.join(dataDir, 'long'.repeat(30));
  mkdirSync(deep, { mode: 0o755 });
  const first = await startEmbeddedPostgres({ dataDir: deep, log });
  await query(first.url, 'create table kept as select 7 as n');
  await first.stop();

  const second = await startEmbeddedPostgres({ dataDir: deep, log });
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  expect(second.url).toBe(first.url);
  await second.stop();
});

test('a second start on live data says that it is in use', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log });
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/in use by another running Formwork/);
  expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await server.stop();
});

test('stops when its process is killed, and starts again with what was committed', async () => {
  const owner = await startInProcess();
  await query(owner.url, 'create table kept as select 7 as n');
  owner.child.kill('SIGKILL');
  await once(owner.child, 'exit');

  const again = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await again.stop();
});

test('recovers when the database server itself was killed', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log });
  await query(first.url, 'create table kept as select 7 as n');
  process.kill(postmasterPid(), 'SIGKILL');
  await first.stop();

  const again = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await again.stop();
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function postmasterPid(): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A process of its own which owns the server, so that it can be killed. */
async function startInProcess(): Promise<{ child: ChildProcessByStdio<null, Readable, null>; url: string }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)});
    const log = { debug() {}, info() {}, warn() {} };
    console.log((await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}
