import { randomUUID } from 'node:crypto';
import { assetAccessApi } from '@formwork/contract/assets/access.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { copiesApi } from '@formwork/contract/forms/copies.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { field, newForm } from '../../../testing/forms.ts';
import { endGrants } from './grant.ts';

// Who asks for data gets it until a day: decided at once by an administrator, or by the process of a form.

let server: TestServer;
let admin: Client;
let owner: Client;
let asker: Client;
let appId: string;
let formId: string;
let recordId: string;
let asset: number;

const definition: FormDefinition = {
  format: 1,
  title: { zh: '工资' },
  layout: [],
  titleField: 'code',
  fields: [field('text', 'code'), field('number', 'pay')],
  tables: [],
};

beforeAll(async () => {
  server = await startTestServer();
  [admin, owner, asker] = [await server.as('admin'), await server.as('user2'), await server.as('user4')];
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '工资' } } }));
  formId = await newForm(admin, appId, definition);
  // who asks finds the form and sees nothing in it
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: [{ id: '0', subject: { kind: 'person', id: asker.id }, actions: ['view'], scope: 'own' }] },
  });
  ({ id: recordId } = await admin.ok(recordsApi.create, {
    params: { formId },
    body: { commandId: randomUUID(), values: { code: 'A', pay: 9 }, slaves: {} },
  }));
  asset = await vi.waitFor(
    async () => (await admin.ok(assetsApi.ofThing, { params: { kind: 'form', ref: formId } })).id,
  );
  const { version, columns } = await admin.ok(assetsApi.get, { params: { assetId: asset } });
  await admin.ok(assetsApi.update, { params: { assetId: asset }, body: { version, owner: owner.id } });
  await admin.ok(assetsApi.updateColumn, {
    params: { assetId: asset, columnId: columns.find(({ key }) => key === 'pay')!.id },
    body: { sensitivity: 'secret' },
  });
}, 600_000);
afterAll(() => server.stop());

const ask = (until: string | null = null) =>
  asker.ok(assetsApi.request, { params: { assetId: asset }, body: { reason: '月报', until } });
const decide = (accessRequestId: string, granted: boolean, sensitive = false) =>
  admin.call(assetsApi.decide, { params: { accessRequestId }, body: { granted, note: '', sensitive } });
const stateOf = async (id: string, client = asker) =>
  (await client.ok(assetsApi.requests, { query: { asset, limit: 50 } })).rows.find((one) => one.id === id)!;
const seen = async (): Promise<Record<string, unknown> | number> => {
  const answer = await asker.call(recordsApi.get, { params: { formId, recordId } });
  return answer.status === 200 ? (answer.body as { values: Record<string, unknown> }).values : answer.status;
};
const where = () => ({ platform: server.platform, spaceId: 'demo' });
const endNow = async (id: string) => {
  await server.platform.pool.query(
    `update ${spaceSchema('demo')}.assets_request set until = now() - interval '1 minute' where id = $1`,
    [id],
  );
  await endGrants(where());
};
const told = async () =>
  (await asker.ok(messagesApi.list, { query: { limit: 50 } })).rows.filter(({ kind }) => kind === 'assetAccess').length;

describe('decided at once', () => {
  test('the records of a form are there without what is confidential, until the day; then they are gone', async () => {
    expect(await seen()).toBe(404);
    const { id } = await ask(new Date(Date.now() + 86_400_000).toISOString());
    expect((await decide(id, true)).status).toBe(200);
    const values = (await seen()) as Record<string, unknown>;
    expect([values.code, values.pay]).toEqual(['A', null]);
    expect([(await stateOf(id)).state, await told()]).toEqual(['granted', 1]);
    // whoever may not open the pages of assets is led to the records
    const { rows: messages } = await asker.ok(messagesApi.list, { query: { limit: 50 } });
    expect(messages.find(({ kind }) => kind === 'assetAccess')?.target).toEqual({
      page: 'appList',
      params: { appId },
      query: { form: formId },
    });
    await endNow(id);
    expect([await seen(), (await stateOf(id)).state]).toEqual([404, 'ended']);
    // the rule that was there before is there still
    const { rules } = await admin.ok(formsApi.getPermissions, { params: { formId } });
    expect(rules).toMatchObject([{ subject: { id: asker.id }, scope: 'own' }]);
  });

  test('a form in the bin keeps no grant from its end, its own included', async () => {
    const { id: other } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: { title: { zh: '奖金' }, definition: { ...definition, title: { zh: '奖金' } } },
    });
    await admin.ok(formsApi.release, { params: { formId: other }, body: { draftVersion: 1 } });
    const { id: bonus } = await vi.waitFor(() => admin.ok(assetsApi.ofThing, { params: { kind: 'form', ref: other } }));
    const gone = await admin.ok(assetsApi.request, {
      params: { assetId: bonus },
      body: { reason: '月报', until: null },
    });
    expect((await decide(gone.id, true)).status).toBe(200);
    await admin.ok(formsApi.removeForm, { params: { formId: other }, query: { acceptUses: true } });
    await server.platform.pool.query(
      `update ${spaceSchema('demo')}.assets_request set until = now() - interval '1 hour' where id = $1`,
      [gone.id],
    );
    const { id } = await ask(new Date(Date.now() + 86_400_000).toISOString());
    expect((await decide(id, true)).status).toBe(200);
    await endNow(id);
    expect(await seen()).toBe(404);
    const { rows } = await server.platform.pool.query(
      `select state from ${spaceSchema('demo')}.assets_request where id = any($1) order by state`,
      [[gone.id, id]],
    );
    expect(rows).toEqual([{ state: 'ended' }, { state: 'ended' }]);
  });

  test('two who decide at once come to one outcome, and what is granted again is there once', async () => {
    const rulesOfAsker = async () =>
      (await admin.ok(formsApi.getPermissions, { params: { formId } })).rules.filter(({ scope }) => scope === 'all');
    const { id } = await ask(new Date(Date.now() + 86_400_000).toISOString());
    const both = await Promise.all([decide(id, true), decide(id, true)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await rulesOfAsker()).toHaveLength(1);
    // as after a crash between giving and writing it down
    await server.platform.pool.query(
      `update ${spaceSchema('demo')}.assets_request set state = 'asked', decided_at = null where id = $1`,
      [id],
    );
    expect((await decide(id, true)).status).toBe(200);
    expect(await rulesOfAsker()).toHaveLength(1);
    await endNow(id);
    expect([await rulesOfAsker(), await seen()]).toEqual([[], 404]);
    const { id: next } = await ask();
    const beside = await Promise.all([decide(next, true), decide(next, false)]);
    expect(beside.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { state } = await stateOf(next);
    expect((await rulesOfAsker()).length).toBe(state === 'granted' ? 1 : 0);
    if (state === 'granted') await endNow(next);
  });

  test('a field that nobody looked at stays hidden; of a form without any nothing is given', async () => {
    const unknown = (keys: string[], is: boolean) =>
      server.platform.pool.query(
        `update ${spaceSchema('demo')}.assets_column set valid_to = ${is ? 'now()' : 'null'} where asset = $1 and key = any($2)`,
        [asset, keys],
      );
    const { id } = await ask();
    await unknown(['code', 'pay'], true);
    expect(codeOf(await decide(id, true))).toBe('assets.request.columns_unknown');
    expect([(await stateOf(id)).state, await seen()]).toEqual(['asked', 404]);
    await unknown(['pay'], false);
    expect((await decide(id, true)).status).toBe(200);
    expect(await seen()).toMatchObject({ code: null, pay: null });
    await unknown(['code'], false);
    await endNow(id);
  });

  test('a view is not given: that would be its whole form', async () => {
    const { id: viewId } = await admin.ok(viewsApi.create, {
      params: { formId },
      body: { type: 'list', title: { zh: '一部分' }, scope: 'shared', settings: { columns: ['code'] } },
    });
    const { id: view } = await vi.waitFor(() => admin.ok(assetsApi.ofThing, { params: { kind: 'view', ref: viewId } }));
    const { id } = await asker.ok(assetsApi.request, {
      params: { assetId: view },
      body: { reason: '月报', until: null },
    });
    expect(codeOf(await decide(id, true))).toBe('assets.request.not_granted_here');
    expect([await seen(), (await decide(id, false)).status]).toEqual([404, 200]);
  });

  test('confidential columns go along where that is said', async () => {
    const { id } = await ask(new Date(Date.now() + 86_400_000).toISOString());
    expect((await decide(id, true, true)).status).toBe(200);
    expect(await seen()).toMatchObject({ code: 'A', pay: 9 });
    expect(codeOf(await decide(id, false))).toBe('assets.request.decided');
    await endNow(id);
  });
});

describe('decided by a process', () => {
  let process: string;

  test('the form and its process are made at first use, once', async () => {
    expect(await admin.ok(assetAccessApi.way, {})).toMatchObject({ way: 'direct', form: null, reviewed: false });
    const { way, form } = await admin.ok(assetAccessApi.putWay, { body: { way: 'process' } });
    expect(way).toBe('process');
    process = form!.formId;
    await admin.ok(assetAccessApi.putWay, { body: { way: 'direct' } });
    const again = await admin.ok(assetAccessApi.putWay, { body: { way: 'process' } });
    expect(again.form).toEqual(form);
  });

  const taskOf = async (client: Client, record: string) =>
    vi.waitFor(async () => {
      const { myTasks } = await client.ok(workflowApi.process, { params: { formId: process, recordId: record } });
      expect(myTasks).toHaveLength(1);
      return myTasks[0]!;
    });
  const submit = async (client: Client, record: string, values: Record<string, unknown>) => {
    const { id: taskId, version } = await taskOf(client, record);
    const { version: recordVersion } = await client.ok(recordsApi.get, {
      params: { formId: process, recordId: record },
    });
    return client.call(workflowApi.submit, {
      params: { taskId },
      body: { commandId: randomUUID(), version, recordVersion, values: values as never },
    });
  };

  test('the owner decides in the workbench, and what was granted is given', async () => {
    const request = await ask(new Date(Date.now() + 86_400_000).toISOString());
    const record = request.process!.recordId;
    expect(codeOf(await decide(request.id, true))).toBe('assets.request.in_process');
    const { values } = await owner.ok(recordsApi.get, { params: { formId: process, recordId: record } });
    expect(values).toMatchObject({ asset: '工资', reason: '月报', owner: [owner.id] });
    // nobody submits without a decision
    expect((await submit(owner, record, {})).status).not.toBe(200);
    expect((await submit(owner, record, { decision: 'grant', note: '好' })).status).toBe(200);
    await vi.waitFor(async () => expect((await stateOf(request.id)).state).toBe('granted'));
    expect(await stateOf(request.id)).toMatchObject({ decidedBy: owner.id, note: '好', sensitive: false });
    expect(await seen()).toMatchObject({ code: 'A' });
    await endNow(request.id);
    expect(await seen()).toBe(404);
  });

  test('refused, nothing is given', async () => {
    const request = await ask();
    await submit(owner, request.process!.recordId, { decision: 'refuse' });
    await vi.waitFor(async () => expect((await stateOf(request.id)).state).toBe('refused'));
    expect(await seen()).toBe(404);
  });

  test('made invalid, it is over', async () => {
    const request = await ask();
    const { instance } = await admin.ok(workflowApi.process, {
      params: { formId: process, recordId: request.process!.recordId },
    });
    const invalid = await admin.call(workflowApi.invalidate, {
      params: { instanceId: instance!.id },
      body: { commandId: randomUUID(), reason: '不用了' },
    });
    expect(invalid.status).toBe(200);
    await vi.waitFor(async () => expect((await stateOf(request.id)).state).toBe('refused'));
  });

  test('where nobody owns the asset, administrators decide', async () => {
    const { version } = await admin.ok(assetsApi.get, { params: { assetId: asset } });
    await admin.ok(assetsApi.update, { params: { assetId: asset }, body: { version, owner: null } });
    const request = await ask();
    expect((await submit(admin, request.process!.recordId, { decision: 'refuse' })).status).toBe(200);
    await vi.waitFor(async () => expect((await stateOf(request.id)).state).toBe('refused'));
  });

  test('under three-admin management what a process grants waits for the reviewer', async () => {
    await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
    expect((await admin.ok(assetAccessApi.way, {})).reviewed).toBe(true);
    const request = await ask();
    await submit(admin, request.process!.recordId, { decision: 'grant' });
    await vi.waitFor(async () => expect((await stateOf(request.id)).state).toBe('approved'));
    expect(await seen()).toBe(404);
    expect(codeOf(await decide(request.id, true, true))).toBe('review.change.prepared');
    const { rows } = await (
      await server.as('safe')
    ).ok(reviewApi.listChanges, { query: { state: 'waiting', limit: 1 } });
    expect(rows[0]!.after).toEqual({ person: asker.id, kind: 'form', until: null, sensitive: true });
    expect(await seen()).toBe(404);
    expect((await decide(request.id, false)).status).toBe(200);
  });

  test('with its form gone administrators decide, and whoever asked may ask again', async () => {
    const request = await ask();
    const own = { params: { assetId: asset }, body: { reason: '月报', until: null } };
    const { id: stuck, process: ownProcess } = await admin.ok(assetsApi.request, own);
    expect(ownProcess).not.toBeNull();
    expect(codeOf(await decide(request.id, false))).toBe('assets.request.in_process');
    expect(codeOf(await admin.call(assetsApi.request, own))).toBe('assets.request.asked_already');
    const { form } = await admin.ok(assetAccessApi.way, {});
    await admin.ok(copiesApi.removeApp, { params: { appId: form!.appId }, query: { acceptUses: true } });
    expect((await stateOf(request.id)).process).toBeNull();
    expect((await decide(request.id, false)).status).toBe(200);
    const { id: again } = await admin.ok(assetsApi.request, own);
    expect([(await stateOf(stuck, admin)).state, (await stateOf(again, admin)).state]).toEqual(['refused', 'asked']);
    expect((await decide(again, false)).status).toBe(200);
  });
});

test('who may do what', async () => {
  const { rows } = await admin.ok(assetsApi.requests, { query: { asset, limit: 50 } });
  const id = rows[0]!.id;
  const table: Record<string, (number | string)[]> = {};
  for (const one of ['user4', 'user5', 'safe', 'audit', 'other-admin'] as const) {
    const client = await server.as(one);
    const params = { accessRequestId: id };
    const decision = { granted: false, note: '', sensitive: false };
    table[one] = [
      (await client.call(assetAccessApi.way, {})).status,
      (await client.call(assetAccessApi.putWay, { body: { way: 'direct' } })).status,
      (await client.call(assetsApi.decide, { params, body: decision })).status,
      (await client.ok(assetsApi.requests, { query: { limit: 200 } })).rows.length > 0 ? 'some' : 'none',
    ];
  }
  expect(table).toEqual({
    user4: [403, 403, 403, 'some'],
    user5: [403, 403, 403, 'none'],
    safe: [403, 403, 403, 'none'],
    audit: [403, 403, 403, 'none'],
    'other-admin': [200, 200, 404, 'none'],
  });
});

test('requests come page by page', async () => {
  const all = (await admin.ok(assetsApi.requests, { query: { limit: 200 } })).rows.map(({ id }) => id);
  const paged: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await admin.ok(assetsApi.requests, { query: { limit: 2, ...(after !== undefined && { after }) } });
    paged.push(...page.rows.map(({ id }) => id));
    if (page.next === null) break;
    after = page.next;
  }
  expect(paged).toEqual(all);
});
