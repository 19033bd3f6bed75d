import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { secret } from './stand.ts';

export interface GatewayProcess {
  folder: string;
  port: number;
  /** None is there unless it is said. */
  databaseUrl?: string;
  machines?: number;
}

/** The gateway as an operator starts it by itself, once it takes calls. */
export async function startProcess({ folder, port, databaseUrl, machines = 2 }: GatewayProcess): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env.PATH,
      FORMWORK_ROLE: 'gateway',
      FORMWORK_SECRET: secret,
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_DATA: folder,
      FORMWORK_GATEWAY_DATA: folder,
      FORMWORK_GATEWAY_PORT: String(port),
      FORMWORK_GATEWAY_THREADS: '1',
      FORMWORK_GATEWAY_MACHINES: String(machines),
      FORMWORK_OUTGOING_ALLOWED: '127.0.0.0/8',
      FORMWORK_LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl ?? 'postgresql://nobody:x@127.0.0.1:1/nothing',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => {
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes('takes calls')) resolve();
    });
    child.on('exit', () => resolve());
  });
  return child;
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
