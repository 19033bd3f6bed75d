import type { Field } from '@formwork/contract/forms/field.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { ChosenColumn, Import, Sheet } from '@formwork/contract/records/import.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { write, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { runImport } from './import-job.ts';

let server: TestServer;
let admin: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '导入' } } })).id;
});
afterAll(() => server.stop());

async function upload(content: string | Uint8Array<ArrayBuffer>, name = 'checks.csv', who = admin): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  return who.fetch('/api/records/sheets', { method: 'POST', body });
}

async function uploaded(content: string | Uint8Array<ArrayBuffer>, name?: string): Promise<Sheet> {
  const response = await upload(content, name);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Sheet;
}

const chosen = (sheet: Sheet): ChosenColumn[] =>
  sheet.columns.map(({ index, title, type, config }) => ({ index, title: { zh: title }, type, config }));

async function ended(importId: string, who = admin): Promise<Import> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await who.ok(recordsApi.getImport, { params: { importId } });
    if (found.state !== 'waiting' && found.state !== 'running') return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the import never ends');
}

/** Like what a machine writes: tabs, CRLF, numbers with and without decimals, a flag of 0 and 1. */
function checks(rows: number): string {
  const lines = ['UDI\tProduct ID\tType\tAir temperature [K]\tDay\tBroken\tMachine failure'];
  for (let n = 1; n <= rows; n += 1) {
    lines.push(
      [
        n,
        `${'LMH'[n % 3]}${14_000 + n}`,
        'LMH'[n % 3],
        n % 4 === 0 ? 298 : (298.1 + (n % 7) / 10).toFixed(1),
        `2024/1/${1 + (n % 28)}`,
        n % 2 ? 'TRUE' : 'FALSE',
        n % 30 === 0 ? 1 : 0,
      ].join('\t'),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}

describe('an import', () => {
  test('says of a label that is retired that it is, and reads one that was replaced as its successor', async () => {
    const options = [
      { id: 'high', label: { zh: '高', en: 'High' } },
      { id: 'urgent', label: { zh: '紧急', en: 'Urgent' }, retired: true, replacedBy: 'high' },
      { id: 'old', label: { zh: '旧', en: 'Old' }, retired: true },
    ];
    const definition = {
      format: 1 as const,
      title: { zh: '等级' },
      fields: [
        newField('text', { zh: '名称' }, 'name'),
        { ...newField('singleSelect', { zh: '级别' }, 'level'), config: { options } },
        { ...newField('cascade', { zh: '位置' }, 'way'), config: { options } },
      ],
      tables: [],
      layout: [],
      titleField: 'name',
    };
    const { id: formId } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: { title: { zh: '等级' }, definition },
    });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
    const sheet = await uploaded('名称,级别,位置\n甲,紧急,紧急\n乙,旧,高\n丙,高,旧\n丁,无此项,高\n');
    const { importId } = await admin.ok(recordsApi.importSheet, {
      params: { formId },
      body: {
        uploadId: sheet.uploadId,
        reading: sheet.reading,
        mapping: ['name', 'level', 'way'].map((field, index) => ({ index, field })),
      },
    });
    const found = await ended(importId);
    expect(found).toMatchObject({ imported: 1, failed: 3 });
    expect(found.failures.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, '级别', 'records.import.retired_option'],
      [4, '位置', 'records.import.retired_option'],
      [5, '级别', 'records.value.not_option'],
    ]);
    const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: {} });
    expect(rows.map(({ values }) => [values.name, values.level, values.way])).toEqual([['甲', 'high', ['high']]]);
  });

  test('whose undo was given up with its process can be taken back again, once', async () => {
    const sheet = await uploaded('名称,数\n甲,1\n乙,2\n');
    const app = await admin.ok(recordsApi.createFormFromSheet, {
      params: { uploadId: sheet.uploadId },
      body: { appId, title: { zh: '断电' }, reading: sheet.reading, columns: chosen(sheet) },
    });
    expect(await ended(app.importId)).toMatchObject({ state: 'finished', imported: 2 });
    const { undo } = await admin.ok(recordsApi.undoImport, { params: { importId: app.importId } });
    await vi.waitFor(async () =>
      expect((await admin.ok(recordsApi.getImport, { params: { importId: app.importId } })).undo).toMatchObject({
        jobId: undo!.jobId,
        state: 'done',
        removed: 2,
      }),
    );
    await server.platform.owner.query(
      `update space_demo.records_import set undo = undo || '{"state": "running"}' where id = $1`,
      [app.importId],
    );
    await server.platform.owner.query(`update space_demo.run set state = 'failed' where id = '${undo!.jobId}'`);
    expect(await admin.ok(recordsApi.getImport, { params: { importId: app.importId } })).toMatchObject({
      undo: { state: 'failed' },
      can: { undo: true },
    });
    const [first, second] = await Promise.all(
      [1, 2].map(() => admin.call(recordsApi.undoImport, { params: { importId: app.importId } })),
    );
    expect([first!.status, second!.status].toSorted()).toEqual([200, 409]);
  });
});

describe('a spreadsheet', () => {
  test('keeps what begins with a plus, with zeros, or has many digits as text', async () => {
    const sheet = await uploaded('a,b,c,d\n+8675512345678,007,6901234567890,12\n+8675587654321,012,6901234567891,13\n');
    expect(sheet.columns.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'number']);
    const phones = await uploaded('n\n+8613800138000\n+8613800138001\n');
    expect(['text', 'phone']).toContain(phones.columns[0]!.type);
    expect(phones.preview[0]).toEqual(['+8613800138000']);
  });

  test('whose encoding was not found out is refused with those to choose from, and read in the one that is chosen', async () => {
    const content = Buffer.concat([
      Buffer.from(`编号,名称\n${Array.from({ length: 5_000 }, (_, at) => `P-${at},泵\n`).join('')}`),
      Buffer.from([0xff, 0x2c, 0x41, 0x0a]),
    ]);
    const refused = await upload(new Uint8Array(content));
    expect(refused.status).toBe(422);
    const body = (await refused.json()) as { code: string; data: { row: number; column: string; choices: unknown[] } };
    expect(body).toMatchObject({
      code: 'records.sheet.bad_sign',
      data: { row: 5_002, column: 'A', encoding: 'UTF-8' },
    });
    expect(body.data.choices).toHaveLength(12);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'a.csv');
    const answer = await admin.fetch('/api/records/sheets?encoding=utf-8&replaced=true', {
      method: 'POST',
      body: form,
    });
    const sheet = (await answer.json()) as Sheet;
    expect(sheet).toMatchObject({ rows: 5_001, reading: { encoding: 'utf-8', replaced: true } });
    // the same upload read strictly again: refused, and nothing of it is imported
    const strict = await admin.call(recordsApi.readSheet, {
      params: { uploadId: sheet.uploadId },
      body: { delimiter: ',', encoding: 'utf-8', headerRow: true },
    });
    expect([strict.status, (strict.body as { code?: string }).code]).toEqual([422, 'records.sheet.bad_sign']);
  });

  test('has its numbers by the one rule, unless the person takes others, and tells what is empty beside a wrong one', async () => {
    const sheet = await uploaded('名称,数,价\n甲,1,2\n,.5,3\n丙,"1,000",abc\n丁,-2.50,+7\n');
    const fields: Field[] = [
      { id: 'title', type: 'text', title: { zh: '名称' }, config: {}, required: true },
      { id: 'count', type: 'number', title: { zh: '数' }, config: {} },
      { id: 'price', type: 'number', title: { zh: '价' }, config: {} },
    ];
    const { id: formId } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: {
        title: { zh: '数字' },
        definition: { format: 1, title: { zh: '数字' }, fields, tables: [], layout: [], titleField: 'title' },
      },
    });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
    const mapping = fields.map(({ id }, index) => ({ index, field: id }));
    const body = { uploadId: sheet.uploadId, reading: sheet.reading, mapping };
    const preview = await admin.ok(recordsApi.previewImport, { params: { formId }, body });
    const told = (rows: typeof preview.rows) =>
      rows.map(({ line, errors }) => [line, ...errors.map(({ index, code }) => `${index} ${code}`)]);
    expect(told(preview.rows)).toEqual([
      [2],
      [3, '1 records.import.loose_number', '0 records.value.required'],
      [4, '1 records.import.loose_number', '2 records.value.not_number'],
      [5],
    ]);
    const loose = await admin.ok(recordsApi.previewImport, {
      params: { formId },
      body: { ...body, looseNumbers: true },
    });
    expect(told(loose.rows)).toEqual([[2], [3, '0 records.value.required'], [4, '2 records.value.not_number'], [5]]);
  });

  test('leaves out rows that are like a record or an earlier row, in the preview too, unless the person takes them', async () => {
    const name = newField('text', { zh: '名称' }, 'name');
    const definition = {
      format: 1 as const,
      title: { zh: '设备' },
      fields: [{ ...name, config: { similarity: 80 } }],
      tables: [],
      layout: [],
      titleField: 'name',
    };
    const { id: formId } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: { title: definition.title, definition },
    });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
    await admin.ok(recordsApi.create, { params: { formId }, body: { values: { name: '离心泵 1' } } });
    const sheet = await uploaded('名称\n离心泵 2\n空压机甲乙\n空压机甲丙\n阀\n');
    const body = { uploadId: sheet.uploadId, reading: sheet.reading, mapping: [{ index: 0, field: 'name' }] };
    const told = [
      [2, { value: '离心泵 1', percent: 80 }],
      [4, { value: '空压机甲乙', percent: 80 }],
    ];
    const preview = await admin.ok(recordsApi.previewImport, { params: { formId }, body });
    expect(preview.rows.flatMap(({ line, errors }) => errors.map(({ data }) => [line, data]))).toEqual(told);
    const { importId } = await admin.ok(recordsApi.importSheet, { params: { formId }, body });
    const found = await ended(importId);
    expect(found).toMatchObject({ imported: 2, failed: 2 });
    expect(found.failures.map(({ line, code, data }) => [line, code, data])).toEqual(
      told.map(([line, data]) => [line, 'records.value.similar', data]),
    );
    const all = await admin.ok(recordsApi.importSheet, { params: { formId }, body: { ...body, takeSimilar: true } });
    expect(await ended(all.importId)).toMatchObject({ imported: 4, failed: 0 });
  });

  test('holds rows of slave tables against stored ones and those of earlier records in the same way', async () => {
    const item = { ...newField('text', { zh: '品名' }, 'item'), config: { similarity: 80 } };
    const definition = {
      format: 1 as const,
      title: { zh: '设备' },
      fields: [newField('text', { zh: '名称' }, 'name')],
      tables: [{ id: 'parts', title: { zh: '备件' }, fields: [item] }],
      layout: [],
      titleField: 'name',
    };
    const { id: formId } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: { title: definition.title, definition },
    });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
    await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { name: '一号' }, slaves: { parts: [{ values: { item: '轴承 6204' } }] } },
    });
    const sheet = await uploaded('名称,品名\n二号,密封圈\n,轴承 6205\n三号,叶轮\n四号,联轴器\n五号,联轴器\n');
    const body = {
      uploadId: sheet.uploadId,
      reading: sheet.reading,
      mapping: [
        { index: 0, field: 'name' },
        { index: 1, field: 'parts.item' },
      ],
    };
    const preview = await admin.ok(recordsApi.previewImport, { params: { formId }, body });
    expect(preview.rows.flatMap(({ line, errors }) => errors.map(({ code, data }) => [line, code, data]))).toEqual([
      [2, 'records.value.similar', { value: '轴承 6204', percent: 85 }],
      [6, 'records.value.similar', { value: '联轴器', percent: 100 }],
    ]);
    const { importId } = await admin.ok(recordsApi.importSheet, { params: { formId }, body });
    expect(await ended(importId)).toMatchObject({ imported: 2, failed: 2 });
  });

  test('has mobile numbers taken for phones, not for numbers to be added up', async () => {
    const sheet = await uploaded('姓名,手机,工号\n张三,13800138000,12800138000\n李四,+86 13900139000,22800138000\n');
    expect(sheet.columns.map(({ type }) => type)).toEqual(['text', 'phone', 'number']);
  });

  test('has its delimiter, encoding, header and types guessed', async () => {
    const sheet = await uploaded(checks(200));
    expect(sheet.reading).toEqual({ delimiter: '\t', encoding: 'utf-8', headerRow: true });
    expect(sheet.rows).toBe(200);
    expect(sheet.columns.map(({ title, type }) => [title, type])).toEqual([
      ['UDI', 'number'],
      ['Product ID', 'text'],
      ['Type', 'singleSelect'],
      ['Air temperature [K]', 'number'],
      ['Day', 'date'],
      ['Broken', 'switch'],
      ['Machine failure', 'switch'],
    ]);
    expect(sheet.columns[3]?.config).toEqual({ decimals: 1 });
    expect(sheet.columns[1]).toMatchObject({
      distinct: true,
      filled: 200,
      samples: ['M14001', 'H14002', 'L14003', 'M14004', 'H14005'],
    });
  });

  const table = '名称;数量;备注\n"螺栓; M8";3;"第一行\n第二行"\n"带""引号""";;\n';
  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`), 'utf-8'],
    ['UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', Buffer.from('name;qty;note\nbolt;3;good\n', 'utf16le'), 'utf-16le'],
    ['GB 18030', gb('名称;数量;备注\n螺栓;3;好\n螺母;4;坏\n'), 'gb18030'],
  ])('in %s is read', async (_name, content, encoding) => {
    const sheet = await uploaded(content);
    expect(sheet.reading).toMatchObject({ encoding, delimiter: ';', headerRow: true });
    if (encoding === 'gb18030')
      expect(sheet.preview).toEqual([
        ['螺栓', '3', '好'],
        ['螺母', '4', '坏'],
      ]);
    if (encoding === 'utf-8')
      expect(sheet.preview).toEqual([
        ['螺栓; M8', '3', '第一行\n第二行'],
        ['带"引号"', '', ''],
      ]);
  });

  test('made by a spreadsheet program is read too', async () => {
    const workbook = utils.book_new();
    utils.book_append_sheet(
      workbook,
      utils.aoa_to_sheet(
        [
          ['Name', 'When', 'Amount'],
          ['a', new Date(Date.UTC(2024, 1, 29)), 1.5],
          ['b', new Date(Date.UTC(2024, 2, 1)), 2],
        ],
        { UTC: true },
      ),
      'One',
    );
    const sheet = await uploaded(
      new Uint8Array(write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer),
      'a.xlsx',
    );
    expect(sheet.preview).toEqual([
      ['a', '2024-02-29', '1.5'],
      ['b', '2024-03-01', '2'],
    ]);
    expect(sheet.columns.map(({ type }) => type)).toEqual(['text', 'date', 'number']);
  });

  test('can be read again in another way', async () => {
    const sheet = await uploaded('1,2\n3,4\n');
    expect(sheet.reading.headerRow).toBe(false);
    const again = await admin.ok(recordsApi.readSheet, {
      params: { uploadId: sheet.uploadId },
      body: { ...sheet.reading, headerRow: true },
    });
    expect(again.columns.map(({ title }) => title)).toEqual(['1', '2']);
    expect(again.rows).toBe(1);
  });

  test('that is none is refused', async () => {
    const picture = await upload(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0, 0, 2]), 'a.csv');
    expect(picture.status).toBe(422);
    expect(await picture.json()).toMatchObject({ code: 'records.sheet.not_recognised' });
    expect(await (await upload(`a,b\n"${'x'.repeat(1_100_000)}`, 'a.csv')).json()).toMatchObject({
      code: 'records.sheet.row_too_long',
    });
    expect(await (await upload('', 'a.csv')).json()).toMatchObject({ code: 'records.sheet.empty' });
  });

  test('belongs to its uploader', async () => {
    const sheet = await uploaded(checks(3));
    const user = await server.as('user');
    expect(
      (await user.call(recordsApi.readSheet, { params: { uploadId: sheet.uploadId }, body: sheet.reading })).status,
    ).toBe(404);
    expect(
      (
        await user.call(recordsApi.createFormFromSheet, {
          params: { uploadId: sheet.uploadId },
          body: { appId, title: { zh: 'x' }, reading: sheet.reading, columns: chosen(sheet) },
        })
      ).status,
    ).toBe(403);
    const other = await server.as('other-admin');
    expect(
      (await other.call(recordsApi.readSheet, { params: { uploadId: sheet.uploadId }, body: sheet.reading })).status,
    ).toBe(404);
  });
});

describe('an import', () => {
  test('makes a form with its records, in the order of the file', async () => {
    const sheet = await uploaded(checks(5_000));
    const made = await admin.ok(recordsApi.createFormFromSheet, {
      params: { uploadId: sheet.uploadId },
      body: {
        appId,
        title: { zh: '铣床检查', en: 'Milling machine checks' },
        reading: sheet.reading,
        columns: chosen(sheet),
      },
    });
    const done = await ended(made.importId);
    expect(done).toMatchObject({ state: 'finished', total: 5_000, imported: 5_000, failed: 0, failures: [] });
    const { definition } = await admin.ok(recordsApi.plan, { params: { formId: made.formId } });
    const id = (title: string) => definition.fields.find((field) => field.title.zh === title)!.id;
    const filter = JSON.stringify({ field: id('Machine failure'), operator: 'eq', value: 1 });
    const broken = await admin.ok(recordsApi.list, {
      params: { formId: made.formId },
      query: { filter, withTotal: true },
    });
    expect(broken).toMatchObject({ total: 166, estimated: false });
    const oldest = await admin.ok(recordsApi.list, {
      params: { formId: made.formId },
      query: { sort: '_createdAt', limit: 51 },
    });
    expect(oldest.rows.at(-1)?.values).toMatchObject({
      [id('UDI')]: 51,
      [id('Product ID')]: 'L14051',
      [id('Air temperature [K]')]: 298.3,
      [id('Day')]: '2024-01-24',
      [id('Broken')]: true,
      _owner: [admin.id],
    });
    const { entries } = await admin.ok(recordsApi.history, {
      params: { formId: made.formId, recordId: oldest.rows[0]!.id },
    });
    expect(entries).toMatchObject([{ kind: 'imported', version: 1, actor: admin.id }]);
  });

  test('goes on after a crash without writing a batch twice', async () => {
    const sheet = await uploaded(checks(4_500));
    const made = await admin.ok(recordsApi.createFormFromSheet, {
      params: { uploadId: sheet.uploadId },
      body: { appId, title: { zh: '中断' }, reading: sheet.reading, columns: chosen(sheet) },
    });
    await ended(made.importId);
    // as it stands when the process died before the last word, with two runs taking it up at once
    await server.platform.pool.query(
      `update space_demo.records_import set state = 'running', batch = 2, done = 2000, imported = 2000 where id = $1`,
      [made.importId],
    );
    await server.platform.pool.query(
      `delete from space_demo.records_import_batch where import_id = $1 and batch >= 2`,
      [made.importId],
    );
    await server.platform.pool.query(
      `delete from space_demo.f_${made.formId} where id not in (select id from space_demo.f_${made.formId} order by id limit 2000)`,
    );
    const job = {
      platform: server.platform,
      spaceId: 'demo',
      requestId: 'r',
      ip: '',
      userAgent: '',
      locale: 'zh-CN',
      user: { id: admin.id },
      id: made.jobId,
      payload: { importId: made.importId },
      attempt: 2,
      progress() {},
      moved: async () => {},
      cancelled: () => false,
    } as never;
    const runs = await Promise.allSettled([runImport(job), runImport(job)]);
    expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(
      (await admin.ok(recordsApi.list, { params: { formId: made.formId }, query: { withTotal: true } })).total,
    ).toBe(4_500);
    expect(await ended(made.importId)).toMatchObject({ state: 'finished', imported: 4_500, done: 4_500 });
  });

  test('that is cancelled keeps what came before, and search finds that', async () => {
    const few = await uploaded(checks(3));
    const made = await admin.ok(recordsApi.createFormFromSheet, {
      params: { uploadId: few.uploadId },
      body: { appId, title: { zh: '取消' }, reading: few.reading, columns: chosen(few) },
    });
    await ended(made.importId);
    const sheet = await uploaded(checks(60_000).replaceAll('\tM1', '\tCancelled-M1'));
    const { definition } = await admin.ok(recordsApi.plan, { params: { formId: made.formId } });
    const { importId } = await admin.ok(recordsApi.importSheet, {
      params: { formId: made.formId },
      body: {
        uploadId: sheet.uploadId,
        reading: sheet.reading,
        mapping: sheet.columns.map(({ index }) => ({ index, field: definition.fields[index]!.id })),
      },
    });
    await expect
      .poll(async () => (await admin.ok(recordsApi.getImport, { params: { importId } })).imported, { interval: 20 })
      .toBeGreaterThan(0);
    await admin.ok(recordsApi.cancelImport, { params: { importId } });
    const left = await ended(importId);
    expect(left.state).toBe('cancelled');
    expect(left.imported).toBeLessThan(60_000);
    await expect
      .poll(async () => (await admin.ok(searchApi.records, { query: { search: 'Cancelled-M14001' } })).found, {
        timeout: 40_000,
      })
      .toBe(1);
  });

  test('into a form leaves out bad rows and says why', async () => {
    const sheet = await uploaded('name,n\na,1\nb,2\n');
    const made = await admin.ok(recordsApi.createFormFromSheet, {
      params: { uploadId: sheet.uploadId },
      body: {
        appId,
        title: { zh: '既有' },
        reading: { ...sheet.reading, headerRow: true },
        columns: chosen(sheet).map((column) => ({ ...column, title: { zh: `c${column.index}` } })),
      },
    });
    await ended(made.importId);
    const { definition } = await admin.ok(recordsApi.plan, { params: { formId: made.formId } });
    const more = await uploaded('x;n;who\nc;7;\nd;seven;\ne;8;\n');
    const started = await admin.ok(recordsApi.importSheet, {
      params: { formId: made.formId },
      body: {
        uploadId: more.uploadId,
        reading: more.reading,
        mapping: [
          { index: 0, field: definition.fields[0]!.id },
          { index: 1, field: definition.fields[1]!.id },
        ],
      },
    });
    expect(await ended(started.importId)).toMatchObject({
      imported: 2,
      failed: 1,
      failures: [{ line: 3, column: 'c1', code: 'records.value.not_number', value: 'seven' }],
    });
    expect((await admin.ok(recordsApi.count, { params: { formId: made.formId }, query: {} })).total).toBe(4);
    const user = await server.as('user');
    expect(
      (
        await user.call(recordsApi.importSheet, {
          params: { formId: made.formId },
          body: { uploadId: more.uploadId, reading: more.reading, mapping: [{ index: 0, field: 'x1' }] },
        })
      ).status,
    ).toBe(404);
    expect((await user.call(recordsApi.getImport, { params: { importId: started.importId } })).status).toBe(404);
    expect((await user.call(recordsApi.cancelImport, { params: { importId: started.importId } })).status).toBe(404);
  });
});

/** GB 18030 of the characters used here: Node decodes it and does not encode it. */
function gb(text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder('gb18030');
  const table = new Map<string, number[]>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) table.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  return Uint8Array.from(
    [...text].flatMap((sign) => (sign.charCodeAt(0) < 128 ? [sign.charCodeAt(0)] : (table.get(sign) ?? []))),
  );
}
