import { randomUUID } from 'node:crypto';
import { agentsApi } from '@formwork/contract/agents/api.ts';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { navigationApi } from '@formwork/contract/console/navigation.ts';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import type { FileView } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { jobsApi } from '@formwork/contract/jobs/api.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { exportApi } from '@formwork/contract/records/export.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { ViewInput } from '@formwork/contract/views/view.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { openScene, type Scene } from '../modules/workflow/testing/scene.ts';
import type { Client } from './server.ts';

/** Stands in everything that strangers must not read. */
export const word = 'zucchini';

/** One of each thing that a path can name, in the first space. */
export interface Things {
  scene: Scene;
  admin: Client;
  formId: string;
  recordId: string;
  /** Their ids, by the names that paths give them. */
  ids: Record<string, string>;
  /** What calls send, by area and name, where the contract would refuse an empty body. */
  bodies: Record<string, Record<string, object>>;
  /** What calls ask for in their query. */
  queries: Record<string, Record<string, unknown>>;
  /** All of it as it stands now: what strangers must leave as it is. */
  everything(): Promise<string>;
}

export async function makeThings(settings: Record<string, string> = {}): Promise<Things> {
  const scene = await openScene(settings);
  const admin = await scene.server.as('admin');
  const owner = await scene.who('I');
  const formId = await scene.form('a:A end', 'start>a a>end');
  await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [{ id: '1', subject: { kind: 'person', id: owner.id }, actions: ['view', 'create', 'edit', 'share'], scope: 'own' }] } });
  const file = (await upload<FileView[]>(owner, '/api/files', 'files', `${word}.txt`, word))[0]!;
  const recordId = await scene.record(formId, { name: word, papers: [{ id: file.id, name: file.name, size: file.size, type: file.type }] });
  const around = await aroundRecord(scene, { formId, recordId });
  const { appId } = await admin.ok(formsApi.getForm, { params: { formId } });
  const ids: Record<string, string> = { ...around.ids, appId, indexName: 'x', ...(await ofSpace(admin, owner)), formId, recordId, fileId: file.id, number: '1', ...(await documentsOf(admin)), ...(await devicesOf(admin)) };
  const bodies = await bodiesOf(scene, admin, ids, around.sheet);

  return {
    scene, admin, formId, recordId, ids, bodies,
    queries: { explain: { person: ids.personId }, titles: { ids: [recordId] }, compareVersions: { from: 'draft', to: 'draft' }, find: { search: word }, archive: { ids: ids.nodeId }, preview: { version: 'draft' } },
    everything: async () => {
      const at = { params: { formId, recordId } };
      return JSON.stringify([
        await admin.ok(recordsApi.list, { params: { formId }, query: { withTotal: true } }), await admin.ok(recordsApi.history, at), await admin.ok(workflowApi.history, at), await scene.process(formId, recordId),
        await owner.ok(talkApi.comments, at), await owner.ok(shareApi.shares, at), await owner.ok(linkApi.links, at), await admin.ok(printingApi.templates, { params: { formId } }), await owner.ok(agentsApi.mine, {}),
        await admin.ok(formsApi.getDraft, { params: { formId } }), await admin.ok(formsApi.getPermissions, { params: { formId } }), await admin.ok(formsApi.listApps, {}), await admin.ok(workflowApi.releases, { params: { formId } }),
        await admin.ok(organizationApi.listPeople, {}), await admin.ok(organizationApi.listRoles, {}), await admin.ok(organizationApi.listRoleGroups, {}), await admin.ok(organizationApi.listPageRights, {}), await admin.ok(organizationApi.listTree, {}), await admin.ok(jobsApi.list, {}),
        await admin.ok(basedataApi.listDictionaries, {}), await admin.ok(navigationApi.listEntries, { params: { terminal: 'web' } }), await admin.ok(joiningApi.listInvitations, {}), await admin.ok(iotApi.listProducts, {}), await admin.ok(iotApi.listDevices, { query: {} }),
      ]);
    },
  };
}

export async function upload<Answer>(client: Client, path: string, part: string, name: string, content: string): Promise<Answer> {
  const body = new FormData();
  body.append(part, new File([content], name));
  return (await client.fetch(path, { method: 'POST', body })).json() as Promise<Answer>;
}

/** A process that runs over the record, an import beside it, and what people leave at a record. */
async function aroundRecord(scene: Scene, params: { formId: string; recordId: string }) {
  const { formId, recordId } = params;
  const [admin, owner, reader] = await Promise.all([scene.server.as('admin'), scene.who('I'), scene.who('B')]);
  await scene.start(formId, recordId);
  const view = await scene.process(formId, recordId, 'A');
  const instanceId = view.instance!.id;
  await owner.ok(workflowApi.cc, { params: { instanceId }, body: { commandId: randomUUID(), persons: [reader.id] } });
  const copy = (await reader.ok(workflowApi.copies, {})).items[0]!;

  const sheet = await upload<Sheet>(admin, '/api/records/sheets', 'file', `${word}.csv`, `name,remark\n${word},1\n`);
  const started = await admin.ok(recordsApi.importSheet, { params: { formId }, body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping: [{ index: 0, field: 'name' }] } });
  while ((await admin.ok(recordsApi.getImport, { params: { importId: started.importId } })).state !== 'finished') await new Promise((resolve) => setTimeout(resolve, 50));

  const { exportId } = await admin.ok(exportApi.start, { params: { formId }, body: { format: 'csv', columns: ['name'] } });
  while ((await admin.ok(exportApi.get, { params: { exportId } })).state === 'preparing') await new Promise((resolve) => setTimeout(resolve, 50));

  const { comment } = await owner.ok(talkApi.comment, { params, body: { text: word, mentions: [], files: [] } });
  await owner.ok(shareApi.share, { params: { formId }, body: { records: [recordId], receivers: [{ kind: 'people', id: (await scene.who('C')).id }], level: 'view' } });
  const share = (await owner.ok(shareApi.shares, { params })).shares[0]!;
  const { link } = await owner.ok(linkApi.createLink, { params, body: { fields: ['name'], files: false, password: null, expiresAt: inDays(2) } });
  const { definition } = await admin.ok(formsApi.getDraft, { params: { formId } });
  const template = await admin.ok(printingApi.createTemplate, { params: { formId }, body: { title: { zh: word }, content: startingTemplate(definition, 'zh-CN') } });
  const label = await admin.ok(viewsApi.create, { params: { formId }, body: aView });
  return {
    sheet,
    ids: {
      instanceId, taskId: view.myTasks[0]!.id, copyId: copy.copyId, uploadId: sheet.uploadId, importId: started.importId, exportId, jobId: started.jobId!,
      commentId: comment.id, shareId: share.id, linkId: link.id, templateId: template.id, viewId: label.id,
    },
  };
}

/** What administrators keep for the whole space, and what belongs to one person. */
async function ofSpace(admin: Client, owner: Client): Promise<Record<string, string>> {
  const system = await admin.ok(formsApi.createSystem, { body: { title: { zh: word } } });
  const department = await admin.ok(organizationApi.createDepartment, { body: { name: word, parentId: null } });
  const role = await admin.ok(organizationApi.createRole, { body: { name: word } as never });
  const group = await admin.ok(organizationApi.createRoleGroup, { body: { name: word } });
  const grade = await admin.ok(organizationApi.createGrade, { body: { name: word, rank: 1 } });
  const post = await admin.ok(organizationApi.createPost, { body: { name: word, description: '', gradeId: grade.id } });
  const supplier = await admin.ok(organizationApi.createSupplier, { body: { name: word } as never });
  const userGroup = await admin.ok(organizationApi.createGroup, { body: { name: word, kind: 'public', appIds: [], scope: [{ kind: 'person', id: owner.id }] } });
  const dictionary = await admin.ok(basedataApi.createDictionary, { body: { code: word, title: { zh: word }, tree: false } });
  const items = await admin.ok(basedataApi.createItem, { params: { dictionaryId: dictionary.id }, body: { code: word, label: { zh: word }, color: null, parentId: null } });
  const target = { target: { kind: 'link' as const, url: `https://${word}.example/` }, title: { zh: word }, icon: null, newWindow: false, hidden: false, roles: [], roleGroups: [] };
  const entry = await admin.ok(navigationApi.createEntry, { params: { terminal: 'web' }, body: { place: { parentId: null, tab: false }, settings: target } });
  const { invitation } = await admin.ok(joiningApi.invite, { body: { note: word } as never });
  const delegation = await owner.ok(agentsApi.create, { body: { agentId: admin.id, startsAt: inDays(1), endsAt: inDays(2), appIds: null, permissions: ['todo'] } });
  const session = (await owner.ok(accountApi.sessions, {}))[0]!;
  return {
    systemId: system.id, departmentId: department.id, roleId: role.id, subject: role.id, groupId: group.id, gradeId: grade.id, postId: post.id, supplierId: supplier.id, userGroupId: userGroup.id, personId: owner.id,
    dictionaryId: dictionary.id, itemId: items[0]!.id, entryId: entry.id, invitationId: invitation.id, delegationId: delegation.id, sessionId: session.id,
  };
}

/** A document of an application of files, which nobody but administrators may open. */
async function documentsOf(admin: Client): Promise<{ fileAppId: string; nodeId: string }> {
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: word }, kind: 'files' } });
  const file = (await upload<FileView[]>(admin, '/api/files', 'files', `${word} drawing.txt`, word))[0]!;
  const { nodes } = await admin.ok(documentsApi.add, { params: { appId: app.id }, body: { folder: null, files: [file.id] } });
  return { fileAppId: app.id, nodeId: nodes[0]!.id };
}

async function devicesOf(admin: Client): Promise<{ productId: string; deviceId: string }> {
  const product = await admin.ok(iotApi.createProduct, { body: { name: word, note: '', silence: 600, points: [] } });
  const { device } = await admin.ok(iotApi.createDevice, { body: { name: word, code: word, note: '', productId: product.id } });
  return { productId: product.id, deviceId: device.id };
}

async function bodiesOf(scene: Scene, admin: Client, ids: Record<string, string>, sheet: Sheet): Promise<Things['bodies']> {
  const id = (name: string) => ids[name]!;
  const at = { params: { formId: id('formId') } };
  const { definition } = await admin.ok(formsApi.getDraft, at);
  const { graph } = await admin.ok(workflowApi.definition, at);
  const content = startingTemplate(definition, 'zh-CN');
  const other = (await scene.who('S')).id;
  const owner = id('personId');
  const act = () => ({ commandId: randomUUID(), version: 1 });
  const change = { values: { name: 'changed' } };
  const mapping = [{ index: 0, field: 'name' }];
  return {
    forms: {
      updateSystem: { title: { zh: 'x' } }, updateApp: { title: { zh: 'x' } }, createForm: { title: { zh: 'x' } }, saveDraft: { expectedVersion: 1, definition: { ...definition, title: { zh: 'x' } } }, checkDefinition: { definition },
      release: { draftVersion: 1, acceptLoss: true }, putPermissions: { rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view', 'edit', 'delete'], scope: 'all' }] }, putSubjectRules: { changes: [{ target: { kind: 'form', id: id('formId') }, rules: [] }] }, copyRole: { name: 'x' }, copyForm: { title: { zh: 'x' }, withRules: false }, copyApp: { title: { zh: 'x' }, withRules: false }, restoreRelease: { expectedVersion: 1 }, purgeRetired: { table: 'f_x', column: null }, markApp: { favourite: true }, putButtons: { expectedVersion: 0, settings: { buttons: {}, own: [], order: {} } }, createApp: { title: { zh: 'x' }, systemId: id('systemId') },
    },
    organization: {
      createDepartment: { name: 'x', parentId: id('departmentId'), headId: owner }, updateDepartment: { name: 'x' }, mergeDepartment: { intoId: id('departmentId') }, createPerson: { login: 'stranger', name: 'x', role: 'user', departmentId: id('departmentId'), superiorId: owner },
      updatePerson: { name: 'x' }, assignPost: { ids: [owner] }, handOver: { toId: owner, parts: ['roles'], disable: false }, startPeopleImport: { password: 'x' }, movePeople: { ids: [owner], departmentId: id('departmentId') }, createRole: { name: 'x' }, updateRole: { name: 'x' }, setRoleMembers: { memberIds: [owner], members: [owner], personIds: [owner] },
      setRoleHolders: { holders: [{ kind: 'department', id: id('departmentId') }] }, updateRoleGroup: { name: 'x' }, setPageRights: { changes: [{ page: 'application', effect: 'grant' }] },
    },
    listIndexes: { build: { proposal: 'x' } },
    exports: { start: { format: 'csv', columns: ['name'] } },
    records: {
      press: { place: 'row', button: 'nosuch' }, create: change, update: { expectedVersion: 1, ...change }, evaluate: change, readSheet: sheet.reading, readRows: sheet.reading, linked: { relation: 'name', ids: [id('recordId')] }, occupancy: { field: 'name', values: {}, from: new Date(0).toISOString(), to: new Date().toISOString() }, importSheet: { uploadId: sheet.uploadId, reading: sheet.reading, mapping }, previewImport: { uploadId: sheet.uploadId, reading: sheet.reading, mapping },
      createFormFromSheet: { appId: id('appId'), title: { zh: 'x' }, reading: sheet.reading, columns: [{ index: 0, title: { zh: 'x' }, type: 'text' }] },
    },
    documents: {
      createFolder: { folder: null, name: 'x' }, add: { folder: null, files: [id('fileId')] }, rename: { name: 'x' }, createLink: { expiresAt: inDays(2), password: null }, addVersion: { file: id('fileId') }, putRules: { folder: null, alone: false, rules: [] },
      move: { nodes: [id('nodeId')], folder: null }, copy: { nodes: [id('nodeId')], folder: null }, remove: { nodes: [id('nodeId')] }, restore: { nodes: [id('nodeId')] }, purge: { nodes: [id('nodeId')] },
    },
    views: { create: aView, update: { ...aView, expectedVersion: 1 }, setDefault: { isDefault: true }, choose: { viewId: id('viewId') }, arrange: { viewId: id('viewId'), settings: { height: 'compact' } }, order: { ids: [id('viewId')] } },
    talk: { comment: { text: 'x', mentions: [] }, editComment: { text: 'x', mentions: [] }, present: { page: randomUUID(), editing: false, hello: false } },
    bulk: { start: { ids: [id('recordId')], change: { does: 'edit', values: { name: 'mine now' } } } },
    share: { share: { records: [id('recordId')], receivers: [{ kind: 'people', id: other }], level: 'view' }, transfer: { records: [id('recordId')], to: other }, shareRows: { table: 'rows', rows: [randomUUID()], fields: [], receivers: [{ kind: 'people', id: other }] }, transferRows: { table: 'rows', rows: [randomUUID()], to: id('recordId'), expectedVersion: 1 } },
    link: { createLink: { fields: ['name'], files: false, expiresAt: inDays(2), password: null }, openFile: { token: 'x', ticket: 'x' } },
    printing: {
      createTemplate: { title: { zh: 'x' }, content }, saveTemplate: { expectedVersion: 1, title: { zh: 'x' }, isDefault: false, enabled: true }, print: { recordId: id('recordId') }, preview: { content },
      batch: { recordIds: [id('recordId')] }, codes: { range: 'all', identifiers: [], as: 'pdf', origin: 'http://localhost/' },
    },
    workflow: {
      saveDefinition: { graph, expectedVersion: 1 }, problems: { graph }, release: { expectedVersion: 1 }, start: { commandId: randomUUID(), ...change }, preview: { taskId: id('taskId'), ...change },
      submit: { ...act(), ...change }, saveTaskDraft: { ...act(), ...change }, returnTask: { ...act(), node: 'start', reason: 'x' }, transfer: { ...act(), person: other }, addSigners: { ...act(), persons: [other], place: 'beside' },
      retrieve: { commandId: randomUUID(), taskId: id('taskId') }, cc: { commandId: randomUUID(), persons: [other] }, comment: { commandId: randomUUID(), comment: 'x' }, urge: { commandId: randomUUID() },
      removeSigners: { ...act(), persons: [other] }, entrust: { ...act(), person: other }, cancelEntrusted: { commandId: randomUUID() }, answerEntrusted: act(), retry: { commandId: randomUUID(), node: 'start' }, importModel: { xml: '<x/>' }, exportModel: { graph }, simulate: { graph, initiator: other, values: {} }, migrate: { from: 1, map: {}, dryRun: true },
      interrupt: { commandId: randomUUID(), reason: 'x' }, recover: { commandId: randomUUID(), reason: 'x' }, invalidate: { commandId: randomUUID(), reason: 'x' },
    },
    agents: { update: { agentId: other, startsAt: inDays(1), endsAt: inDays(2), appIds: null, permissions: ['todo'] } },
    basedata: {
      updateDictionary: { title: { zh: 'x' } }, createItem: { code: 'x', label: { zh: 'x' }, color: null, parentId: null }, updateItem: { label: { zh: 'x' } }, moveItem: { parentId: null, beforeId: randomUUID() },
    },
    console: { setGrant: { pages: null } },
    navigation: { updateEntry: { target: { kind: 'page', page: 'workbench' }, title: null, icon: null, newWindow: false, hidden: false, roles: [], roleGroups: [] } },
    developer: { reject: {} },
    iot: { updateProduct: { name: 'x', note: '', silence: 600, points: [] }, updateDevice: { name: 'x', code: 'x', note: '', productId: id('productId') } },
  };
}

const aView: ViewInput = { type: 'list', title: { zh: word }, scope: 'shared', settings: {} };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
