import { describe, expect, test } from 'vitest';
import { dateText, instantFromWall, instantText, looseClock, looseWall, timeText, wallText } from './dates.ts';

describe('dates', () => {
  test.each(['2024-02-29', '2000-12-31', '0001-01-01'])('%s is one', (text) => expect(dateText(text)).toBe(text));
  test.each(['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '20240101', '', 5, null])('%s is none', (text) =>
    expect(dateText(text)).toBeUndefined(),
  );
  test.each([
    ['08:30', '08:30:00'],
    ['23:59:59', '23:59:59'],
  ])('%s is a time', (text, time) => expect(timeText(text)).toBe(time));
  test.each(['24:00', '8:30', '12:60'])('%s is no time', (text) => expect(timeText(text)).toBeUndefined());
  test.each([
    ['2024-03-01T08:00:00+08:00', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01 00:00:00Z', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01 00:00:00+08', '2024-02-29T16:00:00.000Z'],
  ])('%s is the instant %s', (text, instant) => {
    expect(instantText(text)).toBe(instant);
  });
  test.each(['2024-03-01T08:00:00', '2023-02-29T00:00:00Z', 'now'])('%s is no instant', (text) =>
    expect(instantText(text)).toBeUndefined(),
  );
});

describe('wall clock times', () => {
  test.each([
    ['2024-03-01 08:00:00', 'Asia/Shanghai', '2024-03-01T00:00:00.000Z'],
    ['2024-07-01 12:00', 'Europe/Berlin', '2024-07-01T10:00:00.000Z'],
    // the hour that does not exist is read with the offset before it
    ['2024-03-31 02:30:00', 'Europe/Berlin', '2024-03-31T01:30:00.000Z'],
    ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-09-06 00:00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // of an hour that comes twice the first
    ['2024-10-27 02:30:00', 'Europe/Berlin', '2024-10-27T00:30:00.000Z'],
    ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01 02:00:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
    ['2026-06-01 00:00:00', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) => expect(instantFromWall(wall, zone)).toBe(instant));

  test('come back from their instant', () => {
    for (const zone of ['Asia/Shanghai', 'America/New_York', 'UTC'])
      expect(wallText(instantFromWall('2024-11-05 23:59:59', zone)!, zone)).toBe('2024-11-05 23:59:59');
  });

  test.each([
    ['2024/1/5', { date: '2024-01-05' }],
    ['2024年1月5日', { date: '2024-01-05' }],
    ['2024-01-05 8:30', { date: '2024-01-05', time: '08:30:00' }],
    ['2024.12.31 23:59:59', { date: '2024-12-31', time: '23:59:59' }],
    ['2024/1/5 12:05 AM', { date: '2024-01-05', time: '00:05:00' }],
  ])('%s is understood', (text, wall) => expect(looseWall(text)).toEqual(wall));
  test.each(['5/1/2024', '2024/2/30', 'soon', '2024-01-05 25:00', '2024-01-05 13:00 PM'])('%s is not', (text) =>
    expect(looseWall(text)).toBeUndefined(),
  );
  test.each([
    ['8:05', '08:05:00'],
    ['08:15:00 AM', '08:15:00'],
    ['12:30 p.m.', '12:30:00'],
    ['11:59:59pm', '23:59:59'],
    ['0:30 AM', undefined],
    ['24:00', undefined],
  ])('%s is the time %s', (text, time) => expect(looseClock(text)).toBe(time));
});
