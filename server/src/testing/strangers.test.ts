import { once } from 'node:events';
import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { overviewApi } from '@formwork/contract/workflow/overview.ts';
import { workbenchApi } from '@formwork/contract/workflow/workbench.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Scene } from '../modules/workflow/testing/scene.ts';
import type { Client } from './server.ts';
import { makeThings, upload, type Things } from './strangers-scene.ts';
import { word } from './strangers-words.ts';

let things: Things;
let scene: Scene;
let ids: Things['ids'];
let formId: string;
let recordId: string;
let before: string;

beforeAll(async () => {
  things = await makeThings();
  ({ scene, ids, formId, recordId } = things);
  before = await things.everything();
});
afterAll(() => scene.server.stop());

/** Names that say the same in every space, or are chosen by who calls: they name nothing of another space. */
const common = new Set([
  'kind',
  'area',
  'terminal',
  'year',
  'regionCode',
  'provider',
  'quantityId',
  'page',
  'messageName',
  'hookKey',
  'startId',
]);
/** Calls whose things this test cannot make, and where they are tried from another space. */
const triedElsewhere: Record<string, string> = {
  'joining.acceptRequest': 'modules/joining/joining.test.ts',
  'joining.refuseRequest': 'modules/joining/joining.test.ts',
  'review.withdraw': 'modules/review/review.test.ts',
  'review.openPassword': 'modules/review/review.test.ts',
  // between two enterprises: who is none of the two is tried there
  'exchange.get': 'modules/etl/exchange/exchange.test.ts',
  'exchange.decide': 'modules/etl/exchange/exchange.test.ts',
  'exchange.end': 'modules/etl/exchange/exchange.test.ts',
  // by an address that nobody guesses, for whoever was told it
  'orchestration.callback': 'modules/orchestration/waits.test.ts',
  'orchestration.hook': 'modules/orchestration/waits.test.ts',
  // for everybody: pages of visitors carry it
  'enterprise.styleSheet': 'modules/enterprise/enterprise.test.ts',
  // with a ticket, for everybody who holds the link
  'link.openFile': 'modules/records/share/link.test.ts',
};
/** Calls that say the same about what is there and what is not, and change nothing. */
const harmless = new Set(['talk.unfollow', 'views.ofApp']);
/** Calls of the same space that refuse in another way: as a field, item by item, or since the person may not print. */
const refusing: Record<string, number> = {
  'agents.update': 422,
  'printing.choices': 403,
  'printing.batch': 403,
  'printing.codes': 422,
  'share.share': 422,
  'share.transfer': 200,
};
const parametersOf = (endpoint: Endpoint) => [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

/** Calls that name something: by their path, or in the body; tickets name what they open to everybody who holds them. */
const naming = Object.entries(api)
  .flatMap(([area, all]) =>
    Object.entries(all).map(([name, endpoint]) => ({
      call: `${area}.${name}`,
      area,
      name,
      endpoint: endpoint as Endpoint,
    })),
  )
  .filter(({ call }) => !(call in triedElsewhere))
  .filter(
    ({ name, endpoint }) =>
      endpoint.transfer !== 'multipart' &&
      !endpoint.path.includes('/:ticket') &&
      (parametersOf(endpoint).some((parameter) => !common.has(parameter)) ||
        ['createDepartment', 'createPerson', 'movePeople', 'createApp'].includes(name)),
  );

/** Names that mean something else there: an application of files is one of another kind, a link one to a label. */
function namedIn(area: string): Record<string, string> {
  if (area === 'documents') return { ...ids, appId: ids.fileAppId! };
  if (area === 'visitors')
    return { ...ids, kind: 'view', thing: `${formId}.${ids.viewId!}`, linkId: ids.visitorLinkId! };
  return ids;
}

async function answerTo(client: Client, { area, name, endpoint }: (typeof naming)[number]) {
  const body = things.bodies[area]?.[name] ?? (['POST', 'PUT', 'PATCH'].includes(endpoint.method) ? {} : undefined);
  return client.call(endpoint, {
    params: namedIn(area),
    query: things.queries[name] ?? {},
    ...(body === undefined ? {} : { body }),
  });
}

describe('of another space, by ids that are there', () => {
  test.each(naming)('$call is not found', async (which) => {
    for (const login of ['other-admin', 'other-user']) {
      const stranger = await scene.server.as(login);
      const answer = await answerTo(stranger, which);
      const refused = !roleHolds(login === 'other-admin' ? 'admin' : 'user', which.endpoint.permission as never);
      // what is named in a body is refused as a field
      const inBody =
        !which.endpoint.path.includes(':') || ['organization.setRoleMembers', 'agents.update'].includes(which.call);
      expect(
        refused ? [403] : harmless.has(which.call) ? [200] : inBody ? [404, 422] : [404],
        JSON.stringify(answer.body),
      ).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain(word);
    }
  });

  test('lists and pickers do not tell of it, and nothing was changed', async () => {
    const stranger = await scene.server.as('other-admin');
    const lists: Endpoint[] = [
      formsApi.listApps,
      formsApi.listSystems,
      runsApi.list,
      organizationApi.listPeople,
      organizationApi.listRoles,
      organizationApi.listTree,
      organizationApi.listPosts,
      organizationApi.listGrades,
      organizationApi.listGroups,
      organizationApi.listSuppliers,
      organizationApi.listContacts,
      iotApi.listProducts,
      iotApi.listDevices,
      workflowApi.todo,
      workflowApi.handled,
      workflowApi.started,
      workflowApi.copies,
      workbenchApi.drafts,
      overviewApi.forms,
    ] as never;
    for (const endpoint of lists)
      expect(JSON.stringify(await stranger.ok(endpoint, {}))).not.toMatch(
        new RegExp([word, formId, recordId].join('|')),
      );
    for (const [endpoint, id] of [
      [organizationApi.pickPeople, ids.personId],
      [organizationApi.pickRoles, ids.roleId],
      [organizationApi.pickDepartments, ids.departmentId],
      [organizationApi.pickPosts, ids.postId],
      [organizationApi.pickGroups, ids.userGroupId],
    ] as const) {
      expect(await stranger.ok(endpoint as Endpoint, { query: { ids: [id] } })).toEqual([]);
    }
    expect(await things.everything()).toBe(before);
  });
});

describe('of the same space, for somebody without a right', () => {
  const own = [
    'analytics',
    'analyticsSets',
    'analyticsTold',
    'exports',
    'views',
    'forms',
    'documents',
    'definitions',
    'connections',
    'schedules',
    'files',
    'runs',
    'records',
    'workflow',
    'talk',
    'share',
    'link',
    'visitors',
    'printing',
    'agents',
    'account',
  ];
  test.each(naming.filter(({ area }) => own.includes(area)))('$call is not found', async (which) => {
    const stranger = await scene.who('S');
    const answer = await answerTo(stranger, which);
    expect(answer.status, JSON.stringify(answer.body)).toBe(
      !roleHolds('user', which.endpoint.permission as never)
        ? 403
        : harmless.has(which.call)
          ? 200
          : (refusing[which.call] ?? 404),
    );
    expect(JSON.stringify(answer.body)).not.toContain(word);
  });

  test('lists do not tell of it, sockets are refused, and nothing was changed', async () => {
    const stranger = await scene.who('S');
    const lists: Endpoint[] = [
      formsApi.listApps,
      runsApi.list,
      workflowApi.todo,
      workflowApi.handled,
      workflowApi.started,
      workflowApi.copies,
      workflowApi.counts,
      workbenchApi.drafts,
      overviewApi.forms,
    ] as never;
    for (const endpoint of lists)
      expect(JSON.stringify(await stranger.ok(endpoint, {}))).not.toMatch(
        new RegExp([word, formId, recordId].join('|')),
      );
    expect(await topicsOf(stranger)).toEqual(['refused']);
    expect(await topicsOf(await scene.server.as('other-admin'))).toEqual(['refused']);
    expect(await topicsOf(await scene.who('A'))).toEqual(['watching']);
    expect(await things.everything()).toBe(before);
  });

  test('a reader of one record cannot import into its form, see another record, or start a process that is not theirs', async () => {
    const reader = await scene.who('A');
    const other = await scene.record(formId, { name: 'another' });
    expect((await reader.call(recordsApi.get, { params: { formId, recordId: other } })).status).toBe(404);
    expect(
      (await reader.call(workflowApi.start, { params: { formId, recordId: other }, body: { commandId: randomUUID() } }))
        .status,
    ).toBe(404);
    expect(
      (await reader.call(workflowApi.preview, { params: { formId, recordId: other }, body: { taskId: ids.taskId! } }))
        .status,
    ).toBe(404);
    expect((await reader.ok(recordsApi.list, { params: { formId } })).rows.map(({ id }) => id)).toEqual([recordId]);
    const sheet = await upload<Sheet>(reader, '/api/records/sheets', 'file', '../../x.csv', 'name,remark\nx,1\n');
    expect(sheet.fileName).toBe('x.csv');
    const imported = await reader.call(recordsApi.importSheet, {
      params: { formId },
      body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping: [{ index: 0, field: 'name' }] },
    });
    expect([imported.status, (imported.body as { code?: string }).code]).toEqual([403, 'records.record.no_import']);
    expect((await reader.call(filesApi.open, { params: { fileId: ids.fileId! } })).status).toBe(200);
  });
});

async function topicsOf(client: Client): Promise<string[]> {
  const socket = new WebSocket(`${scene.server.url.replace('http', 'ws')}/socket`, {
    headers: { cookie: client.cookie },
  });
  const heard: string[] = [];
  socket.on('message', (data) => heard.push((JSON.parse(String(data)) as { type: string }).type));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'bindUid', uid: client.id }));
  socket.send(JSON.stringify({ type: 'watch', topic: `form:${formId}` }));
  while (heard.length < 2) await once(socket, 'message');
  socket.close();
  return heard.slice(1);
}
