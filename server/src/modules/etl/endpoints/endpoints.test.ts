import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { ctxOf } from '../../../testing/ctx-of.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { readingSuite, weather } from '../testing/endpoint-suite.ts';
import { doubleQuoted } from './names.ts';
import { openEndpoint } from './open.ts';

let server: TestServer;
let admin: Client;
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-etl-'));
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ctx = () => ctxOf(server, admin);
let made = 0;
const open = async (kind: string, settings: object, secrets: object = {}): Promise<Endpoint> => {
  const { id } = await admin.ok(connectionsApi.create, {
    body: { kind, name: `${kind} ${++made}`, folder: null, settings: settings as never, secrets: secrets as never },
  });
  const outcome = await admin.ok(connectionsApi.test, { params: { connectionId: id } });
  expect(outcome).toMatchObject({ state: 'works' });
  return openEndpoint(ctx(), id, { kind: 'test', id: '1' });
};

describe('uploaded files', () => {
  const upload = async (name: string, content: string | Uint8Array) => {
    const form = new FormData();
    form.append('file', new Blob([content as never]), name);
    const response = await admin.fetch(`/api${filesApi.upload.path}`, { method: 'POST', body: form });
    return ((await response.json()) as { id: string }[])[0]!.id;
  };
  const files = async (...contents: [name: string, content: string | Uint8Array][]) => {
    const ids: string[] = [];
    for (const [name, content] of contents) ids.push(await upload(name, content));
    return open('files', { files: ids });
  };
  const csv =
    'id,"place ""a""",rain,day\r\n1,"Köln, ""Süd""",1.50,2026-01-02\r\n2,"北京\nline two",-0.25,\r\n3,,,2026-03-04\r\n4,,99999999.99,1999-12-31\r\n5,\\N,0.00,\r\n';
  let endpoint: Endpoint;
  beforeAll(async () => {
    endpoint = await files(['weather.csv', csv], ['other.jsonl', '{"a": 1}\n{"a": 2}\n']);
  });
  afterAll(() => endpoint?.close());
  readingSuite(() => ({
    endpoint,
    table: { schema: '', name: 'weather' },
    quote: doubleQuoted,
    rows: weather.rows.map(([id, place, rain, day]) => [id!, place ?? '', rain!, day!]),
  }));

  test('are joined with each other', async () => {
    const { rows } = await endpoint.query('select w.id from weather w join other o on o.a = w.id order by 1');
    expect(rows).toEqual([['1'], ['2']]);
  });

  test('in other encodings and with other delimiters are read as they are', async () => {
    const gb = Buffer.from('d4c2b7dd3bcffac1bf0a323032362d30313b31320a', 'hex');
    const one = await files(['sales.csv', gb]);
    expect(await one.query('select * from sales')).toMatchObject({
      columns: [{ name: '月份' }, { name: '销量' }],
      rows: [['2026-01', '12']],
    });
    await one.close();
  });

  test('that are broken are refused by name, row and column', async () => {
    const refusal = async (name: string, content: string | Uint8Array) => {
      const one = await files([name, content]);
      try {
        return await one.columns({ schema: '', name: 'x' }).then(
          () => 'read',
          (error: { code: string; data?: object }) => [error.code, error.data],
        );
      } finally {
        await one.close();
      }
    };
    expect(await refusal('x.csv', 'a,b\n1,2\n3,4,5\n')).toEqual([
      'etl.file.columns',
      { file: 'x.csv', row: 3, found: 3, expected: 2 },
    ]);
    expect(await refusal('x.csv', 'a,b\n1,2\n3,"never closed\n')).toMatchObject([
      'records.sheet.quote_open',
      { row: 3, column: 'B' },
    ]);
    expect(await refusal('x.csv', 'a,b\n1,2\n3,x\0y\n')).toMatchObject([
      'records.sheet.null_bytes',
      { row: 3, column: 'B' },
    ]);
    expect(await refusal('x.parquet', Buffer.from('PAR1 cut short'))).toMatchObject([
      'etl.file.broken',
      { file: 'x.parquet' },
    ]);
    expect(await refusal('x.json', '{"a": 1')).toMatchObject(['etl.file.broken', { file: 'x.json' }]);
    expect(await refusal('x.xlsx', Buffer.from('504b0304aaaa', 'hex'))).toMatchObject([
      'records.sheet.not_recognised',
      undefined,
    ]);
    expect((await refusal('x.csv', ''))[0]).toMatch(/^(etl.file.empty|records\.)/);
  });

  test('keep numbers with commas and zeros in front as texts, and dates of one kind as dates', async () => {
    const one = await files([
      'x.csv',
      'n,zip,when,mixed\n"1,000",00501,2026-01-02,2026-01-02\n2,10115,2026-02-03,02.03.2026\n',
    ]);
    const columns = await one.columns({ schema: '', name: 'x' });
    expect(columns.map(({ type }) => type)).toEqual(['text', 'text', 'date', 'text']);
    await one.close();
  });

  describe('of SQLite', () => {
    const at = path.join(folder, 'weather.sqlite');
    let sqlite: Endpoint;
    beforeAll(async () => {
      const database = new DatabaseSync(at);
      database.exec(`create table weather (id integer primary key, "place ""a""" text, rain numeric, day date)`);
      const insert = database.prepare('insert into weather values (?, ?, ?, ?)');
      for (const row of weather.rows) insert.run(...row);
      database.close();
      sqlite = await files(['weather.sqlite', readFileSync(at)]);
    });
    afterAll(() => sqlite?.close());
    readingSuite(() => ({ endpoint: sqlite, table: { schema: '', name: 'weather' }, quote: doubleQuoted }));

    test('several tables, digits and bytes as they are; no views, nothing virtual', async () => {
      const other = path.join(folder, 'plant.db');
      const database = new DatabaseSync(other);
      database.exec(`create table a (n integer, zip text, b blob); insert into a values (9007199254740993, '10115', x'00ff');
        create table "b c" (x); insert into "b c" values (1.5), ('two');
        create view forever as with recursive n(i) as (select 1 union all select i + 1 from n) select * from n;
        create virtual table found using fts5(word)`);
      database.close();
      const one = await files(['plant.db', readFileSync(other)]);
      expect((await one.tables('')).map(({ name }) => name)).toEqual(['plant a', 'plant b c']);
      expect(await one.query('select * from "plant a"')).toMatchObject({
        columns: [{ type: 'integer' }, { type: 'text' }, { type: 'text' }],
        rows: [['9007199254740993', '10115', '\\x00ff']],
      });
      expect((await one.query('select * from "plant b c"')).rows).toEqual([['1.5'], ['two']]);
      await one.close();
    });

    test('cut short or something else is refused by name', async () => {
      for (const content of [readFileSync(at).subarray(0, 600), Buffer.from('no database, only text')]) {
        const one = await files(['x.sqlite', content]);
        await expect(one.tables('')).rejects.toMatchObject({ code: 'etl.file.broken', data: { file: 'x.sqlite' } });
        await one.close();
      }
    });
  });

  test('of another person cannot be taken', async () => {
    const user = await server.as('user');
    const id = await upload('mine.csv', 'a\n1\n');
    const other = await user.call(connectionsApi.create, {
      body: { kind: 'files', name: 'stolen', folder: null, settings: { files: [id] }, secrets: {} },
    });
    expect([403, 422]).toContain(other.status);
    const gone = await admin.call(connectionsApi.create, {
      body: {
        kind: 'files',
        name: 'gone',
        folder: null,
        settings: { files: ['0197f3a0-0000-7000-8000-000000000000'] },
        secrets: {},
      },
    });
    expect([gone.status, (gone.body as unknown as { fields: unknown[] }).fields]).toEqual([
      422,
      [{ path: 'body.settings.files', code: 'connections.connection.invalid' }],
    ]);
  });
});
