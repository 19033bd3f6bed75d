import { expect, test } from 'vitest';
import { isUuid, newId } from './ids.ts';

test('ids are in the order they were made in, also within a millisecond and beyond 4,096 of them', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  expect(ids.every((id, at) => at === 0 || id > ids[at - 1]!)).toBe(true);
  expect(ids.every((id) => isUuid(id) && id[14] === '7')).toBe(true);
  const ahead = Number.parseInt(ids.at(-1)!.replaceAll('-', '').slice(0, 12), 16) - Date.now();
  expect(ahead).toBeLessThan(1_000);
});
