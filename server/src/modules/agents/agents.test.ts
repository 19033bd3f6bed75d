import { agentsApi, type DelegationInput } from '@formwork/contract/agents/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let user: Client;
let agent: Client;
beforeAll(async () => {
  server = await startTestServer();
  [user, agent] = [await server.as('user'), await server.as('user2')];
});
afterAll(() => server.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const good = (changes: Partial<DelegationInput> = {}): DelegationInput => ({
  agentId: agent.id,
  startsAt: day(0),
  endsAt: day(7),
  appIds: null,
  permissions: ['todo', 'return'],
  ...changes,
});
const states = async (person: Client) => (await person.ok(agentsApi.mine)).map(({ state }) => state);

describe('a delegation', () => {
  test('is seen by both, and changed by the one whose work it is', async () => {
    const { id: crm } = await (await server.as('admin')).ok(formsApi.createApp, { body: { title: { zh: '客户' } } });
    const made = await user.ok(agentsApi.create, { body: good({ appIds: [crm] }) });
    expect(made).toMatchObject({
      state: 'agenting',
      appIds: [crm],
      permissions: ['todo', 'return'],
      can: { edit: true, recycle: true, remove: false },
    });
    expect(await agent.ok(agentsApi.toMe)).toMatchObject([
      { id: made.id, principal: { id: user.id }, can: { edit: false, recycle: false, remove: false } },
    ]);
    const params = { delegationId: made.id };
    expect(
      (await agent.call(agentsApi.update, { params, body: good({ agentId: (await server.as('user3')).id }) })).status,
    ).toBe(404);
    expect((await agent.call(agentsApi.remove, { params })).status).toBe(404);
    expect(await agent.ok(agentsApi.recycle, { body: { ids: [made.id] } })).toEqual({ recycled: 0 });
    expect(await user.ok(agentsApi.update, { params, body: good({ permissions: ['edit'] }) })).toMatchObject({
      appIds: null,
      permissions: ['edit'],
    });
  });

  test('is recycled one by one or many at once, then given anew or deleted', async () => {
    const person = await server.as('user3');
    const [one, two] = [
      await person.ok(agentsApi.create, { body: good() }),
      await person.ok(agentsApi.create, { body: good() }),
    ];
    expect((await person.call(agentsApi.remove, { params: { delegationId: one.id } })).body).toMatchObject({
      code: 'agents.delegation.holds',
    });
    expect(await person.ok(agentsApi.recycle, { body: { ids: [one.id, two.id] } })).toEqual({ recycled: 2 });
    expect(await states(person)).toEqual(['recycled', 'recycled']);
    expect(await person.ok(agentsApi.update, { params: { delegationId: two.id }, body: good() })).toMatchObject({
      state: 'agenting',
    });
    await person.ok(agentsApi.remove, { params: { delegationId: one.id } });
    expect((await person.ok(agentsApi.mine, { query: { state: 'agenting' } })).map(({ id }) => id)).toEqual([two.id]);
  });

  test('expires by itself', async () => {
    const person = await server.as('user4');
    const { id } = await person.ok(agentsApi.create, { body: good({ startsAt: day(-2) }) });
    await inControl(server.platform.control, 'demo', (tx) =>
      tx
        .updateTable('agents.delegation')
        .set({ ends_at: new Date(day(-1)) })
        .where('id', '=', id)
        .execute(),
    );
    expect(await states(person)).toEqual(['expired']);
  });

  test('is invalid while the agent is shut out', async () => {
    const [person, other, admin] = [await server.as('user5'), await server.as('user6'), await server.as('admin')];
    await person.ok(agentsApi.create, { body: good({ agentId: other.id }) });
    await admin.ok(organizationApi.disablePerson, { params: { personId: other.id } });
    expect(await states(person)).toEqual(['invalid']);
    await admin.ok(organizationApi.enablePerson, { params: { personId: other.id } });
    expect(await states(person)).toEqual(['agenting']);
  });

  test.each([
    ['nobody', { agentId: '01890000-0000-7000-8000-000000000000' }, 'agentId'],
    ['an end before the beginning', { startsAt: day(2), endsAt: day(1) }, 'endsAt'],
    ['an end that is over', { startsAt: day(-2), endsAt: day(-1) }, 'endsAt'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['no application', { appIds: [] }, 'appIds'],
  ] as const)('refuses %s at its field', async (_name, changes, path) => {
    expect((await user.call(agentsApi.create, { body: good(changes as Partial<DelegationInput>) })).body).toMatchObject(
      { fields: [{ path }] },
    );
  });

  test('refuses oneself and people of another enterprise', async () => {
    for (const agentId of [user.id, (await server.as('other-user')).id])
      expect((await user.call(agentsApi.create, { body: good({ agentId }) })).body).toMatchObject({
        fields: [{ path: 'agentId' }],
      });
  });
});
