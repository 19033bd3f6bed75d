import { expect, test } from 'vitest';
import { actFor, actingFor } from './acting-for.ts';

test('the address says for whom one acts, and so do links', () => {
  expect(actingFor('?form=a&for=p1')).toBe('p1');
  expect(actingFor('?form=a')).toBeUndefined();
  expect(actFor('/a?form=b', 'p1')).toBe('/a?form=b&for=p1');
  expect(actFor('/a', 'p1')).toBe('/a?for=p1');
  expect(actFor('/a', undefined)).toBe('/a');
});
