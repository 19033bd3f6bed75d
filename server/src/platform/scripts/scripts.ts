import { Worker } from 'node:worker_threads';
import type { Answer, Question } from './thread.ts';

/** What a script may take. Beyond it the script ends with a failure, never the process. */
export interface ScriptLimits {
  readonly ms: number;
  readonly memory: number;
  /** Characters of what it answers, as JSON. */
  readonly output: number;
}

export const ruleScriptLimits: ScriptLimits = { ms: 500, memory: 16 * 1024 * 1024, output: 1024 * 1024 };
export const longestScript = 64 * 1024;

export interface Script {
  /** A body of a function over `input` and `log`; what it returns must be JSON. */
  readonly code: string;
  readonly input: unknown;
  /** The input is a list of rows, and the code the body of a function over each `row` (`RowAnswer`). */
  readonly each?: boolean;
  /** Milliseconds since 1970: what the script sees as now. */
  readonly now: number;
  /** Space and release: what one script leaves behind is never there for another. */
  readonly key: string;
}

/** What became of a row. */
export type RowAnswer = { readonly value: unknown } | { readonly line: number; readonly message: string };

export type ScriptAnswer =
  | { readonly ok: true; readonly value: unknown; readonly log: readonly string[] }
  | {
      readonly ok: false;
      readonly code: ScriptFailure;
      readonly message: string;
      readonly line?: number;
      readonly log: readonly string[];
    };

export type ScriptFailure =
  | 'scripts.script.too_long'
  | 'scripts.script.unreadable'
  | 'scripts.script.threw'
  | 'scripts.script.too_slow'
  | 'scripts.script.too_much_memory'
  | 'scripts.script.too_much_output';

export interface Scripts {
  run(script: Script, limits?: ScriptLimits): Promise<ScriptAnswer>;
  stop(): Promise<void>;
}

const mostThreads = 2;
/** A thread that has not answered so long behind the limit of its script hangs in something that nothing interrupts. */
const graceMs = 400;

interface Waiting {
  readonly question: Question;
  readonly answer: (answer: ScriptAnswer) => void;
}

interface Thread {
  readonly worker: Worker;
  busy: boolean;
}

/** Runs scripts in threads of their own: whatever one does, the process goes on. */
export function startScripts(): Scripts {
  const threads = new Set<Thread>();
  const queue: Waiting[] = [];
  let stopped = false;

  function next(): void {
    while (queue.length > 0) {
      const free = [...threads].find(({ busy }) => !busy) ?? (threads.size < mostThreads ? open() : undefined);
      if (!free) return;
      void carryOut(free, queue.shift()!);
    }
  }

  function open(): Thread {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    worker.unref();
    const thread: Thread = { worker, busy: false };
    threads.add(thread);
    // who waits for an answer listens for itself
    worker.on('error', () => threads.delete(thread));
    worker.on('exit', () => threads.delete(thread));
    return thread;
  }

  async function carryOut(thread: Thread, { question, answer }: Waiting): Promise<void> {
    thread.busy = true;
    const found = await answerOf(thread.worker, question);
    if (found === 'hangs') {
      threads.delete(thread);
      await thread.worker.terminate();
    }
    thread.busy = false;
    answer(found === 'hangs' ? failed('scripts.script.too_slow') : found);
    next();
  }

  return {
    run({ code, input, each = false, now, key }, limits = ruleScriptLimits) {
      if (stopped) throw new Error('scripts have been stopped');
      if (code.length > longestScript) return Promise.resolve(failed('scripts.script.too_long'));
      const question: Question = { code, input: JSON.stringify(input ?? null), each, now, key, limits };
      return new Promise((resolve) => {
        queue.push({ question, answer: resolve });
        next();
      });
    },
    async stop() {
      stopped = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

const failed = (code: ScriptFailure): ScriptAnswer => ({ ok: false, code, message: '', log: [] });

function answerOf(worker: Worker, question: Question): Promise<ScriptAnswer | 'hangs'> {
  return new Promise((resolve) => {
    const end = (answer: ScriptAnswer | 'hangs') => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve(answer);
    };
    const onMessage = (message: Answer | 'begun') => {
      // the time to start a thread is not the script's
      if (message === 'begun') timer = setTimeout(() => end('hangs'), question.limits.ms + graceMs);
      else end(message.ok ? { ...message, value: JSON.parse(message.value) as unknown } : message);
    };
    const onEnd = () => end('hangs');
    let timer: NodeJS.Timeout | undefined;
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(question);
  });
}
