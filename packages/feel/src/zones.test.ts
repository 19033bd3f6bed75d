import { expect, test } from 'vitest';
import { localOffset, zoneOffset } from './zones.ts';

/** As another part of the platform says it: `GMT+08:00`. */
function asked(zone: string, seconds: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes = '0', rest = '0'] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name)!;
  const size = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(rest);
  return sign === '-' ? -size : size;
}

test('what is remembered of a zone is what its clocks showed, on both sides of each change', () => {
  for (const zone of [
    'Asia/Shanghai',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ])
    for (const year of [1991, 2011, 2026]) {
      const start = Date.UTC(year, 0, 1) / 1000;
      for (let day = 0; day < 365; day += 1) {
        const from = start + day * 86_400;
        const [one, other] = [asked(zone, from), asked(zone, from + 86_400)];
        if (one === other) continue;
        for (let second = from; second < from + 86_400; second += 443)
          for (const _twice of [1, 2]) expect(zoneOffset(zone, second)).toBe(asked(zone, second));
      }
    }
  expect(zoneOffset('No/Where', 0)).toBeNull();
  expect(localOffset('America/New_York', Date.UTC(2026, 10, 1, 1, 30) / 1000)).toBe(-4 * 3600);
});
