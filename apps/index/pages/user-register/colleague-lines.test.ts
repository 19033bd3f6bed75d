import { expect, test } from 'vitest';
import { emptyLine, isEmptyLine, linesOf, repeatedLogins, wrongColumns } from './colleague-lines.ts';

test('reads pasted lines by tab, comma or semicolon, and leaves empty ones out', () => {
  const lines = linesOf('张三\tzhang.san\t13800000000\tz@example.com\n\n李四，li.si\r\n王五; wang.wu;; w@example.com');
  expect(lines.map(({ name, login, phone, email }) => [name, login, phone, email])).toEqual([
    ['张三', 'zhang.san', '13800000000', 'z@example.com'],
    ['李四', 'li.si', '', ''],
    ['王五', 'wang.wu', '', 'w@example.com'],
  ]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
});

test('says which columns are wrong, and which logins stand twice', () => {
  expect(wrongColumns({ ...emptyLine(), name: '甲', login: '-x', email: 'no' })).toEqual(['login', 'email']);
  expect(wrongColumns({ ...emptyLine(), name: '甲', login: 'x1' })).toEqual([]);
  expect(isEmptyLine({ ...emptyLine(), name: ' ' })).toBe(true);
  expect([...repeatedLogins(linesOf('a,one\nb,ONE\nc,two'))]).toEqual(['one']);
});
