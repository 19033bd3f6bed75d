import { afterEach, expect, test, vi } from 'vitest';
import { newBuffers, openShared, quotaOf, readQuotas, slotKey, writeQuotas } from './shared.ts';

afterEach(() => void vi.useRealTimers());

const hour = 3_600_000;
/** Keys that all begin to look at the same place. */
const keyAt = (n: number): bigint => 5n | (BigInt(n) << 16n);

test('quotas of periods that are over leave their places to others, and are kept no longer', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const buffers = newBuffers();
  const shared = openShared(buffers);
  const until = Date.now() + hour;
  for (let n = 1; n <= 64; n += 1) expect(shared.spend(keyAt(n), 1, 2, until)).toBe(1);
  // no place is left: it is shared, which refuses too much and never too little
  expect([shared.spend(keyAt(65), 1, 2, until), shared.spend(keyAt(66), 1, 2, until)]).toEqual([2, -1]);
  expect(readQuotas(buffers)).toHaveLength(64);
  vi.setSystemTime(until + 3 * hour);
  expect(readQuotas(buffers)).toEqual([]);
  const next = until + 24 * hour;
  for (let n = 101; n <= 164; n += 1) expect(shared.spend(keyAt(n), 1, 2, next)).toBe(1);
  expect(readQuotas(buffers)).toHaveLength(64);
  expect(shared.spend(keyAt(101), 1, 2, next)).toBe(2);
  expect(shared.spend(keyAt(101), 1, 2, next)).toBe(-1);
});

test('what is used comes back from the disk, for as long as its period runs', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const buffers = newBuffers();
  const until = Date.now() + hour;
  openShared(buffers).spend(keyAt(1), 7, 9, until);
  const kept = readQuotas(buffers);
  const anew = newBuffers();
  // the last one as files of before have it
  writeQuotas(anew, [...kept, [String(keyAt(2)), '3']]);
  expect([quotaOf(anew, keyAt(1)), quotaOf(anew, keyAt(2)), quotaOf(anew, keyAt(3))]).toEqual([7, 3, 0]);
  vi.setSystemTime(until + 3 * hour);
  const late = newBuffers();
  writeQuotas(late, kept);
  expect(quotaOf(late, keyAt(1))).toBe(0);
});

test('signatures of ten minutes are all known, and each counts once', () => {
  const shared = openShared(newBuffers());
  let first = 0;
  for (let n = 0; n < 150_000; n += 1) if (shared.isFirst(slotKey(`nonce ${n}`), 600)) first += 1;
  expect(first).toBe(150_000);
  let again = 0;
  for (let n = 0; n < 150_000; n += 100) if (shared.isFirst(slotKey(`nonce ${n}`), 600)) again += 1;
  expect(again).toBe(0);
});
