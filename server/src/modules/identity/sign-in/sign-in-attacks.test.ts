import { auditApi } from '@formwork/contract/audit/api.ts';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lastCode } from '../../../testing/mailbox.ts';
import { testPassword } from '../../../testing/people.ts';
import { startServer, type Running } from '../../../start.ts';
import { signIn, startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DEVELOPMENT: 'true' });
});
afterAll(() => server.stop());
beforeEach(() => server.platform.control.deleteFrom('platform.tries').execute());

const password = testPassword;
const enter = (login: string, given: string) =>
  server.visitor.call(signInApi.signIn, { body: { login, password: given } });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(';')[0]!;
const meWith = async (cookie: string) => (await fetch(`${server.url}/api/identity/me`, { headers: { cookie } })).status;
const plain = (body: unknown) => ({ ...(body as object), requestId: '' });

async function bindPhone(login: string, phone: string): Promise<void> {
  const person = await signIn(server.url, login);
  await person.ok(accountApi.sendPhoneCode, { body: { phone, password } });
  await person.ok(accountApi.bindPhone, { body: { phone, code: (await lastCode(server, phone))! } });
  await server.platform.control.deleteFrom('platform.tries').execute();
}

describe('fixation of a session', () => {
  test('a cookie that was planted before signing in is never the session', async () => {
    const planted = `formwork_session=${'A'.repeat(43)}`;
    const response = await post('/api/identity/sessions', { login: 'user', password }, { cookie: planted });
    expect(cookieOf(response)).not.toBe(planted);
    expect(await meWith(planted)).toBe(401);
  });

  test('signing in again gives a new token, and the one before no longer holds', async () => {
    const before = cookieOf(await post('/api/identity/sessions', { login: 'user', password }));
    const victim = cookieOf(await post('/api/identity/sessions', { login: 'user2', password }, { cookie: before }));
    expect(victim).not.toBe(before);
    expect([await meWith(before), await meWith(victim)]).toEqual([401, 200]);
  });
});

describe('enumeration of accounts', () => {
  test('a name without an account is refused, counted and made to wait like one with an account', async () => {
    const series = async (login: string) => {
      const answers = [];
      for (let n = 0; n < 4; n++) answers.push(await enter(login, 'wrong'));
      return answers.map(({ status, body }) => [status, (body as unknown as { code: string }).code]);
    };
    const known = await series('user3');
    expect(known.map(([status]) => status)).toEqual([401, 401, 429, 429]);
    expect(await series('nobody-of-this-name')).toEqual(known);
  });

  test('signing in by code tells nothing about who has bound a phone', async () => {
    await bindPhone('user4', '13700000004');
    const ask = async (phone: string) => {
      const isTime = vi.fn();
      setTimeout(isTime, 290);
      const answer = await server.visitor.call(signInApi.sendCode, { body: { phone } });
      // whoever is bound takes longer: nobody is answered before both would be done
      if (answer.status === 200) expect(isTime).toHaveBeenCalled();
      return answer;
    };
    const [known, unknown] = [await ask('13700000004'), await ask('13700000999')];
    expect([unknown.status, plain(unknown.body)]).toEqual([known.status, plain(known.body)]);
    expect(await lastCode(server, '13700000999')).toBeUndefined();
    expect((await ask('13700000999')).status).toBe((await ask('13700000004')).status);
    const use = (phone: string) => server.visitor.call(signInApi.signInByCode, { body: { phone, code: 'abcdef' } });
    const [wrong, none] = [await use('13700000004'), await use('13700000999')];
    expect([none.status, plain(none.body)]).toEqual([wrong.status, plain(wrong.body)]);
  });

  test('a disabled account is told so only to whoever knows its password', async () => {
    await server.platform.control
      .updateTable('identity.account')
      .set({ disabled: true })
      .where('login', '=', 'user5')
      .execute();
    expect(plain((await enter('user5', 'wrong')).body)).toEqual(plain((await enter('nobody', 'wrong')).body));
    expect((await enter('user5', password)).body).toMatchObject({ code: 'identity.account.disabled' });
    await server.platform.control
      .updateTable('identity.account')
      .set({ disabled: false })
      .where('login', '=', 'user5')
      .execute();
  });
});

describe('the work of a refusal', () => {
  const checks = async () => (await server.platform.metrics.passwordChecks.get()).values[0]?.value ?? 0;
  const workOf = async (login: string, given: string) => {
    const before = await checks();
    await enter(login, given);
    return (await checks()) - before;
  };

  test('is one password hash, whether there is such an account or not, disabled or not', async () => {
    await server.platform.control
      .updateTable('identity.account')
      .set({ disabled: true })
      .where('login', '=', 'user5')
      .execute();
    expect([
      await workOf('user6', 'wrong'),
      await workOf('nobody-at-all', 'wrong'),
      await workOf('user5', 'wrong'),
      await workOf('13000000000', 'wrong'),
      await workOf('nobody@example.com', 'wrong'),
    ]).toEqual([1, 1, 1, 1, 1]);
    await server.platform.control
      .updateTable('identity.account')
      .set({ disabled: false })
      .where('login', '=', 'user5')
      .execute();
  });

  test('is none while somebody waits, for a known name as for an unknown one', async () => {
    for (const login of ['user6', 'nobody-at-all']) for (let n = 0; n < 3; n++) await enter(login, 'wrong');
    expect([await workOf('user6', password), await workOf('nobody-at-all', password)]).toEqual([0, 0]);
  });

  test('is that of three for one account, however many come at once', async () => {
    const before = await checks();
    const answers = await Promise.all(Array.from({ length: 40 }, () => enter('user6', 'wrong')));
    expect(await checks()).toBe(before + 3);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
    const { tries } = await server.platform.control
      .selectFrom('platform.tries')
      .select('tries')
      .where('key', 'like', 'identity.entry.address:%')
      .executeTakeFirstOrThrow();
    expect(tries).toBe(1);
  });
});

describe('a flood of wrong entries', () => {
  let behind: TestServer;
  beforeAll(async () => {
    behind = await startTestServer({ FORMWORK_TRUST_PROXY: 'true' });
  });
  afterAll(() => behind.stop());
  beforeEach(() => behind.platform.control.deleteFrom('platform.tries').execute());

  // not timed: whoever comes after many is answered before most of them; each of them costs the work of a password
  test.each([
    ['from the same address', '192.0.2.1'],
    ['from another address', '192.0.2.2'],
  ])('does not hold up a right one %s', async (_, address) => {
    let answered = 0;
    const enterFrom = (login: string, given: string, from: string) =>
      fetch(`${behind.url}/api/identity/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ login, password: given }),
      });
    const flood = Array.from({ length: 120 }, async (__, n) => {
      const { status } = await enterFrom(`flood-${n}`, 'wrong', '192.0.2.1');
      answered++;
      return status;
    });
    const right = await enterFrom('user', password, address);
    expect([right.status, answered < 90]).toEqual([200, true]);
    const statuses = await Promise.all(flood);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
  });
});

describe('guessing', () => {
  test('of a code no more than a few guesses are looked at, however many come at once', async () => {
    await bindPhone('user7', '13700000007');
    await server.visitor.ok(signInApi.sendCode, { body: { phone: '13700000007' } });
    const code = (await lastCode(server, '13700000007'))!;
    const wrong = (n: number) =>
      server.visitor.call(signInApi.signInByCode, {
        body: { phone: '13700000007', code: String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0') },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => wrong(n)));
    expect(answers.every(({ status }) => status === 422 || status === 429)).toBe(true);
    const { wrong: looked } = await server.platform.control
      .selectFrom('identity.code')
      .select('wrong')
      .where('target', '=', '13700000007')
      .where('purpose', '=', 'sign_in')
      .executeTakeFirstOrThrow();
    expect(looked).toBeLessThanOrEqual(5);
    // once the wait is over there are as many guesses left as make five, and the right one comes too late
    for (let n = looked; n < 5; n++) {
      await server.platform.control.deleteFrom('platform.tries').execute();
      await wrong(n);
    }
    await server.platform.control.deleteFrom('platform.tries').execute();
    expect(await server.visitor.call(signInApi.signInByCode, { body: { phone: '13700000007', code } })).toMatchObject({
      status: 422,
    });
  });

  test('a code holds five minutes, for what it was sent for, and the next one replaces it', async () => {
    const phone = '13700000007';
    const send = async () => {
      await server.platform.control.deleteFrom('platform.tries').execute();
      await server.visitor.ok(signInApi.sendCode, { body: { phone } });
      return (await lastCode(server, phone))!;
    };
    const use = async (code: string) =>
      (await server.visitor.call(signInApi.signInByCode, { body: { phone, code } })).status;
    const late = await send();
    await server.platform.control
      .updateTable('identity.code')
      .set({ expires_at: sql<Date>`expires_at - interval '5 minutes'` })
      .execute();
    expect(await use(late)).toBe(422);
    const [first, second] = [await send(), await send()];
    if (first !== second) expect(await use(first)).toBe(422);
    const other = await signIn(server.url, 'user2');
    expect((await other.call(accountApi.bindPhone, { body: { phone, code: second } })).status).toBe(422);
    expect(await use(second)).toBe(200);
  });

  test('codes cannot be sent without end, to a phone or from an address', async () => {
    const send = async (n: number) =>
      (await server.visitor.call(signInApi.sendCode, { body: { phone: `1360000${String(n).padStart(4, '0')}` } }))
        .status;
    // at once: each answer waits until nobody could tell by it whether the phone is bound
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => send(n)));
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect([await send(60), await send(61)]).toEqual([429, 429]);
  });

  test('the database alone does not tell a code', async () => {
    await server.visitor.call(signInApi.sendCode, { body: { phone: '13700000007' } });
    const code = (await lastCode(server, '13700000007'))!;
    const rows = await server.platform.control.selectFrom('identity.code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('a request from another site', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'http://localhost.evil.example' }],
  ])('%o cannot sign anybody in or out, or change their security', async (headers) => {
    const person = await signIn(server.url, 'safe');
    const changes = [...Object.values(signInApi), ...Object.values(accountApi), ...Object.values(identityApi)].filter(
      ({ method }) => method !== 'GET',
    );
    expect(changes.length).toBeGreaterThan(20);
    for (const { method, path } of changes) {
      const response = await fetch(`${server.url}/api${path.replace(/:\w+/g, 'oidc')}`, {
        method,
        headers: { cookie: person.cookie, 'content-type': 'application/json', ...headers } as Record<string, string>,
        body: '{}',
      });
      expect([response.status, ((await response.json()) as { code: string }).code], `${method} ${path}`).toEqual([
        403,
        'platform.wrong_origin',
      ]);
    }
    expect((await person.call(identityApi.me)).status).toBe(200);
  });
});

describe('an address, as the product is shipped', () => {
  let first: TestServer;
  let second: Running;
  beforeAll(async () => {
    // left empty, the setting is its default
    first = await startTestServer({ FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '' });
    second = await startServer(
      { ...first.platform.config, databaseUrl: first.databaseUrl, role: 'web', port: 0 },
      first.platform.log,
    );
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });
  beforeEach(() => first.platform.control.deleteFrom('platform.tries').execute());
  const at = async (url: string, login: string, given: string) => {
    const response = await fetch(`${url}/api/identity/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password: given }),
    });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  const waits = [429, 'identity.session.address_locked'];

  /** Wrong entries for twenty different names: the last one makes the address wait. */
  const spray = async () => {
    const answers = [];
    for (let n = 0; n < 20; n++)
      answers.push(await at(n % 2 === 0 ? first.url : second.url!, `spray-${n}`, 'Spring-2026'));
    return answers;
  };

  test('waits a minute after twenty accounts failed from it, on every process, and lets accounts in that did not fail', async () => {
    await at(first.url, 'user2', 'Spring-2026');
    const answers = await spray();
    expect(answers.slice(0, 18).map(([status]) => status)).toEqual(Array.from({ length: 18 }, () => 401));
    expect(answers[18]).toEqual(waits);
    for (const url of [first.url, second.url!]) {
      expect(await at(url, 'user2', password)).toEqual(waits);
      expect(await at(url, 'nobody-at-all', 'Spring-2026')).toEqual(waits);
      expect((await at(url, 'user3', password))[0]).toBe(200);
    }
    const row = await first.platform.control
      .selectFrom('platform.tries')
      .select(sql<number>`ceil(extract(epoch from ends_at - now()))::int`.as('left'))
      .where('key', 'like', 'identity.entry.address:%')
      .executeTakeFirstOrThrow();
    expect(row.left).toBeGreaterThan(50);
    expect(row.left).toBeLessThanOrEqual(60);
  });

  test('is not stopped by one person who does not find their password, however often they try', async () => {
    for (let round = 0; round < 8; round++) {
      for (let n = 0; n < 10; n++) await at(first.url, `nobody-${n % 2}`, 'wrong');
      // their minutes are over
      await first.platform.control
        .deleteFrom('platform.tries')
        .where('key', 'like', 'identity.entry.account:%')
        .execute();
    }
    const { tries } = await first.platform.control
      .selectFrom('platform.tries')
      .select('tries')
      .where('key', 'like', 'identity.entry.address:%')
      .executeTakeFirstOrThrow();
    expect(tries).toBe(2);
    expect((await at(first.url, 'user4', password))[0]).toBe(200);
  });

  test('does not begin anew after a right entry', async () => {
    await spray();
    expect((await at(first.url, 'user4', password))[0]).toBe(200);
    expect(await at(first.url, 'spray-1', 'Spring-2026')).toEqual(waits);
  });

  test('and unknown names are told to the operator by their first letter alone', async () => {
    await at(first.url, 'My-real-password-1', 'wrong');
    const root = await signIn(first.url, 'root');
    const rows = async () =>
      (await root.ok(auditApi.list, { query: { limit: 50 } })).rows.filter(
        ({ type }) => type === 'identity.session.refused',
      );
    await expect
      .poll(rows)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            actor: null,
            ip: '127.0.0.1',
            data: expect.objectContaining({ unknown: true, name: 'M***' }),
          }),
        ]),
      );
    expect(JSON.stringify(await rows())).not.toContain('real-password');
  });
});
