import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { packagesApi, packageSignatureFile, type InstallPlan } from '@formwork/contract/packages/api.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import ZipStream from 'zip-stream';
import { openZip } from '../platform/sheet/read-zip.ts';
import { codeOf, type Client } from './server.ts';
import { admin, close, definitionOf, field, open, server } from '../modules/forms/testing/designing.ts';

let other: Client;
let appId: string;
let orders: string;
let lines: string;

beforeAll(async () => {
  await open();
  other = await server.as('other-admin');
  ({ id: appId } = await admin.ok(formsApi.createApp, {
    body: { title: { zh: '订货', en: 'Orders' }, icon: 'factory' },
  }));
  const make = async (definition: FormDefinition) =>
    (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } })).id;
  orders = await make({ ...definitionOf([field('text', 'title')]), title: { zh: '订单' } });
  await releaseOf(admin, orders);
  lines = await make({
    ...definitionOf([
      field('text', 'what'),
      field('relation', 'lead', { config: { form: orders, cardinality: 'manyToOne', onDelete: 'clear' } }),
    ]),
    title: { zh: '明细' },
  });
  await releaseOf(admin, lines);
  // both lead to each other
  await edit(admin, orders, (before) => ({
    ...before,
    fields: [
      ...before.fields,
      field('rollup', 'count', { config: { table: '', form: lines, via: 'lead', function: 'count' } }),
    ],
  }));
  await releaseOf(admin, orders);
});
afterAll(close);

async function releaseOf(client: Client, formId: string): Promise<void> {
  const { version } = await client.ok(formsApi.getDraft, { params: { formId } });
  await client.ok(formsApi.release, { params: { formId }, body: { draftVersion: version } });
}

async function edit(client: Client, formId: string, by: (before: FormDefinition) => FormDefinition): Promise<void> {
  const { version, definition } = await client.ok(formsApi.getDraft, { params: { formId } });
  const body = { expectedVersion: version, definition: by(definition) };
  await client.ok(formsApi.saveDraft, { params: { formId }, body });
}

async function packed(
  version: string,
  key = 'com.example.orders',
  leaveOut: { kind: string; id: string }[] = [],
  samples: string[] = [],
) {
  const answer = await admin.fetch(`/api/packages/apps/${appId}/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, version, leaveOut, samples }),
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function sent(client: Client, file: Buffer): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'orders.fwapp');
  return client.fetch('/api/packages/plans', { method: 'POST', body: form });
}

async function planned(client: Client, file: Buffer): Promise<InstallPlan> {
  const answer = await sent(client, file);
  const body = (await answer.json()) as InstallPlan;
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}

async function ended(client: Client, runId: string): Promise<unknown> {
  return vi.waitFor(
    async () => {
      const run = await client.ok(runsApi.get, { params: { runId } });
      expect(run.state, JSON.stringify(run.error)).toBe('finished');
      return run.result;
    },
    { timeout: 60_000, interval: 200 },
  );
}

async function applied(client: Client, plan: InstallPlan, theirs: { kind: string; id: string; at: string[] }[] = []) {
  const params = { installId: plan.id };
  const { runId } = await client.ok(packagesApi.apply, { params, body: { theirs } });
  await ended(client, runId);
  return client.ok(packagesApi.get, { params });
}

const draftOf = async (client: Client, formId: string) =>
  (await client.ok(formsApi.getDraft, { params: { formId } })).definition;

test('an application goes to another enterprise with ids of its own, is upgraded by a merge and rolled back', async () => {
  const view = await admin.ok(viewsApi.create, {
    params: { formId: orders },
    body: { type: 'list', title: { zh: '全部' }, scope: 'shared', settings: {} },
  });
  const template = await admin.ok(printingApi.createTemplate, {
    params: { formId: orders },
    body: { title: { zh: '订单' }, content: startingTemplate(await draftOf(admin, orders), 'zh-CN') },
  });
  const chart = await admin.ok(definitionsApi.create, {
    params: { kind: 'chart' },
    body: { commandId: randomUUID(), name: { zh: '订单数' }, draft: { ...emptyChart(), form: orders } },
  });
  const { version } = await admin.ok(workflowApi.definition, { params: { formId: orders } });
  const { graph } = await admin.ok(workflowApi.definition, { params: { formId: orders } });
  await admin.ok(workflowApi.saveDefinition, { params: { formId: orders }, body: { expectedVersion: version, graph } });

  const offered = await admin.ok(packagesApi.offered, { params: { appId } });
  expect(offered).toMatchObject({ key: `app.${appId}`, version: '1.0.0' });
  expect(offered.parts.map(({ kind, id, own }) => [kind, id, own])).toEqual(
    expect.arrayContaining([
      ['app', appId, true],
      ['form', orders, true],
      ['form', lines, true],
      ['view', view.id, true],
      ['process', orders, true],
      ['print_template', template.id, true],
      ['chart', chart.id, false],
    ]),
  );

  const first = await planned(other, await packed('1.0.0'));
  expect(first).toMatchObject({ key: 'com.example.orders', version: '1.0.0', after: null, state: 'planned' });
  expect(first.parts.every(({ act, id, localId }) => act === 'new' && id === localId)).toBe(true);
  const there = await applied(other, first);
  expect(there).toMatchObject({ state: 'applied', appId, can: { apply: false, rollBack: true } });
  expect(Object.fromEntries(there.parts.map(({ kind, id, outcome }) => [`${kind}/${id}`, outcome]))).toMatchObject({
    [`form/${orders}`]: { state: 'released' },
    [`form/${lines}`]: { state: 'released' },
    [`print_template/${template.id}`]: { state: 'released' },
    [`chart/${chart.id}`]: { state: 'placed' },
    [`view/${view.id}`]: { state: 'placed' },
    [`process/${orders}`]: { state: 'placed' },
  });
  const copy = (await other.ok(formsApi.listApps, {})).apps.find(({ id }) => id === appId)!;
  expect(copy).toMatchObject({ title: { zh: '订货' }, icon: 'factory' });
  expect(copy.forms.every(({ release }) => release !== null)).toBe(true);
  expect((await draftOf(other, orders)).fields.map(({ id }) => id)).toEqual(['title', 'count']);

  // both sides go on
  await edit(other, orders, (before) => ({
    ...before,
    fields: [
      ...before.fields.map((one) => (one.id === 'title' ? { ...one, title: { zh: '我方标题' } } : one)),
      field('text', 'ours'),
    ],
  }));
  await edit(admin, orders, (before) => ({
    ...before,
    fields: [
      ...before.fields.map((one) => (one.id === 'title' ? { ...one, title: { zh: '新标题' } } : one)),
      field('text', 'theirs'),
    ],
  }));
  await releaseOf(admin, orders);
  const file = await packed('1.1.0');
  const second = await planned(other, file);
  expect(second).toMatchObject({ after: '1.0.0', older: false });
  const part = second.parts.find(({ kind, id }) => kind === 'form' && id === orders)!;
  expect(part).toMatchObject({ act: 'update', localId: orders });
  expect(part.conflicts).toEqual([
    { at: ['fields', '#title', 'title', 'zh'], base: expect.anything(), mine: '我方标题', theirs: '新标题' },
  ]);
  expect(second.parts.filter(({ act }) => act !== 'same').map(({ kind }) => kind)).toEqual(['form']);
  const upgraded = await applied(other, second, [{ kind: 'form', id: orders, at: part.conflicts[0]!.at }]);
  expect(upgraded.parts.find(({ kind, id }) => kind === 'form' && id === orders)!.outcome).toEqual({
    state: 'released',
  });
  const merged = await draftOf(other, orders);
  expect(merged.fields.map(({ id }) => id).toSorted()).toEqual(['count', 'ours', 'theirs', 'title']);
  expect(merged.fields.find(({ id }) => id === 'title')!.title).toEqual({ zh: '新标题' });

  // only the last version goes back, and what was added here stays
  expect(codeOf(await other.call(packagesApi.rollBack, { params: { installId: first.id } }))).toBe(
    'packages.install.not_the_last',
  );
  await ended(other, (await other.ok(packagesApi.rollBack, { params: { installId: second.id } })).runId);
  const back = await draftOf(other, orders);
  expect(back.fields.map(({ id }) => id).toSorted()).toEqual(['count', 'ours', 'title']);
  expect(back.fields.find(({ id }) => id === 'title')!.title).toEqual({ zh: '我方标题' });

  // the first one takes the application into the bin
  await ended(other, (await other.ok(packagesApi.rollBack, { params: { installId: first.id } })).runId);
  expect((await other.ok(formsApi.listApps, {})).apps.map(({ id }) => id)).not.toContain(appId);
  expect((await other.ok(packagesApi.list, { query: {} })).installs.map(({ state }) => state)).toEqual([
    'rolled_back',
    'rolled_back',
  ]);
}, 600_000);

test('where ids are taken the package gets others, and leads to its own', async () => {
  const here = await applied(admin, await planned(admin, await packed('1.0.0', 'com.example.copy')));
  const local = new Map(here.parts.map(({ kind, id, localId }) => [`${kind}/${id}`, localId]));
  const [copyOrders, copyLines] = [local.get(`form/${orders}`)!, local.get(`form/${lines}`)!];
  expect(new Set([orders, lines, copyOrders, copyLines]).size).toBe(4);
  const text = JSON.stringify([await draftOf(admin, copyOrders), await draftOf(admin, copyLines)]);
  for (const original of [orders, lines]) expect(text).not.toContain(original);
  expect(here.parts.filter(({ kind }) => kind === 'form').map(({ outcome }) => outcome?.state)).toEqual([
    'released',
    'released',
  ]);
});

test('a file that does not agree with its own list is refused, and so is what is no package', async () => {
  const file = await packed('1.0.0');
  expect((await sent(other, Buffer.from('no zip at all'))).status).toBe(422);
  expect((await sent(other, file.subarray(0, file.length - 40))).status).toBe(422);
  const plan = await planned(other, file);
  expect(await other.ok(packagesApi.discard, { params: { installId: plan.id } })).toBeNull();
  expect(codeOf(await other.call(packagesApi.get, { params: { installId: plan.id } }))).toBe(
    'packages.install.not_found',
  );
  const theirs = await planned(other, file);
  expect(codeOf(await admin.call(packagesApi.get, { params: { installId: theirs.id } }))).toBe(
    'packages.install.not_found',
  );
  for (const name of ['user', 'safe', 'audit'] as const) {
    const client = await server.as(name);
    expect((await client.call(packagesApi.offered, { params: { appId } })).status).toBe(403);
    expect((await sent(client, file)).status).toBe(403);
  }
});

test('a package says who signed it, and who takes its name with another key is told of', async () => {
  const key = 'com.example.signed';
  const own = await packed('1.0.0', key);
  expect((await planned(admin, own)).signer).toMatchObject({ state: 'own' });
  const first = await planned(other, own);
  expect(first.signer.state).toBe('new');
  await applied(other, first);
  expect((await planned(other, await packed('1.0.1', key))).signer).toEqual({
    state: 'known',
    fingerprint: first.signer.fingerprint,
  });
  // its keys are known by now, whatever the package is called
  expect((await planned(other, await packed('1.0.0', 'com.example.else'))).signer.state).toBe('known');

  const entries = await entriesOf(own);
  const list = entries.get('package.json') ?? '';
  const without = new Map([...entries].filter(([name]) => name !== packageSignatureFile));
  expect((await planned(other, await zipped(without))).signer).toEqual({ state: 'changed', fingerprint: null });
  const pair = generateKeyPairSync('ed25519');
  const signature = sign(null, createHash('sha256').update(list).digest(), pair.privateKey).toString('base64url');
  const stranger = JSON.stringify({ key: pair.publicKey.export({ format: 'jwk' }).x, signature });
  const resigned = await planned(other, await zipped(new Map([...entries, [packageSignatureFile, stranger]])));
  expect(resigned.signer.state).toBe('changed');
  expect(resigned.signer.fingerprint).not.toBe(first.signer.fingerprint);

  // a list that was changed after it was signed, and a signature that is none
  const renamed = list.replace('"version": "1.0.0"', '"version": "9.0.0"');
  expect(renamed).not.toBe(list);
  for (const broken of [
    new Map([...entries, ['package.json', renamed]]),
    new Map([...entries, [packageSignatureFile, JSON.stringify({ key: 'x', signature })]]),
  ]) {
    const answer = await sent(other, await zipped(broken));
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'packages.file.signature' }]);
  }
});

async function entriesOf(file: Buffer): Promise<Map<string, string>> {
  const { files } = server.platform;
  const { key } = await files.put(Readable.from([file]));
  const zip = await openZip(files, key);
  const entries = new Map<string, string>();
  for (const name of zip.entries.keys()) entries.set(name, (await zip.text(name))!);
  await files.remove(key);
  return entries;
}

async function zipped(entries: ReadonlyMap<string, string>): Promise<Buffer> {
  const zip = new ZipStream();
  const whole = buffer(zip);
  for (const [name, text] of entries)
    await new Promise<void>((resolve, reject) =>
      zip.entry(text, { name }, (error) => (error ? reject(error) : resolve())),
    );
  zip.finish();
  return whole;
}

test('chosen forms bring their first records as samples, once, where whoever installs wants them', async () => {
  const { id: sampleApp } = await admin.ok(formsApi.createApp, { body: { title: { zh: '样例' } } });
  const definition = {
    ...definitionOf([field('text', 'title', { required: true }), field('number', 'count'), field('member', 'who')]),
    title: { zh: '样例单' },
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId: sampleApp },
    body: { title: definition.title, definition },
  });
  await releaseOf(admin, formId);
  for (const [at, title] of ['甲, "一"', '乙\n二', '=1+1'].entries())
    await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { title, count: at * 1.5, who: [admin.id] } },
    });
  const before = appId;
  appId = sampleApp;
  const with1 = await packed('1.0.0', 'com.example.samples', [], [formId, orders]);
  const with2 = await packed('1.0.1', 'com.example.samples', [], [formId]);
  appId = before;

  // a form of another application brings nothing
  const plan = await planned(other, with1);
  expect(plan.parts.filter(({ kind }) => kind === 'samples').map(({ id, act }) => [id, act])).toEqual([
    [formId, 'new'],
  ]);
  const texts = JSON.stringify([...(await entriesOf(with1)).values()]);
  expect(texts).not.toContain(admin.id);
  const recordsOf = async (form: string) =>
    (await other.ok(recordsApi.list, { params: { formId: form }, query: { sort: 'count' } })).rows.map(({ values }) => [
      values.title,
      values.count,
      values.who ?? null,
    ]);
  const params = { installId: plan.id };
  const { runId } = await other.ok(packagesApi.apply, { params, body: { theirs: [], samples: true } });
  await ended(other, runId);
  const done = await other.ok(packagesApi.get, { params });
  const local = done.parts.find(({ kind }) => kind === 'form')!.localId;
  expect(done.parts.find(({ kind }) => kind === 'samples')?.outcome).toMatchObject({ state: 'released' });
  const rows = await recordsOf(local);
  expect(rows).toEqual([
    ['甲, "一"', 0, null],
    ['乙\n二', 1.5, null],
    ['=1+1', 3, null],
  ]);
  // the next version leaves them alone
  const next = await planned(other, with2);
  expect(next.parts.find(({ kind }) => kind === 'samples')).toMatchObject({ act: 'same' });
  const again = await other.ok(packagesApi.apply, {
    params: { installId: next.id },
    body: { theirs: [], samples: true },
  });
  await ended(other, again.runId);
  expect(await recordsOf(local)).toEqual(rows);

  // here its id is taken: the copy comes without, as nobody asked for them
  const copy = await applied(admin, await planned(admin, with1));
  const copied = copy.parts.find(({ kind }) => kind === 'form')!;
  expect(copied.localId).not.toBe(formId);
  expect(copy.parts.find(({ kind }) => kind === 'samples')?.outcome).toEqual({ state: 'stays' });

  // a file that names a form of the house instead of one it brings
  const entries = await entriesOf(with1);
  const list = JSON.parse(entries.get('package.json')!) as { parts: { kind: string; id: string }[] };
  for (const part of list.parts) if (part.kind === 'samples') part.id = 'anotherform';
  entries.delete(packageSignatureFile);
  const strange = await sent(other, await zipped(new Map([...entries, ['package.json', JSON.stringify(list)]])));
  expect([strange.status, await strange.json()]).toMatchObject([422, { code: 'packages.part.invalid' }]);
  expect((await admin.ok(recordsApi.list, { params: { formId: copied.localId }, query: {} })).rows).toEqual([]);
});

test('what restricts buttons waits for the reviewer under three-admin management', async () => {
  const plain = await planned(admin, await packed('2.0.0', 'com.example.plain'));
  await admin.ok(formsApi.putButtons, {
    params: { appId },
    body: { expectedVersion: 0, settings: { buttons: { 'row.delete': { roles: [] } }, own: [], order: {} } },
  });
  const restricted = await planned(admin, await packed('2.0.0', 'com.example.restricted'));
  await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
  const call = (plan: InstallPlan) =>
    admin.call(packagesApi.apply, { params: { installId: plan.id }, body: { theirs: [] } });
  expect(await call(restricted)).toMatchObject({ status: 202, body: { code: 'review.change.prepared' } });
  const free = await call(plain);
  expect(free.status, JSON.stringify(free.body)).toBe(200);
  await ended(admin, free.body.runId);
});
