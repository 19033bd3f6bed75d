import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { describe, expect, test } from 'vitest';
import { isCron, nextTime, timesBetween, type When } from './next-time.ts';

const since = new Date('2026-01-01T00:00:00Z');
const when = (given: Partial<When>): When => ({ workdays: false, since, ...given });
const next = (given: Partial<When>, zone: string, from: string, count = 1): string[] => {
  const times: string[] = [];
  for (let at: Date | null = new Date(from); at !== null && times.length < count;) {
    at = nextTime(when(given), at, { zone, calendar: usualWorkTime });
    if (at) times.push(at.toISOString().replace('.000Z', 'Z'));
  }
  return times;
};

describe('summer time', () => {
  test('a wall time that does not exist runs at the next minute that does, one that comes twice runs once', () => {
    const newYork = (cron: string, from: string, count: number) => next({ cron }, 'America/New_York', from, count);
    expect(newYork('30 2 * * *', '2026-03-07T12:00:00Z', 3)).toEqual([
      '2026-03-08T07:00:00Z',
      '2026-03-09T06:30:00Z',
      '2026-03-10T06:30:00Z',
    ]);
    expect(newYork('30 1 * * *', '2026-10-31T12:00:00Z', 3)).toEqual([
      '2026-11-01T05:30:00Z',
      '2026-11-02T06:30:00Z',
      '2026-11-03T06:30:00Z',
    ]);
    expect(newYork('0 9 * * *', '2026-03-07T15:00:00Z', 2)).toEqual(['2026-03-08T13:00:00Z', '2026-03-09T13:00:00Z']);
  });

  test('zones that are half an hour off, and have no summer time', () => {
    expect(next({ cron: '30 9 * * 1-5' }, 'Asia/Kolkata', '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-09T04:00:00Z',
      '2026-03-10T04:00:00Z',
    ]);
    expect(next({ cron: '0 0 29 2 *' }, 'Asia/Kolkata', '2026-03-07T12:00:00Z')).toEqual(['2028-02-28T18:30:00Z']);
  });
});

describe('working days and windows', () => {
  const shanghai = 'Asia/Shanghai';
  test('leave out what lies outside', () => {
    // a Friday
    expect(next({ cron: '0 10 * * *', workdays: true }, shanghai, '2026-03-06T00:00:00Z', 3)).toEqual([
      '2026-03-06T02:00:00Z',
      '2026-03-09T02:00:00Z',
      '2026-03-10T02:00:00Z',
    ]);
    const window = { from: '08:00', to: '08:30' };
    expect(next({ cron: '*/15 * * * *', window }, shanghai, '2026-03-06T00:16:00Z', 3)).toEqual([
      '2026-03-07T00:00:00Z',
      '2026-03-07T00:15:00Z',
      '2026-03-08T00:00:00Z',
    ]);
    const night = { from: '22:00', to: '06:00' };
    expect(next({ every: 4 * 3600, window: night }, shanghai, '2026-03-06T00:00:00Z', 3)).toEqual([
      '2026-03-06T16:00:00Z',
      '2026-03-06T20:00:00Z',
      '2026-03-07T16:00:00Z',
    ]);
  });

  test('where there is none, there is no next time', () => {
    const never = { ...usualWorkTime, week: Array.from({ length: 7 }, () => null), days: [] };
    const at = nextTime(when({ cron: '* * * * *', workdays: true }), since, { zone: shanghai, calendar: never });
    expect(at).toBeNull();
  });
});

test('every so many seconds from a moment, once at a moment, and times between two', () => {
  expect(next({ every: 90 }, 'UTC', '2026-01-01T00:02:00Z', 2)).toEqual([
    '2026-01-01T00:03:00Z',
    '2026-01-01T00:04:30Z',
  ]);
  expect(next({ at: '2026-02-01T00:00:00Z' }, 'UTC', '2026-01-01T00:00:00Z', 2)).toEqual(['2026-02-01T00:00:00Z']);
  const clock = { zone: 'UTC', calendar: usualWorkTime };
  const to = new Date('2026-01-01T03:00:00Z');
  expect(timesBetween(when({ cron: '0 * * * *' }), since, to, clock, 10).map((at) => at.getUTCHours())).toEqual([
    1, 2, 3,
  ]);
  expect(timesBetween(when({ cron: '0 * * * *' }), since, to, clock, 2)).toHaveLength(2);
});

test.each([
  ['*/5 * * * *', true],
  ['0 9 1 * 1-5', true],
  ['61 * * * *', false],
  ['* * * *', false],
  ['* * * * * *', false],
  ['every day', false],
  ['0 0 30 2 *', false],
])('%s is a pattern: %s', (text, is) => {
  expect(isCron(text)).toBe(is);
});
