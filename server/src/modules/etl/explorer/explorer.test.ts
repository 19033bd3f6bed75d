import { randomUUID } from 'node:crypto';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let source: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const rows = Array.from({ length: 200 }, (_, n) =>
    [
      n + 1,
      n % 4 === 0 ? '' : `S-${100 + n}`,
      (n / 2).toFixed(1),
      `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
    ].join(','),
  );
  const form = new FormData();
  form.append('file', new Blob([`id,code,level,day\n${rows.join('\n')}\n`]), 'readings.csv');
  const uploaded = await admin.fetch('/api/files', { method: 'POST', body: form });
  const [file] = (await uploaded.json()) as { id: string }[];
  const connection = await admin.ok(connectionsApi.create, {
    body: { kind: 'files', name: 'readings', folder: null, settings: { files: [file!.id] }, secrets: {} },
  });
  source = connection.id;
});
afterAll(() => server.stop());

const at = () => ({ params: { source } });
const table = { schema: '', table: 'readings' };

describe('the explorer', () => {
  test('lists sources, tables, columns and first rows', async () => {
    const sources = await admin.ok(explorerApi.sources);
    expect(sources.map(({ id, kind }) => [id, kind])).toEqual([
      [source, 'files'],
      ['forms', 'forms'],
    ]);
    expect(await admin.ok(explorerApi.schemas, at())).toEqual(['']);
    expect(await admin.ok(explorerApi.tables, { ...at(), query: { schema: '' } })).toMatchObject([
      { name: 'readings', kind: 'file' },
    ]);
    const columns = await admin.ok(explorerApi.columns, { ...at(), query: table });
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id integer',
      'code text',
      'level decimal',
      'day date',
    ]);
    const sample = await admin.ok(explorerApi.sample, { ...at(), query: { ...table, limit: 3 } });
    expect(sample).toMatchObject({
      cut: 'rows',
      rows: [
        ['1', '', '0.0', '2026-01-01'],
        ['2', 'S-101', '0.5', '2026-01-02'],
        ['3', 'S-102', '1.0', '2026-01-03'],
      ],
    });
  });

  test('says what columns hold', async () => {
    const { rows, partial, columns } = await admin.ok(explorerApi.profile, { ...at(), query: table });
    expect([rows, partial]).toEqual([200, false]);
    const [id, code, level, day] = columns;
    expect(id).toMatchObject({ nulls: 0, distinct: 200, min: '1', max: '200', mean: '100.5' });
    expect(id!.histogram).toHaveLength(20);
    expect(id!.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(200);
    expect(code).toMatchObject({
      distinct: 151,
      patterns: [
        { value: 'A-9', count: 150 },
        { value: '', count: 50 },
      ],
    });
    expect(code!.values[0]).toEqual({ value: '', count: 50 });
    expect(level!.quantiles).toEqual(['4.975', '24.875', '49.75', '74.625', '94.525']);
    expect(day).toMatchObject({ min: '2026-01-01', max: '2026-01-28', distinct: 28 });
  });

  test('runs one SELECT, remembers it, and keeps some under a name', async () => {
    const run = (sql: string, limit = 1_000) => admin.call(explorerApi.run, { ...at(), body: { sql, limit } });
    expect((await run('select count(*) as n from readings where level > 50')).body).toMatchObject({
      rows: [['99']],
      cut: null,
    });
    expect((await run('select * from readings', 5)).body).toMatchObject({ cut: 'rows' });
    for (const sql of ['drop view readings', 'select 1; select 2', "select * from read_csv('/etc/passwd')", 'selec'])
      expect(codeOf(await run(sql))).toBe('etl.sql.failed');
    const history = await admin.ok(explorerApi.queries, { query: { kept: false } });
    expect(history).toHaveLength(6);
    expect(history[0]).toMatchObject({ sql: 'selec', error: 'etl.sql.failed', rows: null });
    const kept = await admin.ok(explorerApi.keepQuery, { body: { source, name: 'High', sql: 'select 1' } });
    await admin.ok(explorerApi.keepQuery, { body: { source, name: 'HIGH', sql: 'select 2' } });
    expect(await admin.ok(explorerApi.queries, { query: { kept: true, source } })).toMatchObject([
      { id: kept.id, name: 'HIGH', sql: 'select 2', version: 2 },
    ]);
    // the same text again is no other version; its text is for whoever keeps it
    await admin.ok(explorerApi.keepQuery, { body: { source, name: 'HIGH', sql: 'select 2' } });
    const known = { query: { ids: [kept.id, randomUUID()].join(',') } };
    expect(await admin.ok(explorerApi.queryVersions, known)).toEqual([
      { id: kept.id, name: 'HIGH', version: 2, sql: 'select 2' },
    ]);
    expect(await (await server.as('other-admin')).ok(explorerApi.queryVersions, known)).toEqual([]);
    await admin.ok(explorerApi.dropQuery, { params: { queryId: kept.id } });
    expect((await admin.call(explorerApi.dropQuery, { params: { queryId: kept.id } })).status).toBe(404);
  });

  test('reads the own forms as the caller sees them', async () => {
    const title = { zh: '水位', en: 'Levels' };
    const app = await admin.ok(formsApi.createApp, { body: { title } });
    const { id } = await admin.ok(formsApi.createForm, {
      params: { appId: app.id },
      body: {
        title,
        definition: {
          format: 1,
          title,
          layout: [],
          titleField: 'place',
          fields: [
            { id: 'place', type: 'text', title: { zh: '地点', en: 'Place' }, config: {} },
            { id: 'level', type: 'number', title: { zh: '水位', en: 'Level' }, config: {} },
          ],
          tables: [],
        } as never,
      },
    });
    await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
    for (const level of [1, 2.5])
      await admin.ok(recordsApi.create, { params: { formId: id }, body: { values: { place: 'A', level } } });
    const forms = await admin.ok(explorerApi.tables, { params: { source: 'forms' }, query: { schema: '' } });
    expect(forms).toMatchObject([{ name: id, title: '水位', kind: 'form' }]);
    const form = forms[0]!;
    const columns = await admin.ok(explorerApi.columns, {
      params: { source: 'forms' },
      query: { schema: '', table: form.name },
    });
    expect(columns[0]).toMatchObject({ name: '_id', key: true });
    const answer = await admin.ok(explorerApi.run, {
      params: { source: 'forms' },
      body: { sql: `select count(*) as n, sum("水位") from "${form.title}"`, limit: 10 },
    });
    const counted = await admin.ok(explorerApi.sample, {
      params: { source: 'forms' },
      query: { schema: '', table: form.name, limit: 1000 },
    });
    expect([answer.rows[0]![0], Number(answer.rows[0]![1])]).toEqual([String(counted.rows.length), 3.5]);
  });

  test('is for administrators alone', async () => {
    for (const who of ['user', 'safe', 'audit'] as const) {
      const client = await server.as(who);
      expect([who, (await client.call(explorerApi.sources)).status]).toEqual([who, 403]);
      expect([
        who,
        (await client.call(explorerApi.run, { ...at(), body: { sql: 'select 1', limit: 1 } })).status,
      ]).toEqual([who, 403]);
    }
  });
});
