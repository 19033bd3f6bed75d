import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { retentionApi } from '@formwork/contract/assets/retention.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceQuery } from '../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { spellWords } from './words.ts';

let server: TestServer;
let admin: Client;
const where = () => ({ platform: server.platform, spaceId: 'demo' });
const sql = (text: string, values: unknown[] = []) =>
  spaceQuery<{ id: number }>(server.platform, { text: text.replaceAll(':s', 'space_demo'), values });

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
}, 600_000);
afterAll(() => server.stop());

/** Whatever a list gives, page by page. */
async function walked<Row>(page: (after?: string) => Promise<{ rows: Row[]; next: string | null }>): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: string | undefined; ;) {
    const { rows, next } = await page(after);
    all.push(...rows);
    if (next === null || all.length > 1_000) return all;
    after = next;
  }
}

async function assetWith(
  rows: 'assets_incident' | 'assets_remark' | 'assets_request' | 'assets_schema',
): Promise<number> {
  const [asset] = (
    await sql(
      `insert into :s.assets_asset (kind, ref, guard, title, sort) values ('external', $1, '', '{"zh": "外部"}', $1) returning id`,
      [rows],
    )
  ).rows;
  return asset!.id;
}

test('incidents, remarks, requests and versions of columns come once each, page by page, those of one moment too', async () => {
  const incidents = await assetWith('assets_incident');
  await sql(
    `insert into :s.assets_incident (id, asset, rule, title, state, opened_at) select gen_random_uuid(), $1, gen_random_uuid(), n::text, case when n > 7 then 'solved' else 'open' end, '2026-03-01' from generate_series(1, 9) as n`,
    [incidents],
  );
  for (const [state, count] of [
    [undefined, 7],
    ['solved', 2],
  ] as const) {
    const found = await walked((after) =>
      admin.ok(assetQualityApi.incidents, {
        query: { asset: incidents, limit: 2, ...(state && { state }), ...(after !== undefined && { after }) },
      }),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(count);
  }
  const remarks = await assetWith('assets_remark');
  await sql(
    `insert into :s.assets_remark (id, asset, by, at, text) select gen_random_uuid(), $1, $2, '2026-03-01'::timestamptz + n / 3 * interval '1 second', n::text from generate_series(1, 9) as n`,
    [remarks, admin.id],
  );
  const said = await walked((after) =>
    admin.ok(assetQualityApi.remarks, {
      params: { assetId: remarks },
      query: { limit: 4, ...(after !== undefined && { after }) },
    }),
  );
  expect(said.map(({ text }) => text).toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(said[0]!.text).toBe('9');
  const requests = await assetWith('assets_request');
  await sql(
    `insert into :s.assets_request (id, asset, person, reason, state, asked_at) select gen_random_uuid(), $1, $2, n::text, 'refused', '2026-03-01' from generate_series(1, 5) as n`,
    [requests, admin.id],
  );
  const asked = await walked((after) =>
    admin.ok(assetsApi.requests, { query: { asset: requests, limit: 2, ...(after !== undefined && { after }) } }),
  );
  expect(new Set(asked.map(({ reason }) => reason)).size).toBe(5);
  const versions = await assetWith('assets_schema');
  await sql(
    `insert into :s.assets_schema (asset, number, release, columns) select $1, n, '', '[]' from generate_series(1, 5) as n`,
    [versions],
  );
  const params = { assetId: versions };
  const numbers = await walked((after) =>
    admin.ok(assetsApi.schemas, { params, query: { limit: 2, ...(after !== undefined && { after }) } }),
  );
  expect(numbers.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  const { rows: one } = await admin.ok(assetsApi.schemas, { params, query: { limit: 2, number: 3 } });
  expect(one.map(({ number }) => number)).toEqual([3]);
});

test('a place that nobody gave out is refused at its field', async () => {
  const after = 'x';
  const answers = [
    await admin.call(assetsApi.list, { query: { limit: 2, after } }),
    await admin.call(assetsApi.words, { query: { limit: 2, after } }),
    await admin.call(assetsApi.requests, { query: { limit: 2, after } }),
    await admin.call(assetQualityApi.incidents, { query: { limit: 2, after } }),
    await admin.call(retentionApi.overdue, { query: { limit: 2, state: 'due', after } }),
  ];
  for (const { status, body } of answers)
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('query.after')]);
});

test('words come by name in pages, by what they are called, by pinyin and by id; a search in the portal knows their other names', async () => {
  for (const [zh, also] of [
    ['设备', ['机台', 'Equipment']],
    ['物料', []],
    ['客户', ['甲方']],
  ] as const)
    await admin.ok(assetsApi.createWord, {
      body: { kind: 'term', name: { zh }, about: '', also: [...also], owner: null },
    });
  const words = (query: object) => admin.ok(assetsApi.words, { query: { limit: 50, ...query } });
  const named = async (query: object) => (await words(query)).rows.map(({ name }) => name.zh);
  const paged = await walked((after) => words({ limit: 1, ...(after !== undefined && { after }) }));
  expect(paged.map(({ name }) => name.zh).toSorted()).toEqual(['客户', '物料', '设备']);
  expect(await named({ search: '机台' })).toEqual(['设备']);
  expect(await named({ search: 'shebei' })).toEqual(['设备']);
  expect(await named({ search: 'equip' })).toEqual(['设备']);
  expect(await named({ kind: 'domain' })).toEqual([]);
  expect(await named({ ids: [paged[0]!.id] })).toEqual([paged[0]!.name.zh]);
  const { terms } = await admin.ok(assetsApi.find, { query: { offset: 0, limit: 5, search: '甲方的机台' } });
  expect(terms.map(({ name }) => name.zh).toSorted()).toEqual(['客户', '设备']);
  const spelled = await admin.ok(assetsApi.find, { query: { offset: 0, limit: 5, search: 'jitai' } });
  expect(spelled.terms.map(({ name }) => name.zh)).toEqual(['设备']);
});

test('words that were there before they were searched are found at once, and by pinyin after the next registering', async () => {
  await sql(
    `insert into :s.assets_word (id, kind, name, content, names) values (gen_random_uuid(), 'domain', '{"zh": "生产"}', '生产', '{生产}')`,
  );
  const found = async (search: string) =>
    (await admin.ok(assetsApi.words, { query: { limit: 50, search } })).rows.map(({ name }) => name.zh);
  expect(await found('生产')).toEqual(['生产']);
  expect(await found('shengchan')).toEqual([]);
  await spellWords(where());
  expect(await found('shengchan')).toEqual(['生产']);
});
