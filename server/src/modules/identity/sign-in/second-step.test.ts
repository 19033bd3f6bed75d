import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { policyApi, SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { signInApi, type SignInStep } from '@formwork/contract/identity/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lastCode } from '../../../testing/mailbox.ts';
import { testPassword } from '../../../testing/people.ts';
import { codeOf, signIn, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { totpAt } from './totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DEVELOPMENT: 'true' });
});
afterAll(() => server.stop());
// waits and the seconds between two codes belong to other tests
beforeEach(() => server.platform.control.deleteFrom('platform.tries').execute());

const password = testPassword;
const enter = (login: string, given = testPassword) =>
  server.visitor.call(signInApi.signIn, { body: { login, password: given } });
const meWith = (cookie: string) => fetch(`${server.url}/api/identity/me`, { headers: { cookie } });
const nowStep = () => Math.floor(Date.now() / 30_000);
const asStep = <Next extends SignInStep['next']>(body: unknown, next: Next) => {
  expect(body).toMatchObject({ next });
  return body as Extract<SignInStep, { next: Next }>;
};

/** Codes of the step before, the present and the next one: each is good once. */
async function withTotp(login: string): Promise<{ person: Client; secret: string; recoveryCodes: string[] }> {
  // a step that ends while the code is on its way would make it one too old
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 4_000) await new Promise((resolve) => setTimeout(resolve, left));
  const person = await signIn(server.url, login);
  const { secret, uri } = await person.ok(accountApi.beginTotp, { body: { password } });
  expect(uri).toContain(`secret=${secret}`);
  const { recoveryCodes } = await person.ok(accountApi.confirmTotp, { body: { code: totpAt(secret, nowStep() - 1) } });
  return { person, secret, recoveryCodes };
}

async function bindPhone(person: Client, phone: string): Promise<void> {
  await person.ok(accountApi.sendPhoneCode, { body: { phone, password } });
  await person.ok(accountApi.bindPhone, { body: { phone, code: (await lastCode(server, phone))! } });
}

describe('a second step by app', () => {
  test('is asked for after the password; its code is good once, and no session begins before', async () => {
    const { person, secret } = await withTotp('user2');
    expect(await person.ok(accountApi.security)).toMatchObject({ twoStep: { way: 'totp', recoveryCodesLeft: 10 } });
    const { body, headers } = await enter('user2');
    const step = asStep(body, 'second_step');
    expect(step.ways).toEqual(['totp', 'recovery']);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await meWith(`formwork_session=${step.ticket}`)).status).toBe(401);

    const code = totpAt(secret, nowStep());
    const again = asStep((await enter('user2')).body, 'second_step');
    const proved = await server.visitor.call(signInApi.secondStep, {
      body: { ticket: step.ticket, way: 'totp', code },
    });
    expect([proved.status, proved.headers.getSetCookie().length]).toEqual([200, 1]);
    expect(
      await server.visitor.call(signInApi.secondStep, { body: { ticket: step.ticket, way: 'totp', code } }),
    ).toMatchObject({ status: 410 });
    expect(
      await server.visitor.call(signInApi.secondStep, { body: { ticket: again.ticket, way: 'totp', code } }),
    ).toMatchObject({ status: 422, body: { code: 'identity.code.wrong' } });
  });

  test('is ended by the administrator for whoever has lost all of it', async () => {
    const { person } = await withTotp('user7');
    const step = asStep((await enter('user7')).body, 'second_step');
    const [admin, stranger] = [await server.as('admin'), await server.as('other-admin')];
    const end = (by: Client) => by.call(organizationApi.endSecondStep, { params: { personId: person.id } });
    expect((await end(stranger)).status).toBe(404);
    expect((await end(await server.as('user'))).status).toBe(403);
    expect((await end(admin)).status).toBe(200);
    expect((await meWith(person.cookie)).status).toBe(401);
    expect(
      (await server.visitor.call(signInApi.secondStep, { body: { ticket: step.ticket, way: 'totp', code: '123456' } }))
        .status,
    ).toBe(410);
    const again = await signIn(server.url, 'user7');
    expect((await again.ok(accountApi.security)).twoStep.way).toBeNull();
    const { rows } = await again.ok(accountApi.operations, { query: {} });
    expect(rows.map(({ kind }) => kind)).toContain('two_step_ended');
    // there is nothing left to end, and one's own is a matter of one's own password
    expect(codeOf(await end(admin))).toBe('organization.person.no_second_step');
    expect(codeOf(await admin.call(organizationApi.endSecondStep, { params: { personId: admin.id } }))).toBe(
      'organization.person.own_account',
    );
  });

  test('can be done by a recovery code, each once', async () => {
    const { person, recoveryCodes } = await withTotp('user3');
    expect(new Set(recoveryCodes).size).toBe(10);
    const use = async (code: string) => {
      const { ticket } = asStep((await enter('user3')).body, 'second_step');
      return (await server.visitor.call(signInApi.secondStep, { body: { ticket, way: 'recovery', code } })).status;
    };
    expect(await use(recoveryCodes[0]!.toUpperCase())).toBe(200);
    expect(await use(recoveryCodes[0]!)).toBe(422);
    expect((await person.ok(accountApi.security)).twoStep.recoveryCodesLeft).toBe(9);
    await person.ok(accountApi.renewRecoveryCodes, { body: { password } });
    expect(await use(recoveryCodes[1]!)).toBe(422);
  });

  test('three wrong codes make the account wait, whatever is tried next', async () => {
    const { secret } = await withTotp('user4');
    const { ticket } = asStep((await enter('user4')).body, 'second_step');
    const prove = (code: string) => server.visitor.call(signInApi.secondStep, { body: { ticket, way: 'totp', code } });
    expect([(await prove('000000')).status, (await prove('000000')).status, (await prove('000000')).status]).toEqual([
      422, 422, 429,
    ]);
    expect((await prove(totpAt(secret, nowStep()))).status).toBe(429);
    expect((await enter('user4')).status).toBe(429);
  });

  test('cannot be guessed by whoever knows the password: thirty codes a day are looked at, and only a recovery code goes on', async () => {
    const { person, secret, recoveryCodes } = await withTotp('saas');
    const aMinuteLater = () =>
      server.platform.control.deleteFrom('platform.tries').where('key', 'like', 'identity.entry.account:%').execute();
    const prove = async (way: 'totp' | 'recovery', code: string) => {
      const { ticket } = asStep((await enter('saas')).body, 'second_step');
      return server.visitor.call(signInApi.secondStep, { body: { ticket, way, code } });
    };
    const wrong = String((Number(totpAt(secret, nowStep())) + 1) % 1_000_000).padStart(6, '0');
    // the right password in between forgets nothing
    expect([
      (await prove('totp', wrong)).status,
      (await prove('totp', wrong)).status,
      (await prove('totp', wrong)).status,
    ]).toEqual([422, 422, 429]);
    expect((await enter('saas')).status).toBe(429);
    for (let n = 3; n < 30; n++) {
      if (n % 2 === 1) await aMinuteLater();
      await prove('totp', wrong);
    }
    await aMinuteLater();
    expect(await prove('totp', totpAt(secret, nowStep()))).toMatchObject({
      status: 429,
      body: { code: 'identity.two_step.too_many_codes' },
    });
    expect((await prove('recovery', recoveryCodes[0]!)).body).toMatchObject({ login: 'saas' });
    await person.ok(accountApi.endTwoStep, { body: { password } });
  });

  test('two wrong passwords and a right one leave room for the second step', async () => {
    const { secret } = await withTotp('root');
    expect([(await enter('root', 'wrong')).status, (await enter('root', 'wrong')).status]).toEqual([401, 401]);
    const { ticket } = asStep((await enter('root')).body, 'second_step');
    expect(
      (
        await server.visitor.call(signInApi.secondStep, {
          body: { ticket, way: 'totp', code: totpAt(secret, nowStep()) },
        })
      ).status,
    ).toBe(200);
    expect([(await enter('root', 'wrong')).status, (await enter('root', 'wrong')).status]).toEqual([401, 401]);
  });

  test('does not go on after a change of the password or of the step itself', async () => {
    const { person } = await withTotp('audit');
    const begin = async () => asStep((await enter('audit')).body, 'second_step').ticket;
    const finish = async (ticket: string) =>
      (await server.visitor.call(signInApi.secondStep, { body: { ticket, way: 'totp', code: '000000' } })).status;
    const changes = [
      () => person.ok(accountApi.renewRecoveryCodes, { body: { password } }),
      () => person.ok(identityApi.changePassword, { body: { current: password, next: 'Another-pass-2026' } }),
    ];
    for (const change of changes) {
      const ticket = await begin();
      await change();
      expect(await finish(ticket)).toBe(410);
    }
    const last = asStep((await enter('audit', 'Another-pass-2026')).body, 'second_step').ticket;
    await person.ok(accountApi.endTwoStep, { body: { password: 'Another-pass-2026' } });
    expect(await finish(last)).toBe(410);
    await person.ok(identityApi.changePassword, { body: { current: 'Another-pass-2026', next: password } });
  });

  test('asks for the password before anything changes, and keeps the secret sealed', async () => {
    const { person, secret } = await withTotp('user5');
    const row = await server.platform.control
      .selectFrom('identity.account')
      .select('totp_secret')
      .where('login', '=', 'user5')
      .executeTakeFirstOrThrow();
    expect(row.totp_secret).not.toContain(secret);
    expect(await person.call(accountApi.endTwoStep, { body: { password: 'wrong' } })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'password' }] },
    });
    await person.ok(accountApi.endTwoStep, { body: { password } });
    expect((await enter('user5')).body).toMatchObject({ login: 'user5' });
  });
});

describe('a second step by SMS', () => {
  const phone = '13800000006';
  test('needs a bound phone, and is another thing than the first', async () => {
    const person = await signIn(server.url, 'user6');
    expect(await person.call(accountApi.turnOnSms, { body: { password } })).toMatchObject({
      status: 409,
      body: { code: 'identity.phone.none' },
    });
    await bindPhone(person, phone);
    await person.ok(accountApi.turnOnSms, { body: { password } });
    expect(await person.call(accountApi.unbindPhone, { body: { password } })).toMatchObject({
      status: 409,
      body: { code: 'identity.phone.second_step' },
    });

    const step = asStep((await enter('user6')).body, 'second_step');
    expect(step).toMatchObject({ ways: ['sms', 'recovery'], phone: '138****0006' });
    await server.visitor.ok(signInApi.sendSecondCode, { body: { ticket: step.ticket } });
    expect(await server.visitor.call(signInApi.sendSecondCode, { body: { ticket: step.ticket } })).toMatchObject({
      status: 429,
    });
    const code = (await lastCode(server, phone))!;
    expect(
      (await server.visitor.call(signInApi.secondStep, { body: { ticket: step.ticket, way: 'totp', code } })).status,
    ).toBe(422);
    expect(
      (await server.visitor.call(signInApi.secondStep, { body: { ticket: step.ticket, way: 'sms', code } })).status,
    ).toBe(200);

    await server.visitor.ok(signInApi.sendCode, { body: { phone } });
    const bySms = await server.visitor.ok(signInApi.signInByCode, {
      body: { phone, code: (await lastCode(server, phone))! },
    });
    const second = asStep(bySms, 'second_step');
    expect(second.ways).toEqual(['password', 'recovery']);
    expect(
      (
        await server.visitor.call(signInApi.secondStep, {
          body: { ticket: second.ticket, way: 'password', code: password },
        })
      ).body,
    ).toMatchObject({ login: 'user6' });
  });
});

describe('the policy of the enterprise', () => {
  const policyOf = (changes: Partial<SecurityPolicy>) => SecurityPolicy.parse(changes);
  test("is the administrator's, and does not lock out whoever sets it", async () => {
    const admin = await server.as('admin');
    expect(await admin.ok(policyApi.read)).toMatchObject({
      policy: policyOf({}),
      ownAddress: '127.0.0.1',
      lock: { entries: 3, minutes: 1 },
    });
    expect(await admin.call(policyApi.save, { body: policyOf({ ipRanges: ['10.0.0.0/8', 'office'] }) })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'ipRanges', code: 'identity.policy.bad_range', data: { range: 'office' } }] },
    });
    expect(await admin.call(policyApi.save, { body: policyOf({ ipRanges: ['10.0.0.0/8'] }) })).toMatchObject({
      status: 422,
      body: { code: 'identity.policy.excludes_you' },
    });
    expect((await (await server.as('user')).call(policyApi.save, { body: policyOf({}) })).status).toBe(403);
  });

  test('asks for a second step: it is set up on the way in', async () => {
    const admin = await server.as('admin');
    await admin.ok(policyApi.save, { body: policyOf({ twoStep: true }) });
    const step = asStep((await enter('user7')).body, 'set_up');
    expect((await server.visitor.call(signInApi.finish, { body: { ticket: step.ticket } })).status).toBe(410);
    const wrong = await server.visitor.call(signInApi.setUpSecondStep, {
      body: { ticket: step.ticket, code: '000000' },
    });
    expect(wrong.status).toBe(422);
    const { recoveryCodes, ticket } = await server.visitor.ok(signInApi.setUpSecondStep, {
      body: { ticket: step.ticket, code: totpAt(step.secret, nowStep()) },
    });
    expect(recoveryCodes).toHaveLength(10);
    expect(await server.visitor.ok(signInApi.finish, { body: { ticket } })).toMatchObject({ login: 'user7' });
    await admin.ok(policyApi.save, { body: policyOf({}) });
  });

  test('sets what a password must be like, and which may not come back', async () => {
    const admin = await server.as('admin');
    const person = await signIn(server.url, 'safe');
    await admin.ok(policyApi.save, { body: policyOf({ minLength: 10, kinds: 3, grade: 'high', history: 2 }) });
    const change = async (current: string, next: string) =>
      (await person.call(identityApi.changePassword, { body: { current, next } })).body as {
        fields?: { code: string }[];
      } | null;
    expect((await change(password, 'Short-1x'))?.fields?.[0]?.code).toBe('identity.password.too_short');
    expect((await change(password, 'onlylowercase'))?.fields?.[0]?.code).toBe('identity.password.too_few_kinds');
    expect((await change(password, 'Ten-chars1'))?.fields?.[0]?.code).toBe('identity.password.grade_too_low');
    expect((await change(password, 'My-safe-password-1'))?.fields?.[0]?.code).toBe('identity.password.names_you');
    expect(await change(password, 'First-Passphrase-1')).toBeNull();
    expect(await change('First-Passphrase-1', 'Second-Passphrase-2')).toBeNull();
    expect((await change('Second-Passphrase-2', password))?.fields?.[0]?.code).toBe('identity.password.used_before');
    expect((await change('Second-Passphrase-2', 'First-Passphrase-1'))?.fields?.[0]?.code).toBe(
      'identity.password.used_before',
    );
    expect((await person.ok(accountApi.security)).password).toMatchObject({
      grade: 'high',
      rules: { minLength: 10, kinds: 3, history: 2 },
    });
    await admin.ok(policyApi.save, { body: policyOf({}) });
  });

  test('lets passwords expire: a new one is set on the way in', async () => {
    const admin = await server.as('admin');
    await admin.ok(policyApi.save, { body: policyOf({ expiryDays: 30 }) });
    await server.platform.control
      .updateTable('identity.account')
      .set({ password_set_at: sql<Date>`now() - interval '31 days'` })
      .where('login', '=', 'audit')
      .execute();
    const step = asStep((await enter('audit')).body, 'new_password');
    expect(step.reason).toBe('expired');
    const renew = (next: string) => server.visitor.call(signInApi.newPassword, { body: { ticket: step.ticket, next } });
    expect(await renew(password)).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'next', code: 'identity.password.same_as_old' }] },
    });
    expect((await renew('A-fresh-Secret-7')).body).toMatchObject({ login: 'audit' });
    expect((await enter('audit', 'A-fresh-Secret-7')).body).toMatchObject({ login: 'audit' });
    await admin.ok(policyApi.save, { body: policyOf({}) });
  });

  test('ends the session before on the same kind of device, and sessions that it made too old', async () => {
    const admin = await server.as('admin');
    await admin.ok(policyApi.save, { body: policyOf({ oneSessionPerDevice: true }) });
    const first = await signIn(server.url, 'user');
    const onPhone = await server.visitor.fetch('/api/identity/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone; Mobile)' },
      body: JSON.stringify({ login: 'user', password }),
    });
    expect((await first.call(identityApi.me)).status).toBe(200);
    const second = await signIn(server.url, 'user');
    expect((await first.call(identityApi.me)).status).toBe(401);
    expect((await second.ok(accountApi.sessions)).map(({ device, current }) => [device, current])).toEqual([
      ['program', true],
      ['phone', false],
    ]);
    expect(onPhone.status).toBe(200);

    await server.platform.control
      .updateTable('identity.session')
      .set({ last_seen_at: sql<Date>`now() - interval '2 hours'` })
      .where('device', '=', 'phone')
      .execute();
    await admin.ok(policyApi.save, { body: policyOf({ sessionHours: 1 }) });
    const cookie = onPhone.headers.getSetCookie()[0]!.split(';')[0]!;
    expect((await meWith(cookie)).status).toBe(401);
    expect((await second.call(identityApi.me)).status).toBe(200);
    await admin.ok(policyApi.save, { body: policyOf({}) });
  });

  test('lets one of many in that begin on the same kind of device at once', async () => {
    const admin = await server.as('admin');
    await admin.ok(policyApi.save, { body: policyOf({ oneSessionPerDevice: true }) });
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter('user')));
    // one that was overtaken before its answer is told to sign in
    for (const { status, body } of answers)
      expect([undefined, 'platform.not_signed_in']).toContain(status === 200 ? undefined : codeOf({ body }));
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? []);
    const alive = (await Promise.all(cookies.map((cookie) => meWith(cookie)))).filter(({ status }) => status === 200);
    expect(alive).toHaveLength(1);
    await admin.ok(policyApi.save, { body: policyOf({}) });
  });

  test('of addresses holds for sessions that are open already', async () => {
    const person = await server.as('other-user');
    await person.ok(identityApi.me);
    await server.platform.control.transaction().execute(async (tx) => {
      await sql`set local app.space_id = 'other'`.execute(tx);
      await tx
        .insertInto('identity.policy')
        .values({ space_id: 'other', rules: JSON.stringify(policyOf({ ipRanges: ['10.0.0.0/8'] })) })
        .execute();
    });
    server.platform.bus.publish({ kind: 'identity.session', homeSpaceId: 'other' });
    await expect.poll(async () => (await person.call(identityApi.me)).status).toBe(403);
    expect(await enter('other-admin')).toMatchObject({
      status: 403,
      body: { code: 'identity.session.address_not_allowed' },
    });
  });
});
