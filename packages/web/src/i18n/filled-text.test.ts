import { expect, it } from 'vitest';
import { filledText } from './filled-text.ts';

const texts = {
  'a.name': 'Named {{ name }} by {{by}}',
  'a.rows_one': '{{count}} row',
  'a.rows_other': '{{count}} rows',
  'a.sum': '{{count}} in all',
};
const text = (key: string, values?: Record<string, unknown>) => filledText(texts, 'en', key, values);

it('fills in what it is given, and leaves the rest to be seen', () => {
  expect(text('a.name', { name: 'pump', by: 0 })).toBe('Named pump by 0');
  expect(text('a.name', { name: null })).toBe('Named  by {{by}}');
  expect(text('a.name', { name: '$& {{by}}', by: 'x' })).toBe('Named $& {{by}} by x');
  expect(text('a.none')).toBeUndefined();
});

it('has the form of a count, and the plain one where there is no other', () => {
  expect([0, 1, 2].map((count) => text('a.rows', { count }))).toEqual(['0 rows', '1 row', '2 rows']);
  expect(text('a.sum', { count: 1 })).toBe('1 in all');
  expect(text('a.rows')).toBeUndefined();
  expect(filledText({ n_other: '共 {{count}} 条' }, 'zh-CN', 'n', { count: 1 })).toBe('共 1 条');
});
