import { expect, test } from 'vitest';
import { causeBehind, requestOfFlow } from './cause-chain.ts';

const root = '01890000-0000-7000-8000-000000000000';

test('rules and flows are one chain: the longer way counts, and rules on the way stay known', () => {
  const request = requestOfFlow({ root, depth: 3 });
  expect(causeBehind({ requestId: 'a-call', cause: undefined })).toBeUndefined();
  expect(causeBehind({ requestId: request, cause: undefined })).toEqual({ root, depth: 3, chain: [] });
  const cause = { root: 'event', depth: 2, chain: ['rule:record'], trace: 'x' };
  expect(causeBehind({ requestId: 'a-call', cause })).toEqual({ root: 'event', depth: 2, chain: ['rule:record'] });
  expect(causeBehind({ requestId: request, cause })).toEqual({ root, depth: 3, chain: ['rule:record'] });
  expect(causeBehind({ requestId: requestOfFlow({ root, depth: 1 }), cause })).toMatchObject({ depth: 2 });
});
