import { buffer } from 'node:stream/consumers';
import ZipStream from 'zip-stream';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { exportApi } from '@formwork/contract/records/export.ts';
import type { Import, ImportSettings, Sheet } from '@formwork/contract/records/import.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { read, utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dropOldSheets } from './import-retention.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** Imports that update, bring slave rows and files, are looked at before and taken back after. */
let server: TestServer;
let admin: Client;
let appId: string;

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const definition: FormDefinition = {
  format: 1,
  title: { zh: '物料' },
  layout: [],
  titleField: 'code',
  fields: [
    field('text', 'code', { unique: true }),
    field('number', 'amount'),
    field('member', 'who'),
    field('department', 'place'),
    field('attachment', 'papers'),
    field('rollup', 'sum', { config: { table: 'parts', field: 'qty', function: 'sum' } } as never),
    field('autoNumber', 'no'),
  ],
  tables: [{ id: 'parts', title: { zh: '明细' }, fields: [field('text', 'item'), field('number', 'qty')] }],
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '导入' } } })).id;
});
afterAll(() => server.stop());

async function form(given: FormDefinition = definition): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: given.title, definition: given },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

async function uploaded(content: string | Uint8Array, name = 'a.csv', who = admin): Promise<Sheet> {
  const body = new FormData();
  body.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const answer = await who.fetch('/api/records/sheets', { method: 'POST', body });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as Sheet;
}
const map = (...fields: string[]): ImportSettings['mapping'] =>
  fields.flatMap((name, index) => (name ? [{ index, field: name }] : []));

async function imported(formId: string, sheet: Sheet, settings: ImportSettings, who = admin): Promise<Import> {
  const { importId } = await who.ok(recordsApi.importSheet, {
    params: { formId },
    body: {
      uploadId: sheet.uploadId,
      reading: { ...sheet.reading, headerRow: true },
      titles: sheet.columns.map(({ title }) => title),
      ...settings,
    },
  });
  return ended(importId, who);
}
const ended = (importId: string, who = admin): Promise<Import> =>
  vi.waitFor(
    async () => {
      const found = await who.ok(recordsApi.getImport, { params: { importId } });
      expect(['finished', 'failed', 'cancelled']).toContain(found.state);
      expect(found.undo?.state).not.toBe('running');
      return found;
    },
    { interval: 40 },
  );
async function all(formId: string): Promise<FormRecord[]> {
  const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'code' } });
  return Promise.all(rows.map(({ id }) => admin.ok(recordsApi.get, { params: { formId, recordId: id } })));
}
const short = (records: FormRecord[]) =>
  records.map(({ values, slaves }) => [
    values.code,
    values.amount,
    (slaves.parts ?? []).map((row) => `${row.values.item}*${row.values.qty}`).join(' '),
    values.sum,
  ]);

describe('records that are there', () => {
  test('are updated by a key, or updated and created, and what fits neither is said', async () => {
    const formId = await form();
    expect(
      await imported(formId, await uploaded('code,amount\na,1\nb,2\nc,3\n'), { mapping: map('code', 'amount') }),
    ).toMatchObject({ imported: 3, updated: 0, failed: 0 });
    const settings: ImportSettings = { mapping: map('code', 'amount'), mode: 'update', key: ['code'] };
    expect(await imported(formId, await uploaded('code,amount\na,10\nx,9\n,8\nb,bad\n'), settings)).toMatchObject({
      mode: 'update',
      imported: 0,
      updated: 1,
      failed: 3,
      failures: [
        { line: 3, code: 'records.import.not_there' },
        { line: 4, code: 'records.import.no_key' },
        { line: 5, column: 'amount', code: 'records.value.not_number', value: 'bad' },
      ],
    });
    expect(
      await imported(formId, await uploaded('code,amount\nb,20\nd,4\nd,5\n'), { ...settings, mode: 'both' }),
    ).toMatchObject({ imported: 1, updated: 1, failed: 1, failures: [{ code: 'records.import.key_twice' }] });
    expect(short(await all(formId)).map(([code, amount]) => [code, amount])).toEqual([
      ['a', 10],
      ['b', 20],
      ['c', 3],
      ['d', 4],
    ]);
    const [{ id } = { id: '' }] = await all(formId);
    expect(
      (await admin.ok(recordsApi.history, { params: { formId, recordId: id } })).entries.map(({ kind }) => kind),
    ).toEqual(['updated', 'imported']);
    for (const key of [[], ['who'], ['amount', 'place']])
      expect(
        (
          await admin.call(recordsApi.importSheet, {
            params: { formId },
            body: {
              uploadId: (await uploaded('a,b\n1,2\n')).uploadId,
              reading: { delimiter: ',', encoding: 'utf-8', headerRow: true },
              ...settings,
              key,
            },
          })
        ).status,
      ).toBe(422);
  });

  test('are updated only where the person may change them', async () => {
    const formId = await form();
    await imported(formId, await uploaded('code,amount\na,1\n'), { mapping: map('code', 'amount') });
    const user = await server.as('user2');
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view', 'create', 'import'], scope: 'all' }],
      },
    });
    const result = await imported(
      formId,
      await uploaded('code,amount\na,2\nb,3\n', 'a.csv', user),
      { mapping: map('code', 'amount'), mode: 'both', key: ['code'] },
      user,
    );
    expect(result).toMatchObject({
      imported: 1,
      updated: 0,
      failed: 1,
      failures: [{ line: 2, code: 'records.record.no_edit' }],
    });
  });
});

describe('slave rows', () => {
  test('stand below their record in the same sheet, or in a sheet of their own', async () => {
    const formId = await form();
    const same = await uploaded('code,amount,item,qty\na,1,bolt,2\n,,nut,3\nb,2,,\nc,3,disc,1\nc,3,ring,4\n');
    expect(await imported(formId, same, { mapping: map('code', 'amount', 'parts.item', 'parts.qty') })).toMatchObject({
      imported: 3,
      failed: 0,
      done: 5,
    });
    expect(short(await all(formId))).toEqual([
      ['a', 1, 'bolt*2 nut*3', 5],
      ['b', 2, '', 0],
      ['c', 3, 'disc*1 ring*4', 5],
    ]);
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['No.', 'code'],
        [1, 'd'],
        [2, 'a'],
      ]),
      'Records',
    );
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['No.', 'item', 'qty'],
        [2, 'pin', 7],
        [1, 'cap', 8],
        [1, 'lid', 9],
      ]),
      'Rows',
    );
    const two = await uploaded(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, 'b.xlsx');
    expect(two.sheets.map(({ name }) => name)).toEqual(['Records', 'Rows']);
    const rows = [
      {
        table: 'parts',
        sheet: 'Rows',
        link: { main: 0, row: 0 },
        mapping: [
          { index: 1, field: 'item' },
          { index: 2, field: 'qty' },
        ],
      },
    ];
    expect(
      await imported(formId, two, { mapping: [{ index: 1, field: 'code' }], mode: 'both', key: ['code'], rows }),
    ).toMatchObject({ imported: 1, updated: 1, failed: 0 });
    expect(short(await all(formId))).toEqual([
      ['a', 1, 'pin*7', 7],
      ['b', 2, '', 0],
      ['c', 3, 'disc*1 ring*4', 5],
      ['d', null, 'cap*8 lid*9', 17],
    ]);
  });

  test('come back from an export as they went', async () => {
    const formId = await form();
    await imported(formId, await uploaded('code,amount,item,qty\n=a,1.5,bolt,2\n,,nut,3\n"b\n2",-2,,\n'), {
      mapping: map('code', 'amount', 'parts.item', 'parts.qty'),
    });
    const before = short(await all(formId));
    const { exportId } = await admin.ok(exportApi.start, {
      params: { formId },
      body: { format: 'xlsx', columns: ['code', 'amount'], tables: ['parts'] },
    });
    const done = await vi.waitFor(async () => {
      const found = await admin.ok(exportApi.get, { params: { exportId } });
      expect(found.state).toBe('ready');
      return found;
    });
    const sheet = await uploaded(
      Buffer.from(await (await admin.fetch(`/api/files/${done.fileId}`)).arrayBuffer()),
      'x.xlsx',
    );
    const again = await form();
    await imported(again, sheet, {
      mapping: map('', 'code', 'amount'),
      rows: [
        { table: 'parts', sheet: sheet.sheets[1]!.name, link: { main: 0, row: 0 }, mapping: map('', 'item', 'qty') },
      ],
    });
    expect(short(await all(again))).toEqual(before);
  });
});

describe('cells', () => {
  test('name people by name or login and departments by path; files come in the zip', async () => {
    const formId = await form();
    const works = await admin.ok(organizationApi.createDepartment, { body: { name: '一厂', parentId: null } });
    const other = await admin.ok(organizationApi.createDepartment, { body: { name: '二厂', parentId: null } });
    await admin.ok(organizationApi.createDepartment, { body: { name: '装配', parentId: works.id } });
    const line = await admin.ok(organizationApi.createDepartment, { body: { name: '装配', parentId: other.id } });
    const zip = new ZipStream({ level: 1 });
    const entries: [string, string][] = [
      ['__MACOSX/._data.csv', 'x'],
      ['data/data.csv', 'code,who,place,papers\na,admin,二厂 / 装配,files/1/1-plan.txt\nb,nobody,装配,missing.txt\n'],
      ['files/1/1-plan.txt', 'drawing'],
    ];
    void (async () => {
      for (const [name, text] of entries)
        await new Promise<void>((done, fail) => {
          zip.entry(text, { name }, (error) => (error ? fail(error) : done()));
        });
      zip.finish();
    })();
    const sheet = await uploaded(await buffer(zip), 'all.zip');
    expect(sheet).toMatchObject({ fileName: 'data.csv', files: 1, rows: 2 });
    const settings: ImportSettings = { mapping: map('code', 'who', 'place', 'papers') };
    const preview = await admin.ok(recordsApi.previewImport, {
      params: { formId },
      body: { uploadId: sheet.uploadId, reading: { ...sheet.reading, headerRow: true }, ...settings },
    });
    expect(
      preview.rows.map(({ line: at, action, errors }) => [
        at,
        action,
        errors.map(({ index, code }) => `${index} ${code}`),
      ]),
    ).toEqual([
      [2, 'create', []],
      [3, 'leave', ['3 records.import.no_file', '1 records.value.not_people', '2 records.value.not_departments']],
    ]);
    expect(await imported(formId, sheet, settings)).toMatchObject({ imported: 1, failed: 1 });
    const [record] = await all(formId);
    expect(record!.values).toMatchObject({
      who: [admin.id],
      place: [line.id],
      papers: [{ name: 'plan.txt', size: 7, type: 'text/plain' }],
    });
    const [{ id } = { id: '' }] = record!.values.papers as { id: string }[];
    expect(await (await admin.fetch(`/api/files/${id}`)).text()).toBe('drawing');
    const none = new FormData();
    const empty = new ZipStream({ level: 1 });
    empty.entry('x', { name: 'a.bin' }, () => empty.finish());
    none.append('file', new Blob([new Uint8Array(await buffer(empty))]), 'a.zip');
    expect(await (await admin.fetch('/api/records/sheets', { method: 'POST', body: none })).json()).toMatchObject({
      code: 'records.import.no_table',
    });
  });
});

describe('the first hundred rows', () => {
  test('show their errors at their cells, and nothing is written', async () => {
    const formId = await form();
    await imported(formId, await uploaded('code\na\n'), { mapping: map('code') });
    const sheet = await uploaded(
      `code,amount\na,1\nb,x\nc,3\nc,4\n${Array.from({ length: 200 }, (_, at) => `r${at},1`).join('\n')}\n`,
    );
    const preview = (settings: ImportSettings, who = admin) =>
      who.call(recordsApi.previewImport, {
        params: { formId },
        body: { uploadId: sheet.uploadId, reading: sheet.reading, ...settings },
      });
    const found = (await preview({ mapping: map('code', 'amount') })).body as {
      rows: { action: string; errors: unknown[] }[];
      failed: number;
    };
    expect(found.rows).toHaveLength(100);
    expect(found.failed).toBe(3);
    expect(found.rows.slice(0, 4).map(({ errors }) => errors)).toEqual([
      [{ index: 0, column: 'code', code: 'records.value.taken' }],
      [{ index: 1, column: 'amount', code: 'records.value.not_number' }],
      [],
      [{ index: 0, column: 'code', code: 'records.value.taken' }],
    ]);
    const both = (await preview({ mapping: map('code', 'amount'), mode: 'both', key: ['code'] })).body as typeof found;
    expect(both.rows.slice(0, 3).map(({ action }) => action)).toEqual(['update', 'leave', 'create']);
    const wrong = await uploaded('code,amount\na,x\n');
    expect(
      (
        await admin.ok(recordsApi.previewImport, {
          params: { formId },
          body: {
            uploadId: wrong.uploadId,
            reading: { ...wrong.reading, headerRow: true },
            mapping: map('code', 'amount'),
            mode: 'update',
            key: ['code'],
          },
        })
      ).rows,
    ).toMatchObject([{ action: 'leave', errors: [{ index: 1, code: 'records.value.not_number' }] }]);
    expect(
      (
        await admin.call(recordsApi.previewImport, {
          params: { formId },
          body: {
            uploadId: (await uploaded('a\n1\n', 'a.csv', await server.as('user2'))).uploadId,
            reading: wrong.reading,
            mapping: map('code'),
          },
        })
      ).status,
    ).toBe(404);
    expect((await admin.ok(recordsApi.count, { params: { formId }, query: {} })).total).toBe(1);
  });

  test('come with what the person chose last time, by the titles of columns', async () => {
    const formId = await form();
    expect(await admin.ok(recordsApi.rememberedImport, { params: { formId } })).toEqual({ settings: null });
    await imported(formId, await uploaded('编码,数量\na,1\n'), {
      mapping: map('code', 'amount'),
      mode: 'both',
      key: ['code'],
    });
    expect(await admin.ok(recordsApi.rememberedImport, { params: { formId } })).toEqual({
      settings: {
        columns: [
          { title: '编码', field: 'code' },
          { title: '数量', field: 'amount' },
        ],
        mode: 'both',
        key: ['code'],
      },
    });
    expect(
      (await (await server.as('other-admin')).call(recordsApi.rememberedImport, { params: { formId } })).status,
    ).toBe(404);
  });
});

describe('an import that failed in part', () => {
  test.each(['csv', 'xlsx', 'biff8'] as const)(
    'says where a row stands in the file, rows without content counted: %s',
    async (bookType) => {
      const formId = await form();
      const rows = [['code', 'amount'], ['a', '1'], ['', ''], [], ['b', 'bad'], ['c', '2'], [' ', ''], ['d', 'worse']];
      const book = utils.book_new();
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'One');
      const sheet = await uploaded(
        bookType === 'csv'
          ? rows.map((row) => row.join()).join('\r\n')
          : (write(book, { type: 'buffer', bookType }) as Buffer),
        'gaps',
      );
      expect(sheet.rows).toBe(4);
      const settings: ImportSettings = { mapping: map('code', 'amount') };
      const preview = await admin.ok(recordsApi.previewImport, {
        params: { formId },
        body: { uploadId: sheet.uploadId, reading: { ...sheet.reading, headerRow: true }, ...settings },
      });
      expect(preview.rows.map(({ line }) => line)).toEqual([2, 5, 6, 8]);
      expect(await imported(formId, sheet, settings)).toMatchObject({
        imported: 2,
        failed: 2,
        done: 4,
        total: 4,
        failures: [
          { line: 5, value: 'bad' },
          { line: 8, value: 'worse' },
        ],
      });
    },
  );

  test('gives the rows it left out as a workbook, the reason beside each', async () => {
    const formId = await form();
    const result = await imported(formId, await uploaded('code,amount\na,1\nb,x\nc,=y\n'), {
      mapping: map('code', 'amount'),
    });
    expect(result).toMatchObject({ imported: 1, failed: 2 });
    const answer = await admin.fetch(`/api/records/imports/${result.id}/failures`);
    const book = read(Buffer.from(await answer.arrayBuffer()));
    expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })).toEqual([
      ['code', 'amount', '失败原因', '原行号'],
      ['b', 'x', expect.stringContaining('【amount】'), 3],
      ['c', '=y', expect.any(String), 4],
    ]);
    expect((await (await server.as('user2')).fetch(`/api/records/imports/${result.id}/failures`)).status).toBe(404);
    expect(
      await imported(formId, await uploaded('code,amount\nx,x\n'), { mapping: map('code', 'amount') }),
    ).toMatchObject({ imported: 0, failed: 1 });
  });
});

describe('taking an import back', () => {
  test('removes what it made and restores what it changed, but for records that somebody changed since', async () => {
    const formId = await form();
    await imported(formId, await uploaded('code,amount,item,qty\na,1,bolt,2\n,,nut,3\nb,2,,\n'), {
      mapping: map('code', 'amount', 'parts.item', 'parts.qty'),
    });
    const before = short(await all(formId));
    const result = await imported(formId, await uploaded('code,amount,item,qty\na,10,pin,9\nb,20,,\nc,3,,\nd,4,,\n'), {
      mapping: map('code', 'amount', 'parts.item', 'parts.qty'),
      mode: 'both',
      key: ['code'],
    });
    expect(result).toMatchObject({ imported: 2, updated: 2, can: { undo: true } });
    const d = (await all(formId)).find(({ values }) => values.code === 'd')!;
    await admin.ok(recordsApi.update, {
      params: { formId, recordId: d.id },
      body: { expectedVersion: 1, values: { amount: 5 } },
    });
    const stranger = await server.as('user2');
    expect((await stranger.call(recordsApi.undoImport, { params: { importId: result.id } })).status).toBe(404);
    await admin.ok(recordsApi.undoImport, { params: { importId: result.id } });
    expect(await ended(result.id)).toMatchObject({
      undo: { state: 'done', removed: 1, restored: 2, kept: 1 },
      can: { undo: false },
    });
    expect(short(await all(formId))).toEqual([...before, ['d', 5, '', 0]]);
    expect((await admin.call(recordsApi.undoImport, { params: { importId: result.id } })).status).toBe(409);
  });

  test('that only changed records says so, and the search finds what they were', async () => {
    const formId = await form();
    await imported(formId, await uploaded('code,amount\nquartz,1\n'), { mapping: map('code', 'amount') });
    const changed = await imported(formId, await uploaded('amount,code\n7,quartz\n'), {
      mapping: map('amount', 'code'),
      mode: 'update',
      key: ['code'],
    });
    await admin.ok(recordsApi.undoImport, { params: { importId: changed.id } });
    expect(await ended(changed.id)).toMatchObject({ undo: { removed: 0, restored: 1 } });
    const space = changed.id && (await admin.ok(identityApi.me)).space.id;
    const { rows } = await server.platform.pool.query<{ type: string }>(
      `select type from "space_${space}".event where type in ('records.import_undone', 'records.updated') and data->>'formId' = $1 order by xid, id`,
      [formId],
    );
    expect(rows.map(({ type }) => type)).toEqual(['records.updated', 'records.updated', 'records.import_undone']);
  });

  test('the file and the rows that were left out go after their days; what the import did stays known', async () => {
    const formId = await form();
    const sheet = await uploaded('code,amount\nfine,1\nbad,x\n');
    const loose = await uploaded('code\nz\n');
    const result = await imported(formId, sheet, { mapping: map('code', 'amount') });
    expect(result.can).toEqual({ undo: true, failures: true });
    const schema = `"space_${(await admin.ok(identityApi.me)).space.id}"`;
    const { pool } = server.platform;
    await dropOldSheets.run(server.platform);
    expect(
      (await pool.query(`select 1 from ${schema}.records_sheet where id = any($1)`, [[sheet.uploadId, loose.uploadId]]))
        .rowCount,
    ).toBe(2);
    await pool.query(`update ${schema}.records_sheet set uploaded_at = now() - interval '31 days' where id = any($1)`, [
      [sheet.uploadId, loose.uploadId],
    ]);
    await pool.query(`update ${schema}.records_import set started_at = now() - interval '31 days' where id = $1`, [
      result.id,
    ]);
    const {
      rows: [kept],
    } = await pool.query<{ file_key: string }>(`select file_key from ${schema}.records_sheet where id = $1`, [
      sheet.uploadId,
    ]);
    await dropOldSheets.run(server.platform);
    expect(
      (
        await pool.query<{ id: string }>(`select id from ${schema}.records_sheet where id = any($1)`, [
          [sheet.uploadId, loose.uploadId],
        ])
      ).rows.map(({ id }) => id),
    ).toEqual([sheet.uploadId]);
    expect(
      (await pool.query(`select 1 from ${schema}.records_import_failure where import_id = $1`, [result.id])).rowCount,
    ).toBe(0);
    await expect(server.platform.files.open(kept!.file_key)).rejects.toThrow();
    expect((await admin.ok(recordsApi.getImport, { params: { importId: result.id } })).can).toEqual({
      undo: true,
      failures: false,
    });
    expect((await admin.fetch(`/api/records/imports/${result.id}/failures`)).status).toBe(404);
    expect(
      (
        await admin.call(recordsApi.importSheet, {
          params: { formId },
          body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping: map('code') },
        })
      ).status,
    ).toBe(404);
    await admin.ok(recordsApi.undoImport, { params: { importId: result.id } });
    expect(await ended(result.id)).toMatchObject({ undo: { removed: 1 } });
  });

  test('keeps records that others name by now', async () => {
    const formId = await form();
    const result = await imported(formId, await uploaded('code\na\nb\n'), { mapping: map('code') });
    const other = await form({
      format: 1,
      title: { zh: '领用' },
      layout: [],
      titleField: null,
      tables: [],
      fields: [
        field('relation', 'what', { config: { form: formId, cardinality: 'manyToOne', onDelete: 'refuse' } } as never),
      ],
    });
    const [a] = await all(formId);
    await admin.ok(recordsApi.create, { params: { formId: other }, body: { values: { what: [a!.id] } } });
    await admin.ok(recordsApi.undoImport, { params: { importId: result.id } });
    expect(await ended(result.id)).toMatchObject({ undo: { removed: 1, kept: 1 } });
    expect((await all(formId)).map(({ values }) => values.code)).toEqual(['a']);
  });
});

test('a shared occupancy label holds for rows of a file, for transfers and when somebody hands over', async () => {
  const user = await server.as('user');
  const formId = await form({
    format: 1,
    title: { zh: '值班' },
    layout: [],
    titleField: 'name',
    tables: [],
    fields: [field('text', 'name'), field('date', 'from')],
  });
  const at = { params: { formId } };
  await admin.ok(viewsApi.create, {
    ...at,
    body: {
      type: 'occupancy',
      title: { zh: '值班表' },
      scope: 'shared',
      settings: { occupancy: { resource: '_owner', start: 'from', conflict: 'refuse' } },
    },
  });
  const take = (name: string, from: string) =>
    admin.call(recordsApi.create, { ...at, body: { values: { name, from } } });
  expect((await take('甲', '2026-03-01')).status).toBe(200);
  await vi.waitFor(async () => expect((await take('乙', '2026-03-01')).status).toBe(409));
  const result = await imported(formId, await uploaded('name,from\n丙,2026-03-01\n丁,2026-03-02\n戊,2026-03-02\n'), {
    mapping: map('name', 'from'),
  });
  expect(result).toMatchObject({
    imported: 1,
    failed: 2,
    failures: [
      { line: 2, code: 'records.value.slot_taken' },
      { line: 4, code: 'records.value.slot_taken' },
    ],
  });
  const seen = async () => (await admin.ok(recordsApi.list, at)).rows;
  const [first] = (await seen()).filter(({ values }) => values.name === '甲');
  const rule = {
    id: 'all',
    subject: { kind: 'everyone' as const },
    actions: ['view', 'create', 'transfer'] as ('view' | 'create' | 'transfer')[],
    scope: 'all' as const,
  };
  await admin.ok(formsApi.putPermissions, { ...at, body: { rules: [rule] } });
  await user.ok(recordsApi.create, { ...at, body: { values: { name: '己', from: '2026-03-01' } } });
  const transfer = async (to: string) =>
    (await admin.ok(shareApi.transfer, { ...at, body: { records: [first!.id], to } })).outcomes[0]!.refused;
  expect(await transfer(user.id)).toBe('records.record.slot_taken');
  // what meets nothing goes, the rest stays with whoever leaves
  await admin.ok(organizationApi.handOver, {
    params: { personId: admin.id },
    body: { toId: user.id, parts: ['records'], disable: false },
  });
  await vi.waitFor(async () =>
    expect(
      (await seen())
        .filter(({ values }) => (values._owner as string[])[0] === user.id)
        .map(({ values }) => values.name)
        .toSorted(),
    ).toEqual(['丁', '己']),
  );
});
