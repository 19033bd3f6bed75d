import { auditApi } from '@formwork/contract/audit/api.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { policyApi } from '@formwork/contract/identity/policy.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { usersApi } from '@formwork/contract/operations/users.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let safe: Client;
let auditor: Client;
let roleId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, safe, auditor] = await Promise.all([server.as('admin'), server.as('safe'), server.as('audit')]);
  roleId = (await admin.ok(organizationApi.createRole, { body: { name: '质检员', description: '' } })).id;
});
afterAll(() => server.stop());

const members = async () =>
  (await admin.ok(organizationApi.listRoleMembers, { params: { roleId } })).map((person) => person.id);
const prepare = (ids: string[]) => admin.call(organizationApi.setRoleMembers, { params: { roleId }, body: { ids } });
const waiting = async () => (await safe.ok(reviewApi.listChanges, { query: { state: 'waiting' } as never })).rows;

test('while it is off, changes of rights take effect at once', async () => {
  expect((await prepare([admin.id])).status).toBe(200);
  expect(await members()).toEqual([admin.id]);
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: [] } });
});

test('it is not switched on without a reviewer and an auditor', async () => {
  const other = await server.as('other-admin');
  expect(await other.call(reviewApi.setSeparation, { body: { enabled: true } })).toMatchObject({
    status: 409,
    body: { code: 'review.separation.people_missing' },
  });
});

test('when it is switched on, people whom an earlier link invites into a department ask first', async () => {
  const departmentId = (await admin.ok(organizationApi.createDepartment, { body: { name: '外协组', parentId: null } }))
    .id;
  const invite = async (into: string | null) =>
    (
      await admin.ok(joiningApi.invite, {
        body: { role: 'user', departmentId: into, note: '', days: 7, mostPeople: 1, review: false },
      })
    ).token;
  const [into, beside] = [await invite(departmentId), await invite(null)];
  expect((await admin.ok(reviewApi.setSeparation, { body: { enabled: true } })).enabled).toBe(true);
  const asks = async (token: string) =>
    (await server.visitor.ok(joiningApi.readInvitation, { body: { token } })).review;
  expect([await asks(into), await asks(beside)]).toEqual([true, false]);
});

test('while it is on, a change waits for the reviewer and runs in the name of who prepared it', async () => {
  expect(await prepare([admin.id, safe.id])).toMatchObject({ status: 202, body: { code: 'review.change.prepared' } });
  await expect
    .poll(async () => (await safe.ok(messagesApi.list, { query: { kind: 'changeWaiting' } })).rows.length)
    .toBe(1);
  expect(await members()).toEqual([]);
  const [change] = await waiting();
  expect(change).toMatchObject({
    subject: '质检员',
    before: { ids: [] },
    after: { ids: [admin.id, safe.id] },
    preparedBy: admin.id,
    can: { decide: true, withdraw: false },
  });
  const stranger = await server.as('other-admin');
  for (const call of [reviewApi.withdraw, reviewApi.openPassword])
    expect((await stranger.call(call, { params: { changeId: change!.id } })).status).toBe(404);

  expect((await admin.call(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } })).status).toBe(
    403,
  );
  const [one, two] = await Promise.all(
    [1, 2].map(() => safe.call(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '已核对' } })),
  );
  expect([one!.status, two!.status].sort()).toEqual([200, 409]);
  expect((await members()).sort()).toEqual([admin.id, safe.id].sort());
  await vi.waitFor(async () => {
    const { rows } = await auditor.ok(auditApi.list, { query: { kind: 'permission', limit: 3 } });
    expect(rows.map((row) => [row.type, row.actor])).toEqual(
      expect.arrayContaining([
        ['review.change.released', safe.id],
        ['organization.role.members_changed', admin.id],
      ]),
    );
  });
});

test('a change is rejected with a reason, or taken back by who prepared it', async () => {
  await prepare([]);
  const [first] = await waiting();
  expect((await safe.call(reviewApi.reject, { params: { changeId: first!.id }, body: { reason: ' ' } })).status).toBe(
    422,
  );
  expect(
    (await safe.ok(reviewApi.reject, { params: { changeId: first!.id }, body: { reason: '缺少依据' } })).state,
  ).toBe('rejected');
  await expect
    .poll(async () => (await admin.ok(messagesApi.list, { query: { kind: 'changeDecided' } })).rows.length)
    .toBe(1);
  await prepare([]);
  const [second] = await waiting();
  expect((await admin.ok(reviewApi.withdraw, { params: { changeId: second!.id } })).state).toBe('withdrawn');
  expect((await safe.call(reviewApi.release, { params: { changeId: second!.id }, body: { reason: '' } })).status).toBe(
    409,
  );
  expect((await members()).length).toBe(2);
});

test('what cannot be carried out any more says why', async () => {
  const other = (await admin.ok(organizationApi.createRole, { body: { name: '临时', description: '' } })).id;
  await admin.call(organizationApi.deleteRole, { params: { roleId: other } });
  await admin.call(organizationApi.deleteRole, { params: { roleId: other } });
  const [second, first] = await waiting();
  expect((await safe.ok(reviewApi.release, { params: { changeId: first!.id }, body: { reason: '' } })).state).toBe(
    'released',
  );
  expect(await safe.ok(reviewApi.release, { params: { changeId: second!.id }, body: { reason: '' } })).toMatchObject({
    state: 'failed',
    failure: 'organization.role.not_found',
  });
});

test('ordinary administration does not wait, giving an administrative role does', async () => {
  const place = { departmentId: null, superiorId: null };
  expect(
    (await admin.call(organizationApi.createPerson, { body: { ...place, login: 'clerk', name: '文员', role: 'user' } }))
      .status,
  ).toBe(200);
  expect(
    (
      await admin.call(organizationApi.createPerson, {
        body: { ...place, login: 'second', name: '二号', role: 'safe' },
      })
    ).status,
  ).toBe(202);
});

describe('what gives rights by the way', () => {
  const release = async () => {
    const [change] = await waiting();
    const ended = await safe.ok(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } });
    expect(ended).toMatchObject({ state: 'released', failure: null });
    return { change: change!, ended };
  };
  const heldBack = async (call: Promise<{ status: number }>) => expect((await call).status).toBe(202);
  const mark = crypto.randomUUID().slice(0, 6);
  let works: string;
  let office: string;
  let post: string;
  let clerk: string;
  beforeAll(async () => {
    const department = async (name: string) =>
      (await admin.ok(organizationApi.createDepartment, { body: { name: `${name} ${mark}`, parentId: null } })).id;
    [works, office] = [await department('工厂'), await department('办公室')];
    post = (
      await admin.ok(organizationApi.createPost, { body: { name: `班长 ${mark}`, description: '', gradeId: null } })
    ).id;
    clerk = (
      await admin.ok(organizationApi.createPerson, {
        body: { departmentId: null, superiorId: null, login: `clerk.${mark}`, name: `文员 ${mark}`, role: 'user' },
      })
    ).person.id;
  });
  const person = async () => admin.ok(organizationApi.getPerson, { params: { personId: clerk } });

  test('waits: moving people, a post, a department below another one, merging', async () => {
    await heldBack(admin.call(organizationApi.movePeople, { body: { ids: [clerk], departmentId: works } }));
    expect((await person()).department).toBeNull();
    const { change } = await release();
    expect(change).toMatchObject({
      subject: `工厂 ${mark}`,
      before: { places: [{ personId: clerk, departmentId: null }] },
      after: { places: [{ personId: clerk, departmentId: works }] },
    });
    const { names } = await safe.ok(reviewApi.listChanges);
    expect([names[clerk], names[works]]).toEqual([`文员 ${mark}`, `工厂 ${mark}`]);
    expect((await person()).department?.id).toBe(works);
    // where it changes nothing it does not wait
    expect(await admin.ok(organizationApi.movePeople, { body: { ids: [clerk], departmentId: works } })).toEqual({
      moved: 0,
    });

    await heldBack(admin.call(organizationApi.assignPost, { params: { postId: post }, body: { ids: [clerk] } }));
    expect((await release()).change).toMatchObject({
      before: { places: [{ personId: clerk, postId: null }] },
      after: { places: [{ personId: clerk, postId: post }] },
    });
    expect((await person()).post?.id).toBe(post);
    await heldBack(
      admin.call(organizationApi.updatePerson, { params: { personId: clerk }, body: { phone: '110', postId: null } }),
    );
    expect((await release()).change).toMatchObject({ before: { postId: post }, after: { postId: null } });
    expect(
      (
        await admin.call(organizationApi.updatePerson, {
          params: { personId: clerk },
          body: { phone: '119', departmentId: works, partTime: [], postId: null, role: 'user' },
        })
      ).status,
    ).toBe(200);

    await heldBack(
      admin.call(organizationApi.updateDepartment, { params: { departmentId: works }, body: { parentId: office } }),
    );
    expect((await release()).change).toMatchObject({
      before: { way: `/ 工厂 ${mark}` },
      after: { way: `/ 办公室 ${mark} / 工厂 ${mark}` },
    });
    expect(
      (
        await admin.call(organizationApi.updateDepartment, {
          params: { departmentId: works },
          body: { parentId: office, name: `工厂一 ${mark}` },
        })
      ).status,
    ).toBe(200);
    await heldBack(
      admin.call(organizationApi.mergeDepartment, { params: { departmentId: works }, body: { intoId: office } }),
    );
    expect((await release()).change).toMatchObject({
      before: { places: [{ personId: clerk, departmentId: works }] },
      after: { intoId: office, places: [{ personId: clerk, departmentId: office }] },
    });
    expect((await person()).department?.id).toBe(office);
  });

  test("waits: public groups; private ones are their owner's affair", async () => {
    const user = await server.as('user');
    const scope = [{ kind: 'person' as const, id: user.id }];
    const mine = await user.ok(organizationApi.createGroup, {
      body: { name: `我的 ${mark}`, kind: 'private', appIds: [], scope },
    });
    expect(
      (
        await user.call(organizationApi.updateGroup, {
          params: { userGroupId: mine.id },
          body: { scope: [{ kind: 'post', id: post }] },
        })
      ).status,
    ).toBe(200);
    expect((await user.call(organizationApi.deleteGroup, { params: { userGroupId: mine.id } })).status).toBe(200);
    expect(
      (await user.call(organizationApi.createGroup, { body: { name: 'x', kind: 'public', appIds: [], scope } })).status,
    ).toBe(403);

    await heldBack(
      admin.call(organizationApi.createGroup, { body: { name: `公共 ${mark}`, kind: 'public', appIds: [], scope } }),
    );
    expect((await release()).change).toMatchObject({
      subject: `公共 ${mark}`,
      before: null,
      after: { kind: 'public', parts: [{ personId: user.id }] },
    });
    const group = (await admin.ok(organizationApi.listGroups)).find(({ name }) => name === `公共 ${mark}`)!;
    const params = { userGroupId: group.id };
    expect(
      (await admin.call(organizationApi.updateGroup, { params, body: { name: `大家 ${mark}`, kind: 'public', scope } }))
        .status,
    ).toBe(200);
    expect(
      (await user.call(organizationApi.updateGroup, { params, body: { scope: [{ kind: 'person', id: clerk }] } }))
        .status,
    ).toBe(403);
    await heldBack(
      admin.call(organizationApi.updateGroup, { params, body: { scope: [{ kind: 'person', id: clerk }] } }),
    );
    expect((await release()).change).toMatchObject({
      before: { parts: [{ personId: user.id }] },
      after: { parts: [{ personId: clerk }] },
    });
    await heldBack(admin.call(organizationApi.deleteGroup, { params }));
    await release();
    expect((await admin.ok(organizationApi.listGroups)).map(({ id }) => id)).not.toContain(group.id);
  });

  test('waits: an import of people, its password sealed and shown to nobody', async () => {
    const form = new FormData();
    form.append(
      'file',
      new File(
        [
          [
            `login,name,department,post,phone`,
            `new.${mark},新人,办公室 ${mark},班长 ${mark},`,
            `clerk.${mark},文员 ${mark},办公室 ${mark},,110`,
          ].join('\n'),
        ],
        'people.csv',
      ),
    );
    const { id } = (await (
      await admin.fetch('/api/organization/people-imports', { method: 'POST', body: form })
    ).json()) as { id: string };
    const start = (password: string) =>
      admin.call(organizationApi.startPeopleImport, { params: { importId: id }, body: { password } });
    expect((await start('x')).status).toBe(422);
    await heldBack(start('First-password-7'));
    const kept = await inControl(server.platform.control, server.spaceId, (tx) =>
      tx.selectFrom('review.change').select('input').where('state', '=', 'waiting').execute(),
    );
    expect(JSON.stringify(kept)).toMatch(/"password":"v2\./);
    const { change } = await release();
    expect(change).toMatchObject({
      subject: 'people.csv',
      before: { people: [] },
      after: {
        created: 1,
        changed: 0,
        people: [{ login: `new.${mark}`, department: `办公室 ${mark}`, post: `班长 ${mark}` }],
      },
    });
    expect(JSON.stringify(change.after)).not.toContain('password');
    await vi.waitFor(
      async () =>
        expect(await admin.ok(organizationApi.getPeopleImport, { params: { importId: id } })).toMatchObject({
          state: 'finished',
          created: 1,
          updated: 1,
        }),
      10_000,
    );
    await signIn(server.url, `new.${mark}`, 'First-password-7');
  });

  test('lets people in who get a first password: once, and never into the hands of another part', async () => {
    const create = (login: string, role: 'user' | 'safe') =>
      heldBack(
        admin.call(organizationApi.createPerson, {
          body: { departmentId: role === 'user' ? office : null, superiorId: null, login, name: login, role },
        }),
      );
    const open = (who: Client, changeId: string) => who.call(reviewApi.openPassword, { params: { changeId } });
    await create(`worker.${mark}`, 'user');
    const worker = await release();
    expect(Object.keys(worker.ended)).not.toContain('password');
    expect(
      (await admin.ok(reviewApi.listChanges)).rows.find(({ id }) => id === worker.change.id)?.can.openPassword,
    ).toBe(true);
    expect([(await open(safe, worker.change.id)).status, (await open(auditor, worker.change.id)).status]).toEqual([
      404, 403,
    ]);
    const opened = await admin.ok(reviewApi.openPassword, { params: { changeId: worker.change.id } });
    expect(opened).toMatchObject({ login: `worker.${mark}` });
    await signIn(server.url, opened.login, opened.password);
    expect((await open(admin, worker.change.id)).body).toMatchObject({ code: 'review.change.no_password' });

    await create(`second.${mark}`, 'safe');
    const second = await release();
    expect((await open(admin, second.change.id)).status).toBe(404);
    const theirs = await safe.ok(reviewApi.openPassword, { params: { changeId: second.change.id } });
    // theirs alone from the first sign-in on
    const entered = await fetch(`${server.url}/api/identity/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(theirs),
    });
    expect(await entered.json()).toMatchObject({ next: 'new_password', reason: 'given' });
    // accounts and links whose answer cannot wait put nobody into a department
    expect(
      (
        await admin.call(joiningApi.createColleagues, {
          body: { departmentId: office, people: [{ name: 'x', login: `x.${mark}`, phone: '', email: '' }] },
        })
      ).status,
    ).toBe(403);
    const invite = (review: boolean) =>
      admin.call(joiningApi.invite, {
        body: { role: 'user', departmentId: office, note: '', days: 7, mostPeople: 1, review },
      });
    expect([(await invite(false)).status, (await invite(true)).status]).toEqual([403, 200]);
  });
});

test('nobody gets at the parts of the others', async () => {
  for (const officer of [safe, auditor])
    for (const way of [organizationApi.resetPassword, organizationApi.endSecondStep])
      expect(await admin.call(way, { params: { personId: officer.id } })).toMatchObject({
        status: 403,
        body: { code: 'review.separation.password_of_officer' },
      });
  expect(await auditor.fetch('/api/files', { method: 'POST' })).toMatchObject({ status: 403 });
  expect((await auditor.call(auditApi.check)).status).toBe(200);
  expect((await auditor.ok(reviewApi.listChanges)).rows.length).toBeGreaterThan(0);
});

test('switching it off is released by the reviewer as well', async () => {
  expect((await admin.call(reviewApi.setSeparation, { body: { enabled: false } })).status).toBe(202);
  expect((await admin.ok(reviewApi.getSeparation)).enabled).toBe(true);
  const [change] = await waiting();
  await safe.ok(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } });
  expect((await admin.ok(reviewApi.getSeparation)).enabled).toBe(false);
  expect((await prepare([])).status).toBe(200);
});

test('rules of folders and the security policy wait', async () => {
  if (!(await admin.ok(reviewApi.getSeparation)).enabled)
    await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
  const appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '资料' }, kind: 'files' } })).id;
  const rules = {
    folder: null,
    alone: false,
    rules: [{ subject: { kind: 'everyone' as const }, level: 'view' as const }],
  };
  expect((await admin.call(documentsApi.putRules, { params: { appId }, body: rules })).status).toBe(202);
  expect((await admin.ok(documentsApi.getRules, { params: { appId }, query: {} })).rules).toEqual([]);
  const { policy } = await admin.ok(policyApi.read);
  expect((await admin.call(policyApi.save, { body: { ...policy, ipRanges: ['127.0.0.0/8', '::1'] } })).status).toBe(
    202,
  );
  expect((await admin.ok(policyApi.read)).policy.ipRanges).toEqual([]);
  expect((await admin.call(policyApi.save, { body: policy })).status).toBe(200);
  const [second, first] = await waiting();
  expect([first, second]).toMatchObject([
    { after: { rules: rules.rules } },
    { before: { ipRanges: [] }, after: { ipRanges: ['127.0.0.0/8', '::1'] } },
  ]);
  for (const change of [first!, second!])
    expect((await safe.ok(reviewApi.release, { params: { changeId: change.id }, body: { reason: '' } })).state).toBe(
      'released',
    );
  expect((await admin.ok(documentsApi.getRules, { params: { appId }, query: {} })).rules).toEqual(rules.rules);
});

describe('neither the last reviewer nor the last auditor goes', () => {
  const release = async () => {
    const [change] = await waiting();
    const { state, failure } = await safe.ok(reviewApi.release, {
      params: { changeId: change!.id },
      body: { reason: '' },
    });
    return [state, failure];
  };
  const kept = ['failed', 'organization.person.last_officer'];
  const own = () =>
    [
      ['safe', safe],
      ['audit', auditor],
    ] as const;
  const sheet = async (text: string) => {
    const form = new FormData();
    form.append('file', new File([text], 'people.csv'));
    return (
      (await (await admin.fetch('/api/organization/people-imports', { method: 'POST', body: form })).json()) as {
        id: string;
      }
    ).id;
  };
  beforeAll(async () => {
    if (!(await admin.ok(reviewApi.getSeparation)).enabled)
      await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
    // what earlier tests left waiting, and the reviewers it made
    for (const { id } of await waiting())
      await safe.ok(reviewApi.reject, { params: { changeId: id }, body: { reason: '清理' } });
    const { officers } = await admin.ok(reviewApi.getSeparation);
    for (const [role, { id: mine }] of own()) {
      for (const { id } of officers[role].filter((one) => one.id !== mine)) {
        await admin.call(organizationApi.disablePerson, { params: { personId: id } });
        expect(await release()).toEqual(['released', null]);
      }
    }
  });

  test('by another role or by being disabled, at their own release either', async () => {
    for (const [, { id: personId }] of own()) {
      expect(
        (await admin.call(organizationApi.updatePerson, { params: { personId }, body: { role: 'user' } })).status,
      ).toBe(202);
      expect(await release()).toEqual(kept);
      expect((await admin.call(organizationApi.disablePerson, { params: { personId } })).status).toBe(202);
      expect(await release()).toEqual(kept);
    }
  });

  test('by a hand-over', async () => {
    const heir = await server.as('user');
    for (const [, { id: personId }] of own()) {
      expect(
        (
          await admin.call(organizationApi.handOver, {
            params: { personId },
            body: { toId: heir.id, parts: ['tasks'], disable: true },
          })
        ).status,
      ).toBe(202);
      expect(await release()).toEqual(kept);
    }
  });

  test('by an import', async () => {
    for (const [login] of own()) {
      const importId = await sheet(`login,name,Account type\n${login},改角色,普通用户`);
      expect(
        (
          await admin.call(organizationApi.startPeopleImport, {
            params: { importId },
            body: { password: 'First-password-7' },
          })
        ).status,
      ).toBe(202);
      await release();
      await vi.waitFor(
        async () =>
          expect(await admin.ok(organizationApi.getPeopleImport, { params: { importId } })).toMatchObject({
            state: 'finished',
            updated: 0,
          }),
        10_000,
      );
    }
    expect((await admin.ok(reviewApi.getSeparation)).officers).toMatchObject({
      safe: [{ id: safe.id }],
      audit: [{ id: auditor.id }],
    });
  });

  test("by a merge of the operator's", async () => {
    const root = await server.as('root');
    const heir = await server.as('user2');
    for (const [, { id: userId }] of own()) {
      expect(
        (await root.ok(usersApi.planMerge, { params: { userId }, query: { intoId: heir.id } })).refusals,
      ).toMatchObject([{ code: 'operations.merge.last_officer' }]);
      expect(await root.call(usersApi.merge, { params: { userId }, body: { intoId: heir.id } })).toMatchObject({
        status: 409,
        body: { code: 'operations.merge.last_officer' },
      });
    }
  });

  test('and one whom the operator shut out is no other', async () => {
    const root = await server.as('root');
    const second = (await server.as('user3')).id;
    await admin.call(organizationApi.updatePerson, { params: { personId: second }, body: { role: 'audit' } });
    expect(await release()).toEqual(['released', null]);
    await root.ok(usersApi.disable, { params: { userId: second } });
    await admin.call(organizationApi.updatePerson, { params: { personId: auditor.id }, body: { role: 'user' } });
    expect(await release()).toEqual(kept);
    await root.ok(usersApi.enable, { params: { userId: second } });
    await admin.call(organizationApi.updatePerson, { params: { personId: auditor.id }, body: { role: 'user' } });
    expect(await release()).toEqual(['released', null]);
  });
});
