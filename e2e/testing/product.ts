import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Product {
  url: string;
  process: ChildProcessByStdio<null, Readable, null>;
  /** Ends it in order (SIGTERM), or not (SIGKILL). */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/** A server of a test's own, for what cannot be done to the shared one: kill it, start several. Settings as environment variables. */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'warn',
      FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '1000',
      NODE_ENV: 'production',
      ...settings,
    },
  });
  const exited = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const ready = /^Formwork (?:is ready at (\S+)|worker is ready)/.exec(line);
    if (!ready) continue;
    child.stdout.resume();
    return { url: ready[1] ?? '', process: child, end };
  }
  throw new Error(`The product ended instead of starting:\n${lines.join('\n')}`);
}
