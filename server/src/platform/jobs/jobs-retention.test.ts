import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { everySpace, inEverySpace } from './jobs-retention.ts';

// Work by the clock goes through all spaces.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 600_000);
afterAll(() => server.stop());

test('what fails in one space keeps no other waiting, and is seen at the end', async () => {
  const spaces = await everySpace(server.platform);
  expect(spaces.length).toBeGreaterThan(1);
  const visited: string[] = [];
  const { run } = inEverySpace('test.visit', '* * * * *', async (_platform, spaceId) => {
    visited.push(spaceId);
    if (spaceId === spaces[0]) throw new Error('the first');
  });
  await expect(run(server.platform)).rejects.toThrow('the first');
  expect(visited).toEqual(spaces);
});
