import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { compareClocks } from './clocks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('clocks that differ are told in the log, those that agree are not', async () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'warn' },
    {
      write: (line: string) => {
        lines.push(line);
      },
    },
  );
  await compareClocks({ control: server.platform.control, log });
  expect(lines).toEqual([]);
  const hour = 3_600_000;
  expect(await compareClocks({ control: server.platform.control, log }, () => Date.now() - hour)).toBeLessThan(
    -hour + 5_000,
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('aheadOfDatabaseMs');
});
