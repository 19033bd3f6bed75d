import { expect, test } from 'vitest';
import { hueOfName } from '../skin/hues.ts';
import { initials } from './initials.ts';
import { formatBytes, formatNumber, formatShort } from './number-format.ts';
import { formatDuration, clockText, formatTime, relativeTime } from './time-format.ts';

test('times in both languages', () => {
  const at = '2026-03-05T06:20:30Z';
  expect(formatTime(at, 'zh-CN', 'minute', 'Asia/Shanghai')).toBe('2026-03-05 14:20');
  expect(formatTime(at, 'en', 'minute', 'Asia/Shanghai')).toBe('5 Mar 2026, 14:20');
  expect(formatTime(at, 'zh-CN', 'date', 'Asia/Shanghai')).toBe('2026-03-05');
  expect(formatTime('nothing', 'en')).toBe('');
});

test('near times are relative, far ones are not', () => {
  const now = Date.parse('2026-03-05T06:20:30Z');
  expect(relativeTime(now - 10_000, now, 'zh-CN', '刚刚')).toBe('刚刚');
  expect(relativeTime(now - 3 * 3_600_000, now, 'zh-CN', '刚刚')).toBe('3小时前');
  expect(relativeTime(now - 86_400_000, now, 'en', 'just now')).toBe('yesterday');
  expect(relativeTime(now - 20 * 86_400_000, now, 'en', 'just now')).toBeUndefined();
});

test('durations show two parts', () => {
  expect(formatDuration(100_800_000, 'en')).toBe('1 day 4 hr');
  expect(formatDuration(0, 'zh-CN')).toBe('0秒');
  expect(formatDuration(42_300, 'en')).toBe('42 sec');
  expect(formatDuration(90_000, 'en')).toBe('2 min');
});

test('numbers keep their digits', () => {
  expect(formatNumber('12345678901234567890.12', 'zh-CN')).toBe('12,345,678,901,234,567,890.12');
  expect(formatNumber(1234.5, 'en', { decimals: 2, unit: 'Nm' })).toBe('1,234.50 Nm');
  expect(formatNumber(2026, 'en', { grouped: false })).toBe('2026');
  expect(formatNumber(0.125, 'en', { percent: true })).toBe('12.5%');
  expect(formatNumber('', 'en')).toBe('');
  expect(formatShort(0.000123456, 'en')).toBe('0.000123');
  expect(formatShort(12345.67891, 'en')).toBe('12,345.679');
  expect(formatBytes(5_400_000, 'en')).toBe('5.1 MB');
});

test('initials', () => {
  expect([initials('欧阳娜娜'), initials('Ada Lovelace'), initials('admin')]).toEqual(['娜', 'AL', 'A']);
  expect(hueOfName('李娜')).toBe(hueOfName('李娜'));
});

test('a track tells the hour of today, the day of this year, else all of it', () => {
  const now = Date.parse('2026-11-23T08:00:00Z');
  const told = (at: string, locale: 'zh-CN' | 'en') => clockText(at, now, locale, 'Asia/Shanghai');
  expect(told('2026-11-23T06:20:00Z', 'zh-CN')).toBe('14:20');
  expect(told('2026-03-05T06:20:00Z', 'zh-CN')).toBe('03-05 14:20');
  expect(told('2026-03-05T06:20:00Z', 'en')).toBe('5 Mar, 14:20');
  expect(told('2025-03-05T06:20:00Z', 'zh-CN')).toBe('2025-03-05 14:20');
});
