import { api } from '@formwork/contract/api.ts';
import { developerApi } from '@formwork/contract/developer/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { hostingApi } from '@formwork/contract/identity/hosting.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { usersApi } from '@formwork/contract/operations/users.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { forgetTokens } from './tokens.ts';
import { testPassword } from '../../testing/people.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const byToken = async (token: string, path = '/api/identity/me', init: RequestInit = {}) => {
  const response = await fetch(server.url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const approved = async (person: Client) => {
  await person.ok(developerApi.apply, { body: { reason: '对接 MES' } });
  await admin.ok(developerApi.approve, { params: { personId: person.id }, body: { days: 90 } });
  return (await person.ok(developerApi.issue)).token;
};
const stateOf = async (person: Client) => (await person.ok(developerApi.get)).state;

describe('an application', () => {
  test('is not there, waits, is rejected, and may be made again', async () => {
    const user = await server.as('user');
    expect(await user.ok(developerApi.get)).toMatchObject({ state: 'not_applied', tokenEnd: null });
    expect(await user.ok(developerApi.apply, { body: { reason: '对接 MES' } })).toMatchObject({
      state: 'under_review',
    });
    expect((await user.call(developerApi.apply, { body: { reason: '再来' } })).body).toMatchObject({
      code: 'developer.under_review_already',
    });
    expect((await user.call(developerApi.issue)).status).toBe(409);
    expect(await admin.ok(developerApi.list)).toMatchObject([
      { person: { id: user.id }, state: 'under_review', reason: '对接 MES' },
    ]);
    await admin.ok(developerApi.reject, { params: { personId: user.id }, body: { answer: '请说明用途' } });
    expect(await user.ok(developerApi.get)).toMatchObject({ state: 'rejected', answer: '请说明用途' });
    expect(await user.ok(developerApi.apply, { body: { reason: '设备数据上报' } })).toMatchObject({
      state: 'under_review',
    });
  });

  test('has a reason of fewer than 20 letters', async () => {
    const user = await server.as('user2');
    expect((await user.call(developerApi.apply, { body: { reason: '一'.repeat(20) } })).body).toMatchObject({
      fields: [{ path: 'reason', code: 'developer.reason_too_long' }],
    });
    expect((await user.call(developerApi.apply, { body: { reason: ' ' } })).body).toMatchObject({
      fields: [{ path: 'reason' }],
    });
    expect(await user.ok(developerApi.apply, { body: { reason: '一'.repeat(19) } })).toMatchObject({
      state: 'under_review',
    });
  });

  test('is decided by administrators of the same enterprise alone', async () => {
    const [user, stranger] = [await server.as('user2'), await server.as('other-admin')];
    expect(
      (await stranger.call(developerApi.approve, { params: { personId: user.id }, body: { days: 90 } })).status,
    ).toBe(404);
    expect((await user.call(developerApi.approve, { params: { personId: user.id }, body: { days: 90 } })).status).toBe(
      403,
    );
  });
});

describe('a token', () => {
  test("is shown once, kept as a hash, and calls the API with its person's rights", async () => {
    const user = await server.as('user3');
    const token = await approved(user);
    expect((await user.call(developerApi.issue)).body).toMatchObject({ code: 'developer.no_token_to_issue' });
    const kept = await inControl(server.platform.control, 'demo', (tx) =>
      tx.selectFrom('developer.authorization').selectAll().where('account_id', '=', user.id).executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(kept)).not.toContain(token);
    expect((await byToken(token)).body).toMatchObject({ id: user.id, role: 'user' });
    expect((await byToken(token, `/api${organizationApi.listContacts.path}`)).status).toBe(200);
    expect(
      (await byToken(token, `/api${organizationApi.createRole.path}`, { method: 'POST', body: '{"name":"x"}' })).status,
    ).toBe(403);
    expect(await user.ok(developerApi.get)).toMatchObject({ tokenEnd: token.slice(-4) });
    expect((await user.ok(developerApi.get)).tokenUsedAt).not.toBeNull();
  });

  let ofOfficer: Promise<string> | undefined;
  const endpointsOf = (area: object) => Object.values(area) as Endpoint[];
  const ownAccount = [
    ...endpointsOf(accountApi),
    identityApi.signOut,
    identityApi.changePassword,
    signInApi.visitProviderToBind,
    signInApi.forget,
    signInApi.comeBack,
    ...endpointsOf(hostingApi),
    developerApi.get,
    developerApi.apply,
    developerApi.reset,
    developerApi.issue,
  ] as Endpoint[];
  test.each(
    Object.values(api)
      .flatMap(endpointsOf)
      .filter((one) => one.inSession || one.inPerson || ownAccount.includes(one))
      .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })),
  )('does not reach $name', async ({ endpoint }) => {
    ofOfficer ??= server.as('safe').then(approved);
    const path = endpoint.path.replace(/:provider/, 'oidc').replace(/:\w+/g, '01890000-0000-7000-8000-000000000000');
    const answer = await byToken(await ofOfficer, `/api${path}`, {
      method: endpoint.method,
      ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
    });
    const outside = endpoint.permission !== 'anyone' && !roleHolds('safe', endpoint.permission);
    expect(answer).toMatchObject({
      status: 403,
      body: { code: outside ? 'platform.forbidden' : 'developer.token_not_here' },
    });
  });

  test('holds in its own space alone', async () => {
    const token = await approved(await server.as('user4'));
    expect((await byToken(token, '/space-demo/api/identity/me')).status).toBe(200);
    expect((await byToken(token, '/space-DEMO/api/identity/me')).status).toBe(200);
    expect((await byToken(token, '/space-Other/api/identity/me')).status).toBe(404);
    expect((await byToken(token, '/space-other/api/identity/me')).status).toBe(404);
  });

  test('stops at once with a reset, which needs a new review', async () => {
    const user = await server.as('user5');
    const token = await approved(user);
    expect((await byToken(token)).status).toBe(200);
    expect(await user.ok(developerApi.reset, { body: { reason: '令牌泄露' } })).toMatchObject({
      state: 'under_review',
      tokenEnd: null,
    });
    expect((await byToken(token)).body).toMatchObject({ code: 'developer.token_wrong' });
    await admin.ok(developerApi.approve, { params: { personId: user.id }, body: { days: 90 } });
    const next = (await user.ok(developerApi.issue)).token;
    expect(next).not.toBe(token);
    expect([(await byToken(next)).status, (await byToken(token)).status]).toEqual([200, 401]);
  });

  test('stops when the approval is withdrawn, or its person is shut out', async () => {
    const [user, other] = [await server.as('user6'), await server.as('user7')];
    const [one, two] = [await approved(user), await approved(other)];
    expect([(await byToken(one)).status, (await byToken(two)).status]).toEqual([200, 200]);
    await admin.ok(developerApi.reject, { params: { personId: user.id }, body: { answer: '' } });
    expect(await stateOf(user)).toBe('rejected');
    await admin.ok(organizationApi.disablePerson, { params: { personId: other.id } });
    // told to every process over the bus, this one included
    await expect.poll(async () => [(await byToken(one)).status, (await byToken(two)).status]).toEqual([401, 401]);
  });

  test('ends with the time of its approval, said in words, and is asked for anew', async () => {
    const person = await server.as('other-user');
    const reviewer = await server.as('other-admin');
    const approval = (days: number) =>
      reviewer.call(developerApi.approve, { params: { personId: person.id }, body: { days } });
    await person.ok(developerApi.apply, { body: { reason: '对接 MES' } });
    for (const days of [0, 366, 1.5]) expect((await approval(days)).status).toBe(422);
    expect((await person.ok(developerApi.get)).tokenExpiresAt).toBeNull();
    const until = Date.parse((await approval(30)).body.tokenExpiresAt!);
    expect(Math.abs(until - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000);
    const { token } = await person.ok(developerApi.issue);
    expect((await byToken(token)).status).toBe(200);

    const over = (at: string) =>
      inControl(server.platform.control, 'other', (tx) =>
        tx
          .updateTable('developer.authorization')
          .set({ token_expires_at: new Date(at) })
          .where('account_id', '=', person.id)
          .execute(),
      );
    await over('2020-01-01T00:00:00Z');
    forgetTokens(server.platform, 'other', person.id);
    expect(await byToken(token)).toMatchObject({ status: 401, body: { code: 'developer.token_expired' } });
    expect(await person.ok(developerApi.reset, { body: { reason: '继续对接' } })).toMatchObject({
      state: 'under_review',
      tokenExpiresAt: null,
    });
    await approval(1);
    await over('2020-01-01T00:00:00Z');
    expect((await person.call(developerApi.issue)).body).toMatchObject({ code: 'developer.no_token_to_issue' });
  });

  test("ends with all sessions, one's own and by the operator; another one is fetched by whoever signs in", async () => {
    const user = await server.as('user2');
    await admin.ok(developerApi.approve, { params: { personId: user.id }, body: { days: 90 } });
    const first = (await user.ok(developerApi.issue)).token;
    expect((await byToken(first)).status).toBe(200);
    expect(await user.ok(accountApi.endOthers, { body: { password: testPassword } })).toMatchObject({ tokens: 1 });
    expect((await byToken(first)).body).toMatchObject({ code: 'developer.token_wrong' });
    expect(await user.ok(developerApi.get)).toMatchObject({ state: 'approved', tokenEnd: null });
    const second = (await user.ok(developerApi.issue)).token;
    expect((await byToken(second)).status).toBe(200);
    await (await server.as('root')).ok(usersApi.endSessions, { params: { userId: user.id } });
    expect((await byToken(second)).body).toMatchObject({ code: 'developer.token_wrong' });
  });

  test('that is none is refused even beside a good cookie', async () => {
    const response = await fetch(`${server.url}/api${identityApi.me.path}`, {
      headers: { authorization: 'Bearer fwt_guess', cookie: admin.cookie },
    });
    expect(response.status).toBe(401);
  });
});
