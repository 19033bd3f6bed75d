import { randomUUID } from 'node:crypto';
import { emptyTask } from '@formwork/contract/etl/task.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { type Scene } from '../modules/workflow/testing/scene.ts';
import { testPassword } from './people.ts';
import type { Client } from './server.ts';
import { aRule, aView, anOffer, inDays } from './strangers-words.ts';

/** What calls send, by area and name, where the contract would refuse an empty body. */
export async function bodiesOf(
  scene: Scene,
  admin: Client,
  ids: Record<string, string>,
  sheet: Sheet,
): Promise<Record<string, Record<string, object>>> {
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
  const qualityRule = {
    name: 'x',
    check: { kind: 'volume' as const, least: 1, most: null, swing: null },
    severity: 'minor' as const,
    tolerance: 0,
    when: 'hand' as const,
    enabled: true,
  };
  return {
    account: { endSession: { password: testPassword } },
    etlTasks: {
      file: { file: id('fileId') },
      columns: {
        node: {
          title: '',
          x: 0,
          y: 0,
          id: 'n1',
          kind: 'sqlSource',
          connection: id('connectionId'),
          sql: 'select 1',
          columns: [],
        },
      },
      preview: { task: emptyTask(), node: 'n1' },
      run: {},
      resend: { node: 'n1', rows: [], all: true },
      drop: { node: 'n1', rows: [1] },
      startFlow: {},
      backfill: { days: ['2026-01-01'] },
    },
    exchange: { updateOffer: { ...anOffer(id('formId')), title: 'x' }, setOffered: { state: 'offered' } },
    gateway: {
      apiOfForm: { form: id('formId'), person: owner, basePath: '/x' },
      importApi: { text: 'openapi: 3.1.0', apiId: id('apiId') },
      putLive: { number: 1, state: 'live', sunset: null },
      createEnvironment: { id: 'stranger', name: 'x' },
      createConsumer: { name: 'x', about: '', off: false },
      updateConsumer: { name: 'x', about: '', off: true },
      createApplication: { name: 'x' },
      createCredential: { kind: 'key', name: 'x', expiresAt: null, jwt: null },
      createPlan: { name: 'x', about: '', rate: null, quota: null, approval: false },
      updatePlan: { name: 'x', about: '', rate: null, quota: null, approval: false },
      subscribe: { application: id('applicationId'), api: id('apiId'), plan: id('planId'), note: '' },
      decideSubscription: { state: 'approved', note: '' },
    },
    orchestration: {
      press: { formId: id('formId'), commandId: randomUUID() },
      pause: { paused: true },
      trial: { node: { kind: 'callback', id: 'wait', name: '', x: 0, y: 0 }, vars: {} },
    },
    forms: {
      updateSystem: { title: { zh: 'x' } },
      updateApp: { title: { zh: 'x' } },
      createForm: { title: { zh: 'x' } },
      saveDraft: { expectedVersion: 1, definition: { ...definition, title: { zh: 'x' } } },
      checkDefinition: { definition },
      release: { draftVersion: 1, acceptLoss: true },
      putNotifications: { expectedVersion: 0, rules: [] },
      putPermissions: {
        rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view', 'edit', 'delete'], scope: 'all' }],
      },
      putSubjectRules: { changes: [{ target: { kind: 'form', id: id('formId') }, rules: [] }] },
      copyRole: { name: 'x' },
      copyForm: { title: { zh: 'x' }, withRules: false },
      copyApp: { title: { zh: 'x' }, withRules: false },
      restoreRelease: { expectedVersion: 1 },
      purgeRetired: { table: 'f_x', column: null },
      markApp: { favourite: true },
      putButtons: { expectedVersion: 0, settings: { buttons: {}, own: [], order: {} } },
      createApp: { title: { zh: 'x' }, systemId: id('systemId') },
    },
    organization: {
      giveDelegatedAdmin: { personId: owner, departmentId: id('departmentId'), may: ['people'] },
      createDepartment: { name: 'x', parentId: id('departmentId'), headId: owner },
      updateDepartment: { name: 'x' },
      mergeDepartment: { intoId: id('departmentId') },
      createPerson: { login: 'stranger', name: 'x', role: 'user', departmentId: id('departmentId'), superiorId: owner },
      updatePerson: { name: 'x' },
      assignPost: { ids: [owner] },
      handOver: { toId: owner, parts: ['roles'], disable: false },
      readPeopleSheet: { delimiter: ',', encoding: 'utf-8' },
      startPeopleImport: { password: 'x' },
      movePeople: { ids: [owner], departmentId: id('departmentId') },
      createRole: { name: 'x' },
      updateRole: { name: 'x' },
      setRoleMembers: { memberIds: [owner], members: [owner], personIds: [owner] },
      setRoleHolders: { holders: [{ kind: 'department', id: id('departmentId') }] },
      updateRoleGroup: { name: 'x' },
      setPageRights: { changes: [{ page: 'application', effect: 'grant' }] },
    },
    listIndexes: { build: { proposal: 'x' } },
    rules: {
      tryRule: {
        rule: { ...aRule(id('formId')), name: 'x', starts: [{ on: 'created', form: id('formId') }] },
        recordId: id('recordId'),
      },
      runTests: { rule: { ...aRule(id('formId')), name: 'x', starts: [{ on: 'call' }] }, tests: [] },
      simulate: {
        rule: { ...aRule(id('formId')), name: 'x', starts: [{ on: 'created', form: id('formId') }] },
        days: 1,
        id: id('ruleId'),
      },
      call: { input: {} },
      press: { commandId: randomUUID() },
      writeTable: { name: 'x', table: { policy: 'first', inputs: [], outputs: [{ name: 'a' }], rules: [] } },
    },
    exports: { start: { format: 'csv', columns: ['name'] } },
    records: {
      press: { place: 'row', button: 'nosuch' },
      create: change,
      update: { expectedVersion: 1, ...change },
      evaluate: change,
      readSheet: sheet.reading,
      readRows: sheet.reading,
      linked: { relation: 'name', ids: [id('recordId')] },
      similar: { values: { name: 'x' }, except: id('recordId') },
      occupancy: { field: 'name', values: {}, from: new Date(0).toISOString(), to: new Date().toISOString() },
      importSheet: { uploadId: sheet.uploadId, reading: sheet.reading, mapping },
      previewImport: { uploadId: sheet.uploadId, reading: sheet.reading, mapping },
      createFormFromSheet: {
        appId: id('appId'),
        title: { zh: 'x' },
        reading: sheet.reading,
        columns: [{ index: 0, title: { zh: 'x' }, type: 'text' }],
      },
    },
    assets: {
      update: { version: 1, about: 'x' },
      updateColumn: { about: 'x' },
      updateCategory: { parent: null, name: { zh: 'x' }, about: '', rule: null },
      moveCategory: { parent: null, before: null },
      updateWord: { kind: 'term', name: { zh: 'x' }, about: '', also: [], owner: null },
      request: { reason: 'x', until: null },
      decide: { granted: true, note: '' },
    },
    assetQuality: {
      createRule: qualityRule,
      updateRule: qualityRule,
      updateIncident: { state: 'taken' },
      follow: { followed: true },
      addRemark: { text: 'x' },
    },
    connections: { update: { version: 1, name: 'x' } },
    explorer: { run: { sql: 'select 1' }, keepQuery: { source: 'forms', name: 'x', sql: 'select 1' } },
    schedules: {
      create: { ofKind: 'board', ofId: id('id'), timing: { every: 60 } },
      update: { version: 1, timing: { every: 60 } },
      pause: { paused: true },
    },
    definitions: {
      saveDraft: { expectedVersion: 1, draft: { title: 'x', cards: [], order: [] } },
      change: { client: randomUUID(), seq: 1, ops: [{ do: 'set', at: ['title'], value: 'x' }] },
      present: { client: randomUUID(), at: [] },
      release: { version: 1 },
      enable: { enabled: false },
      place: { name: { zh: 'x' }, folder: null },
      putAccess: { rules: [{ subject: { kind: 'everyone' }, level: 'own' }] },
      copy: { commandId: randomUUID(), name: { zh: 'x' } },
      updateFolder: { name: 'x', parent: null },
      putFolderAccess: { rules: [{ subject: { kind: 'everyone' }, level: 'own' }] },
    },
    documents: {
      createFolder: { folder: null, name: 'x' },
      add: { folder: null, files: [id('fileId')] },
      rename: { name: 'x' },
      createLink: { expiresAt: inDays(2), password: null },
      addVersion: { file: id('fileId') },
      putRules: { folder: null, alone: false, rules: [] },
      move: { nodes: [id('nodeId')], folder: null },
      copy: { nodes: [id('nodeId')], folder: null },
      remove: { nodes: [id('nodeId')] },
      restore: { nodes: [id('nodeId')] },
      purge: { nodes: [id('nodeId')] },
    },
    views: {
      create: aView,
      update: { ...aView, expectedVersion: 1 },
      setDefault: { isDefault: true },
      choose: { viewId: id('viewId') },
      arrange: { viewId: id('viewId'), settings: { height: 'compact' } },
      order: { ids: [id('viewId')] },
    },
    talk: {
      comment: { text: 'x', mentions: [] },
      editComment: { text: 'x', mentions: [] },
      present: { page: randomUUID(), editing: false, hello: false },
    },
    bulk: { start: { ids: [id('recordId')], change: { does: 'edit', values: { name: 'mine now' } } } },
    share: {
      share: { records: [id('recordId')], receivers: [{ kind: 'people', id: other }], level: 'view' },
      transfer: { records: [id('recordId')], to: other },
      shareRows: { table: 'rows', rows: [randomUUID()], fields: [], receivers: [{ kind: 'people', id: other }] },
      transferRows: { table: 'rows', rows: [randomUUID()], to: id('recordId'), expectedVersion: 1 },
    },
    visitors: {
      createLink: { choice: { columns: ['name'], except: [] }, expiresAt: inDays(2), password: null, most: null },
    },
    link: {
      createLink: { fields: ['name'], files: false, expiresAt: inDays(2), password: null },
      openFile: { token: 'x', ticket: 'x' },
    },
    packages: { write: { key: 'com.example.x', version: '1.0.0', leaveOut: [] }, apply: { theirs: [] } },
    printing: {
      createTemplate: { title: { zh: 'x' }, content },
      saveTemplate: { expectedVersion: 1, title: { zh: 'x' }, isDefault: false, enabled: true },
      print: { recordId: id('recordId') },
      preview: { content },
      batch: { recordIds: [id('recordId')] },
      codes: { range: 'all', identifiers: [], as: 'pdf', origin: 'http://localhost/' },
    },
    workflow: {
      saveDefinition: { graph, expectedVersion: 1 },
      problems: { graph },
      release: { expectedVersion: 1 },
      start: { commandId: randomUUID(), ...change },
      preview: { taskId: id('taskId'), ...change },
      submit: { ...act(), ...change },
      saveTaskDraft: { ...act(), ...change },
      returnTask: { ...act(), node: 'start', reason: 'x' },
      transfer: { ...act(), person: other },
      addSigners: { ...act(), persons: [other], place: 'beside' },
      retrieve: { commandId: randomUUID(), taskId: id('taskId') },
      cc: { commandId: randomUUID(), persons: [other] },
      comment: { commandId: randomUUID(), comment: 'x' },
      urge: { commandId: randomUUID() },
      removeSigners: { ...act(), persons: [other] },
      entrust: { ...act(), person: other },
      cancelEntrusted: { commandId: randomUUID() },
      answerEntrusted: act(),
      retry: { commandId: randomUUID(), node: 'start' },
      importModel: { xml: '<x/>' },
      exportModel: { graph },
      simulate: { graph, initiator: other, values: {} },
      migrate: { from: 1, map: {}, dryRun: true },
      interrupt: { commandId: randomUUID(), reason: 'x' },
      recover: { commandId: randomUUID(), reason: 'x' },
      invalidate: { commandId: randomUUID(), reason: 'x' },
    },
    agents: { update: { agentId: other, startsAt: inDays(1), endsAt: inDays(2), appIds: null, permissions: ['todo'] } },
    basedata: {
      updateDictionary: { title: { zh: 'x' } },
      createItem: { code: 'x', label: { zh: 'x' }, color: null, parentId: null },
      updateItem: { label: { zh: 'x' } },
      moveItem: { parentId: null, beforeId: randomUUID() },
    },
    console: { setGrant: { pages: null } },
    navigation: {
      updateEntry: {
        target: { kind: 'page', page: 'workbench' },
        title: null,
        icon: null,
        newWindow: false,
        hidden: false,
        roles: [],
        roleGroups: [],
      },
    },
    developer: { reject: {} },
    iot: {
      updateProduct: { name: 'x', note: '', silence: 600, points: [] },
      updateDevice: { name: 'x', code: 'x', note: '', productId: id('productId') },
    },
  };
}
