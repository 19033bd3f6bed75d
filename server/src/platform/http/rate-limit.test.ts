import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { countFailure, endWait, forgetFailures, takeTry, waitOf, type Limit } from './rate-limit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const three: Limit = { name: 'test.three', most: 3, seconds: 3_600, waitSeconds: 60 };

test('of many tries at once exactly as many pass as are allowed', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => takeTry(server.platform, { name: 'test.five', most: 5, seconds: 60 }, 'A')),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'platform.too_many_requests', data: { secondsLeft: expect.any(Number) } },
  });
  await takeTry(server.platform, { name: 'test.five', most: 5, seconds: 60 }, 'B');
});

test('the last allowed failure begins a wait, which a success does not end', async () => {
  expect(await countFailure(server.platform, three, 'A')).toBeUndefined();
  expect(await countFailure(server.platform, three, 'A')).toBeUndefined();
  expect(await waitOf(server.platform, three, 'A')).toBeUndefined();
  expect(await countFailure(server.platform, three, 'A')).toBe(60);
  expect(await forgetFailures(server.platform, three, 'A')).toBeGreaterThan(0);
  expect(await waitOf(server.platform, three, 'A')).toBeGreaterThan(0);
  await endWait(server.platform, three, 'A');
  expect(await waitOf(server.platform, three, 'A')).toBeUndefined();
});

test('a success forgets the failures before it', async () => {
  await countFailure(server.platform, three, 'B');
  await countFailure(server.platform, three, 'B');
  expect(await forgetFailures(server.platform, three, 'B')).toBeUndefined();
  expect(await countFailure(server.platform, three, 'B')).toBeUndefined();
});

test('after its time the counting begins anew', async () => {
  await countFailure(server.platform, { ...three, waitSeconds: 0 }, 'C');
  await countFailure(server.platform, { ...three, waitSeconds: 0 }, 'C');
  await countFailure(server.platform, { ...three, waitSeconds: 0 }, 'C');
  expect(await waitOf(server.platform, three, 'C')).toBeUndefined();
  expect(await countFailure(server.platform, three, 'C')).toBeUndefined();
});
