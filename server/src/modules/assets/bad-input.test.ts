import { randomUUID } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetContractApi } from '@formwork/contract/assets/contract.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { field, newForm } from '../../testing/forms.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../testing/server.ts';

// What cannot be taken says so at its field; what an asset belongs to is read and asked for in either language.

let server: TestServer;
let admin: Client;
let stranger: Client;
let asset: number;
let other: number;

const assetOf = (ref: string): Promise<number> =>
  vi.waitFor(async () => (await admin.ok(assetsApi.ofThing, { params: { kind: 'form', ref } })).id);
const refusedAt = (answer: Answer): unknown[] => {
  const { code, fields = [] } = answer.body as { code: string; fields?: { path: string; code: string }[] };
  return [code, ...fields.map(({ path }) => path)];
};

beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = [await server.as('admin'), await server.as('other-admin')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '仓库', en: 'Warehouse' } } });
  const form = (zh: string) =>
    newForm(admin, appId, { title: { zh }, titleField: 'code', fields: [field('text', 'code')] });
  [asset, other] = [await assetOf(await form('入库单')), await assetOf(await form('出库单'))];
}, 600_000);
afterAll(() => server.stop());

describe('what is no longer there is said at its field', () => {
  test('of an asset: owner, stewards, domain, terms, category', async () => {
    const { version } = await admin.ok(assetsApi.get, { params: { assetId: asset } });
    const change = async (body: object) =>
      refusedAt(await admin.call(assetsApi.update, { params: { assetId: asset }, body: { version, ...body } }));
    // whoever belongs to another space is nobody here
    expect(await change({ owner: stranger.id })).toEqual(['organization.person.not_found', 'owner']);
    expect(await change({ stewards: [admin.id, randomUUID()] })).toEqual(['organization.person.not_found', 'stewards']);
    expect(await change({ domain: randomUUID() })).toEqual(['assets.word.not_found', 'domain']);
    expect(await change({ terms: [randomUUID()] })).toEqual(['assets.word.not_found', 'terms']);
    expect(await change({ category: randomUUID() })).toEqual(['assets.category.not_found', 'category']);
    const many = await admin.call(assetsApi.bulk, { body: { ids: [asset], owner: stranger.id } });
    expect(refusedAt(many)).toEqual(['organization.person.not_found', 'owner']);
  });

  test('of a column, a word, a category, a contract', async () => {
    const { columns } = await admin.ok(assetsApi.get, { params: { assetId: asset } });
    const column = await admin.call(assetsApi.updateColumn, {
      params: { assetId: asset, columnId: columns[0]!.id },
      body: { term: randomUUID() },
    });
    expect(refusedAt(column)).toEqual(['assets.word.not_found', 'term']);
    const word = { kind: 'domain' as const, name: { zh: '物料' }, about: '', also: [], owner: null };
    await admin.ok(assetsApi.createWord, { body: word });
    expect(refusedAt(await admin.call(assetsApi.createWord, { body: { ...word, name: { zh: '物料' } } }))).toEqual([
      'assets.word.name_taken',
      'name.zh',
    ]);
    expect(
      refusedAt(await admin.call(assetsApi.createWord, { body: { ...word, name: { zh: '人' }, owner: randomUUID() } })),
    ).toEqual(['organization.person.not_found', 'owner']);
    const below = { parent: randomUUID(), name: { zh: '下级' }, about: '', rule: null };
    expect(refusedAt(await admin.call(assetsApi.createCategory, { body: below }))).toEqual([
      'assets.category.not_found',
      'parent',
    ]);
    const promise = {
      version: 0,
      about: '',
      columns: [{ key: 'code', type: 'text' }],
      fresh: null,
      leastScore: null,
      rules: [],
      consumers: [stranger.id],
      onRelease: 'warn' as const,
    };
    expect(
      refusedAt(await admin.call(assetContractApi.putContract, { params: { assetId: asset }, body: promise })),
    ).toEqual(['organization.person.not_found', 'consumers']);
  });

  test('of an edge by hand: the end that is gone, or the same twice', async () => {
    const add = async (from: number, to: number, toColumn = 0) =>
      refusedAt(
        await admin.call(assetsApi.addEdge, { body: { from, fromColumn: 0, to, toColumn, reason: '每月抄写' } }),
      );
    expect(await add(asset, asset)).toEqual(['assets.edge.to_itself', 'to']);
    expect(await add(2_000_000_000, other)).toEqual(['assets.asset.not_found', 'from']);
    expect(await add(asset, 2_000_000_000)).toEqual(['assets.asset.not_found', 'to']);
    expect(await add(asset, other, 30_000)).toEqual(['assets.column.not_found', 'toColumn']);
  });
});

test('whoever has left meanwhile may stay an owner while other things change', async () => {
  await server.platform.owner.query('update space_demo.assets_asset set owner = $2 where id = $1', [
    asset,
    stranger.id,
  ]);
  const { version } = await admin.ok(assetsApi.get, { params: { assetId: asset } });
  const changed = await admin.ok(assetsApi.update, {
    params: { assetId: asset },
    body: { version, owner: stranger.id, about: '每天' },
  });
  expect(changed.about).toBe('每天');
});

test('what it belongs to is there in both languages, and a rule that asks for it means either', async () => {
  const { place } = await admin.ok(assetsApi.get, { params: { assetId: asset } });
  expect(place).toEqual({ zh: '仓库', en: 'Warehouse' });
  const found = async (rule: Condition) => (await admin.ok(assetsApi.previewRule, { body: { rule } })).count;
  expect(await found({ field: 'place', operator: 'eq', value: '仓库' })).toBe(2);
  expect(await found({ field: 'place', operator: 'eq', value: 'Warehouse' })).toBe(2);
  expect(
    await found({
      all: [
        { field: 'name', operator: 'contains', value: '库单' },
        { field: 'place', operator: 'ne', value: 'Warehouse' },
      ],
    }),
  ).toBe(0);
});
