import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSpace } from '../../platform/db/space-data.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { asPerson, asSystem } from './public.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('what the system does stands in the log without a person, with its reason', async () => {
  const ctx = asSystem(server.platform, 'demo', 'a test');
  await inSpace(ctx, (tx) => tx.event('test.acted', 'x', { id: 'x' }));
  const { rows } = await server.platform.owner.query(
    `select actor, data from space_demo.event where type = 'test.acted'`,
  );
  expect(rows).toEqual([{ actor: null, data: { id: 'x', system: 'a test' } }]);
});

test('a person acts with the rights of now, in their own spaces, unless they are disabled', async () => {
  const { platform } = server;
  const user = await server.as('user');
  const other = await server.as('other-user');
  const at = { platform, spaceId: 'demo' };
  expect((await asPerson(at, user.id, 'a test')).user).toMatchObject({ id: user.id, role: 'user', login: 'user' });
  await expect(asPerson(at, other.id, 'a test')).rejects.toMatchObject({ code: 'identity.account.disabled' });
  await platform.owner.query(
    `begin; set local app.space_id = 'demo'; update identity.membership set disabled = true where space_id = 'demo' and account_id = '${user.id}'; commit`,
  );
  await expect(asPerson(at, user.id, 'a test')).rejects.toMatchObject({ code: 'identity.account.disabled' });
});
