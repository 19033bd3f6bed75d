import { Worker } from 'node:worker_threads';
import { AppError, refuse } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { Answered, Asked } from './answering.ts';

export interface ThreadLimits {
  /** Threads at once; what comes besides waits. */
  readonly most: number;
  readonly memoryMb: number;
  /** So long a piece of work may take from its turn on: waiting is no fault of its own. */
  readonly ms: number;
  /** After so long without work a thread and what it holds are gone. */
  readonly idleMs: number;
}

/** Why there is no answer: it took too much time or memory, or the thread ended. */
export class ThreadError extends Error {
  readonly why: 'time' | 'memory' | 'ended';

  constructor(why: ThreadError['why']) {
    super(`work in a thread: ${why}`);
    this.name = 'ThreadError';
    this.why = why;
  }
}

// eslint-disable-next-line typescript/no-explicit-any -- any function of one value
type Works = Record<string, (input: any) => unknown>;

export interface Threads<W extends Works> {
  /**
   * What the thread's function says of the input, both copied. Its refusals arrive as refusals; without time, memory or a thread it is
   * a `ThreadError`. Who leaves takes back what waits, and ends the thread that works on it.
   */
  ask<Name extends keyof W & string>(
    name: Name,
    input: Parameters<W[Name]>[0],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Awaited<ReturnType<W[Name]>>>;
  stop(): Promise<void>;
}

/** What waits holds its input: beyond so many pieces who asks is told to come back. */
const mostWaiting = 50;

interface Piece {
  readonly asked: Asked;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  piece: Piece | undefined;
  timer: NodeJS.Timeout | undefined;
}

const known = new WeakMap<Platform, Map<string, Threads<Works>>>();

/**
 * The threads of this process that run a file (`answering`): for work that would hold up every other request. They begin with the first
 * piece, and end with the server.
 */
export function threadsOf<W extends Works>(platform: Platform, file: URL, limits: ThreadLimits): Threads<W> {
  const all = known.get(platform) ?? new Map<string, Threads<Works>>();
  known.set(platform, all);
  const threads = all.get(file.href) ?? startThreads(file, limits);
  all.set(file.href, threads);
  return threads;
}

export async function stopThreads(platform: Platform): Promise<void> {
  await Promise.all([...(known.get(platform)?.values() ?? [])].map((threads) => threads.stop()));
}

export function startThreads<W extends Works>(file: URL, { most, memoryMb, ms, idleMs }: ThreadLimits): Threads<W> {
  const threads = new Set<Thread>();
  const waiting: Piece[] = [];
  let stopped = false;

  function next(): void {
    while (waiting.length > 0) {
      const free = [...threads].find(({ piece }) => !piece) ?? (threads.size < most ? open() : undefined);
      if (!free) return;
      give(free, waiting.shift()!);
    }
  }

  function open(): Thread {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    const thread: Thread = { worker, piece: undefined, timer: undefined };
    threads.add(thread);
    worker.on('message', (answer: Answered) => {
      const { piece } = thread;
      if (!piece) return;
      rest(thread);
      if ('value' in answer) piece.resolve(answer.value);
      else if ('refused' in answer) {
        const { code, data, fields } = answer.refused;
        piece.reject(new AppError(code, data, fields));
      } else piece.reject(Object.assign(new Error('work in a thread failed'), { stack: answer.failed }));
      next();
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadError('memory') : error),
    );
    worker.on('exit', () => end(thread, new ThreadError('ended')));
    return thread;
  }

  function give(thread: Thread, piece: Piece): void {
    clearTimeout(thread.timer);
    thread.piece = piece;
    thread.timer = setTimeout(() => end(thread, new ThreadError('time')), ms);
    // somebody waits: the process stays
    thread.worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    thread.worker.postMessage(piece.asked);
  }

  function rest(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.piece = undefined;
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread, undefined), idleMs);
    thread.timer.unref();
  }

  function end(thread: Thread, error: unknown): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    void thread.worker.terminate();
    thread.piece?.reject(error);
    next();
  }

  return {
    ask(name, input, { signal } = {}) {
      if (stopped) return Promise.reject(new ThreadError('ended'));
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (waiting.length >= mostWaiting) return Promise.reject(refuse('platform.busy'));
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          const at = waiting.indexOf(piece);
          if (at >= 0) waiting.splice(at, 1);
          const thread = [...threads].find((one) => one.piece === piece);
          if (thread) end(thread, signal!.reason);
          else piece.reject(signal!.reason);
        };
        const piece: Piece = {
          asked: { name, input },
          resolve(value) {
            signal?.removeEventListener('abort', leave);
            resolve(value as never);
          },
          reject(error) {
            signal?.removeEventListener('abort', leave);
            reject(error);
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(piece);
        next();
      });
    },
    async stop() {
      stopped = true;
      for (const { reject } of waiting.splice(0)) reject(new ThreadError('ended'));
      const workers = [...threads].map(({ worker }) => worker);
      for (const thread of threads) end(thread, new ThreadError('ended'));
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
