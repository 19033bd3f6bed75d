import { getPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { startThreads, type ThreadLimits, type Threads } from './threads.ts';
import type { TestWorks } from './testing/thread.ts';

const file = new URL('testing/thread.ts', import.meta.url);
const plain: ThreadLimits = { most: 1, memoryMb: 64, ms: 30_000, idleMs: 30_000 };
const begun: Threads<TestWorks>[] = [];

function threads(limits: Partial<ThreadLimits> = {}): Threads<TestWorks> {
  const made = startThreads<TestWorks>(file, { ...plain, ...limits });
  begun.push(made);
  return made;
}
afterEach(() => Promise.all(begun.splice(0).map((each) => each.stop())));

test('a function of a thread answers, its refusals are refusals', async () => {
  const all = threads();
  expect(await all.ask('twice', 21)).toBe(42);
  const refused = await all.ask('refuses', '2.0').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code: 'gateway.document.swagger', status: 422, data: { version: '2.0' } });
  const failed = await all.ask('throws', undefined).catch((error: unknown) => error);
  expect((failed as Error).stack).toMatch(/^TypeError: not so\n.*thread\.ts/);
  // the thread that said no is there for the next
  expect(await all.ask('twice', 1)).toBe(2);
});

test.runIf(process.platform === 'linux')('a thread stands back behind who answers calls', async () => {
  const before = getPriority();
  expect(await threads().ask('priority', undefined)).toBe(Math.min(19, before + 10));
  expect(getPriority()).toBe(before);
});

test('too much time, too much memory and an end say so, and another thread goes on', async () => {
  const hasty = threads({ ms: 1_500 });
  await expect(hasty.ask('spins', undefined)).rejects.toMatchObject({ why: 'time' });
  expect(await hasty.ask('twice', 2)).toBe(4);
  const all = threads();
  const [filled, after] = await Promise.allSettled([all.ask('fills', undefined), all.ask('twice', 3)]);
  expect(filled).toMatchObject({ status: 'rejected', reason: { why: 'memory' } });
  expect(after).toEqual({ status: 'fulfilled', value: 6 });
  await expect(all.ask('exits', undefined)).rejects.toMatchObject({ why: 'ended' });
  expect(await all.ask('twice', 4)).toBe(8);
});

test('who leaves takes back what waits, and ends what is under way', async () => {
  const all = threads();
  const first = new AbortController();
  const second = new AbortController();
  const spinning = all.ask('spins', undefined, { signal: first.signal });
  const waiting = all.ask('twice', 1, { signal: second.signal });
  const behind = all.ask('twice', 2);
  second.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  first.abort(new Error('left too'));
  await expect(spinning).rejects.toThrow('left too');
  expect(await behind).toBe(4);
  await expect(all.ask('twice', 1, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
});

test('no more threads than there may be, and none that has nothing to do', async () => {
  const all = threads({ most: 2, idleMs: 200 });
  const used = new Set(await Promise.all([50, 50, 50, 50].map((ms) => all.ask('later', ms))));
  expect(used.size).toBeLessThanOrEqual(2);
  const [before] = [await all.ask('which', undefined)];
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await all.ask('which', undefined)).not.toBe(before);
});

test('what stops answers nobody any more', async () => {
  const all = threads();
  const asked = Promise.allSettled([all.ask('spins', undefined), all.ask('twice', 1)]);
  await all.stop();
  for (const one of await asked) expect(one).toMatchObject({ status: 'rejected', reason: { why: 'ended' } });
  await expect(all.ask('twice', 1)).rejects.toMatchObject({ why: 'ended' });
});

test('more than fifty that wait are told to come back', async () => {
  const all = threads();
  const asked = Array.from({ length: 52 }, () => all.ask('later', 1).catch((error: unknown) => error));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer instanceof AppError && answer.code === 'platform.busy')).toHaveLength(1);
});
