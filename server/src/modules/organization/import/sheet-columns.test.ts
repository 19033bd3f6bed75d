import { expect, test } from 'vitest';
import { readRow } from './sheet-columns.ts';

test('names of a sheet show what they say, as those that are typed', () => {
  expect(readRow(['wang', '王\u202E五', '一部\u2066/ 二组'], ['login', 'name', 'department'])).toMatchObject({
    person: { login: 'wang', name: '王五', department: ['一部', '二组'] },
  });
});
