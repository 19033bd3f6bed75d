import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isNear } from './near.ts';

test('near is what answers at once, be it that it did not at first', async () => {
  const answers = [20, 20, 0];
  const ask = (ms = 20) => (ms > 0 ? sleep(ms) : Promise.resolve());
  expect(await isNear({ query: () => ask(answers.shift()) } as never)).toBe(true);
  expect(await isNear({ query: () => ask() } as never)).toBe(false);
});
