import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../platform/db/db.ts';
import { inSpace } from '../platform/db/space-data.ts';
import { startTestServer, type Client } from './server.ts';
import { makeThings, type Things } from './strangers-scene.ts';

// Whoever holds a connection and waits for a second one waits for ever once everybody does so: with three times as many calls
// as there are connections, and nothing in memory yet.
const poolSize = 4;
const crowd = 3 * poolSize;

let things: Things;
beforeAll(async () => {
  things = await makeThings({ FORMWORK_POOL_SIZE: String(poolSize) });
});
afterAll(() => things.scene.server.stop());

const reading = Object.entries(api)
  .flatMap(([area, all]) =>
    Object.entries(all).map(([name, endpoint]) => ({
      call: `${area}.${name}`,
      area,
      name,
      endpoint: endpoint as Endpoint,
    })),
  )
  .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.permission !== 'anyone');

/** What a process keeps in memory is forgotten, as when its connection to the others was lost. */
async function forgetAll(): Promise<void> {
  const { bus } = things.scene.server.platform;
  await new Promise<void>((resolve) => {
    let heard = false;
    bus.on('reconnected', () => {
      if (!heard) {
        heard = true;
        setImmediate(resolve);
      }
    });
    bus.publish({ kind: 'reconnected' });
  });
}

test.each(reading)('$call answers a crowd on cold caches', async ({ area, name, endpoint }) => {
  const params = area === 'documents' ? { ...things.ids, appId: things.ids.fileAppId! } : things.ids;
  const callers: Client[] = [things.admin, await things.scene.who('I'), await things.scene.who('B')];
  await forgetAll();
  const answers = await Promise.all(
    Array.from({ length: crowd }, (_, at) =>
      callers[at % callers.length]!.call(endpoint, { params, query: things.queries[name] ?? {} }),
    ),
  );
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
});

test('a crowd at the very start is answered', async () => {
  const server = await startTestServer({ FORMWORK_POOL_SIZE: String(poolSize) });
  try {
    const admin = await server.as('admin');
    const answers = await Promise.all(Array.from({ length: 60 }, () => admin.call(formsApi.listApps)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await server.visitor.fetch('/readyz')).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test('a second connection inside a transaction is refused, on either plane', async () => {
  const { platform, spaceId } = things.scene.server;
  const doer = { platform, spaceId, requestId: '', ip: '', user: { id: things.admin.id, role: 'admin' as const } };
  const second = { name: 'SecondConnection' };
  await expect(inControl(platform.control, spaceId, () => platform.pool.query('select 1'))).rejects.toMatchObject(
    second,
  );
  await expect(
    inControl(platform.control, spaceId, () => inControl(platform.control, spaceId, () => Promise.resolve())),
  ).rejects.toMatchObject(second);
  await expect(
    inSpace(doer, () => inControl(platform.control, spaceId, () => Promise.resolve())),
  ).rejects.toMatchObject(second);
  await expect(inControl(platform.facts, spaceId, () => platform.pool.query('select 1'))).rejects.toMatchObject(second);
  await expect(
    inControl(platform.facts, spaceId, () => inControl(platform.facts, spaceId, () => Promise.resolve())),
  ).rejects.toMatchObject(second);
  // facts may be asked for anywhere else, and connections after the end
  expect(
    await inControl(platform.control, spaceId, () => inControl(platform.facts, spaceId, () => Promise.resolve('read'))),
  ).toBe('read');
  expect((await platform.pool.query('select 1')).rowCount).toBe(1);
});
