import { runsApi } from '@formwork/contract/runs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../testing/server.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
let admin: Client;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.who('ADMIN');
});
afterAll(() => scene.server.stop());

async function finished(jobId: string): Promise<unknown> {
  for (;;) {
    const job = await admin.ok(runsApi.get, { params: { runId: jobId } });
    if (job.state === 'finished') return job.result;
    if (job.state === 'failed') throw new Error(JSON.stringify(job.error));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('whoever leaves hands over to-dos, records and roles, and is out at once', async () => {
  const [leaver, owner, successor] = [await scene.who('A'), await scene.who('I'), await scene.who('B')];
  // nobody may transfer at this node by themselves
  const formId = await scene.form('a:A end', 'start>a a>end', {
    change: (graph) => {
      for (const node of graph.nodes) if ('buttons' in node) node.buttons = [];
    },
  });
  const [first, second] = [await scene.record(formId), await scene.record(formId)];
  await scene.start(formId, first);
  await scene.start(formId, second);
  const role = await admin.ok(organizationApi.createRole, { body: { name: '机修班长', description: '' } });
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: role.id }, body: { ids: [leaver.id] } });
  const department = await admin.ok(organizationApi.createDepartment, {
    body: { name: '机修班', parentId: null, headId: leaver.id },
  });

  const { jobId } = await admin.ok(organizationApi.handOver, {
    params: { personId: leaver.id },
    body: { toId: successor.id, parts: ['tasks', 'records', 'roles'], disable: true },
  });
  expect((await leaver.call(workflowApi.todo)).status).toBe(401);
  expect(await finished(jobId)).toEqual({ tasks: 2, records: 0, definitions: 0, roles: 2, kept: 0 });
  expect((await successor.ok(workflowApi.todo)).items.length).toBe(2);
  expect(
    (await admin.ok(organizationApi.listRoleMembers, { params: { roleId: role.id } })).map(({ id }) => id),
  ).toEqual([successor.id]);
  expect((await admin.ok(organizationApi.getDepartment, { params: { departmentId: department.id } })).head?.id).toBe(
    successor.id,
  );

  const records = await admin.ok(organizationApi.handOver, {
    params: { personId: owner.id },
    body: { toId: successor.id, parts: ['records'], disable: false },
  });
  expect(await finished(records.jobId)).toMatchObject({ records: 2, tasks: 0 });
  const kept = await admin.ok(recordsApi.get, { params: { formId, recordId: first } });
  expect(kept.values._owner).toEqual([successor.id]);
});

test('where the other person signs the same step anyway one signature is enough; nobody hands over to themselves', async () => {
  const [leaver, successor] = [await scene.who('C'), await scene.who('D')];
  const formId = await scene.form('a:CD b:B end', 'start>a a>b b>end', { signing: { a: { way: 'all' } as never } });
  const [waiting, signed] = [await scene.record(formId), await scene.record(formId)];
  for (const recordId of [waiting, signed]) await scene.start(formId, recordId);
  await scene.submit(formId, signed, 'D');
  const { jobId } = await admin.ok(organizationApi.handOver, {
    params: { personId: leaver.id },
    body: { toId: successor.id, parts: ['tasks'], disable: false },
  });
  expect(await finished(jobId)).toMatchObject({ tasks: 2, kept: 0 });
  // nobody was left to wait for
  expect((await scene.process(formId, signed)).nodes.find(({ node }) => node === 'b')).toMatchObject({
    display: 'current',
  });
  const { body } = await scene.submit(formId, waiting, 'D');
  expect(body).toMatchObject({ instance: { state: 'processing' } });
  expect((await scene.process(formId, waiting)).nodes.find(({ node }) => node === 'b')).toMatchObject({
    display: 'current',
  });
  const told = await admin.ok(workflowApi.history, { params: { formId, recordId: waiting } });
  expect(told.find(({ kind }) => kind === 'transferred')).toMatchObject({
    actor: { id: leaver.id },
    persons: [{ id: successor.id }],
  });
  const self = await admin.call(organizationApi.handOver, {
    params: { personId: leaver.id },
    body: { toId: leaver.id, parts: ['tasks'], disable: false },
  });
  expect(self.status).toBe(409);
});

test('a signer who waits for their turn hands that over too, and the turn comes to the other person', async () => {
  const [leaver, successor] = [await scene.who('D'), await scene.who('E')];
  const formId = await scene.form('a:CD b:B end', 'start>a a>b b>end', {
    signing: { a: { way: 'serial', order: 'chosen' } },
  });
  const recordId = await scene.record(formId);
  await scene.start(formId, recordId);
  const waits = async () => (await successor.ok(workflowApi.todo)).items.some((item) => item.recordId === recordId);
  const { jobId } = await admin.ok(organizationApi.handOver, {
    params: { personId: leaver.id },
    body: { toId: successor.id, parts: ['tasks'], disable: false },
  });
  expect(await finished(jobId)).toMatchObject({ kept: 0 });
  expect(await waits()).toBe(false);
  await scene.submit(formId, recordId, 'C');
  expect(await waits()).toBe(true);
});
