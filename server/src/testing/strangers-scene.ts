import { randomUUID } from 'node:crypto';
import { agentsApi } from '@formwork/contract/agents/api.ts';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { navigationApi } from '@formwork/contract/console/navigation.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import type { FileView } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { receiverApi } from '@formwork/contract/assets/receivers.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { gatewayWatchApi } from '@formwork/contract/gateway/watch-api.ts';
import { gatewayPortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
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
import { visitorsApi } from '@formwork/contract/visitors/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { openScene, type Scene } from '../modules/workflow/testing/scene.ts';
import type { Client } from './server.ts';
import { bodiesOf } from './strangers-bodies.ts';
import {
  assetsOf,
  chartsOf,
  connectionOf,
  definitionOf,
  devicesOf,
  etlOf,
  etlTaskOf,
  flowsOf,
  gatewayOf,
  offersOf,
  packagesOf,
  ruleOf,
} from './strangers-definitions.ts';
import { aView, inDays, word } from './strangers-words.ts';

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
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '1',
          subject: { kind: 'person', id: owner.id },
          actions: ['view', 'create', 'edit', 'share'],
          scope: 'own',
        },
      ],
    },
  });
  const file = (await upload<FileView[]>(owner, '/api/files', 'files', `${word}.txt`, word))[0]!;
  const recordId = await scene.record(formId, {
    name: word,
    papers: [{ id: file.id, name: file.name, size: file.size, type: file.type }],
  });
  const around = await aroundRecord(scene, { formId, recordId });
  const { appId } = await admin.ok(formsApi.getForm, { params: { formId } });
  const ids: Record<string, string> = {
    ...around.ids,
    appId,
    indexName: 'x',
    ...(await ofSpace(admin, owner)),
    formId,
    recordId,
    fileId: file.id,
    number: '1',
    ...(await documentsOf(admin)),
    ...(await devicesOf(admin)),
    ...(await definitionOf(scene, admin)),
    connectionId: await connectionOf(admin),
    ...(await etlOf(admin)),
    ...(await etlTaskOf(admin)),
    ...(await offersOf(admin, formId)),
    ...(await chartsOf(admin, formId)),
    ...(await gatewayOf(admin)),
    ...(await packagesOf(admin, appId)),
    ...(await ruleOf(admin, formId)),
    ...(await flowsOf(admin)),
    ...(await assetsOf(admin, owner, formId)),
  };
  const bodies = await bodiesOf(scene, admin, ids, around.sheet);

  return {
    scene,
    admin,
    formId,
    recordId,
    ids,
    bodies,
    queries: {
      columns: { table: 'x' },
      sample: { table: 'x' },
      profile: { table: 'x' },
      explain: { person: ids.personId },
      titles: { ids: [recordId] },
      facts: { ids: [recordId] },
      compareVersions: { from: 'draft', to: 'draft' },
      find: { search: word },
      why: { formId, recordId, field: 'name' },
      archive: { ids: ids.nodeId },
      preview: { version: 'draft' },
      changes: { since: 0 },
    },
    everything: async () => {
      const at = { params: { formId, recordId } };
      return JSON.stringify([
        await admin.ok(recordsApi.list, { params: { formId }, query: { withTotal: true } }),
        await admin.ok(recordsApi.history, at),
        await admin.ok(workflowApi.history, at),
        await scene.process(formId, recordId),
        await owner.ok(talkApi.comments, at),
        await owner.ok(shareApi.shares, at),
        await owner.ok(linkApi.links, at),
        await owner.ok(visitorsApi.links, { params: { kind: 'view', thing: `${formId}.${ids.viewId!}` } }),
        await admin.ok(printingApi.templates, { params: { formId } }),
        await owner.ok(agentsApi.mine, {}),
        await admin.ok(formsApi.getDraft, { params: { formId } }),
        await admin.ok(formsApi.getPermissions, { params: { formId } }),
        await admin.ok(formsApi.listApps, {}),
        await admin.ok(workflowApi.releases, { params: { formId } }),
        await admin.ok(organizationApi.listPeople, {}),
        await admin.ok(organizationApi.listRoles, {}),
        await admin.ok(organizationApi.listRoleGroups, {}),
        await admin.ok(organizationApi.listPageRights, {}),
        await admin.ok(organizationApi.listTree, {}),
        await admin.ok(runsApi.list, {}),
        await admin.ok(basedataApi.listDictionaries, {}),
        await admin.ok(navigationApi.listEntries, { params: { terminal: 'web' } }),
        await admin.ok(joiningApi.listInvitations, {}),
        await admin.ok(schedulesApi.list, { query: { ofKind: 'board', ofId: ids.id ?? '' } }),
        await admin.ok(connectionsApi.list, { query: { limit: 100 } }),
        await admin.ok(definitionsApi.list, { params: { kind: 'board' } }),
        await admin.ok(definitionsApi.folders, { params: { area: 'boards' } }),
        (await admin.ok(gatewayApi.overview, {})).live,
        await admin.ok(gatewayApi.consumers, {}),
        await admin.ok(gatewayApi.plans, {}),
        await admin.ok(gatewayApi.subscriptions, {}),
        await admin.ok(gatewayPortalApi.listings, {}),
        await admin.ok(gatewayWatchApi.alerts, {}),
        await admin.ok(exchangeApi.offers, { query: { offset: 0, limit: 50 } }),
        await admin.ok(assetsApi.categories, {}),
        (await admin.ok(assetsApi.words, { query: { limit: 50 } })).rows,
        await admin.ok(assetsApi.requests, { query: { limit: 50 } }),
        await admin.ok(receiverApi.receivers, {}),
        (await admin.ok(assetQualityApi.incidents, { query: { limit: 50 } })).rows,
        await admin.ok(iotApi.listProducts, {}),
        await admin.ok(iotApi.listDevices, { query: {} }),
      ]);
    },
  };
}

export async function upload<Answer>(
  client: Client,
  path: string,
  part: string,
  name: string,
  content: string,
): Promise<Answer> {
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
  const started = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping: [{ index: 0, field: 'name' }] },
  });
  while ((await admin.ok(recordsApi.getImport, { params: { importId: started.importId } })).state !== 'finished')
    await new Promise((resolve) => setTimeout(resolve, 50));

  const { exportId } = await admin.ok(exportApi.start, {
    params: { formId },
    body: { format: 'csv', columns: ['name'] },
  });
  while ((await admin.ok(exportApi.get, { params: { exportId } })).state === 'preparing')
    await new Promise((resolve) => setTimeout(resolve, 50));

  const { comment } = await owner.ok(talkApi.comment, { params, body: { text: word, mentions: [], files: [] } });
  await owner.ok(shareApi.share, {
    params: { formId },
    body: { records: [recordId], receivers: [{ kind: 'people', id: (await scene.who('C')).id }], level: 'view' },
  });
  const share = (await owner.ok(shareApi.shares, { params })).shares[0]!;
  const { link } = await owner.ok(linkApi.createLink, {
    params,
    body: { fields: ['name'], files: false, password: null, expiresAt: inDays(2) },
  });
  const { definition } = await admin.ok(formsApi.getDraft, { params: { formId } });
  const template = await admin.ok(printingApi.createTemplate, {
    params: { formId },
    body: { title: { zh: word }, content: startingTemplate(definition, 'zh-CN') },
  });
  const label = await admin.ok(viewsApi.create, { params: { formId }, body: aView });
  const { link: visitorLink } = await owner.ok(visitorsApi.createLink, {
    params: { kind: 'view', thing: `${formId}.${label.id}` },
    body: { choice: { columns: ['name'], except: [] }, password: null, expiresAt: inDays(2), most: null },
  });
  return {
    sheet,
    ids: {
      instanceId,
      taskId: view.myTasks[0]!.id,
      copyId: copy.copyId,
      uploadId: sheet.uploadId,
      importId: started.importId,
      exportId,
      jobId: started.jobId!,
      runId: started.jobId!,
      commentId: comment.id,
      shareId: share.id,
      linkId: link.id,
      visitorLinkId: visitorLink.id,
      templateId: template.id,
      viewId: label.id,
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
  const userGroup = await admin.ok(organizationApi.createGroup, {
    body: { name: word, kind: 'public', appIds: [], scope: [{ kind: 'person', id: owner.id }] },
  });
  const dictionary = await admin.ok(basedataApi.createDictionary, {
    body: { code: word, title: { zh: word }, tree: false },
  });
  const items = await admin.ok(basedataApi.createItem, {
    params: { dictionaryId: dictionary.id },
    body: { code: word, label: { zh: word }, color: null, parentId: null },
  });
  const target = {
    target: { kind: 'link' as const, url: `https://${word}.example/` },
    title: { zh: word },
    icon: null,
    newWindow: false,
    hidden: false,
    roles: [],
    roleGroups: [],
  };
  const entry = await admin.ok(navigationApi.createEntry, {
    params: { terminal: 'web' },
    body: { place: { parentId: null, tab: false }, settings: target },
  });
  const { invitation } = await admin.ok(joiningApi.invite, { body: { note: word } as never });
  const delegation = await owner.ok(agentsApi.create, {
    body: { agentId: admin.id, startsAt: inDays(1), endsAt: inDays(2), appIds: null, permissions: ['todo'] },
  });
  const grant = await admin.ok(organizationApi.giveDelegatedAdmin, {
    body: { personId: owner.id, departmentId: department.id, may: ['registrations'] } as never,
  });
  const session = (await owner.ok(accountApi.sessions, {}))[0]!;
  return {
    systemId: system.id,
    departmentId: department.id,
    roleId: role.id,
    subject: role.id,
    groupId: group.id,
    gradeId: grade.id,
    postId: post.id,
    supplierId: supplier.id,
    userGroupId: userGroup.id,
    personId: owner.id,
    dictionaryId: dictionary.id,
    itemId: items[0]!.id,
    entryId: entry.id,
    invitationId: invitation.id,
    delegationId: delegation.id,
    grantId: grant.id,
    sessionId: session.id,
  };
}

/** A document of an application of files, which nobody but administrators may open. */
async function documentsOf(admin: Client): Promise<{ fileAppId: string; nodeId: string }> {
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: word }, kind: 'files' } });
  const file = (await upload<FileView[]>(admin, '/api/files', 'files', `${word} drawing.txt`, word))[0]!;
  const { nodes } = await admin.ok(documentsApi.add, {
    params: { appId: app.id },
    body: { folder: null, files: [file.id] },
  });
  return { fileAppId: app.id, nodeId: nodes[0]!.id };
}
