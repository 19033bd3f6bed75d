import { expect, test } from 'vitest';
import { giveBack, placesOf } from './lent.ts';

test('a place is used again once it was given back, by whichever part of it, and by nobody twice', () => {
  const places = placesOf(16);
  const [one, two] = [places.take(), places.take()];
  expect(one.buffer).not.toBe(two.buffer);
  giveBack(one.subarray(3, 9));
  giveBack(one);
  const three = places.take();
  expect(three.buffer).toBe(one.buffer);
  expect(places.take().buffer).not.toBe(one.buffer);
  giveBack(Buffer.from('of nobody'));
});
