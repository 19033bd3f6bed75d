import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What the work of `slowness-process.ts` takes on a quiet machine of the kind that our times are told for. */
const quietMs = 60;

export interface Slowness {
  /** How many times as long everything takes just now as on a quiet machine; never less than once. */
  now(): Promise<number>;
  end(): void;
}

/** Times of a test are told for a quiet machine: where others work too, or the machine is a slower one, they are that much longer. */
export function measureSlowness(): Slowness {
  const worker = spawn(process.execPath, [new URL('./slowness-process.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    async now() {
      worker.stdin.write('\n');
      const [line] = (await once(worker.stdout, 'data')) as [Buffer];
      return Math.max(Number(String(line)) / quietMs, 1);
    },
    end: () => void worker.kill(),
  };
}
