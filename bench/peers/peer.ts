import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A product to measure against, running, with 100,000 rows of the same eight fields, or as many as it was started with. */
export interface Peer {
  name: string;
  url: string;
  headers: Record<string, string>;
  create(n: number): { method: 'POST'; path: string; body: string };
  get(id: string | number): { path: string };
  /** Twenty rows, filtered by status and sorted by the indexed field. */
  list(status: string): { path: string };
  /** The same with the total. */
  listWithTotal(status: string): { path: string };
  ids: (string | number)[];
  /** What `lists` asks of a million rows; without what the product's interface cannot do. */
  lists: PeerLists;
  stop(): Promise<void>;
}

/** Twenty rows each, but the groups: all statuses with sum of the amounts and average of the quantities. */
export interface PeerLists {
  /** Newest first, from a row on. */
  from(row: number): { path: string };
  /** By date downwards, then by amount. */
  sortedTwice(status: string): { path: string };
  groups?: { path: string };
  /** A text in any field, newest first. */
  search(text: string): { path: string };
}

export interface PeerDatabase {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Where peers are installed; kept between runs, since installing takes minutes. */
export const peersDir = path.resolve(process.env.FORMWORK_BENCH_DIR ?? '.bench');

/** Installs npm packages into a folder of their own, once. */
export function install(folder: string, packages: string[]): void {
  if (existsSync(path.join(folder, 'installed'))) return;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(path.join(folder, 'package.json')))
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], folder, {});
  writeFileSync(path.join(folder, 'installed'), '');
}

export function run(command: string, args: string[], cwd: string, env: Record<string, string>): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...cleanEnv(), ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr.slice(-2_000)}`);
}

/** Starts a server in the background and waits until its address answers. */
export async function serve(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
  url: string,
): Promise<() => Promise<void>> {
  const child = spawn(command, args, { cwd, env: { ...cleanEnv(), ...env }, stdio: 'ignore' });
  for (let second = 0; second < 180; second++) {
    if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer && answer.status < 500) return () => end(child);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await end(child);
  throw new Error(`${url} did not answer`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(force);
}

/** Neither our settings nor our Node reach a peer: each runs on the machine's own, as its makers test it. */
function cleanEnv(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|FORMWORK_|DATABASE_|NODE_)/.test(name)),
  );
  env.PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(path.delimiter);
  return env;
}

/** Peers' own Node: the one on the machine's path. */
export const peerNode = process.env.FORMWORK_BENCH_PEER_NODE ?? 'node';
