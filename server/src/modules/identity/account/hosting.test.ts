import { api } from '@formwork/contract/api.ts';
import { agentsApi } from '@formwork/contract/agents/api.ts';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { onBehalfOfHeader, signedInAsHeader, type Endpoint } from '@formwork/contract/endpoint.ts';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { hostingApi } from '@formwork/contract/identity/hosting.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { sql } from 'kysely';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { readConfig } from '../../../platform/config.ts';
import { openLog } from '../../../platform/open-log.ts';
import { startServer } from '../../../start.ts';
import { testPassword, testSecret } from '../../../testing/people.ts';
import { signIn, startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('user2');
});
afterAll(() => server.stop());

const code = (answer: Answer) => (answer.body as { code?: string }).code;
const switchOn = (who: Client, trustee: Client, more: object = {}) =>
  who.call(hostingApi.switchOn, { body: { trusteeId: trustee.id, endsAt: null, password: testPassword, ...more } });
/** A session of its own: switching belongs to a session. */
const trusteeOf = async (who: Client, login = 'user3') => {
  const trustee = await signIn(server.url, login);
  expect((await switchOn(who, trustee)).status).toBe(200);
  return trustee;
};
const enter = (trustee: Client, who: Client) => trustee.call(hostingApi.enter, { params: { personId: who.id } });
const me = (who: Client) => who.ok(identityApi.me);

test('the trustee goes into the account and back, and what they did says so', async () => {
  const trustee = await trusteeOf(owner);
  expect(await owner.ok(hostingApi.own)).toMatchObject({
    hosting: { trustee: { id: trustee.id }, endsAt: null, state: 'on' },
  });
  expect(await trustee.ok(hostingApi.toMe)).toMatchObject([{ person: { id: owner.id } }]);
  expect((await enter(trustee, owner)).status).toBe(200);
  expect(await me(trustee)).toMatchObject({ id: owner.id, login: 'user2', role: 'user', deputy: { id: trustee.id } });
  // another session of the same trustee stays in their own name
  expect(await me(await server.as('user3'))).not.toHaveProperty('deputy');
  const group = await trustee.ok(organizationApi.createGroup, {
    body: {
      name: '托管测试',
      kind: 'private',
      appIds: [],
      scope: [{ kind: 'person', id: owner.id, below: false, except: false }],
    } as never,
  });
  await trustee.ok(hostingApi.leave);
  expect(await me(trustee)).toMatchObject({ id: trustee.id, login: 'user3' });
  const { rows } = await owner.ok(accountApi.operations);
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['hosting_on', 'trustee_entered', 'trustee_left']),
  );
  expect(rows.find(({ kind }) => kind === 'trustee_entered')!.about).toBe('user3 先生');
  expect((await trustee.ok(accountApi.operations)).rows.find(({ kind }) => kind === 'hosted_entered')!.about).toBe(
    'user2 先生',
  );
  const auditor = await server.as('audit');
  await expect
    .poll(async () =>
      (await auditor.ok(auditApi.list, { query: { person: trustee.id, limit: 50 } })).rows.find(
        ({ subject }) => subject === group.id,
      ),
    )
    .toMatchObject({ actor: owner.id, data: { deputy: trustee.id } });
});

describe('a trustee', () => {
  test('may do nothing that only the person may', async () => {
    const trustee = await trusteeOf(owner);
    await enter(trustee, owner);
    const personal = Object.values(api)
      .flatMap((all) => Object.values(all) as Endpoint[])
      .filter(({ inPerson, permission }) => inPerson && (permission === 'anyone' || roleHolds('user', permission)));
    expect(personal.length).toBeGreaterThan(25);
    for (const endpoint of personal) {
      const answer = await trustee.call(endpoint, {
        params: { personId: owner.id, sessionId: owner.id, provider: 'oidc', delegationId: owner.id },
        ...(endpoint.method === 'GET' ? {} : { body: {} }),
      });
      expect([endpoint.path, answer.status, code(answer)]).toEqual([endpoint.path, 403, 'identity.hosting.in_person']);
    }
  });

  test('does not get from one account into the next, whether by trust or as an agent', async () => {
    const next = await signIn(server.url, 'user4');
    await trusteeOf(owner, 'user4');
    const last = await trusteeOf(next, 'user5');
    await enter(last, next);
    expect(code(await last.call(hostingApi.toMe))).toBe('identity.hosting.in_person');
    expect(code(await enter(last, owner))).toBe('identity.hosting.in_person');
    const now = Date.now();
    await owner.ok(agentsApi.create, {
      body: {
        agentId: next.id,
        startsAt: new Date(now - 1_000).toISOString(),
        endsAt: new Date(now + 60_000).toISOString(),
        appIds: null,
        permissions: ['todo'],
      },
    });
    const answer = await last.fetch('/api/workflow/todo', { headers: { [onBehalfOfHeader]: owner.id } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'agents.not_agent']);
  });

  test('is nowhere but in the space of the trust', async () => {
    const trustee = await trusteeOf(owner);
    await inControl(server.platform.control, 'other', (tx) =>
      sql`insert into identity.membership (space_id, account_id, role, name) values ('other', ${owner.id}, 'admin', 'guest'), ('other', ${trustee.id}, 'user', 'guest')`.execute(
        tx,
      ),
    );
    await enter(trustee, owner);
    expect((await trustee.call(identityApi.me, {}, { space: 'other' })).status).toBe(404);
    expect((await trustee.ok(identityApi.spaces)).map(({ id }) => id)).toEqual(['demo']);
    await trustee.ok(hostingApi.leave);
    // a trust in one space is none in another where both are as well
    expect(await trustee.ok(hostingApi.toMe, {}, { space: 'other' })).toEqual([]);
    expect((await trustee.call(hostingApi.enter, { params: { personId: owner.id } }, { space: 'other' })).status).toBe(
      404,
    );
  });

  test('signs out themselves, and signs in as nobody’s deputy', async () => {
    const trustee = await trusteeOf(owner);
    await enter(trustee, owner);
    await trustee.ok(identityApi.signOut);
    expect((await trustee.call(identityApi.me)).status).toBe(401);
    expect((await owner.call(identityApi.me)).status).toBe(200);
    expect(
      (await trustee.call(signInApi.signIn, { body: { login: 'user3', password: testPassword } })).body,
    ).not.toHaveProperty('deputy');
  });
});

describe('the trust', () => {
  test('asks for the password, for one other member of the space, and for a time to come', async () => {
    const trustee = await server.as('user3');
    const stranger = await server.as('other-user');
    expect(code(await switchOn(owner, trustee, { password: 'wrong' }))).toBe('identity.password.wrong_current');
    const fields = async (more: object, whom = trustee) =>
      ((await switchOn(owner, whom, more)).body as unknown as { fields: { path: string; code: string }[] }).fields;
    expect(await fields({}, stranger)).toEqual([{ path: 'trusteeId', code: 'identity.hosting.nobody' }]);
    expect(await fields({}, owner)).toEqual([{ path: 'trusteeId', code: 'identity.hosting.yourself' }]);
    expect(await fields({ endsAt: '2020-01-01T00:00:00Z' })).toEqual([
      { path: 'endsAt', code: 'identity.hosting.ended' },
    ]);
  });

  test('is one at a time: whoever had it before is out', async () => {
    const first = await trusteeOf(owner, 'user3');
    await enter(first, owner);
    const second = await trusteeOf(owner, 'user4');
    expect(await me(first)).toMatchObject({ id: first.id });
    expect((await enter(first, owner)).status).toBe(404);
    expect((await enter(second, owner)).status).toBe(200);
  });

  test('ends at once when it is switched off, and given again it takes nobody in by itself', async () => {
    const trustee = await trusteeOf(owner);
    await enter(trustee, owner);
    expect(await me(trustee)).toMatchObject({ id: owner.id });
    await owner.ok(hostingApi.switchOff);
    expect(await me(trustee)).toMatchObject({ id: trustee.id });
    expect(await owner.ok(hostingApi.own)).toEqual({ hosting: null });
    expect((await enter(trustee, owner)).status).toBe(404);
    await switchOn(owner, trustee);
    expect(await me(trustee)).toMatchObject({ id: trustee.id });
  });

  test('ends on every process at once', async () => {
    const config = readConfig({
      FORMWORK_DATA: server.platform.config.dataDir,
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'error',
      FORMWORK_SECRET: testSecret,
      FORMWORK_ROLE: 'web',
    });
    const second = await startServer({ ...config, databaseUrl: server.databaseUrl }, openLog(config));
    try {
      const trustee = await trusteeOf(owner);
      await enter(trustee, owner);
      const there = async () =>
        (
          (await (await fetch(`${second.url}/api/identity/me`, { headers: { cookie: trustee.cookie } })).json()) as {
            id: string;
          }
        ).id;
      expect(await there()).toBe(owner.id);
      await owner.ok(hostingApi.switchOff);
      // no time passes by this clock: what the memory of a session forgets now, a message on the bus has ended
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      await expect.poll(there, { interval: 20 }).toBe(trustee.id);
    } finally {
      vi.useRealTimers();
      await second.stop();
    }
  });

  test('ends with its time, although the session is remembered', async () => {
    const trustee = await signIn(server.url, 'user3');
    // as short as this machine can be in it at all
    for (let ms = 1_000; (await me(trustee)).id !== owner.id; ms *= 2) {
      await owner.call(hostingApi.switchOff);
      expect((await switchOn(owner, trustee, { endsAt: new Date(Date.now() + ms).toISOString() })).status).toBe(200);
      await enter(trustee, owner);
    }
    await expect.poll(async () => (await me(trustee)).id).toBe(trustee.id);
    expect((await enter(trustee, owner)).status).toBe(404);
    expect(await owner.ok(hostingApi.own)).toMatchObject({ hosting: { state: 'over' } });
  });

  test('ends when one of the two is shut out', async () => {
    const admin = await server.as('admin');
    const shut = (person: Client) => admin.ok(organizationApi.disablePerson, { params: { personId: person.id } });
    const open = (person: Client) => admin.ok(organizationApi.enablePerson, { params: { personId: person.id } });
    const principal = await signIn(server.url, 'user6');
    const trustee = await trusteeOf(principal, 'user7');
    await enter(trustee, principal);
    await shut(principal);
    expect(await me(trustee)).toMatchObject({ id: trustee.id });
    await open(principal);
    await shut(trustee);
    expect((await trustee.call(identityApi.me)).status).toBe(401);
    await open(trustee);
  });

  test('takes over nothing of what a page asks for somebody else', async () => {
    const trustee = await trusteeOf(owner);
    const asMyself = { headers: { [signedInAsHeader]: trustee.id } };
    expect((await trustee.fetch('/api/identity/me', asMyself)).status).toBe(200);
    await enter(trustee, owner);
    const answer = await trustee.fetch('/api/identity/me', asMyself);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      409,
      'identity.session.other_person',
    ]);
    expect((await trustee.fetch('/api/identity/me', { headers: { [signedInAsHeader]: owner.id } })).status).toBe(200);
  });
});

// the last: it stays on
test('under three-admin management nobody acts in the account of an officer', async () => {
  const admin = await server.as('admin');
  const trustee = await trusteeOf(admin, 'user5');
  await enter(trustee, admin);
  expect((await trustee.call(organizationApi.listPeople)).status).toBe(200);
  await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
  expect(code(await trustee.call(organizationApi.listPeople))).toBe('review.separation.trustee_of_officer');
  await trustee.ok(hostingApi.leave);
  expect((await trustee.call(organizationApi.listContacts)).status).toBe(200);
});
