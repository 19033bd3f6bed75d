import { expect, test } from 'vitest';
import { cronOf, partsOfCron } from './cron-ways.ts';

test.each([
  ['0 8 * * *', { way: 'daily', clock: '08:00' }, '0 8 * * *'],
  ['30 18 * * 1-5', { way: 'weekly', clock: '18:30', weekdays: [1, 2, 3, 4, 5] }, '30 18 * * 1,2,3,4,5'],
  ['0 0 * * 7,0,3', { way: 'weekly', weekdays: [0, 3] }, '0 0 * * 0,3'],
  ['5 9 1,15 * *', { way: 'monthly', clock: '09:05', monthdays: [1, 15] }, '5 9 1,15 * *'],
])('%s is told in words and written back', (cron, parts, written) => {
  expect(partsOfCron(cron)).toMatchObject(parts);
  expect(cronOf(partsOfCron(cron), cron)).toBe(written);
});

test.each(['*/5 * * * *', '0 8 1 * 1', '0 8 * 2 *', '0 8 * * MON', '0 25 * * *', '0 8 32 * *', '0 8 * * 5-1', '', 'x'])(
  '%s stays as it was written',
  (cron) => {
    expect(partsOfCron(cron).way).toBe('cron');
    expect(cronOf(partsOfCron(cron), cron)).toBe(cron);
  },
);
