import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ErrorCode, FieldError } from '@formwork/contract/errors.ts';
import { AppError } from '../errors.ts';

/** What a thread is asked: one piece of work at a time. */
export interface Asked {
  name: string;
  input: unknown;
}

/** What comes of it. An error does not cross as it is: who may see a refusal is known by its class. */
export type Answered =
  | { value: unknown }
  | { refused: { code: ErrorCode; data: Record<string, unknown> | undefined; fields: FieldError[] | undefined } }
  | { failed: string };

/** Called once, by the file that a thread runs: what can be asked of it (`threadsOf`). */
export function answering(works: Record<string, (input: never) => unknown>): void {
  // where processors are scarce those who answer calls go first; elsewhere than on Linux a priority is the whole process's
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10));
  parentPort!.on('message', ({ name, input }: Asked) => {
    void answerTo(works[name]!, input).then((answer) =>
      // between threads there is no origin to name
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      parentPort!.postMessage(answer),
    );
  });
}

async function answerTo(work: (input: never) => unknown, input: unknown): Promise<Answered> {
  try {
    return { value: await work(input as never) };
  } catch (error) {
    if (error instanceof AppError) return { refused: { code: error.code, data: error.data, fields: error.fields } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
