import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, civil, dayNumber, weekday } from './calendar.ts';
import {
  formatDaysDuration,
  formatMonthsDuration,
  parseDate,
  parseDateTime,
  parseDaysDuration,
  parseMonthsDuration,
  parseTime,
} from './temporal.ts';
import { localOffset, zoneOffset } from './zones.ts';

describe('the calendar', () => {
  it('agrees with that of JavaScript', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (dayNo) => {
        const js = new Date(dayNo * 86_400_000);
        expect(civil(dayNo)).toEqual({ year: js.getUTCFullYear(), month: js.getUTCMonth() + 1, day: js.getUTCDate() });
        expect(weekday(dayNo) % 7).toBe(js.getUTCDay());
      }),
    );
  });

  it('counts back what it counted, also in years that JavaScript does not know', () => {
    fc.assert(
      fc.property(fc.integer({ min: -365_000_000_000, max: 365_000_000_000 }), (dayNo) => {
        const { year, month, day } = civil(dayNo);
        expect(dayNumber(year, month, day)).toBe(dayNo);
      }),
    );
  });

  it('keeps to the last day of a short month', () => {
    expect(civil(addMonths(dayNumber(2024, 1, 31), 1))).toEqual({ year: 2024, month: 2, day: 29 });
    expect(civil(addMonths(dayNumber(2024, 1, 31), -2))).toEqual({ year: 2023, month: 11, day: 30 });
  });
});

describe('texts', () => {
  it.each(['2024-13-01', '2024-00-01', '24-01-01', '02024-01-01', '2024-1-1', '+2024-01-01', ''])(
    '%s is no date',
    (text) => expect(parseDate(text)).toBeNull(),
  );
  it.each(['24:00:00', '10:60:00', '10:00', '10:00:00+19:00', '10:00:00@Nowhere/Land', '1:00:00'])(
    '%s is no time',
    (text) => expect(parseTime(text)).toBeNull(),
  );
  it.each(['2024-01-01T25:00:00', '2024-02-30T10:00:00', '2024-01-01 10:00:00'])('%s is no date and time', (text) =>
    expect(parseDateTime(text)).toBeNull(),
  );
  it('takes the end of a day for the start of the next', () =>
    expect(parseDateTime('2024-12-31T24:00:00')).toEqual(parseDateTime('2025-01-01T00:00:00')));

  it('durations come back as they went', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
        (nanos) =>
          void expect(parseDaysDuration(formatDaysDuration({ t: 'days', nanos }))).toEqual({ t: 'days', nanos }),
      ),
    );
    fc.assert(
      fc.property(
        fc.integer(),
        (months) =>
          void expect(parseMonthsDuration(formatMonthsDuration({ t: 'months', months }))).toEqual({
            t: 'months',
            months,
          }),
      ),
    );
  });
});

describe('zones', () => {
  it.each([
    ['Asia/Shanghai', '2026-01-31T20:00:00Z', 28_800],
    ['Europe/Paris', '2026-01-01T00:00:00Z', 3600],
    ['Europe/Paris', '2026-07-01T00:00:00Z', 7200],
    ['America/New_York', '2026-03-08T06:59:59Z', -18_000],
    ['America/New_York', '2026-03-08T07:00:00Z', -14_400],
  ])('%s at %s', (zone, at, offset) => {
    expect(zoneOffset(zone, Date.parse(at) / 1000)).toBe(offset);
  });

  it('takes the earlier of two readings when clocks go back, and the offset before when they leap', () => {
    const local = (text: string) => Date.parse(`${text}Z`) / 1000;
    expect(localOffset('Europe/Paris', local('2026-10-25T02:30:00'))).toBe(7200);
    expect(localOffset('Europe/Paris', local('2026-03-29T02:30:00'))).toBe(3600);
    expect(zoneOffset('Nowhere/Land', 0)).toBeNull();
  });
});
