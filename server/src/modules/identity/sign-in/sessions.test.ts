import { identityApi } from '@formwork/contract/identity/api.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPassword } from '../../../testing/people.ts';
import { signIn, startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const enter = (login: string, password: string) => server.visitor.call(signInApi.signIn, { body: { login, password } });

test('a session ends after thirty days, however much it is used', async () => {
  const person = await signIn(server.url, 'user2');
  const made = server.platform.control
    .updateTable('identity.session')
    .set({ created_at: sql<Date>`now() - interval '30 days'` })
    .where('account_id', '=', person.id);
  await made.execute();
  server.platform.bus.publish({ kind: 'identity.session', accountId: person.id });
  await expect.poll(async () => (await person.call(identityApi.me)).status).toBe(401);
});

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, and says who one is', async () => {
    const { status, body, headers } = await enter('ADMIN', testPassword);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      login: 'admin',
      role: 'admin',
      entId: 'demo',
      entName: '示范企业',
      isCrossSpace: false,
    });
    expect(headers.getSetCookie()[0]).toMatch(/^formwork_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('takes form-encoded bodies too', async () => {
    const response = await server.visitor.fetch('/api/identity/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ login: 'admin', password: testPassword }).toString(),
    });
    expect(response.status).toBe(200);
  });

  test('refuses an unknown login with the same words as a wrong password', async () => {
    const unknown = await enter('nobody', 'x');
    const wrong = await enter('user7', 'x');
    expect(unknown.status).toBe(401);
    expect({ ...(unknown.body as object), requestId: '' }).toEqual({ ...(wrong.body as object), requestId: '' });
  });

  test('the third wrong entry starts a minute in which even the right password is refused, on every process', async () => {
    expect((await enter('user2', 'wrong')).status).toBe(401);
    expect((await enter('user2', 'wrong')).status).toBe(401);
    const third = await enter('user2', 'wrong');
    expect(third.status).toBe(429);
    expect(third.body).toMatchObject({ code: 'identity.session.locked', data: { secondsLeft: 60 } });
    const right = await enter('user2', testPassword);
    expect(right.status).toBe(429);
    expect(right.body).toMatchObject({ code: 'identity.session.locked' });
  });

  test('of many wrong entries at once none slips past the lock', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => enter('user3', 'wrong')));
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect((await enter('user3', testPassword)).status).toBe(429);
  });
});

describe('a session', () => {
  test('ends with signing out', async () => {
    const person = await signIn(server.url, 'user');
    await person.ok(identityApi.me);
    await person.ok(identityApi.signOut);
    expect((await person.call(identityApi.me)).status).toBe(401);
  });

  test('does not hold in a space one does not belong to', async () => {
    const person = await server.as('user');
    expect((await person.call(identityApi.me, {}, { space: 'demo' })).status).toBe(200);
    expect((await person.call(identityApi.me, {}, { space: 'other' })).status).toBe(404);
    expect((await person.call(identityApi.me, {}, { space: 'nowhere' })).status).toBe(404);
  });

  test('a change from a page of another site is refused', async () => {
    const person = await server.as('user');
    const response = await person.fetch('/api/identity/sessions/current', {
      method: 'DELETE',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
    expect((await person.call(identityApi.me)).status).toBe(200);
  });
});

describe('changing the password', () => {
  const change = (person: Awaited<ReturnType<typeof signIn>>, current: string, next: string) =>
    person.call(identityApi.changePassword, { body: { current, next } });

  test('ends the other sessions and keeps this one', async () => {
    const here = await signIn(server.url, 'user4');
    const there = await signIn(server.url, 'user4');
    expect((await change(here, testPassword, 'Another-secret-2')).status).toBe(200);
    expect((await here.call(identityApi.me)).status).toBe(200);
    expect((await there.call(identityApi.me)).status).toBe(401);
    expect((await enter('user4', 'Another-secret-2')).status).toBe(200);
  });

  test('refuses at the right field, and three wrong current passwords wait a minute', async () => {
    const person = await signIn(server.url, 'user5');
    expect((await change(person, testPassword, 'short')).body).toMatchObject({
      fields: [{ path: 'next', code: 'identity.password.too_short' }],
    });
    expect((await change(person, testPassword, testPassword)).body).toMatchObject({
      fields: [{ path: 'next', code: 'identity.password.same_as_old' }],
    });
    expect((await change(person, 'no', 'Another-secret-2')).body).toMatchObject({ fields: [{ path: 'current' }] });
    await change(person, 'no', 'Another-secret-2');
    expect((await change(person, 'no', 'Another-secret-2')).status).toBe(429);
    expect((await change(person, testPassword, 'Another-secret-2')).status).toBe(429);
  });
});
