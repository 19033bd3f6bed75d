import { Timing } from '@formwork/contract/schedules/timing.ts';
import { expect, test } from 'vitest';
import { askedOf, first, timingOf } from './asked.ts';

const home = 'Asia/Shanghai';

test.each([
  { cron: '30 2 * * *' },
  { cron: '0 6 * * 1', zone: 'Europe/Berlin' },
  { every: 90 },
  { at: '2026-12-01T18:00:00.000Z' },
  { at: '2026-12-01T18:00:00.000Z', zone: 'America/New_York', missed: 'skip' },
  { cron: '0 2 * * *', workdays: true, window: { from: '01:00', to: '05:00' }, overlap: 'wait' },
])('what is there is changed as it stands: %j', (given) => {
  const timing = Timing.parse(given);
  const again = timingOf(askedOf(timing, home), home);
  expect({ ...again, at: again?.at && new Date(again.at).toISOString() }).toEqual({ at: undefined, ...timing });
});

test('a moment is of the zone that was chosen', () => {
  const once = { ...first, way: 'once' as const, moment: '2026-12-01T02:00' };
  expect(new Date(timingOf(once, home)!.at!).toISOString()).toBe('2026-11-30T18:00:00.000Z');
  const there = timingOf({ ...once, zone: 'Europe/Berlin' }, home)!;
  expect([new Date(there.at!).toISOString(), there.zone]).toEqual(['2026-12-01T01:00:00.000Z', 'Europe/Berlin']);
  // nothing is asked for before it is chosen
  expect(timingOf({ ...once, moment: '' }, home)).toBeUndefined();
});
