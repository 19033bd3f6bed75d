import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface Run {
  code: number | null;
  text: string;
}

/** `npm run backup` or `npm run restore` as the product is shipped, without npm around it; killed at once when `until` is written. */
export function run(
  program: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
  killAt?: string,
): Promise<Run> {
  const child = begin(program, args, env);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (killAt !== undefined && text.split('\n').includes(killAt)) child.kill('SIGKILL');
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, text }));
  });
}

/** The same, with the process in hand. */
export function begin(program: 'backup' | 'restore', args: string[], env: Record<string, string>): Started {
  const { DATABASE_URL: _database, FORMWORK_SECRET: _secret, ...rest } = process.env;
  return spawn(process.execPath, [path.join(import.meta.dirname, `../run-${program}.ts`), ...args], {
    env: { ...rest, FORMWORK_LOG_LEVEL: 'debug', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
type Started = ChildProcessByStdio<null, Readable, Readable>;
