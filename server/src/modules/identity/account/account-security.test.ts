import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lastCode } from '../../../testing/mailbox.ts';
import { testPassword } from '../../../testing/people.ts';
import { signIn, startTestServer, type TestServer } from '../../../testing/server.ts';
import { clientOf, deviceOf } from '../sign-in/devices.ts';
import { forgetOldOperations } from './operations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DEVELOPMENT: 'true' });
});
afterAll(() => server.stop());
beforeEach(() => server.platform.control.deleteFrom('platform.tries').execute());

const password = testPassword;
const enter = (login: string) => server.visitor.call(signInApi.signIn, { body: { login, password } });

describe('binding a phone and a mailbox', () => {
  test('lets its person sign in by them', async () => {
    const person = await signIn(server.url, 'user2');
    await person.ok(accountApi.sendPhoneCode, { body: { phone: '13900000002', password } });
    expect(await person.call(accountApi.bindPhone, { body: { phone: '13900000002', code: '000000x' } })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'code', code: 'identity.code.wrong' }] },
    });
    await person.ok(accountApi.bindPhone, {
      body: { phone: '13900000002', code: (await lastCode(server, '13900000002'))! },
    });
    await person.ok(accountApi.sendEmailCode, { body: { email: 'User.Two@example.com', password } });
    await person.ok(accountApi.bindEmail, {
      body: { email: 'User.Two@example.com', code: (await lastCode(server, 'User.Two@example.com'))! },
    });
    expect(await person.ok(accountApi.security)).toMatchObject({ phone: '139****0002', email: 'Us***@example.com' });
    for (const name of ['13900000002', 'user.two@EXAMPLE.com', 'USER2'])
      expect((await enter(name)).body).toMatchObject({ login: 'user2' });

    await server.visitor.ok(signInApi.sendCode, { body: { phone: '13900000002' } });
    const code = (await lastCode(server, '13900000002'))!;
    expect(await server.visitor.ok(signInApi.signInByCode, { body: { phone: '13900000002', code } })).toMatchObject({
      login: 'user2',
    });
    expect(await server.visitor.call(signInApi.signInByCode, { body: { phone: '13900000002', code } })).toMatchObject({
      status: 422,
    });
  });

  test('is refused when somebody has bound it', async () => {
    const other = await signIn(server.url, 'user3');
    expect(await other.call(accountApi.sendPhoneCode, { body: { phone: '13900000002', password } })).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'phone', code: 'identity.phone.bound' }] },
    });
    expect(
      await other.call(accountApi.sendEmailCode, { body: { email: 'user.two@example.com', password } }),
    ).toMatchObject({ status: 409, body: { fields: [{ path: 'email', code: 'identity.email.bound' }] } });
  });

  test('of two who are about to bind the same, the second is refused by the database', async () => {
    const [one, two] = [await signIn(server.url, 'user4'), await signIn(server.url, 'user5')];
    const phone = '13900000045';
    await one.ok(accountApi.sendPhoneCode, { body: { phone, password } });
    const first = (await lastCode(server, phone))!;
    await server.platform.control.deleteFrom('platform.tries').execute();
    await two.ok(accountApi.sendPhoneCode, { body: { phone, password } });
    const second = (await lastCode(server, phone))!;
    // a code is its person's alone
    if (first !== second)
      expect((await one.call(accountApi.bindPhone, { body: { phone, code: second } })).status).toBe(422);
    await one.ok(accountApi.bindPhone, { body: { phone, code: first } });
    expect(await two.call(accountApi.bindPhone, { body: { phone, code: second } })).toMatchObject({
      status: 409,
      body: { code: 'identity.phone.bound' },
    });
  });

  test('asks for the password, and is undone with it', async () => {
    const person = await signIn(server.url, 'user2');
    expect(await person.call(accountApi.unbindPhone, { body: { password: 'wrong' } })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'password' }] },
    });
    await person.ok(accountApi.unbindPhone, { body: { password } });
    await person.ok(accountApi.unbindEmail, { body: { password } });
    expect(await person.ok(accountApi.security)).toMatchObject({ phone: null, email: null });
    expect((await enter('13900000002')).status).toBe(401);
    // what is not bound cannot be undone, and nothing is told of it
    const told = (await person.ok(accountApi.operations)).rows.length;
    for (const [call, code] of [
      [accountApi.unbindPhone, 'identity.phone.not_bound'],
      [accountApi.unbindEmail, 'identity.email.not_bound'],
    ] as const)
      expect(await person.call(call, { body: { password } })).toMatchObject({ status: 409, body: { code } });
    expect((await person.ok(accountApi.operations)).rows).toHaveLength(told);
  });
});

test('the session knows the end of the bound phone, for a watermark', async () => {
  const person = await server.as('user4');
  await person.ok(accountApi.sendPhoneCode, { body: { phone: '13700009876', password } });
  await person.ok(accountApi.bindPhone, {
    body: { phone: '13700009876', code: (await lastCode(server, '13700009876'))! },
  });
  expect(await person.ok(identityApi.me)).toMatchObject({ phoneTail: '9876' });
});

describe('own sessions', () => {
  test("are listed and ended, others' are not there", async () => {
    const [here, there] = [await signIn(server.url, 'user6'), await signIn(server.url, 'user6')];
    const stranger = await signIn(server.url, 'user7');
    const listed = await here.ok(accountApi.sessions);
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatchObject({ current: true, ip: '127.0.0.1' });
    const params = { sessionId: listed[1]!.id };
    const body = { password };
    expect((await stranger.call(accountApi.endSession, { params, body })).status).toBe(404);
    await here.ok(accountApi.endSession, { params, body });
    expect([(await there.call(identityApi.me)).status, (await here.call(identityApi.me)).status]).toEqual([401, 200]);
    await signIn(server.url, 'user6');
    expect(await here.ok(accountApi.endOthers, { body })).toEqual({ ended: 1, tokens: 0 });
    expect(await here.ok(accountApi.sessions)).toHaveLength(1);
  });

  test('are ended with the password alone, whose wrong ones count like wrong sign-ins', async () => {
    const [here, there] = [await signIn(server.url, 'user3'), await signIn(server.url, 'user3')];
    const params = { sessionId: (await here.ok(accountApi.sessions))[1]!.id };
    const body = { password: 'wrong' };
    expect(await here.call(accountApi.endSession, { params, body })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'password', code: 'identity.password.wrong_current' }] },
    });
    expect((await here.call(accountApi.endOthers, { body })).status).toBe(422);
    expect((await here.call(accountApi.endOthers, { body })).status).toBe(429);
    expect((await here.call(accountApi.endOthers, { body: { password } })).status).toBe(429);
    expect((await there.call(identityApi.me)).status).toBe(200);
  });
});

describe('the records of an account', () => {
  test('tell what happened, newest first, page by page, and only to its person', async () => {
    const person = await signIn(server.url, 'safe');
    await person.call(identityApi.changePassword, { body: { current: 'wrong', next: 'x' } });
    const { rows, more } = await person.ok(accountApi.operations);
    expect(more).toBe(false);
    expect(rows.map(({ kind }) => kind)).toEqual(['refused', 'signed_in']);
    expect(await person.ok(accountApi.operations, { query: { before: rows[0]!.id } })).toMatchObject({
      rows: [{ kind: 'signed_in' }],
    });
    const other = await signIn(server.url, 'audit');
    expect((await other.ok(accountApi.operations)).rows.map(({ id }) => id)).not.toContain(rows[0]!.id);
  });

  test('go after 7 days; the audit trail keeps them', async () => {
    const person = await signIn(server.url, 'safe');
    await server.platform.owner.query("update identity.operation set at = at - interval '7 days'");
    expect((await person.ok(accountApi.operations)).rows).toEqual([]);
    await forgetOldOperations.run(server.platform);
    expect(await server.platform.control.selectFrom('identity.operation').selectAll().execute()).toEqual([]);
    const count = await server.platform.control.transaction().execute(async (tx) => {
      await sql`set local app.space_id = 'demo'`.execute(tx);
      return tx
        .selectFrom('platform.event')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('type', '=', 'identity.session.started')
        .executeTakeFirstOrThrow();
    });
    expect(count.count).toBeGreaterThan(0);
  });
});

test('devices and clients by what browsers say', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const wechat =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50';
  expect([deviceOf(windows), clientOf(windows), clientOf(`${windows} Edg/140.0`)]).toEqual([
    'desktop',
    'Chrome, Windows',
    'Edge, Windows',
  ]);
  expect([deviceOf(wechat), clientOf(wechat)]).toEqual(['phone', 'WeChat, iOS']);
  expect([deviceOf('curl/8.9'), clientOf('curl/8.9'), deviceOf('')]).toEqual(['program', 'curl', 'program']);
});
