import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { sessionClosed, type EngineAnswer, type EngineAnswers, type EngineQuestion } from './messages.ts';

type Ask<W extends EngineQuestion['what']> = Extract<EngineQuestion, { what: W }>;

/** The process that holds DuckDB: begun at the first question, begun anew after it died. */
export interface EngineProcess {
  ask<W extends EngineQuestion['what']>(question: Ask<W>, signal?: AbortSignal): Promise<EngineAnswers[W]>;
  stop(): Promise<void>;
}

interface Waiting {
  take(answer: EngineAnswer): void;
  lost(): void;
}

/** How long a statement that was cancelled may go on before the whole process is ended. */
const patienceMs = 3_000;

export function engineProcess(folder: string, log: Logger): EngineProcess {
  let child: ChildProcess | undefined;
  let number = 0;
  const waiting = new Map<number, Waiting>();

  const begin = (): ChildProcess => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const started = fork(path.join(import.meta.dirname, 'child.ts'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      // nothing of the server's settings; many statements wait for pipes, each holding a thread
      env: { PATH: process.env.PATH, HOME: folder, UV_THREADPOOL_SIZE: '32', MALLOC_ARENA_MAX: '2' },
    });
    started.stderr?.on('data', (text: Buffer) => log.warn({ engine: text.toString().slice(0, 2_000) }, 'engine'));
    started.on('message', (answer: EngineAnswer) => waiting.get(answer.number)?.take(answer));
    started.on('error', (error) => log.error({ err: error }, 'the engine failed'));
    started.on('exit', (code, signal) => {
      if (child === started) child = undefined;
      if (waiting.size > 0) log.error({ code, signal }, 'the engine ended in the midst of work');
      for (const one of [...waiting.values()]) one.lost();
    });
    // the server does not stay for it
    started.unref();
    started.channel?.unref();
    return started;
  };

  const ask: EngineProcess['ask'] = (question, signal) => {
    const to = (child ??= begin());
    const mine = ++number;
    return new Promise((resolve, reject) => {
      let impatient: NodeJS.Timeout | undefined;
      let asking: NodeJS.Timeout | undefined;
      const interrupt = () => to.send({ what: 'interrupt', session: question.session, number: ++number });
      const cancel = () => {
        interrupt();
        // a statement that was just being prepared has not heard it
        asking = setInterval(interrupt, 100);
        impatient = setTimeout(() => to.kill('SIGKILL'), patienceMs);
      };
      const done = () => {
        waiting.delete(mine);
        clearTimeout(impatient);
        clearInterval(asking);
        signal?.removeEventListener('abort', cancel);
      };
      waiting.set(mine, {
        take(said) {
          done();
          if ('answer' in said) resolve(said.answer as never);
          else reject(signal?.aborted ? (signal.reason as Error) : refusalOf(said.error.message));
        },
        lost() {
          done();
          reject(signal?.aborted ? (signal.reason as Error) : new AppError('etl.engine.lost'));
        },
      });
      if (signal?.aborted) {
        done();
        reject(signal.reason as Error);
        return;
      }
      signal?.addEventListener('abort', cancel, { once: true });
      to.send({ ...question, number: mine }, (error) => {
        if (error) waiting.get(mine)?.lost();
      });
    });
  };

  return {
    ask,
    async stop() {
      const ending = child;
      if (!ending) return;
      const gone = new Promise((resolve) => ending.once('exit', resolve));
      ending.ref();
      ending.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the engine says is shown to whoever wrote the statement; its first words say what kind it is. */
function refusalOf(message: string): AppError {
  const [, used] = /\((?:[^/()]*\/)?([^/()]+) used\).*'max_temp_directory_size'/s.exec(message) ?? [];
  if (message.includes(`'max_temp_directory_size'`)) return new AppError('etl.engine.disk', { most: used ?? '' });
  // of a process that died, whose place another has taken
  if (message === sessionClosed) return new AppError('etl.engine.lost');
  if (message.startsWith('Out of Memory')) return new AppError('etl.engine.memory', { message });
  // where it went wrong within the engine helps nobody who wrote one
  const [said = ''] = message.split('\n\nStack Trace:');
  return new AppError('etl.sql.failed', { message: said.slice(0, 2_000) });
}
