import { describe, expect, test } from 'vitest';
import { afterWork, usualWorkTime, withHolidays, workBetween, WorkTime, type Shift } from './work-time.ts';

const at = (wall: string) => new Date(`${wall}+08:00`);
const due = (time: WorkTime, from: string, minutes: number) => afterWork(time, at(from), minutes)?.toISOString();
const night: Shift = { id: 'night', name: '夜班', periods: [{ from: '22:00', to: '06:00' }] };

describe('work time', () => {
  test('counts periods alone, over noon, night and weekend', () => {
    expect(due(usualWorkTime, '2026-11-20T11:00', 30)).toBe(at('2026-11-20T11:30').toISOString());
    expect(due(usualWorkTime, '2026-11-20T11:30', 60)).toBe(at('2026-11-20T13:30').toISOString());
    expect(due(usualWorkTime, '2026-11-20T20:00', 1)).toBe(at('2026-11-23T08:31').toISOString());
    expect(due(usualWorkTime, '2026-11-20T17:00', 30)).toBe(at('2026-11-20T17:30').toISOString());
  });

  test('a night shift goes on after midnight, also of the day before', () => {
    const time: WorkTime = {
      ...usualWorkTime,
      shifts: [...usualWorkTime.shifts, night],
      week: ['night', 'night', 'night', 'night', 'night', null, null],
    };
    expect(due(time, '2026-11-20T23:00', 120)).toBe(at('2026-11-21T01:00').toISOString());
    expect(due(time, '2026-11-21T05:00', 90)).toBe(at('2026-11-23T22:30').toISOString());
  });

  test('special days take the place of the weekday', () => {
    const time: WorkTime = {
      ...usualWorkTime,
      days: [
        { date: '2026-11-23', name: '放假', shift: null },
        { date: '2026-11-22', name: '调休', shift: 'day' },
      ],
    };
    expect(due(time, '2026-11-21T09:00', 60)).toBe(at('2026-11-22T09:30').toISOString());
    expect(due(time, '2026-11-22T17:30', 60)).toBe(at('2026-11-24T09:30').toISOString());
  });

  test('holidays and make-up workdays hold where the calendar says nothing itself', () => {
    const holidays = [
      { date: '2026-11-23', name: '放假', off: true },
      { date: '2026-11-22', name: '补班', off: false },
    ];
    expect(due(withHolidays(usualWorkTime, holidays), '2026-11-21T09:00', 60)).toBe(
      at('2026-11-22T09:30').toISOString(),
    );
    expect(due(withHolidays(usualWorkTime, holidays), '2026-11-22T17:30', 60)).toBe(
      at('2026-11-24T09:30').toISOString(),
    );
    const own: WorkTime = { ...usualWorkTime, days: [{ date: '2026-11-23', name: '盘点', shift: 'day' }] };
    expect(due(withHolidays(own, holidays), '2026-11-22T17:30', 60)).toBe(at('2026-11-23T09:30').toISOString());
  });

  test('is the same both ways', () => {
    for (const minutes of [1, 59, 480, 2_400, 12_345]) {
      const from = at('2026-03-05T10:07');
      expect(workBetween(usualWorkTime, from, afterWork(usualWorkTime, from, minutes)!)).toBe(minutes);
    }
  });

  test('has no end where nobody works', () => {
    expect(
      afterWork({ ...usualWorkTime, week: [null, null, null, null, null, null, null] }, new Date(), 1),
    ).toBeUndefined();
  });

  test('keeps its hours where clocks are changed', () => {
    const time: WorkTime = { ...usualWorkTime, timeZone: 'Europe/Berlin', week: usualWorkTime.week.map(() => 'day') };
    expect(afterWork(time, new Date('2026-03-28T16:00:00+01:00'), 120)?.toISOString()).toBe('2026-03-29T07:00:00.000Z');
  });

  test('refuses overlapping periods, unknown shifts and a day twice', () => {
    const messages = (time: WorkTime) => WorkTime.safeParse(time).error?.issues.map(({ message }) => message);
    expect(
      messages({
        ...usualWorkTime,
        shifts: [
          {
            id: 'day',
            name: 'x',
            periods: [
              { from: '08:00', to: '12:00' },
              { from: '11:00', to: '13:00' },
            ],
          },
        ],
      }),
    ).toEqual(['periods_overlap']);
    expect(messages({ ...usualWorkTime, week: ['x', null, null, null, null, null, null] })).toEqual(['unknown_shift']);
    expect(
      messages({
        ...usualWorkTime,
        days: [
          { date: '2026-01-01', name: '', shift: null },
          { date: '2026-01-01', name: '', shift: null },
        ],
      }),
    ).toEqual(['day_twice']);
  });
});
