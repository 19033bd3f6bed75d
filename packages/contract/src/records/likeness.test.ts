import { expect, test } from 'vitest';
import { comparedText, differenceOf, likenessOf, mostDifferent } from './likeness.ts';

const likeness = (a: string, b: string): number => {
  const [one, other] = [comparedText(a), comparedText(b)];
  return likenessOf(differenceOf(one, other), one.length, other.length);
};

test.each([
  ['离心泵 1', '离心泵 1', 100],
  ['Pump A', 'pump a ', 100],
  ['离心泵 1', '离心泵 2', 80],
  ['华东机械有限公司', '华东机械有限责任公司', 80],
  ['abc', 'xyz', 0],
  ['kitten', 'sitting', 57],
  ['', '', 100],
  ['😀泵', '😃泵', 50],
])('%j and %j are alike by %i per cent', (a, b, percent) => {
  expect(likeness(a, b)).toBe(percent);
  expect(likeness(b, a)).toBe(percent);
});

test('a difference beyond the limit is told as one more', () => {
  expect(differenceOf(comparedText('abcdef'), comparedText('uvwxyz'), 2)).toBe(3);
  expect(differenceOf(comparedText('a'), comparedText('abcdef'), 2)).toBe(3);
  expect(mostDifferent(5, 4, 80)).toBe(1);
  expect(mostDifferent(5, 5, 100)).toBe(0);
});
