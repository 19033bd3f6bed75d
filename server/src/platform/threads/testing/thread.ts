import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { refuse } from '../../errors.ts';
import { answering } from '../answering.ts';

const works = {
  twice: (n: number) => n * 2,
  which: () => threadId,
  priority: () => getPriority(),
  later: (ms: number) => new Promise<number>((resolve) => setTimeout(() => resolve(threadId), ms)),
  refuses: (version: string): never => {
    throw refuse('gateway.document.swagger', { version });
  },
  throws: (): never => {
    throw new TypeError('not so');
  },
  spins: (): never => {
    for (;;);
  },
  fills: (): never => {
    for (const all: number[][] = []; ;) all.push(Array.from({ length: 100_000 }, (_, n) => n + 0.5));
  },
  exits: (): never => process.exit(3),
};
export type TestWorks = typeof works;

answering(works);
