import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { joiningApi, type NewPerson } from '@formwork/contract/joining/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DEVELOPMENT: 'true' });
  await server.platform.control
    .updateTable('identity.space')
    .set({ credit_code: '91350100M000100Y43' })
    .where('id', '=', 'demo')
    .execute();
});
afterAll(() => server.stop());

const password = 'Another-secret-2';

/** Somebody new, with the code that was sent to them. */
async function somebody(login: string, target: string): Promise<NewPerson> {
  const kind = target.includes('@') ? 'email' : 'phone';
  await server.visitor.ok(joiningApi.sendCode, { body: { kind, target } });
  const sent = await inControl(server.platform.control, 'operator', (tx) =>
    tx
      .selectFrom('platform.outbox')
      .select('body_text')
      .where('recipient', '=', target)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  return { name: '王新', login, password, contact: { kind, target, code: /\d{6}/.exec(sent.body_text)![0] } };
}

const enter = (login: string) => server.visitor.call(signInApi.signIn, { body: { login, password } });

describe('signing up an enterprise', () => {
  const enterprise = { name: '新星机械', creditCode: '9144030071526726XG' };

  test('makes a space of its own with its first administrator', async () => {
    const person = await somebody('newstar', '13800000001');
    const { spaceId } = await server.visitor.ok(joiningApi.signUp, { body: { enterprise, person } });
    expect((await enter('newstar')).body).toMatchObject({ role: 'admin', entId: spaceId, entName: '新星机械' });
    expect((await enter('13800000001')).status).toBe(200);
    expect(await server.visitor.ok(joiningApi.findEnterprise, { body: { creditCode: enterprise.creditCode } })).toEqual(
      { name: '新星机械' },
    );
  });

  test('refuses a code that is signed up or wrong, a taken login, a bound phone and a wrong verification code, each at its field', async () => {
    const refused = async (changes: object, path: string) => {
      const body = {
        enterprise: { name: '乙', creditCode: '91110000600037341L' },
        person: await somebody('someone', `someone${path.length}@example.com`),
        ...changes,
      };
      return (await server.visitor.call(joiningApi.signUp, { body })).body;
    };
    const good = await somebody('other-one', 'one@example.com');
    const valid = { name: '乙企业', creditCode: '91110000600037341L' };
    expect(await refused({ enterprise: { ...enterprise } }, 'a')).toMatchObject({
      fields: [{ path: 'enterprise.creditCode', code: 'identity.space.credit_code_taken' }],
    });
    expect(await refused({ enterprise: { name: '乙企业', creditCode: '91110000600037341X' } }, 'ab')).toMatchObject({
      fields: [{ path: 'enterprise.creditCode' }],
    });
    expect(await refused({ enterprise: valid, person: { ...good, login: 'ADMIN' } }, 'abc')).toMatchObject({
      fields: [{ path: 'person.login' }],
    });
    expect(
      await refused({ enterprise: valid, person: { ...good, contact: { ...good.contact, code: '000000x' } } }, 'abcd'),
    ).toMatchObject({ fields: [{ path: 'person.contact.code' }] });
    expect(
      (await server.visitor.call(joiningApi.sendCode, { body: { kind: 'phone', target: '123' } })).body,
    ).toMatchObject({ fields: [{ path: 'target' }] });
    expect(
      (await server.visitor.call(joiningApi.findEnterprise, { body: { creditCode: valid.creditCode } })).status,
    ).toBe(404);
  });
});

describe('somebody without an account', () => {
  test('asks to join, and gets an account when they are let in', async () => {
    const admin = await server.as('admin');
    const person = await somebody('newbie', 'newbie@example.com');
    await server.visitor.ok(joiningApi.requestToJoin, {
      body: { creditCode: '91350100M000100Y43', message: '新员工', person },
    });
    expect((await enter('newbie')).status).toBe(401);
    const [request] = (await admin.ok(joiningApi.listRequests, { query: { state: 'waiting', limit: 50 } })).rows;
    expect(request).toMatchObject({ name: '王新', contact: 'newbie@example.com', message: '新员工' });
    await admin.ok(joiningApi.acceptRequest, { params: { requestId: request!.id }, body: { role: 'user' } });
    expect((await enter('newbie')).body).toMatchObject({ role: 'user', entId: 'demo', isCrossSpace: false });
    expect(
      (
        await admin.ok(organizationApi.listPeople, {
          query: { search: 'newbie', offset: 0, limit: 10, state: 'enabled' },
        })
      ).total,
    ).toBe(1);
  });

  test('joins at once by an invitation', async () => {
    const admin = await server.as('admin');
    const { token } = await admin.ok(joiningApi.invite, {
      body: { role: 'user', departmentId: null, note: '', days: 1, mostPeople: 1, review: false },
    });
    expect(
      await server.visitor.ok(joiningApi.acceptInvitation, {
        body: { token, person: await somebody('guest1', '13800000002') },
      }),
    ).toEqual({ spaceId: 'demo', waiting: false });
    expect((await enter('guest1')).status).toBe(200);
  });
});
