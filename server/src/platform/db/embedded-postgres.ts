import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { totalmem } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, type Identity, runAs } from './embedded-postgres.binaries.ts';

export interface EmbeddedPostgres {
  /** The connection of the owner of the database `formwork`: may make roles and databases, is no superuser. */
  url: string;
  /** Ends open connections and writes everything out. */
  stop(): Promise<void>;
}

interface Options {
  /** The product's data folder; the database lives in its folder `postgres`, the password beside it. */
  dataDir: string;
  /** Listen on this loopback port. Default: a socket in the data folder, which no other user of the machine reaches. */
  port?: number;
  log: Log;
  /** False gives up safety against a crash for speed, and costly passwords: for tests. */
  durable?: boolean;
  /** Instead of the usual ones: for tests. */
  settings?: Record<string, string | number>;
}

export interface Log {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
}

/** Below the data folder, as long as a restore is under way. */
export const restoringFolder = 'restoring';
/** Longest path of a unix socket is 107 bytes on Linux, 103 on macOS. */
const longestSocketFolder = 103 - '/.s.PGSQL.65535'.length;
export const socketPort = 5432;
/** Said when connections end in order, and by every base backup of its own socket. */
const expected = /due to administrator command|skipping special file/;
/** How long the server of a process that was just killed may need to notice and stop. */
const takeoverMs = 3_000;
/** How long `stop` waits for connections to end by themselves. */
const lastCallsMs = 1_000;

/**
 * Starts the PostgreSQL that npm brought, on a folder of its own, as a child of this process: it stops when this
 * process ends, however that happens. Makes the data at the first start and recovers it after a crash.
 */
export async function startEmbeddedPostgres({
  dataDir,
  port,
  log,
  durable = true,
  settings: given = {},
}: Options): Promise<EmbeddedPostgres> {
  const identity = ownIdentity();
  const folder = path.resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  ensureReachable(folder, identity);
  const bin = await findBinaries(folder, identity);
  const data = path.join(folder, 'postgres');
  if (!existsSync(data) && existsSync(path.join(folder, restoringFolder)))
    throw new Error(
      `A restore into ${folder} broke off: it is not whole. Run the restore again, or remove ${path.join(folder, restoringFolder)} to begin with nothing.`,
    );
  const password = passwordOf(folder);
  if (!existsSync(data)) initialise(bin.initdb, folder, data, password, identity, durable, log);

  const usePort = port ?? (Buffer.byteLength(data) > longestSocketFolder ? await rememberedPort(folder) : undefined);
  const settings = { ...serverSettings(data, usePort, durable, measuresStatements(bin.postgres)), ...given };
  const server = await startServer({ postgres: bin.postgres, data, settings, identity, log });
  const address =
    usePort === undefined
      ? `localhost:${socketPort}/formwork?host=${encodeURIComponent(data)}`
      : `127.0.0.1:${usePort}/formwork`;
  try {
    await ensureDatabase(`postgres://postgres:${password}@${address.replace('/formwork', '/postgres')}`, password);
    if (measuresStatements(bin.postgres)) await showStatements(`postgres://postgres:${password}@${address}`);
  } catch (error) {
    await stopServer(server, data);
    throw error;
  }
  return { url: `postgres://formwork:${password}@${address}`, stop: () => stopServer(server, data) };
}

/** How a server that runs on this folder already is reached; undefined where none does. For programs beside the product. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const folder = path.resolve(dataDir);
  const data = path.join(folder, 'postgres');
  const { pid, port, socketFolder } = postmasterState(data);
  if (pid === undefined || !existsSync(path.join(folder, 'postgres.password'))) return undefined;
  const password = readFileSync(path.join(folder, 'postgres.password'), 'utf8').trim();
  const url = `postgres://formwork:${password}@${socketFolder === '' ? `127.0.0.1:${port}/formwork` : `localhost:${port}/formwork?host=${encodeURIComponent(data)}`}`;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return url;
  } catch (error) {
    // left by one that was killed
    if (['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** PostgreSQL refuses to run as root: there it runs as nobody. */
export function ownIdentity(): Identity {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

export function ensureReachable(folder: string, identity: Identity): void {
  // to pass through, not to look: what is private in it is closed by itself
  if (identity.uid !== undefined) chmodSync(folder, statSync(folder).mode | 0o011);
  const { status } = runAs(identity, '/bin/sh', ['-c', 'cd "$0"', folder]);
  if (status !== 0) {
    throw new Error(
      `PostgreSQL cannot run as root, and the user it runs as (${identity.uid ?? process.getuid?.()}) cannot enter ${folder}. Set FORMWORK_DATA to a folder outside of private ones.`,
    );
  }
}

/** One password for both roles of the embedded server, readable by this user alone. */
export function passwordOf(folder: string): string {
  const file = path.join(folder, 'postgres.password');
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

function initialise(
  initdb: string,
  folder: string,
  data: string,
  password: string,
  identity: Identity,
  durable: boolean,
  log: Log,
): void {
  log.info(`Making the database in ${data}`);
  // in another folder first: an interrupted start leaves nothing that looks finished
  const unfinished = `${data}.new`;
  const passwordFile = path.join(folder, 'postgres.password.new');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined) {
    for (const own of [unfinished, passwordFile]) chownSync(own, identity.uid, identity.gid!);
  }
  try {
    const flags = [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    if (!durable) flags.push('--no-sync', '--no-data-checksums');
    // Character classes still come from the system's locale: under plain C pg_trgm drops Chinese.
    const results = ['C.UTF-8', 'en_US.UTF-8', 'C'].map(
      (locale) => () => runAs(identity, initdb, [...flags, `--locale=${locale}`]),
    );
    let last = results[0]!();
    for (const next of results.slice(1)) if (last.status !== 0 && /invalid locale/.test(last.stderr)) last = next();
    if (last.status !== 0)
      throw new Error(`The database could not be made: ${last.stderr.trim() || last.error?.message}`);
    renameSync(unfinished, data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

export interface Server {
  child: ChildProcessByStdio<Writable, null, Readable>;
  lastLines: string[];
  ready: Promise<void>;
  exited: Promise<unknown>;
}

interface Start {
  postgres: string;
  data: string;
  settings: Record<string, string | number>;
  identity: Identity;
  log: Log;
}

export async function startServer(start: Start): Promise<Server> {
  const { data } = start;
  const giveUp = Date.now() + takeoverMs;
  for (;;) {
    const server = spawnServer(start);
    const outcome = await Promise.race([
      server.exited.then(() => 'exited' as const),
      server.ready.then(() => 'running' as const),
    ]);
    if (outcome === 'running') return server;
    const lines = server.lastLines.join('\n');
    const inUse = /lock file "postmaster.pid" already exists|shared memory block .* still in use/.test(lines);
    if (!inUse) throw new Error(`The embedded PostgreSQL did not start:\n${lines}`);
    removeForeignPid(data);
    const stopping = postmasterState(data).status === 'stopping';
    if (Date.now() > giveUp && !stopping) {
      throw new Error(
        `The data in ${data} is in use by another running Formwork (PostgreSQL process ${postmasterState(data).pid}). Stop it first, or set FORMWORK_DATA to another folder.`,
      );
    }
    await sleep(100);
  }
}

function spawnServer({ postgres, data, settings, identity, log }: Start): Server {
  // The shell asks for a fast shutdown when our end of its standard input closes, which it does even when we are killed.
  const keeper = `trap '' INT TERM HUP; exec 3<&0 </dev/null; "$@" 3<&- & pg=$!
    { read _; kill -INT $pg; } <&3 & w=$!; wait $pg; s=$?; kill -9 $w 2>/dev/null; exit $s`;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', postgres, '-D', data, ...flags], {
    ...identity,
    cwd: '/',
    // its own process group: a Ctrl-C in the terminal is ours to handle
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_MESSAGES: 'C' },
  });
  const lastLines: string[] = [];
  const ready = Promise.withResolvers<void>();
  let up = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
      lastLines.push(line);
      if (lastLines.length > 30) lastLines.shift();
      if (line.includes('ready to accept connections')) {
        up = true;
        ready.resolve();
      }
      // before, it is part of the answer when the start fails
      if (up && /^(PANIC|FATAL|WARNING):/.test(line) && !expected.test(line)) log.warn(`postgres: ${line}`);
      else log.debug(`postgres: ${line}`);
    }
  });
  child.stdin.on('error', () => {});
  // 'close' comes after the last line of its log
  return { child, lastLines, ready: ready.promise, exited: once(child, 'close') };
}

/** Tables and their indexes are kept in an eighth of the memory that this process may use, the machine's own cache does the rest. */
export function serverSettings(
  data: string,
  port: number | undefined,
  durable: boolean,
  measures: boolean,
): Record<string, string | number> {
  const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  return {
    ...(port === undefined
      ? { listen_addresses: '', port: socketPort, unix_socket_directories: data, unix_socket_permissions: '0700' }
      : { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' }),
    max_connections: 100,
    shared_buffers: `${durable ? clamp(memoryMb / 8, 128, 2_048) : 256}MB`,
    effective_cache_size: `${clamp(memoryMb / 2, 512, 16_384)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: 1.1,
    jit: 'off',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // what a continuous backup that lags may keep back; then it begins anew
    max_slot_wal_keep_size: '4GB',
    wal_compression: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '',
    // a refused constraint is an answer, and values people typed do not belong into a log
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // what the data model of a form tells of slow statements
    ...(measures && {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_utility': 'off',
      'pg_stat_statements.max': 5_000,
    }),
    ...(durable
      ? {}
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          // the log lies in memory: packing it costs more than its room
          wal_compression: 'off',
          scram_iterations: 1,
          max_connections: 200,
        }),
  };
}

/** A whole number between both ends. */
function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}

export async function stopServer(server: Server, data: string): Promise<void> {
  // First without haste: a pool that has just been ended still hangs up, and would hear an error on the way out.
  const { pid } = postmasterState(data);
  try {
    if (pid !== undefined && server.child.exitCode === null) process.kill(pid, 'SIGTERM');
  } catch {
    // it has ended by itself
  }
  await Promise.race([server.exited, sleep(lastCallsMs, undefined, { ref: false })]);
  server.child.stdin.end();
  await server.exited;
}

/** What the server writes about itself beside its data: process, and since when it is in which state. */
function postmasterState(data: string): { pid?: number; status?: string; port?: number; socketFolder?: string } {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim(), port: Number(lines[3]), socketFolder: lines[4]?.trim() };
  } catch {
    return {};
  }
}

/** After a crash another program may have got the number in the pid file (in containers it often does). */
function removeForeignPid(data: string): void {
  const { pid } = postmasterState(data);
  if (process.platform !== 'linux' || pid === undefined) return;
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres')
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
  } catch {
    // it has just ended
  }
}

/** A loopback port for folders whose path is too long for a socket; the same one at every start when it is free. */
async function rememberedPort(folder: string): Promise<number> {
  const file = path.join(folder, 'postgres.port');
  const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = (await freePort(before)) ?? (await freePort(0));
  if (port === undefined) throw new Error('No loopback port is free for the embedded PostgreSQL.');
  writeFileSync(file, String(port));
  return port;
}

async function freePort(wanted: number): Promise<number | undefined> {
  const probe = createServer();
  try {
    probe.listen(wanted, '127.0.0.1');
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch {
    return undefined;
  } finally {
    probe.close();
  }
}

/** The owner is no superuser, as it will not be one on a database of the customer's own. */
async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'formwork') as role, exists (select from pg_database where datname = 'formwork') as database`,
    );
    if (!rows[0]!.role)
      await client.query(`create role formwork login createdb createrole password ${client.escapeLiteral(password)}`);
    if (!rows[0]!.database) await client.query('create database formwork owner formwork');
  } finally {
    await client.end();
  }
}

/** Whether the library that measures statements came with the binaries: a server told to load what is not there would not start. */
export function measuresStatements(postgres: string): boolean {
  const native = path.dirname(path.dirname(postgres));
  return ['lib/postgresql', 'lib'].some((folder) =>
    ['so', 'dylib', 'dll'].some((end) => existsSync(path.join(native, folder, `pg_stat_statements.${end}`))),
  );
}

/** The owner reads what statements of every role take. */
async function showStatements(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements with schema public');
    await client.query('grant pg_read_all_stats to formwork');
  } finally {
    await client.end();
  }
}
