import { expect, it } from 'vitest';
import { retrying } from './retrying.ts';

const failing = (times: number) => {
  let tried = 0;
  return {
    attempt: async () => {
      tried += 1;
      if (tried <= times) throw new Error(`failure ${tried}`);
      return 'done';
    },
    tried: () => tried,
  };
};

it('tries five times more, waiting twice as long each time', async () => {
  const waits: number[] = [];
  const { attempt, tried } = failing(99);
  await expect(
    retrying(attempt, { retries: 5, firstWait: 350, wait: async (ms) => void waits.push(ms) }),
  ).rejects.toThrow('failure 6');
  expect(tried()).toBe(6);
  expect(waits).toEqual([350, 700, 1400, 2800, 5600]);
});

it('stops at the first success', async () => {
  const waits: number[] = [];
  expect(
    await retrying(failing(2).attempt, { retries: 5, firstWait: 350, wait: async (ms) => void waits.push(ms) }),
  ).toBe('done');
  expect(waits).toEqual([350, 700]);
});
