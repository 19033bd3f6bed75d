import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { jobsApi } from '@formwork/contract/jobs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { openScene, type Scene } from '../modules/workflow/testing/scene.ts';
import type { Client } from './server.ts';

let scene: Scene;
let admin: Client;
let formId: string;
let recordId: string;
/** Ids of things that are there, in the first space, by the names that paths give them. */
let ids: Record<string, string>;
let bodies: Record<string, Record<string, object>>;
let before: string;

const word = 'zucchini';

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.server.as('admin');
  formId = await scene.form('a:A end', 'start>a a>end');
  const owner = await scene.who('I');
  const file = (await upload<FileView[]>(owner, '/api/files', 'files', `${word}.txt`, word))[0]!;
  recordId = await scene.record(formId, { name: word, papers: [{ id: file.id, name: file.name, size: file.size, type: file.type }] });
  await scene.start(formId, recordId);
  const view = await scene.process(formId, recordId, 'A');
  const instanceId = view.instance!.id;
  await owner.ok(workflowApi.cc, { params: { instanceId }, body: { commandId: randomUUID(), persons: [(await scene.who('B')).id] } });
  const copy = (await (await scene.who('B')).ok(workflowApi.copies, {})).items[0]!;

  const sheet = await upload<Sheet>(admin, '/api/records/sheets', 'file', `${word}.csv`, `name,remark\n${word},1\n`);
  const mapping = [{ index: 0, field: 'name' }];
  const started = await admin.ok(recordsApi.importSheet, { params: { formId }, body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping } });
  while ((await admin.ok(recordsApi.getImport, { params: { importId: started.importId } })).state !== 'finished') await new Promise((resolve) => setTimeout(resolve, 50));

  const { appId } = await admin.ok(formsApi.getForm, { params: { formId } });
  const system = await admin.ok(formsApi.createSystem, { body: { title: { zh: word } } });
  const department = await admin.ok(organizationApi.createDepartment, { body: { name: word, parentId: null } });
  const role = await admin.ok(organizationApi.createRole, { body: { name: word } as never });
  const grade = await admin.ok(organizationApi.createGrade, { body: { name: word, rank: 1 } });
  const post = await admin.ok(organizationApi.createPost, { body: { name: word, description: '', gradeId: grade.id } });
  const supplier = await admin.ok(organizationApi.createSupplier, { body: { name: word } as never });
  const userGroup = await admin.ok(organizationApi.createGroup, { body: { name: word, kind: 'public', appIds: [], scope: [{ kind: 'person', id: owner.id }] } });
  const group = await admin.ok(organizationApi.createRoleGroup, { body: { name: word } });
  ids = {
    groupId: group.id, subject: role.id,
    formId, recordId, appId, systemId: system.id, fileId: file.id, uploadId: sheet.uploadId, importId: started.importId, jobId: started.jobId!, instanceId, taskId: view.myTasks[0]!.id,
    copyId: copy.copyId, departmentId: department.id, roleId: role.id, gradeId: grade.id, postId: post.id, supplierId: supplier.id, userGroupId: userGroup.id, personId: owner.id, number: '1',
  };

  const { definition } = await admin.ok(formsApi.getDraft, { params: { formId } });
  const { graph } = await admin.ok(workflowApi.definition, { params: { formId } });
  const act = () => ({ commandId: randomUUID(), version: 1 });
  const change = { values: { name: 'changed' } };
  bodies = {
    forms: {
      updateSystem: { title: { zh: 'x' } }, updateApp: { title: { zh: 'x' } }, createForm: { title: { zh: 'x' } }, saveDraft: { expectedVersion: 1, definition: { ...definition, title: { zh: 'x' } } }, checkDefinition: { definition },
      release: { draftVersion: 1, acceptLoss: true }, putPermissions: { rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view', 'edit', 'delete'], scope: 'all' }] }, putSubjectRules: { changes: [{ target: { kind: 'form', id: formId }, rules: [] }] }, copyRole: { name: 'x' }, copyForm: { title: { zh: 'x' }, withRules: false }, copyApp: { title: { zh: 'x' }, withRules: false }, restoreRelease: { expectedVersion: 1 }, createApp: { title: { zh: 'x' }, systemId: system.id },
    },
    organization: {
      createDepartment: { name: 'x', parentId: department.id, headId: owner.id }, updateDepartment: { name: 'x' }, mergeDepartment: { intoId: department.id }, createPerson: { login: 'stranger', name: 'x', role: 'user', departmentId: department.id, superiorId: owner.id },
      updatePerson: { name: 'x' }, assignPost: { ids: [owner.id] }, handOver: { toId: owner.id, parts: ['roles'], disable: false }, startPeopleImport: { password: 'x' }, movePeople: { ids: [owner.id], departmentId: department.id }, createRole: { name: 'x' }, updateRole: { name: 'x' }, setRoleMembers: { memberIds: [owner.id], members: [owner.id], personIds: [owner.id] },
      setRoleHolders: { holders: [{ kind: 'department', id: department.id }] }, updateRoleGroup: { name: 'x' }, setPageRights: { changes: [{ page: 'application', effect: 'grant' }] },
    },
    records: {
      create: change, update: { expectedVersion: 1, ...change }, evaluate: change, readSheet: sheet.reading, readRows: sheet.reading, linked: { relation: 'name', ids: [recordId] }, occupancy: { field: 'name', values: {}, from: new Date(0).toISOString(), to: new Date().toISOString() }, importSheet: { uploadId: sheet.uploadId, reading: sheet.reading, mapping },
      createFormFromSheet: { appId, title: { zh: 'x' }, reading: sheet.reading, columns: [{ index: 0, title: { zh: 'x' }, type: 'text' }] },
    },
    workflow: {
      saveDefinition: { graph, expectedVersion: 1 }, problems: { graph }, release: { expectedVersion: 1 }, start: { commandId: randomUUID(), ...change }, preview: { taskId: ids.taskId, ...change },
      submit: { ...act(), ...change }, saveTaskDraft: { ...act(), ...change }, returnTask: { ...act(), node: 'start', reason: 'x' }, transfer: { ...act(), person: (await scene.who('S')).id }, addSigners: { ...act(), persons: [(await scene.who('S')).id], place: 'beside' },
      retrieve: { commandId: randomUUID(), taskId: ids.taskId }, cc: { commandId: randomUUID(), persons: [(await scene.who('S')).id] }, comment: { commandId: randomUUID(), comment: 'x' }, urge: { commandId: randomUUID() },
      interrupt: { commandId: randomUUID(), reason: 'x' }, recover: { commandId: randomUUID(), reason: 'x' }, invalidate: { commandId: randomUUID(), reason: 'x' },
    },
  };
  before = await everything();
});
afterAll(() => scene.server.stop());

/** What strangers must leave as it is. */
async function everything(): Promise<string> {
  const at = { params: { formId, recordId } };
  return JSON.stringify([
    await admin.ok(recordsApi.list, { params: { formId }, query: { withTotal: true } }), await admin.ok(recordsApi.history, at), await admin.ok(workflowApi.history, at), await scene.process(formId, recordId),
    await admin.ok(formsApi.getDraft, { params: { formId } }), await admin.ok(formsApi.getPermissions, { params: { formId } }), await admin.ok(formsApi.listApps, {}), await admin.ok(workflowApi.releases, { params: { formId } }),
    await admin.ok(organizationApi.listPeople, {}), await admin.ok(organizationApi.listRoles, {}), await admin.ok(organizationApi.listRoleGroups, {}), await admin.ok(organizationApi.listPageRights, {}), await admin.ok(organizationApi.listTree, {}), await admin.ok(jobsApi.list, {}),
  ]);
}

async function upload<Answer>(client: Client, path: string, part: string, name: string, content: string): Promise<Answer> {
  const body = new FormData();
  body.append(part, new File([content], name));
  return (await client.fetch(path, { method: 'POST', body })).json() as Promise<Answer>;
}

/** What calls ask for in their query. */
const queryOf = (name: string): Record<string, unknown> => ({ explain: { person: ids.personId }, titles: { ids: [recordId] }, compareVersions: { from: 'draft', to: 'draft' }, preview: { version: 'draft' } })[name] ?? {};

/** Calls that name something: by their path, or in the body; tickets name what they open to everybody who holds them. */
const naming = Object.entries(api)
  .filter(([area]) => ['forms', 'files', 'jobs', 'organization', 'records', 'workflow'].includes(area))
  .flatMap(([area, all]) => Object.entries(all).map(([name, endpoint]) => ({ call: `${area}.${name}`, area, name, endpoint: endpoint as Endpoint })))
  .filter(({ name, endpoint }) => endpoint.transfer !== 'multipart' && !endpoint.path.includes('/:ticket') && (endpoint.path.includes(':') || ['createDepartment', 'createPerson', 'movePeople', 'createApp'].includes(name)));

async function answerTo(client: Client, { area, name, endpoint }: (typeof naming)[number]) {
  const body = bodies[area]?.[name] ?? (['POST', 'PUT', 'PATCH'].includes(endpoint.method) ? {} : undefined);
  return client.call(endpoint, { params: ids, query: queryOf(name), ...(body === undefined ? {} : { body }) });
}

describe('of another space, by ids that are there', () => {
  test.each(naming)('$call is not found', async (which) => {
    for (const login of ['other-admin', 'other-user']) {
      const stranger = await scene.server.as(login);
      const answer = await answerTo(stranger, which);
      const refused = !roleHolds(login === 'other-admin' ? 'admin' : 'user', which.endpoint.permission as never);
      // what is named in a body is refused as a field
      const inBody = !which.endpoint.path.includes(':') || which.name === 'setRoleMembers';
      expect(refused ? [403] : inBody ? [404, 422] : [404], JSON.stringify(answer.body)).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain(word);
    }
  });

  test('lists and pickers do not tell of it, and nothing was changed', async () => {
    const stranger = await scene.server.as('other-admin');
    const lists: Endpoint[] = [formsApi.listApps, formsApi.listSystems, jobsApi.list, organizationApi.listPeople, organizationApi.listRoles, organizationApi.listTree, organizationApi.listPosts, organizationApi.listGrades, organizationApi.listGroups, organizationApi.listSuppliers, organizationApi.listContacts, workflowApi.todo, workflowApi.handled, workflowApi.started, workflowApi.copies] as never;
    for (const endpoint of lists) expect(JSON.stringify(await stranger.ok(endpoint, {}))).not.toMatch(new RegExp([word, formId, recordId].join('|')));
    for (const [endpoint, id] of [[organizationApi.pickPeople, ids.personId], [organizationApi.pickRoles, ids.roleId], [organizationApi.pickDepartments, ids.departmentId], [organizationApi.pickPosts, ids.postId], [organizationApi.pickGroups, ids.userGroupId]] as const) {
      expect(await stranger.ok(endpoint as Endpoint, { query: { ids: [id] } })).toEqual([]);
    }
    expect(await everything()).toBe(before);
  });
});

describe('of the same space, for somebody without a right', () => {
  const own = ['forms', 'files', 'jobs', 'records', 'workflow'];
  test.each(naming.filter(({ area }) => own.includes(area)))('$call is not found', async (which) => {
    const stranger = await scene.who('S');
    const answer = await answerTo(stranger, which);
    expect(answer.status, JSON.stringify(answer.body)).toBe(roleHolds('user', which.endpoint.permission as never) ? 404 : 403);
    expect(JSON.stringify(answer.body)).not.toContain(word);
  });

  test('lists do not tell of it, sockets are refused, and nothing was changed', async () => {
    const stranger = await scene.who('S');
    const lists: Endpoint[] = [formsApi.listApps, jobsApi.list, workflowApi.todo, workflowApi.handled, workflowApi.started, workflowApi.copies, workflowApi.counts] as never;
    for (const endpoint of lists) expect(JSON.stringify(await stranger.ok(endpoint, {}))).not.toMatch(new RegExp([word, formId, recordId].join('|')));
    expect(await topicsOf(stranger)).toEqual(['refused']);
    expect(await topicsOf(await scene.server.as('other-admin'))).toEqual(['refused']);
    expect(await topicsOf(await scene.who('A'))).toEqual(['watching']);
    expect(await everything()).toBe(before);
  });

  test('a reader of one record cannot import into its form, see another record, or start a process that is not theirs', async () => {
    const reader = await scene.who('A');
    const other = await scene.record(formId, { name: 'another' });
    expect((await reader.call(recordsApi.get, { params: { formId, recordId: other } })).status).toBe(404);
    expect((await reader.call(workflowApi.start, { params: { formId, recordId: other }, body: { commandId: randomUUID() } })).status).toBe(404);
    expect((await reader.call(workflowApi.preview, { params: { formId, recordId: other }, body: { taskId: ids.taskId! } })).status).toBe(404);
    expect((await reader.ok(recordsApi.list, { params: { formId } })).rows.map(({ id }) => id)).toEqual([recordId]);
    const sheet = await upload<Sheet>(reader, '/api/records/sheets', 'file', '../../x.csv', 'name,remark\nx,1\n');
    expect(sheet.fileName).toBe('x.csv');
    const imported = await reader.call(recordsApi.importSheet, { params: { formId }, body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping: [{ index: 0, field: 'name' }] } });
    expect([imported.status, (imported.body as { code?: string }).code]).toEqual([403, 'records.record.no_import']);
    expect((await reader.call(filesApi.open, { params: { fileId: ids.fileId! } })).status).toBe(200);
  });
});

async function topicsOf(client: Client): Promise<string[]> {
  const socket = new WebSocket(`${scene.server.url.replace('http', 'ws')}/socket`, { headers: { cookie: client.cookie } });
  const heard: string[] = [];
  socket.on('message', (data) => heard.push((JSON.parse(String(data)) as { type: string }).type));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'bindUid', uid: client.id }));
  socket.send(JSON.stringify({ type: 'watch', topic: `form:${formId}` }));
  while (heard.length < 2) await once(socket, 'message');
  socket.close();
  return heard.slice(1);
}
