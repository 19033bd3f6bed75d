import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing/server.ts';
import { freePort } from './testing/free-port.ts';
import { openLog } from './platform/open-log.ts';
import { startServer } from './start.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('nobody is told that it is ready before what it begins with is there', async () => {
  const port = await freePort();
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 'nobody answers',
    );
  const told: unknown[] = [];
  const config = { ...server.platform.config, databaseUrl: server.databaseUrl, role: 'web' as const, port };
  const second = await startServer(config, openLog(config), undefined, async () => {
    told.push(await ready());
  });
  try {
    told.push(await ready());
  } finally {
    await second.stop();
  }
  expect(told).toEqual(['nobody answers', 200]);
});
