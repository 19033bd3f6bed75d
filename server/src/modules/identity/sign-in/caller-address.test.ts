import { auditApi } from '@formwork/contract/audit/api.ts';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { policyApi } from '@formwork/contract/identity/policy.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { testPassword } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const enter = (login: string, forwarded: string, password = testPassword) =>
  fetch(`${server?.url}/api/identity/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ login, password }),
  });

/** Where a session begins whose header ends like this; its own claim stands before. */
async function addressOf(forwarded: string): Promise<string | undefined> {
  const cookie = (await enter('user', forwarded)).headers.getSetCookie()[0]!.split(';')[0]!;
  const sessions = (await (
    await fetch(`${server?.url}/api${accountApi.sessions.path}`, { headers: { cookie, 'x-forwarded-for': forwarded } })
  ).json()) as { ip: string; current: boolean }[];
  return sessions.find(({ current }) => current)?.ip;
}

test.each([
  ['false', '127.0.0.1'],
  ['true', '192.0.2.3'],
  ['1', '192.0.2.3'],
  ['2', '192.0.2.2'],
  ['127.0.0.1', '192.0.2.3'],
  ['127.0.0.0/8,192.0.2.3', '192.0.2.2'],
  ['10.0.0.0/8', '127.0.0.1'],
])('with FORMWORK_TRUST_PROXY=%s the caller is %s', async (setting, address) => {
  server = await startTestServer({ FORMWORK_TRUST_PROXY: setting });
  expect(await addressOf('203.0.113.66, 192.0.2.2, 192.0.2.3')).toBe(address);
});

test('limits, allowed addresses, sessions and the trail take the same one', async () => {
  server = await startTestServer({ FORMWORK_TRUST_PROXY: 'true', FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '3' });
  // claims of the caller's own change nothing
  for (let n = 0; n < 3; n++) await enter(`nobody-${n}`, `203.0.113.${n}, 192.0.2.3`, 'wrong');
  expect((await enter('nobody-1', '203.0.113.77, 192.0.2.3', 'wrong')).status).toBe(429);
  expect((await enter('nobody-1', '192.0.2.3, 192.0.2.4', 'wrong')).status).toBe(401);

  const admin = await server.as('admin');
  const { policy } = await admin.ok(policyApi.read);
  await admin.ok(policyApi.save, { body: { ...policy, ipRanges: ['127.0.0.1', '192.0.2.0/24'] } });
  const cookie = (await enter('user', '192.0.2.9')).headers.getSetCookie()[0]!.split(';')[0]!;
  const me = async (forwarded: string) =>
    (await fetch(`${server?.url}/api${identityApi.me.path}`, { headers: { cookie, 'x-forwarded-for': forwarded } }))
      .status;
  expect([await me('192.0.2.9'), await me('192.0.2.9, 198.51.100.1'), await me('198.51.100.1, 192.0.2.9')]).toEqual([
    200, 403, 200,
  ]);
  const root = await server.as('root');
  await expect
    .poll(async () =>
      (await root.ok(auditApi.list, { query: { limit: 50 } })).rows
        .filter(({ type }) => type === 'identity.session.refused')
        .map(({ ip }) => ip),
    )
    .toEqual(expect.arrayContaining(['192.0.2.3', '192.0.2.4']));
});

test('a setting that is neither a number nor addresses is refused', () => {
  expect(() =>
    readConfig({ FORMWORK_DATA: '/tmp', FORMWORK_SECRET: 'x'.repeat(32), FORMWORK_TRUST_PROXY: 'nginx' }),
  ).toThrow(/FORMWORK_TRUST_PROXY: nginx/);
});

test('how many wrong entries an account has, and how long it waits, is for the installation to say', async () => {
  const own = await startTestServer({ FORMWORK_LOCK_AFTER: '2', FORMWORK_LOCK_MINUTES: '30' });
  try {
    const wrongly = (password: string) => own.visitor.call(signInApi.signIn, { body: { login: 'user', password } });
    expect((await wrongly('wrong')).status).toBe(401);
    const locked = (await wrongly('wrong')).body as unknown as { code: string; data: { secondsLeft: number } };
    expect(locked.code).toBe('identity.session.locked');
    expect(locked.data.secondsLeft).toBeGreaterThan(29 * 60);
    expect((await wrongly(testPassword)).status).toBe(429);
  } finally {
    await own.stop();
  }
});
