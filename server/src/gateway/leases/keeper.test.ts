import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newBuffers } from '../shared.ts';
import { keepLeases, type Ledger } from './keeper.ts';
import { leaseKinds } from './shares.ts';
import { leaseBytes, leaseSlots } from './slots.ts';

const log = pino({ level: 'silent' });
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formwork-leases-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test('a disk that takes nothing ends no process, and nothing is agreed meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const refused: unknown[] = [];
  let agreed = 0;
  const ledger: Ledger = {
    round(_, decide) {
      try {
        decide({ others: [], rows: [] });
        agreed += 1;
      } catch (error) {
        refused.push(error);
      }
      return Promise.reject(new Error('no database'));
    },
  };
  const buffers = newBuffers(leaseBytes);
  const slots = leaseSlots(buffers, 2);
  const keeper = keepLeases(folder, 2, buffers, ledger, log);
  await vi.advanceTimersByTimeAsync(300);
  const before = agreed;
  expect([before > 0, refused]).toEqual([true, []]);
  // given up: it has to be kept
  slots.hold(slots.find(leaseKinds.quota, '101')!, 3);
  rmSync(folder, { recursive: true });
  // long enough for it to come back
  await vi.advanceTimersByTimeAsync(10_000);
  expect([agreed, refused.length > 0]).toEqual([before, true]);
  await keeper.stop();
});

test('what is kept of a quota ends with its period', async () => {
  const hour = Math.floor(Date.now() / 3_600_000);
  const kept = [
    [3, '101', 3, 10, hour - 41 * 24],
    [3, '102', 4, 10, hour - 20 * 24],
    // as files of before have it
    [3, '103', 6, 10],
  ];
  writeFileSync(path.join(folder, 'leases.json'), JSON.stringify(kept));
  const buffers = newBuffers(leaseBytes);
  const asked: string[] = [];
  const ledger: Ledger = {
    round({ keys }, decide) {
      asked.push(...keys);
      decide({ others: [], rows: [] });
      return Promise.resolve();
    },
  };
  const keeper = keepLeases(folder, 2, buffers, ledger, log);
  await keeper.began;
  await keeper.stop();
  const slots = leaseSlots(buffers, 2);
  expect(slots.all().map((slot) => [slot.key, slots.usedAtOf(slot) >= hour])).toEqual([
    ['102', false],
    ['103', true],
  ]);
  const again = JSON.parse(readFileSync(path.join(folder, 'leases.json'), 'utf8')) as unknown[][];
  expect(again.map(([, key]) => key)).toEqual(['102', '103']);
});
