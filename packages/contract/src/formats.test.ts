import { describe, expect, it } from 'vitest';
import { dateOrNull, dateTimeOrNull, formatDateTime, isNumberText, isTruthy, numberOrNull } from './formats.ts';

describe('dates', () => {
  it.each(['2024-02-29 00:00:00', '2023-12-31 23:59:59', '0099-01-01 00:00:00', '2026-03-29 02:30:00'])(
    '%s is one',
    (text) => {
      expect(dateTimeOrNull(text)).toBe(text);
      expect(dateOrNull(text.slice(0, 10))).toBe(text.slice(0, 10));
    },
  );

  it.each([
    '2023-02-29 00:00:00',
    '2024-13-01 00:00:00',
    '2024-01-01 24:00:00',
    '2024-01-01 00:60:00',
    '2024-1-1 0:0:0',
    '2024-01-01',
    '2024-01-01T00:00:00',
    ' 2024-01-01 00:00:00',
    '',
    null,
    20240101,
  ])('%s is null', (value) => expect(dateTimeOrNull(value)).toBeNull());

  it('refuses a day that its month does not have', () => {
    expect(dateOrNull('2024-04-31')).toBeNull();
    expect(dateOrNull('2024-00-10')).toBeNull();
  });

  it('writes a moment in the pattern', () => {
    expect(formatDateTime(new Date('2024-05-06T16:00:00Z'), 'Asia/Shanghai')).toBe('2024-05-07 00:00:00');
    expect(formatDateTime(new Date('2024-05-06T07:08:09Z'), 'UTC')).toBe('2024-05-06 07:08:09');
  });
});

describe('numbers', () => {
  it.each([
    ['0', 0],
    ['-12', -12],
    ['+3.50', 3.5],
    ['007', 7],
  ])('%s is one', (text, value) => {
    expect(isNumberText(text)).toBe(true);
    expect(numberOrNull(text)).toBe(value);
  });

  it.each(['', '.5', '5.', '1e3', '1,000', '--1', ' 1', '0x10', 'NaN', '１'])('%s is none', (text) => {
    expect(isNumberText(text)).toBe(false);
    expect(numberOrNull(text)).toBeNull();
  });

  it('keeps finite numbers alone', () => {
    expect(numberOrNull(1.5)).toBe(1.5);
    expect(numberOrNull(Number.NaN)).toBeNull();
    expect(numberOrNull(true)).toBeNull();
  });
});

it('knows the three truthy flags', () => {
  expect([true, 1, '1'].map(isTruthy)).toEqual([true, true, true]);
  expect([false, 0, '0', 'true', 2, '', null, undefined, []].map(isTruthy)).toEqual(Array(9).fill(false));
});
