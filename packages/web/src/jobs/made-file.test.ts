import { expect, test } from 'vitest';
import { isOffered } from './made-file.ts';

const now = Date.parse('2026-03-05T12:00:00Z');
const made = {
  state: 'finished' as const,
  result: { fileId: '0198a7b2-0000-7000-8000-000000000001', name: '点检.pdf' },
  finishedAt: '2026-03-05T09:00:00Z',
};

test('a file that was made while one was away is offered, until it is cleared or old', () => {
  expect(isOffered(made, null, now)).toBe(true);
  expect(isOffered(made, '2026-03-05T08:00:00Z', now)).toBe(true);
  expect(isOffered(made, '2026-03-05T10:00:00Z', now)).toBe(false);
  expect(isOffered({ ...made, finishedAt: '2026-03-01T09:00:00Z' }, null, now)).toBe(false);
});

test('what made no file is not', () => {
  expect(isOffered({ ...made, result: { rows: 3 } }, null, now)).toBe(false);
  expect(isOffered({ ...made, state: 'failed' }, null, now)).toBe(false);
  expect(isOffered({ state: 'running', result: null, finishedAt: null }, null, now)).toBe(false);
});
