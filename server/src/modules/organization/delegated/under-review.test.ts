import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { departmentScene, type DepartmentScene } from '../testing/delegated-departments.ts';

/** Under three-admin management. */
let scene: DepartmentScene;
beforeAll(async () => {
  scene = await departmentScene();
});
afterAll(() => scene.server.stop());

const person = (place: 'outside') => ({ params: { personId: scene.people[place] } });

describe('under three-admin management', () => {
  test('each grant and each move waits, runs as the delegate then, and is judged anew', async () => {
    const safe = await scene.server.as('safe');
    const waiting = async () => (await safe.ok(reviewApi.listChanges, { query: { state: 'waiting' } as never })).rows;
    const release = async () => {
      const [change] = await waiting();
      return safe.ok(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } });
    };
    const one = await scene.newClient('Wanda', scene.ids.second);
    const mover = await scene.newPerson('Moses', scene.ids.inside);
    await scene.admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
    try {
      const asked = await scene.admin.call(organizationApi.giveDelegatedAdmin, {
        body: { personId: one.id, departmentId: scene.ids.own, may: ['people'], until: null },
      });
      expect([asked.status, codeOf(asked)]).toEqual([202, 'review.change.prepared']);
      expect((await one.call(organizationApi.listPeople, {})).status).toBe(403);
      expect((await waiting())[0]).toMatchObject({ subject: 'Wanda' });
      expect(await release()).toMatchObject({ state: 'released' });
      expect((await one.call(organizationApi.listPeople, {})).status).toBe(200);

      const move = (personId: string, departmentId: string) =>
        one.call(organizationApi.movePeople, { body: { ids: [personId], departmentId } });
      // what would be refused anyway does not wait
      expect([
        (await move(scene.people.outside, scene.ids.inside)).status,
        (await move(mover, scene.ids.outside)).status,
      ]).toEqual([404, 404]);
      expect((await one.call(organizationApi.disablePerson, person('outside'))).status).toBe(404);
      expect((await move(mover, scene.ids.second)).status).toBe(202);
      expect(await release()).toMatchObject({ state: 'released' });
      expect((await scene.admin.ok(organizationApi.getPerson, { params: { personId: mover } })).department?.id).toBe(
        scene.ids.second,
      );

      // ended while something of theirs waits: it is released no more
      expect((await move(mover, scene.ids.inside)).status).toBe(202);
      const [grant] = await safe.ok(organizationApi.listDelegatedAdmins, { query: { person: one.id } });
      expect((await safe.call(organizationApi.endDelegatedAdmin, { params: { grantId: grant!.id } })).status).toBe(200);
      const [change] = await waiting();
      const late = await safe.call(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } });
      expect(late.body).toMatchObject({ state: 'failed', failure: 'review.change.preparer_gone' });
      expect((await scene.admin.ok(organizationApi.getPerson, { params: { personId: mover } })).department?.id).toBe(
        scene.ids.second,
      );
    } finally {
      await scene.admin.call(reviewApi.setSeparation, { body: { enabled: false } });
      for (const { id } of await waiting())
        await safe.call(reviewApi.release, { params: { changeId: id }, body: { reason: '' } });
    }
  });
});
