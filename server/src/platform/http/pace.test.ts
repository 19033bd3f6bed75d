import { formsApi } from '@formwork/contract/forms/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type TestServer } from '../../testing/server.ts';
import { paceOf } from './pace.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_CALLS_PER_MINUTE: '5' });
});
afterAll(() => server.stop());

const person = (id: string, deputy?: string) =>
  ({ user: { id, ...(deputy !== undefined && { deputy: { id: deputy } }) } }) as never;

test('a person who calls too often waits for the next minute, and nobody else does', () => {
  let now = 60_000_000;
  const pace = paceOf({ callsPerMinute: 2 }, () => now);
  const call = (...who: [string, string?]) => {
    try {
      pace(person(...who));
      return 'done';
    } catch (error) {
      return (error as { data: { secondsLeft: number } }).data.secondsLeft;
    }
  };
  expect([call('a'), call('b', 'a'), call('a'), call('c', 'a'), call('b')]).toEqual(['done', 'done', 60, 60, 'done']);
  now += 45_500;
  expect(call('a')).toBe(15);
  now += 14_500;
  expect(call('a')).toBe('done');
});

test('without a setting nobody is counted', () => {
  const pace = paceOf({ callsPerMinute: 0 });
  for (let n = 0; n < 1_000; n++) expect(pace(person('a'))).toBeUndefined();
});

test('a call too many is refused with the seconds to wait', async () => {
  const user = await server.as('user');
  // a minute may end in between
  const refused = async () => {
    for (let n = 0; n < 12; n++) {
      const answer = await user.call(formsApi.listApps);
      if (answer.status !== 200) return answer;
    }
    return undefined;
  };
  const answer = (await refused())!;
  expect([answer.status, codeOf(answer)]).toEqual([429, 'platform.too_many_requests']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
