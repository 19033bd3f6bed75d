import { expect, test } from 'vitest';
import { parentByCode } from './region-codes.ts';

test('the beginning of a code tells what stands above', () => {
  const six = new Set(['110000', '110101', '320000', '321000', '321002', '371000']);
  expect([...six].map((code) => parentByCode(code, six))).toEqual([null, '110000', null, '320000', '321000', null]);
  const statistics = new Set(['11', '1101', '110101', '110101001', '110101001001']);
  expect([...statistics].map((code) => parentByCode(code, statistics))).toEqual([
    null,
    '11',
    '1101',
    '110101',
    '110101001',
  ]);
  const long = new Set(['110000000000', '110100000000', '110101000000', '110101001000', '110101001005']);
  expect([...long].map((code) => parentByCode(code, long))).toEqual([
    null,
    '110000000000',
    '110100000000',
    '110101000000',
    '110101001000',
  ]);
  expect(parentByCode('JP-13', new Set(['JP', 'JP-13']))).toBeNull();
});
