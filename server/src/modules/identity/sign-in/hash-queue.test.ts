import { expect, test } from 'vitest';
import { hashQueue } from './hash-queue.ts';

/** Work that ends when it is told to. */
function work() {
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const one = (name: string) => () =>
    new Promise<void>((resolve) =>
      gates.push(() => {
        done.push(name);
        resolve();
      }),
    );
  const finishAll = async () => {
    for (let quiet = 0; quiet < 5; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (gates.length > 0) quiet = 0;
      gates.shift()?.();
    }
  };
  return { done, one, finishAll };
}

test('addresses take turns, and of one the newest goes first', async () => {
  const queue = hashQueue({ atOnce: 1, mostOfOne: 10, most: 100 });
  const { done, one, finishAll } = work();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => queue.run(name[0]!, one(name)));
  await finishAll();
  await Promise.all(all);
  expect(done).toEqual(['a1', 'a4', 'b1', 'c1', 'a3', 'a2']);
});

test('whoever waits longest where too many wait is refused', async () => {
  const queue = hashQueue({ atOnce: 1, mostOfOne: 2, most: 4 });
  const { done, one, finishAll } = work();
  const all = Promise.allSettled(
    ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => queue.run(name[0]!, one(name))),
  );
  await finishAll();
  const refused = (await all).map(({ status }) => status === 'rejected');
  // a2 was one too many of its address, a3 one too many of all
  expect(refused).toEqual([false, true, true, false, false, false, false]);
  expect(done).toEqual(['a1', 'a4', 'b2', 'c1', 'b1']);
});

test('what has passed its own limits does not wait, and takes nobody the place', async () => {
  const queue = hashQueue({ atOnce: 1, mostOfOne: 10, most: 100 });
  const { done, one, finishAll } = work();
  const all = [queue.run('a', one('a1')), queue.run('a', one('a2')), queue.runNow(one('now'))];
  await finishAll();
  await Promise.all(all);
  expect(done.toSorted()).toEqual(['a1', 'a2', 'now']);
  const again = queue.run('b', one('b1'));
  await finishAll();
  await again;
  expect(done).toHaveLength(4);
});
