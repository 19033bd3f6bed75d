import { joiningApi } from '@formwork/contract/joining/api.ts';
import { departmentParts } from '@formwork/contract/delegated.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, type Client } from '../../../testing/server.ts';
import { departmentScene, outsideSign, seen, type DepartmentScene } from '../testing/delegated-departments.ts';

/** The right itself: how it is given, handed on and ends. */
const parts = [...departmentParts];
let scene: DepartmentScene;
beforeAll(async () => {
  scene = await departmentScene({ given: false });
});
afterAll(() => scene.server.stop());

const department = (place: 'inside' | 'own' | 'outside') => ({ params: { departmentId: scene.ids[place] } });
const person = (place: 'inside') => ({ params: { personId: scene.people[place] } });

test('who looks after nothing administers nothing', async () => {
  expect((await scene.delegate.call(organizationApi.listPeople, {})).status).toBe(403);
  expect(
    (await scene.delegate.call(organizationApi.listTree, { query: { administering: 'people' } as never })).status,
  ).toBe(403);
  expect((await scene.delegate.call(organizationApi.listDelegatedAdmins, {})).status).toBe(403);
});

test('an administrator gives it, and it is shown as it stands', async () => {
  expect(await scene.give(scene.delegate.id, scene.ids.own)).toMatchObject({
    person: { id: scene.delegate.id },
    department: { name: 'Own', path: [`Above ${outsideSign}`] },
    may: parts,
    inForce: true,
    handedOn: false,
    can: { end: true },
  });
  expect(await scene.delegate.ok(organizationApi.closedPages)).toMatchObject({ delegated: parts });
});

describe('the right itself', () => {
  test('each part opens its own calls and no others', async () => {
    const one = await scene.newClient('Part', scene.ids.second);
    for (const part of parts) {
      const grant = await scene.give(one.id, scene.ids.second, [part]);
      const answers = [
        await one.call(organizationApi.exportPeople, {}),
        await one.call(organizationApi.assignPost, {
          params: { postId: scene.postId },
          body: { ids: [scene.people.outside] },
        }),
        await one.call(joiningApi.countRequests, {}),
        await one.call(organizationApi.createPost, { body: { name: 'No', description: '', gradeId: null } }),
        await one.call(organizationApi.handOver, {
          ...person('inside'),
          body: { toId: one.id, parts: ['tasks'], disable: false },
        }),
        await one.call(organizationApi.createRole, { body: { name: 'No', description: '' } }),
      ];
      expect(answers.map(({ status }) => status !== 403)).toEqual([
        ...parts.map((each) => each === part),
        false,
        false,
        false,
      ]);
      await scene.admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId: grant.id } });
    }
  });

  test('is given to ordinary people alone, and not for times that are over', async () => {
    const body = { personId: scene.people.own, departmentId: scene.ids.inside, may: parts, until: null };
    const codes = async (changes: object) =>
      codeOf(await scene.admin.call(organizationApi.giveDelegatedAdmin, { body: { ...body, ...changes } }));
    expect([
      await codes({ personId: scene.people.admin }),
      await codes({ personId: (await scene.server.as('safe')).id }),
      await codes({ until: new Date(Date.now() - 1000).toISOString() }),
      await codes({ departmentId: scene.people.own }),
      await codes({ personId: scene.ids.own }),
    ]).toEqual([
      'organization.delegated.not_a_user',
      'organization.delegated.not_a_user',
      'organization.delegated.past',
      'organization.department.not_found',
      'organization.person.not_found',
    ]);
  });

  test('is handed on no further and no longer than one has it, and ends with it', async () => {
    const [boss, deputy, third] = [
      await scene.newClient('Boss', scene.ids.own),
      await scene.newClient('Deputy', scene.ids.inside),
      await scene.newClient('Third', scene.ids.inside),
    ];
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const grant = await scene.give(boss.id, scene.ids.own, ['people'], soon);
    const hand = (who: Client, body: object) =>
      who.call(organizationApi.giveDelegatedAdmin, {
        body: { personId: deputy.id, departmentId: scene.ids.inside, may: ['people'], until: null, ...body } as never,
      });
    expect([
      codeOf(await hand(boss, { may: ['posts'] })),
      codeOf(await hand(boss, { may: ['people', 'posts'] })),
      codeOf(await hand(boss, { until: later })),
      codeOf(await hand(boss, { departmentId: scene.ids.outside })),
      codeOf(await hand(boss, { personId: scene.people.outside })),
      codeOf(await hand(boss, { personId: boss.id })),
    ]).toEqual([
      'platform.forbidden',
      'organization.delegated.beyond',
      'organization.delegated.longer',
      'organization.department.not_found',
      'organization.person.not_found',
      'organization.person.own_account',
    ]);
    const handed = (await hand(boss, {})).body as { id: string; until: string; handedOn: boolean };
    expect(handed).toMatchObject({ until: soon, handedOn: true });
    expect((await hand(deputy, { personId: third.id })).status).toBe(200);
    // not back to whom one has it from
    expect((await hand(deputy, { personId: boss.id })).status).toBe(404);
    const listed = (who: Client) => who.ok(organizationApi.listDelegatedAdmins);
    expect((await listed(boss)).map(({ person: { name }, can }) => [name, can.end])).toEqual([
      ['Boss', false],
      ['Deputy', true],
      ['Third', true],
    ]);
    expect((await listed(deputy)).map(({ person: { name }, can }) => [name, can.end])).toEqual([
      ['Deputy', false],
      ['Third', true],
    ]);
    const end = (who: Client, grantId: string) => who.call(organizationApi.endDelegatedAdmin, { params: { grantId } });
    expect([(await end(deputy, handed.id)).status, (await end(deputy, grant.id)).status]).toEqual([403, 404]);
    const lookAfter = async () =>
      Promise.all([boss, deputy, third].map(async (who) => (await who.call(organizationApi.listPeople, {})).status));
    expect(await lookAfter()).toEqual([200, 200, 200]);
    // shut out, moved away from what it came from, ended: what came of it ends in the same moment
    await scene.admin.ok(organizationApi.disablePerson, { params: { personId: boss.id } });
    expect(await lookAfter()).toEqual([401, 403, 403]);
    await scene.admin.ok(organizationApi.enablePerson, { params: { personId: boss.id } });
    expect((await lookAfter()).slice(1)).toEqual([200, 200]);
    await scene.admin.ok(organizationApi.updatePerson, { params: { personId: boss.id }, body: { role: 'audit' } });
    expect((await lookAfter()).slice(1)).toEqual([403, 403]);
    await scene.admin.ok(organizationApi.updatePerson, { params: { personId: boss.id }, body: { role: 'user' } });
    await scene.admin.ok(organizationApi.updateDepartment, {
      ...department('inside'),
      body: { parentId: scene.ids.outside },
    });
    expect((await lookAfter()).slice(1)).toEqual([403, 403]);
    await scene.admin.ok(organizationApi.updateDepartment, {
      ...department('inside'),
      body: { parentId: scene.ids.own },
    });
    expect((await lookAfter()).slice(1)).toEqual([200, 200]);
    const safe = await scene.server.as('safe');
    expect((await listed(safe)).find(({ id }) => id === grant.id)?.can).toEqual({ end: true });
    expect((await end(await scene.server.as('audit'), grant.id)).status).toBe(403);
    expect((await end(safe, grant.id)).status).toBe(200);
    expect((await lookAfter()).slice(1)).toEqual([403, 403]);
    expect((await listed(scene.admin)).some(({ id }) => id === handed.id)).toBe(false);
  });

  test('ends by itself when its time is over', async () => {
    const one = await scene.newClient('Short', scene.ids.second);
    const grant = await scene.give(one.id, scene.ids.second, ['people'], new Date(Date.now() + 2_000).toISOString());
    await expect
      .poll(async () => (await one.call(organizationApi.listPeople, {})).status, { timeout: 60_000 })
      .toBe(403);
    const told = (await scene.admin.ok(organizationApi.listDelegatedAdmins, { query: { person: one.id } }))[0];
    expect([told?.id, told?.inForce]).toEqual([grant.id, false]);
  });

  test('follows departments and people as they move', async () => {
    const [guest, moved] = [
      await scene.newPerson('Guest', scene.ids.outside),
      await scene.newDepartment('Wandering', scene.ids.outside),
    ];
    await scene.newPerson('Walker', moved);
    expect(await seen(scene.delegate)).not.toContain('Walker');
    await scene.admin.ok(organizationApi.movePeople, { body: { ids: [guest], departmentId: scene.ids.inside } });
    await scene.admin.ok(organizationApi.updateDepartment, {
      params: { departmentId: moved },
      body: { parentId: scene.ids.own },
    });
    expect(await seen(scene.delegate)).toEqual(expect.arrayContaining(['Guest', 'Walker']));
    await scene.admin.ok(organizationApi.movePeople, { body: { ids: [guest], departmentId: scene.ids.outside } });
    await scene.admin.ok(organizationApi.updateDepartment, {
      params: { departmentId: moved },
      body: { parentId: scene.ids.above },
    });
    const names = await seen(scene.delegate);
    expect([names.includes('Guest'), names.includes('Walker')]).toEqual([false, false]);
    const tries = [
      await scene.delegate.call(organizationApi.updatePerson, { params: { personId: guest }, body: { name: 'Mine' } }),
      await scene.delegate.call(organizationApi.updateDepartment, {
        params: { departmentId: moved },
        body: { name: 'Mine' },
      }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('is not there in another space', async () => {
    const stranger = await scene.server.as('other-admin');
    expect(await stranger.ok(organizationApi.listDelegatedAdmins, {}, { space: 'other' })).toEqual([]);
    const [grant] = await scene.admin.ok(organizationApi.listDelegatedAdmins);
    const answer = await stranger.call(organizationApi.endDelegatedAdmin, { params: { grantId: grant!.id } });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'organization.delegated.not_found']);
  });
});
