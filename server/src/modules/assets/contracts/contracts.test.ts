import { randomUUID } from 'node:crypto';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetContractApi, type ContractInput } from '@formwork/contract/assets/contract.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { field, newForm } from '../../../testing/forms.ts';
import { checkAsset } from '../quality/check-asset.ts';
import { checkContracts } from './check-contract.ts';
import { breachesOf, tellsMore } from './judge.ts';

let server: TestServer;
let admin: Client;
let reader: Client;
let formId: string;
let asset: number;

const definition: FormDefinition = {
  format: 1,
  title: { zh: '约定的订单' },
  layout: [],
  titleField: 'code',
  fields: [field('text', 'code'), field('number', 'amount'), field('text', 'note'), field('dateTime', 'at')],
  tables: [],
};
const promise: ContractInput = {
  version: 0,
  about: '每日对账',
  columns: [
    { key: 'code', type: 'text' },
    { key: 'amount', type: 'number' },
  ],
  fresh: null,
  leastScore: null,
  rules: [],
  consumers: [],
  onRelease: 'refuse',
};
const put = (body: Partial<ContractInput>) =>
  admin.ok(assetContractApi.putContract, { params: { assetId: asset }, body: { ...promise, ...body } });
const contract = async () => (await admin.ok(assetContractApi.contract, { params: { assetId: asset } }))!;
const told = async (client: Client) =>
  (await client.ok(messagesApi.list, { query: { limit: 50 } })).rows.flatMap(({ kind, title }) =>
    title === definition.title.zh && kind.startsWith('assetContract') ? [kind] : [],
  );

async function release(fields: Field[], accept: object = {}) {
  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: draft.version, definition: { ...definition, fields } },
  });
  return admin.call(formsApi.release, { params: { formId }, body: { draftVersion: draft.version + 1, ...accept } });
}

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader] = [await server.as('admin'), await server.as('user4')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '约定' } } });
  formId = await newForm(admin, appId, definition);
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [{ id: '0', subject: { kind: 'person', id: reader.id }, actions: ['view'], scope: 'all', fields: {} }],
    },
  });
  asset = await vi.waitFor(async () => {
    const { rows } = await admin.ok(assetsApi.list, { query: { limit: 50, search: definition.title.zh } });
    expect(rows).toHaveLength(1);
    return rows[0]!.id;
  });
});
afterAll(() => server.stop());

describe('contracts of assets', () => {
  test('nothing is promised of what is not there, and never over what somebody else said meanwhile', async () => {
    const refused = async (body: Partial<ContractInput>) =>
      codeOf(
        await admin.call(assetContractApi.putContract, { params: { assetId: asset }, body: { ...promise, ...body } }),
      );
    expect(await admin.ok(assetContractApi.contract, { params: { assetId: asset } })).toBeNull();
    expect(await refused({ columns: [{ key: 'gone', type: 'text' }] })).toBe('assets.rule.column_gone');
    expect(await refused({ fresh: { column: 'gone', hours: 1 } })).toBe('assets.rule.column_gone');
    expect(await refused({ fresh: { column: 'note', hours: 1 } })).toBe('assets.rule.column_fits_not');
    expect(await refused({ rules: [randomUUID()] })).toBe('assets.rule.not_found');
    expect(await refused({ columns: [] })).toBe('platform.invalid_input');
    expect(codeOf(await admin.call(assetContractApi.removeContract, { params: { assetId: asset } }))).toBe(
      'assets.contract.not_found',
    );
    expect(await put({})).toMatchObject({ version: 1, state: 'kept', broken: [], changedBy: admin.id });
    expect(await refused({ version: 0 })).toBe('assets.contract.changed_meanwhile');
    expect(await refused({ version: 7 })).toBe('assets.contract.changed_meanwhile');
  });

  test('a release that takes away what was promised is refused, or wants a yes', async () => {
    const without = definition.fields.filter(({ id }) => id !== 'amount');
    const refused = await release(without);
    expect(refused.status).toBe(409);
    const { uses } = await admin.ok(formsApi.formUses, { params: { formId } });
    expect(uses.filter(({ kind }) => kind === 'contract').map(({ to, how, id }) => [to.element, how, id])).toEqual([
      ['code', 'refuse', String(asset)],
      ['amount', 'refuse', String(asset)],
    ]);
    expect((await contract()).state).toBe('kept');
  });

  test('broken by a release it is told to both sides: who makes it, and who relies on it or reads it', async () => {
    const chart = await admin.ok(definitionsApi.create, {
      params: { kind: 'chart' },
      body: {
        commandId: randomUUID(),
        name: { zh: '对账图' },
        draft: {
          ...emptyChart(),
          form: formId,
          settings: {
            ...emptyChart().settings,
            slots: { x: [{ id: 'u1', field: 'code' }], y: [{ id: 'u2', field: 'amount', fn: 'sum' }] },
          },
        },
      },
    });
    await admin.ok(definitionsApi.release, {
      params: { kind: 'chart', id: chart.id },
      body: { version: chart.version },
    });
    await vi.waitFor(async () => expect((await contract()).readers).toEqual([admin.id]));
    await put({ version: 1, onRelease: 'warn', consumers: [reader.id] });
    const without = definition.fields.filter(({ id }) => id !== 'amount');
    const asked = await release(without);
    expect(asked.status).toBe(409);
    expect((await release(without, { acceptUses: true, acceptLoss: true })).status).toBe(200);
    await vi.waitFor(async () => expect((await contract()).broken).toEqual([{ what: 'column', key: 'amount' }]));
    for (const one of [admin, reader])
      await vi.waitFor(async () => expect(await told(one)).toEqual(['assetContractBroken']));
    const { rows } = await admin.ok(assetsApi.list, { query: { limit: 50, waits: 'contracts' } });
    expect(rows.map(({ id }) => id)).toEqual([asset]);
    expect((await admin.ok(assetsApi.overview, {})).waiting.contracts).toBe(1);
    expect((await admin.ok(assetQualityApi.incidents, { query: { asset, limit: 50 } })).rows).toMatchObject([
      { rule: null, state: 'open' },
    ]);
    // looked at again it is nothing new
    await checkContracts({ platform: server.platform, spaceId: 'demo' });
    expect(await told(reader)).toEqual(['assetContractBroken']);
    expect((await release(definition.fields)).status).toBe(200);
    await vi.waitFor(async () => expect((await contract()).state).toBe('kept'));
    for (const one of [admin, reader])
      await vi.waitFor(async () =>
        expect((await told(one)).toSorted()).toEqual(['assetContractBroken', 'assetContractKept']),
      );
    expect((await admin.ok(assetQualityApi.incidents, { query: { asset, limit: 50 } })).rows).toEqual([]);
  });

  test('freshness, score and rules are looked at whenever the rows are', async () => {
    const add = (values: Record<string, unknown>) =>
      admin.ok(recordsApi.create, {
        params: { formId },
        body: { commandId: randomUUID(), values: values as never, slaves: {} },
      });
    await add({ code: 'A', at: '2020-01-01T00:00:00.000Z' });
    const rule = await admin.ok(assetQualityApi.createRule, {
      params: { assetId: asset },
      body: {
        name: '备注齐全',
        check: { kind: 'filled', column: 'note' },
        severity: 'major',
        tolerance: 0,
        when: 'hand',
        enabled: true,
      },
    });
    const { version } = await contract();
    const made = await put({ version, fresh: { column: 'at', hours: 24 }, leastScore: 80, rules: [rule.id] });
    expect(made.broken).toMatchObject([{ what: 'stale', column: 'at' }]);
    await checkAsset({ platform: server.platform, spaceId: 'demo' }, asset);
    expect((await contract()).broken).toMatchObject([
      { what: 'stale', column: 'at' },
      { what: 'score', least: 80, score: 0 },
      { what: 'rule', name: '备注齐全' },
    ]);
    await add({ code: 'B', at: new Date().toISOString(), note: 'x' });
    await admin.ok(assetQualityApi.removeRule, { params: { qualityRuleId: rule.id } });
    await checkAsset({ platform: server.platform, spaceId: 'demo' }, asset);
    expect(await contract()).toMatchObject({ state: 'kept', broken: [] });
  });

  test('whoever does not see the asset learns nothing of it', async () => {
    const stranger = await server.as('other-admin');
    for (const call of [
      stranger.call(assetContractApi.contract, { params: { assetId: asset } }),
      stranger.call(assetContractApi.putContract, { params: { assetId: asset }, body: promise }),
      stranger.call(assetContractApi.removeContract, { params: { assetId: asset } }),
    ])
      expect((await call).status).toBe(404);
    expect((await reader.call(assetContractApi.removeContract, { params: { assetId: asset } })).status).toBe(403);
    await admin.ok(assetContractApi.removeContract, { params: { assetId: asset } });
    expect(await admin.ok(assetContractApi.contract, { params: { assetId: asset } })).toBeNull();
  });
});

test('what is not kept is told once, also when its age grows', () => {
  const is = { gone: false, columns: [{ key: 'a', type: 'date' }], score: null, rules: [] };
  const body = { ...promise, columns: [{ key: 'a', type: 'text' }], fresh: { column: 'a', hours: 2 } };
  const before = breachesOf(body, { ...is, age: { hours: 3 } });
  expect(before).toEqual([
    { what: 'type', key: 'a', was: 'text', is: 'date' },
    { what: 'stale', column: 'a', hours: 3 },
  ]);
  expect(tellsMore(before, breachesOf(body, { ...is, age: { hours: 9 } }))).toBe(false);
  expect(tellsMore(before, breachesOf(body, { ...is, age: { code: 'x' } }))).toBe(true);
  expect(breachesOf(body, { ...is, gone: true })).toEqual([{ what: 'gone' }]);
});
