import { expect, test } from 'vitest';
import { Known } from './known.ts';

test('what was asked for lately stays, the rest is forgotten by the half', () => {
  const known = new Known<number>(10);
  for (let n = 0; n < 1_000; n += 1) {
    known.set(`text ${n}`, n);
    expect(known.get('text 0')).toBe(0);
  }
  expect(known.get('text 999')).toBe(999);
  expect(known.get('text 500')).toBeUndefined();
  const kept = Array.from({ length: 1_000 }, (_, n) => known.get(`text ${n}`)).filter((one) => one !== undefined);
  expect(kept.length).toBeLessThanOrEqual(20);
});

test('long texts are worked out each time', () => {
  const known = new Known<number>();
  known.set('x'.repeat(100_000), 1);
  expect(known.get('x'.repeat(100_000))).toBeUndefined();
});
