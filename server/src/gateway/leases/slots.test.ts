import { afterEach, expect, test, vi } from 'vitest';
import { newBuffers, type SharedBuffers } from '../shared.ts';
import { leaseKinds, usualPart, wholeRate } from './shares.ts';
import { leaseBytes, leaseSlots, openLeased } from './slots.ts';

/** A bucket that is full again after a few microseconds. */
const fast = { count: 1_000_000, seconds: 1, burst: 4 };
/** As many as places are looked at for a limit. */
const crowd = 32;

afterEach(() => void vi.useRealTimers());

function stand(): {
  buffers: SharedBuffers;
  leased: ReturnType<typeof openLeased>;
  slots: ReturnType<typeof leaseSlots>;
} {
  const buffers = newBuffers(leaseBytes);
  return { buffers, leased: openLeased(buffers, 2), slots: leaseSlots(buffers, 2) };
}

/** Keys that all begin to look at the same place. */
const keyAt = (place: number, n: number): bigint => BigInt(place) | (BigInt(n) << 14n);

function crowded(take: (key: bigint) => unknown): void {
  for (let n = 1; n <= crowd; n += 1) take(keyAt(101, n));
}

test('a rate whose part grew before anybody called it here lets calls through once its bucket fills', async () => {
  const before = stand();
  before.leased.takeRate(keyAt(101, 1), fast);
  const { key } = before.slots.all()[0]!;

  const { leased, slots } = stand();
  const slot = slots.find(leaseKinds.rate, key)!;
  slots.hold(slot, wholeRate * 0.8);
  await expect.poll(() => leased.takeRate(keyAt(101, 1), fast)).toBe(0);
});

test('a part that grew brings no calls along, whoever knew how large the bucket is', () => {
  const slow = { count: 1, seconds: 3_600, burst: 1 };
  const before = stand();
  before.leased.takeRate(keyAt(101, 1), slow);
  const { key } = before.slots.all()[0]!;

  const { leased, slots } = stand();
  slots.hold(slots.find(leaseKinds.rate, key)!, wholeRate);
  const wait = leased.takeRate(keyAt(101, 1), slow);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3_600_000);
});

test('a number at once takes the place of a rate, and not its counter', async () => {
  const { leased, slots } = stand();
  crowded((key) => leased.takeRate(key, fast));
  const all = slots.all();
  expect(all).toHaveLength(crowd);
  // a rate's place hangs on its rule as well
  const first = Math.min(...all.map(({ at }) => at)) / 8;
  const key = keyAt(first, 99);
  await expect.poll(() => leased.enter(key, 4)).toBe(true);
  expect(slots.runningOf(slots.find(leaseKinds.running, String(key))!)).toBe(1);
  leased.leave(key);
  expect(slots.runningOf(slots.find(leaseKinds.running, String(key))!)).toBe(0);
});

test('a quota of a period that is long over leaves its place to another, one of this period does not', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
  const { leased, slots } = stand();
  crowded((key) => leased.spend(key, 1, 10));
  slots.hold(slots.find(leaseKinds.quota, String(keyAt(101, 1)))!, 9);
  vi.setSystemTime(new Date('2026-01-31T00:00:00Z'));
  expect(leased.spend(keyAt(101, 99), 1, 10)).toBe(-1);
  expect(leased.spend(keyAt(101, 2), 1, 10)).toBe(2);
  vi.setSystemTime(new Date('2026-02-20T00:00:00Z'));
  // used since
  expect(slots.all().map(({ key }) => key)).toEqual([String(keyAt(101, 2))]);
  expect(leased.spend(keyAt(101, 99), 1, 10)).toBe(1);
  const slot = slots.find(leaseKinds.quota, String(keyAt(101, 99)))!;
  expect(slots.heldOf(slot)).toBe(usualPart(10, 2));
});
