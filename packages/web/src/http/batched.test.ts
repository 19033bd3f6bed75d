import { expect, it, vi } from 'vitest';
import { batched } from './batched.ts';

it('asks once for what is wanted at the same moment, and again for what is wanted later', async () => {
  vi.useFakeTimers();
  const calls: string[][] = [];
  const read = batched(
    (ids) => {
      calls.push(ids);
      return Promise.resolve(new Map(ids.filter((id) => id !== 'gone').map((id) => [id, `${id}${calls.length}`])));
    },
    null as string | null,
  );
  const answers = Promise.all(['a', 'b', 'a', 'gone'].map(read));
  await vi.runAllTimersAsync();
  expect([await answers, calls]).toEqual([['a1', 'b1', 'a1', null], [['a', 'b', 'gone']]]);
  const later = read('a');
  await vi.runAllTimersAsync();
  expect(await later).toBe('a2');
  const many = Promise.all(Array.from({ length: 150 }, (_, n) => read(String(n))));
  await vi.runAllTimersAsync();
  expect([(await many).length, calls.slice(2).map(({ length }) => length)]).toEqual([150, [100, 50]]);
  vi.useRealTimers();
});
