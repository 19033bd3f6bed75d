import { randomUUID } from 'node:crypto';
import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { emptyFlow } from '@formwork/contract/etl/flow.ts';
import { emptyTask } from '@formwork/contract/etl/task.ts';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { emptyDataSet } from '@formwork/contract/analytics/dataset.ts';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { embedApi } from '@formwork/contract/analytics/embed-api.ts';
import { toldApi } from '@formwork/contract/analytics/told-api.ts';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { receiverApi } from '@formwork/contract/assets/receivers.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { gatewayWatchApi } from '@formwork/contract/gateway/watch-api.ts';
import { gatewayPortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { emptyApi, newOperation } from '@formwork/contract/gateway/definition.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { Flow } from '@formwork/contract/rules/flow.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { registerKinds, requireOn } from '../modules/definitions/public.ts';
import { registerScheduled } from '../modules/schedules/public.ts';
import { boardKind } from '../modules/definitions/testing/board-kind.ts';
import { type Scene } from '../modules/workflow/testing/scene.ts';
import type { Client } from './server.ts';
import { aRule, anOffer, word } from './strangers-words.ts';

/** A released definition in a folder, which nobody but administrators may see. */
export async function definitionOf(
  { server }: Scene,
  admin: Client,
): Promise<Record<'kind' | 'id' | 'area' | 'folderId' | 'scheduleId', string>> {
  registerKinds(server.platform, [boardKind()]);
  const folder = await admin.ok(definitionsApi.createFolder, {
    params: { area: 'boards' },
    body: { name: word, parent: null },
  });
  const draft = { title: word, cards: [], order: [] };
  const { id } = await admin.ok(definitionsApi.create, {
    params: { kind: 'board' },
    body: { commandId: randomUUID(), name: { zh: word }, folder: folder.id, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind: 'board', id }, body: { version: 1 } });
  registerScheduled(server.platform, {
    board: {
      requireMay: async (ctx, ofId, level) =>
        void (await requireOn(ctx, 'board', ofId, level === 'edit' ? 'own' : 'see')),
      start: () => Promise.resolve(),
      running: () => Promise.resolve([]),
      cancel: () => Promise.resolve(),
    },
  });
  const timing = { cron: '0 0 * * *', workdays: false, overlap: 'skip' as const, missed: 'once' as const };
  const schedule = await admin.ok(schedulesApi.create, { body: { ofKind: 'board', ofId: id, timing } });
  return { kind: 'board', id, area: 'boards', folderId: folder.id, scheduleId: schedule.id };
}

/** A source and a kept statement of a person. */
export async function etlOf(admin: Client): Promise<Record<'source' | 'queryId', string>> {
  const { id: source } = await admin.ok(connectionsApi.create, {
    body: { kind: 'webhook', name: 'A source', folder: null, settings: { url: 'http://127.0.0.1:1/' }, secrets: {} },
  });
  const { id: queryId } = await admin.ok(explorerApi.keepQuery, { body: { source, name: 'All', sql: 'select 1' } });
  return { source, queryId };
}

/** A task and a flow that are released, and a run of each. */
export async function etlTaskOf(admin: Client): Promise<Record<'taskId' | 'flowId', string>> {
  const at = { title: '', x: 0, y: 0 };
  const released = async (kind: string, draft: unknown): Promise<string> => {
    const { id } = await admin.ok(definitionsApi.create, {
      params: { kind },
      body: { commandId: randomUUID(), name: { zh: word }, draft },
    });
    await admin.ok(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });
    return id;
  };
  const wait = { ...at, id: 'n1', kind: 'decide', expression: 'written > 0' };
  const flowId = await released('etl_flow', { ...emptyFlow(), nodes: [wait] });
  const columns = [{ name: '_id', type: 'text', nullable: false }];
  const nodes = [
    {
      ...at,
      id: 'n1',
      kind: 'sqlSource',
      connection: await connectionOf(admin, 'Of a task'),
      sql: 'select 1',
      columns,
    },
    { ...at, id: 'n2', kind: 'fileTarget', connection: null, format: 'csv', name: word },
  ];
  const edges = [{ id: 'e1', source: 'n1', target: 'n2', port: 'out', other: false }];
  return { taskId: await released('etl_task', { ...emptyTask(), nodes, edges }), flowId };
}

/** An offer that is written, and offered to nobody. */
export async function offersOf(admin: Client, formId: string): Promise<Record<'offerSpace' | 'offerId', string>> {
  const { id: offerId } = await admin.ok(exchangeApi.createOffer, { body: anOffer(formId) });
  return { offerSpace: 'demo', offerId };
}

/** A package of the application that came here and is not applied. */
export async function packagesOf(admin: Client, appId: string): Promise<Record<'installId', string>> {
  const file = await admin.fetch(`/api/packages/apps/${appId}/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'com.example.scene', version: '1.0.0', leaveOut: [] }),
  });
  const body = new FormData();
  body.append('file', new File([await file.arrayBuffer()], 'scene.fwapp'));
  const answer = await admin.fetch('/api/packages/plans', { method: 'POST', body });
  const { id: installId } = (await answer.json()) as { id: string };
  return { installId };
}

export async function connectionOf(admin: Client, name = word): Promise<string> {
  const { id } = await admin.ok(connectionsApi.create, {
    body: { kind: 'webhook', name, folder: null, settings: { url: 'https://example.com/' }, secrets: {} },
  });
  return id;
}

/** A chart, and a dashboard, a screen and a data set with it. */
type ChartIds = Record<
  | 'chartId'
  | 'dashboardId'
  | 'panelId'
  | 'filterId'
  | 'screenId'
  | 'elementId'
  | 'datasetId'
  | 'analysisKind'
  | 'analysisId'
  | 'subscriptionId'
  | 'alertId'
  | 'embeddedKind'
  | 'embeddedId'
  | 'embeddingId',
  string
>;

/** Released, and for nobody but administrators. */
export async function chartsOf(admin: Client, form: string): Promise<ChartIds> {
  const released = async (kind: string, draft: unknown): Promise<string> => {
    const { id } = await admin.ok(definitionsApi.create, {
      params: { kind },
      body: { commandId: randomUUID(), name: { zh: word }, draft },
    });
    await admin.ok(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });
    return id;
  };
  const { settings, ...empty } = emptyChart();
  const slots = { y: [{ id: 'count', field: '', fn: 'count' as const }] };
  const chartId = await released('chart', { ...empty, form, settings: { ...settings, kind: 'kpi', slots } });
  const panel = { id: 'p1', is: 'chart', chart: chartId, title: null, place: { x: 0, y: 0, w: 12, h: 8 } };
  const dashboardId = await released('dashboard', {
    panels: [panel],
    filters: [{ id: 'f1', form, field: '_createdBy' }],
    refresh: null,
  });
  const element = { id: 'e1', name: word, is: 'chart', chart: chartId, x: 0, y: 0, w: 100, h: 100 };
  const screenId = await released('screen', { ...emptyScreen(), elements: [element] });
  const datasetId = await released('dataset', {
    ...emptyDataSet(),
    source: { is: 'chart', chart: chartId },
    fields: [{ id: 'count', column: 'count', title: { zh: word }, kind: 'number' }],
  });
  const told = { receivers: [{ kind: 'people' as const, id: admin.id }], ways: ['message' as const] };
  const { id: subscriptionId } = await admin.ok(toldApi.subscribe, {
    params: { analysisKind: 'dashboard', analysisId: dashboardId },
    body: told,
  });
  const { id: alertId } = await admin.ok(toldApi.addAlert, {
    params: { chartId },
    body: { ...told, figure: 'count', side: 'above', raiseAt: 1_000_000, clearAt: 1, hold: 0 },
  });
  const { embedding } = await admin.ok(embedApi.embed, {
    params: { embeddedKind: 'dashboard', embeddedId: dashboardId },
    body: { origins: ['https://site.example'], expiresAt: new Date(Date.now() + 86_400_000).toISOString(), fixed: [] },
  });
  return {
    chartId,
    dashboardId,
    panelId: 'p1',
    filterId: 'f1',
    screenId,
    elementId: 'e1',
    datasetId,
    analysisKind: 'dashboard',
    analysisId: dashboardId,
    subscriptionId,
    alertId,
    embeddedKind: 'dashboard',
    embeddedId: dashboardId,
    embeddingId: embedding.id,
  };
}

/** Assets register themselves a moment after their release; with a category, a term, an edge by hand and a request. */
export async function assetsOf(admin: Client, owner: Client, formId: string): Promise<Record<string, string>> {
  const registered = async (kind: string): Promise<number> => {
    for (;;) {
      const { rows } = await admin.ok(assetsApi.list, { query: { kind, limit: 50 } });
      const found = rows.find(({ address }) => kind !== 'form' || address.id === formId);
      if (found) return found.id;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const [form, chart] = [await registered('form'), await registered('chart')];
  const { id: categoryId } = await admin.ok(assetsApi.createCategory, {
    body: { parent: null, name: { zh: word }, about: '', rule: null },
  });
  const { id: wordId } = await admin.ok(assetsApi.createWord, {
    body: { kind: 'term', name: { zh: word }, about: '', also: [], owner: null },
  });
  const { id: edgeId } = await admin.ok(assetsApi.addEdge, {
    body: { from: chart, fromColumn: 0, to: form, toColumn: 0, reason: word },
  });
  const { id: accessRequestId } = await owner.ok(assetsApi.request, {
    params: { assetId: form },
    body: { reason: word, until: null },
  });
  return {
    assetId: String(form),
    columnId: '1',
    categoryId,
    wordId,
    edgeId,
    accessRequestId,
    ref: formId,
    receiverId: await receiverOf(admin),
    ...(await qualityOf(admin, form)),
  };
}

/** Where events of runs are sent: switched off, so that nobody calls there. */
async function receiverOf(admin: Client): Promise<string> {
  const { id: connection } = await admin.ok(connectionsApi.create, {
    body: {
      kind: 'http',
      name: `${word} lineage`,
      folder: null,
      settings: { url: 'https://lineage.example', auth: 'none' },
      secrets: {},
    },
  });
  const { id } = await admin.ok(receiverApi.createReceiver, {
    body: { version: 0, name: word, connection, path: '', enabled: false },
  });
  return id;
}

/** A rule that fails, what is wrong by it, and a remark. */
async function qualityOf(admin: Client, assetId: number): Promise<Record<string, string>> {
  const { id: qualityRuleId } = await admin.ok(assetQualityApi.createRule, {
    params: { assetId },
    body: {
      name: word,
      check: { kind: 'volume', least: 1_000_000, most: null, swing: null },
      severity: 'minor',
      tolerance: 0,
      when: 'hand',
      enabled: true,
    },
  });
  const { id: remarkId } = await admin.ok(assetQualityApi.addRemark, { params: { assetId }, body: { text: word } });
  await admin.ok(assetQualityApi.check, { params: { assetId } });
  for (;;) {
    const [incident] = (await admin.ok(assetQualityApi.incidents, { query: { limit: 50 } })).rows;
    if (incident) return { qualityRuleId, remarkId, incidentId: incident.id };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** An API that is live, and who may call it. */
export async function gatewayOf(admin: Client): Promise<Record<string, string>> {
  const draft = { ...emptyApi(), basePath: `/${word}`, operations: [newOperation('get', { path: '/' })] };
  const { id: apiId } = await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: { commandId: randomUUID(), name: { zh: word }, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind: 'gateway_api', id: apiId }, body: { version: 1 } });
  const { id: environment } = await admin.ok(gatewayApi.createEnvironment, { body: { id: word, name: word } });
  await admin.ok(gatewayApi.putLive, {
    params: { apiId, environment },
    body: { number: 1, state: 'live', sunset: null },
  });
  const { id: consumerId } = await admin.ok(gatewayApi.createConsumer, { body: { name: word, about: '', off: false } });
  const { id: applicationId } = await admin.ok(gatewayApi.createApplication, {
    params: { consumerId },
    body: { name: word },
  });
  const { id: credentialId } = await admin.ok(gatewayApi.createCredential, {
    params: { applicationId },
    body: { kind: 'key', name: word, expiresAt: null, jwt: null },
  });
  const { id: planId } = await admin.ok(gatewayApi.createPlan, {
    body: { name: word, about: '', rate: null, quota: null, approval: true },
  });
  const { id: subscriptionId } = await admin.ok(gatewayApi.subscribe, {
    body: { application: applicationId, api: apiId, plan: planId, note: '' },
  });
  await admin.ok(gatewayPortalApi.putListing, {
    params: { apiId },
    body: { audience: [{ kind: 'everyone' }], plans: [planId] },
  });
  const { id: gatewayAlertId } = await admin.ok(gatewayWatchApi.createAlert, {
    body: {
      what: 'errors',
      api: apiId,
      raiseAt: 5,
      clearAt: 1,
      hold: 0,
      enabled: true,
      receivers: [],
      ways: ['message'],
    },
  });
  return {
    gatewayAlertId,
    apiId,
    environment,
    consumerId,
    applicationId,
    credentialId,
    planId,
    subscriptionId,
    requestId: word,
  };
}

/** A rule that was carried out, which nobody but administrators may see. */
export async function ruleOf(admin: Client, formId: string): Promise<Record<'ruleId' | 'traceId' | 'hookKey', string>> {
  const rule = { ...aRule(formId), name: word };
  const { id } = await admin.ok(definitionsApi.create, {
    params: { kind: 'rule' },
    body: { commandId: randomUUID(), name: { zh: word }, draft: { rule, tests: [] } },
  });
  await admin.ok(definitionsApi.release, { params: { kind: 'rule', id }, body: { version: 1 } });
  const { trace } = await admin.ok(rulesApi.call, { params: { ruleId: id }, body: { input: {} } });
  return { ruleId: id, traceId: trace!, hookKey: 'x' };
}

/** A flow that waits for a message, with a run of it. */
export async function flowsOf(
  admin: Client,
): Promise<Record<'flowId' | 'flowKey' | 'flowRunId' | 'flowNode' | 'callbackToken' | 'startId', string>> {
  const kind = flowKind.kind;
  const place = { x: 0, y: 0 };
  const draft: Flow = {
    ...flowKind.empty(),
    starts: [{ id: 's', on: 'call', key: 'strange-flow' }],
    nodes: [
      { kind: 'start', id: 'start', name: '', ...place },
      { kind: 'message', id: 'wait', name: word, ...place, message: word, key: '""' },
    ],
    edges: [{ id: 'e', from: 'start', to: 'wait' }],
  };
  const { id } = await admin.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh: word }, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });
  const { run } = await admin.ok(orchestrationApi.start, { body: { flowId: id, input: {} } });
  const callbackToken = `demo.${run}.x`;
  return { flowId: id, flowKey: 'strange-flow', flowRunId: run, flowNode: 'wait', callbackToken, startId: 's' };
}

export async function devicesOf(admin: Client): Promise<{ productId: string; deviceId: string }> {
  const product = await admin.ok(iotApi.createProduct, { body: { name: word, note: '', silence: 600, points: [] } });
  const { device } = await admin.ok(iotApi.createDevice, {
    body: { name: word, code: word, note: '', productId: product.id },
  });
  return { productId: product.id, deviceId: device.id };
}
