import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { joined, mostIds, touchedBy } from './touched.ts';

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const messageBytes = (touched: unknown): number =>
  JSON.stringify({ kind: 'organization.changed', spaceId: randomUUID(), touched, origin: randomUUID() }).length;

test('what a change touches goes into one message between processes, however many people it touches', () => {
  for (const count of [1, mostIds, mostIds + 1, 200, 5_000]) {
    const touched = joined(undefined, { people: ids(count) });
    expect(messageBytes(touched)).toBeLessThan(7_000);
    expect(touched.all === true).toBe(count > mostIds);
  }
  const created = ids(200).map((id) => ({ type: 'organization.person.created', data: { id } }));
  expect(touchedBy(created)).toEqual({ all: true });
});
