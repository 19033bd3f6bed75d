import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { peersDir } from '../peers/peer.ts';

/** nginx and wrk: those of the machine, else Debian's packages, unpacked beside the benches; nothing is installed. */
export interface Tools {
  nginx: string;
  wrk: string;
  env: NodeJS.ProcessEnv;
}

export function gatewayTools(): Tools {
  const folder = path.join(peersDir, 'gateway-tools');
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'usr/lib/x86_64-linux-gnu') };
  const onPath = (name: string): string | undefined =>
    [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
      .map((at) => path.join(at, name))
      .find((file) => existsSync(file));
  const nginx = onPath('nginx');
  const wrk = onPath('wrk');
  if (nginx !== undefined && wrk !== undefined) return { nginx, wrk, env: process.env };
  const unpacked = { nginx: path.join(folder, 'usr/sbin/nginx'), wrk: path.join(folder, 'usr/bin/wrk'), env };
  if (existsSync(unpacked.nginx) && existsSync(unpacked.wrk)) return unpacked;
  mkdirSync(folder, { recursive: true });
  const packages = ['nginx', 'wrk', 'libluajit-5.1-2'];
  spawnSync('apt-get', ['download', ...packages], { cwd: folder, stdio: 'ignore' });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb')))
    spawnSync('dpkg', ['-x', path.join(folder, file), folder], { stdio: 'ignore' });
  if (!existsSync(unpacked.nginx) || !existsSync(unpacked.wrk))
    throw new Error('nginx and wrk are needed: neither is on the path, nor could Debian’s packages be unpacked');
  return unpacked;
}

export interface Server {
  port: number;
  /** Seconds of processor time that it and its children have taken. */
  processor(): number;
  stop(): Promise<void>;
}

/** Starts a server of the bench and waits until its port answers. */
export async function startServer(
  command: string,
  args: readonly string[],
  { port, cwd, env, probe }: { port: number; cwd: string; env: NodeJS.ProcessEnv; probe: () => Promise<boolean> },
): Promise<Server> {
  const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (let n = 0; n < 600; n += 1) {
    if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}`);
    if (await probe().catch(() => false)) return { port, processor: () => secondsOf(child), stop: () => ended(child) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await ended(child);
  throw new Error(`${command} ${args.join(' ')} does not answer`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await over;
  clearTimeout(force);
}

function secondsOf({ pid }: ChildProcess): number {
  const all = [pid!];
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = statOf(name)?.[1];
    if (parent !== undefined && all.includes(Number(parent))) all.push(Number(name));
  }
  return (
    all.reduce((sum, one) => sum + Number(statOf(String(one))?.[11] ?? 0) + Number(statOf(String(one))?.[12] ?? 0), 0) /
    100
  );
}

/** The fields behind the name of a process. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

export interface Measured {
  perSecond: number;
  /** Processor time of the server for one request, microseconds. */
  cpu: number;
  p99: number;
}

export const connections = 64;

/** Requests of a list, one after another on 64 connections; throws where one of them was no success. */
export async function measure(
  { wrk, env }: Tools,
  server: Server,
  requests: readonly { path: string; headers: Record<string, string> }[],
  seconds: number,
): Promise<Measured> {
  const folder = path.join(peersDir, 'gateway-tools');
  mkdirSync(folder, { recursive: true });
  const script = path.join(folder, `load-${server.port}.lua`);
  const lines = requests.map(({ path: at, headers }) => {
    const table = Object.entries(headers).map(([name, value]) => `["${name}"]="${value}"`);
    return `  wrk.format("GET", "${at}", {${table.join(',')}}),`;
  });
  writeFileSync(
    script,
    `local all\nlocal n = 0\ninit = function() all = {\n${lines.join('\n')}\n} end\nrequest = function() n = n % #all + 1 return all[n] end\n`,
  );
  const run = async (time: number): Promise<string> => {
    const child = spawn(
      wrk,
      ['-t1', `-c${connections}`, `-d${time}s`, '--latency', '-s', script, `http://127.0.0.1:${server.port}`],
      { env, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    await new Promise((resolve) => child.once('exit', resolve));
    return text;
  };
  await run(1);
  const before = server.processor();
  const told = await run(seconds);
  const processor = server.processor() - before;
  const done = Number(/(\d+) requests in/.exec(told)?.[1] ?? 0);
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(told);
  if (done === 0 || failed) throw new Error(`port ${server.port}: ${failed?.[0] ?? 'no answer'}\n${told}`);
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(told) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(told)![1]),
    cpu: (processor * 1_000_000) / done,
    p99: Number(amount) * (unit === 'us' ? 0.001 : unit === 's' ? 1_000 : 1),
  };
}
