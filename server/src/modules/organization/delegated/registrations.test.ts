import { joiningApi } from '@formwork/contract/joining/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, type Client } from '../../../testing/server.ts';
import { departmentScene, outsideSign, type DepartmentScene } from '../testing/delegated-departments.ts';

/** Requests and invitations of departments in somebody's care. */
let scene: DepartmentScene;
beforeAll(async () => {
  scene = await departmentScene();
});
afterAll(() => scene.server.stop());

describe('registrations', () => {
  async function invited(departmentId: string | null): Promise<string> {
    const { token } = await scene.admin.ok(joiningApi.invite, {
      body: { role: 'user', departmentId, note: '', days: 7, mostPeople: 9, review: true },
    });
    return token;
  }
  test('of the departments in care are shown and decided, others are not there', async () => {
    const [inside, outside, nowhere] = [
      await invited(scene.ids.inside),
      await invited(scene.ids.outside),
      await invited(null),
    ];
    const joiners = ['other-user', 'other-admin', 'root'];
    for (const [at, token] of [inside, outside, nowhere].entries())
      await (await scene.server.as(joiners[at]!)).ok(joiningApi.acceptInvitation, { body: { token } });
    const all = (await scene.admin.ok(joiningApi.listRequests, { query: { limit: 50 } })).rows;
    const own = (await scene.delegate.ok(joiningApi.listRequests, { query: { limit: 50 } })).rows;
    expect([all.length, own.map(({ department: at }) => at?.id)]).toEqual([3, [scene.ids.inside]]);
    expect(await scene.delegate.ok(joiningApi.countRequests)).toEqual({ waiting: 1 });
    for (const { id } of all.filter((one) => one.id !== own[0]!.id)) {
      const params = { requestId: id };
      const tries = [
        await scene.delegate.call(joiningApi.acceptRequest, {
          params,
          body: { role: 'user', departmentId: scene.ids.inside },
        }),
        await scene.delegate.call(joiningApi.refuseRequest, { params, body: { reason: '' } }),
      ];
      expect(tries.map((answer) => codeOf(answer))).toEqual(
        Array.from({ length: 2 }, () => 'joining.request.not_found'),
      );
    }
    const params = { requestId: own[0]!.id };
    const wrong = await Promise.all(
      [{ role: 'admin' }, { departmentId: scene.ids.outside }, { departmentId: null }].map((body) =>
        scene.delegate.call(joiningApi.acceptRequest, { params, body: body as never }),
      ),
    );
    expect(wrong.map((answer) => codeOf(answer))).toEqual([
      'organization.delegated.ordinary_people',
      'organization.department.not_found',
      'organization.delegated.inside',
    ]);
    expect(await scene.delegate.ok(joiningApi.acceptRequest, { params, body: { role: 'user' } })).toMatchObject({
      state: 'accepted',
    });
    const listed = (await scene.delegate.ok(joiningApi.listInvitations, { query: { limit: 200 } })).rows;
    const departments = new Set(listed.map(({ department: at }) => at?.name ?? ''));
    expect([...departments].filter((name) => name === '' || name.includes(outsideSign))).toEqual([]);
    for (const { id, department: at } of (await scene.admin.ok(joiningApi.listInvitations, { query: { limit: 200 } }))
      .rows) {
      const answer = await scene.delegate.call(joiningApi.revokeInvitation, { params: { invitationId: id } });
      expect(answer.status).toBe(at === null || at.id === scene.ids.outside ? 404 : 200);
    }
  });

  test('are told to whoever looks after the department, and to nobody who looks after another', async () => {
    const [near, far] = [
      await scene.newClient('Near', scene.ids.outside),
      await scene.newClient('Far', scene.ids.outside),
    ];
    await scene.give(near.id, scene.ids.inside, ['registrations']);
    await scene.give(far.id, scene.ids.second, ['registrations']);
    const posts = await scene.newClient('Posts', scene.ids.outside);
    await scene.give(posts.id, scene.ids.inside, ['posts']);
    const joiner = await scene.server.as('saas');
    await joiner.ok(joiningApi.acceptInvitation, { body: { token: await invited(scene.ids.inside) } });
    const [request] = (await scene.admin.ok(joiningApi.listRequests, { query: { state: 'waiting', limit: 1 } })).rows;
    const told = async (who: Client) =>
      (await who.ok(messagesApi.list, { query: { kind: 'joinRequested' } })).rows.map(({ title }) => title);
    for (const who of [scene.admin, scene.delegate, near])
      await expect.poll(() => told(who), { timeout: 30_000 }).toContain(request!.name);
    expect([await told(far), await told(posts)]).toEqual([[], []]);
  });

  test('by a link that a delegate made come no more when the department is theirs no more', async () => {
    const maker = await scene.newClient('Maker', scene.ids.inside);
    const grant = await scene.give(maker.id, scene.ids.inside, ['registrations']);
    const { invitation, token } = await maker.ok(joiningApi.invite, {
      body: { role: 'user', departmentId: scene.ids.inside, note: '', days: 7, mostPeople: 9, review: false },
    });
    const others = await invited(scene.ids.inside);
    const state = async () =>
      (await scene.admin.ok(joiningApi.listInvitations, { query: { limit: 200 } })).rows.find(
        ({ id }) => id === invitation.id,
      )?.state;
    const { visitor } = scene.server;
    const reads = async (of: string) => (await visitor.call(joiningApi.readInvitation, { body: { token: of } })).status;
    expect([await state(), await reads(token), await reads(others)]).toEqual(['open', 200, 200]);

    // shut out, let in again, ended: asked at each use, as the right itself is
    await scene.admin.ok(organizationApi.disablePerson, { params: { personId: maker.id } });
    expect([await state(), await reads(token)]).toEqual(['lapsed', 404]);
    await scene.admin.ok(organizationApi.enablePerson, { params: { personId: maker.id } });
    expect([await state(), await reads(token)]).toEqual(['open', 200]);
    await scene.admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId: grant.id } });
    expect([await state(), await reads(token), await reads(others)]).toEqual(['lapsed', 404, 200]);
    const joining = await scene.server.as('other-admin');
    expect(codeOf(await joining.call(joiningApi.acceptInvitation, { body: { token } }))).toBe(
      'joining.invitation.not_found',
    );
    // another part of the same department is not the one it was made by
    await scene.give(maker.id, scene.ids.inside, ['people']);
    expect(await reads(token)).toBe(404);
    await scene.give(maker.id, scene.ids.own, ['registrations']);
    expect(await reads(token)).toBe(200);
  });
});
