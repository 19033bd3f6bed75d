import { randomUUID } from 'node:crypto';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { exportApi, type ExportRequest, type ExportView } from '@formwork/contract/records/export.ts';
import { read, utils, type WorkBook } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { dropOldExports } from './retention.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let appId: string;
let formId: string;

const field = <T extends Field['type']>(type: T, id: string, title: string, config: object = {}): Field =>
  ({
    ...newField(type, { zh: title }, id),
    config: { ...newField(type, { zh: title }, id).config, ...config },
  }) as Field;
const columns = ['name', 'amount', 'rate', 'day', 'moment', 'clock', 'done', 'who', 'big'];

const definition: FormDefinition = {
  format: 1,
  title: { zh: '检查/记录' },
  layout: [],
  titleField: 'name',
  fields: [
    field('text', 'name', '名称'),
    field('money', 'amount', '金额'),
    field('percent', 'rate', '比例'),
    field('date', 'day', '日期'),
    field('dateTime', 'moment', '时刻'),
    field('time', 'clock', '时间'),
    field('switch', 'done', '完成'),
    field('member', 'who', '负责人'),
    field('number', 'big', '大数'),
    field('attachment', 'papers', '附件'),
    field('image', 'photo', '照片'),
  ],
  tables: [
    { id: 'parts', title: { zh: '明细' }, fields: [field('text', 'item', '物料'), field('number', 'qty', '数量')] },
  ],
};
type Rule = Omit<PermissionRule, 'id'>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  user = await server.as('user2');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '导出' } } })).id;
  formId = await made();
  await make(
    admin,
    {
      name: '=1+1',
      amount: 1234.5,
      rate: 12.5,
      day: '2024-02-29',
      moment: '2024-02-29T16:30:00.000Z',
      clock: '08:15:00',
      done: true,
      who: [admin.id],
      big: '12345678901234567890',
    },
    [
      { item: '螺栓', qty: 3 },
      { item: '螺母; M8', qty: 4 },
    ],
  );
  await make(admin, { name: '乙, "b"\n二行', amount: -2 }, []);
  await make(admin, { name: '丙', amount: 7 }, [{ item: '垫圈', qty: 1 }]);
});
afterAll(() => server.stop());

async function made(rules: Rule[] = []): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  if (rules.length > 0)
    await admin.ok(formsApi.putPermissions, {
      params: { formId: id },
      body: { rules: rules.map((rule, index) => ({ ...rule, id: String(index) })) },
    });
  return id;
}
const make = (who: Client, values: Record<string, unknown>, parts: Record<string, unknown>[] = [], form = formId) =>
  who.ok(recordsApi.create, {
    params: { formId: form },
    body: { values: values as never, slaves: { parts: parts.map((row) => ({ values: row as never })) } },
  });

async function ended(who: Client, exportId: string): Promise<ExportView> {
  return vi.waitFor(
    async () => {
      const found = await who.ok(exportApi.get, { params: { exportId } });
      expect(found.state).not.toBe('preparing');
      return found;
    },
    { interval: 40 },
  );
}
async function exported(request: Partial<ExportRequest> = {}, who = admin, form = formId): Promise<Buffer> {
  const { exportId } = await who.ok(exportApi.start, {
    params: { formId: form },
    body: { format: 'xlsx', columns, sort: 'name', ...request },
  });
  const found = await ended(who, exportId);
  expect(found).toMatchObject({ state: 'ready', error: null });
  return content(who, found);
}
async function content(who: Client, found: ExportView): Promise<Buffer> {
  const answer = await who.fetch(`/api/files/${found.fileId}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const sheetOf = (book: WorkBook, at = 0): unknown[][] =>
  utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[at]!]!, { header: 1, raw: true });
/** The sheet's own XML, for what a reader leaves out. */
const partOf = (bytes: Buffer, name: string): string =>
  String(
    (read(bytes, { bookFiles: true }) as unknown as { files: Record<string, { content: Uint8Array }> }).files[name]
      ?.content ?? '',
  );
const codeOf = async (answer: Promise<{ status: number; body: unknown }>) => ({
  status: (await answer).status,
  code: ((await answer).body as { code?: string }).code,
});

describe('a workbook', () => {
  test('has real numbers and dates with their formats, a frozen header, and no formula', async () => {
    const bytes = await exported();
    const book = read(bytes, { cellFormula: true, cellNF: true });
    expect(book.SheetNames).toEqual(['检查 记录']);
    const [header, ...rows] = sheetOf(book);
    expect(header).toEqual(['名称', '金额', '比例', '日期', '时刻', '时间', '完成', '负责人', '大数']);
    const row = rows.find(([name]) => name === '=1+1')!;
    expect(row[1]).toBe(1234.5);
    expect(row[2]).toBe(0.125);
    expect(row.slice(6)).toEqual(['是', expect.any(String), '12345678901234567890']);
    const at = rows.indexOf(row) + 2;
    const cells = book.Sheets[book.SheetNames[0]!]! as unknown as Record<
      string,
      { t: string; v: number; f?: string; w?: string }
    >;
    expect(cells[`D${at}`]).toMatchObject({ t: 'n', v: 45351 });
    // half past midnight of the next day in Shanghai
    expect(cells[`E${at}`]!.v).toBeCloseTo(45352 + 0.5 / 24, 8);
    expect(cells[`F${at}`]!.v).toBeCloseTo(8.25 / 24, 8);
    expect(cells[`A${at}`]).toMatchObject({ t: 's' });
    expect(cells[`A${at}`]!.f).toBeUndefined();
    expect(cells[`B${at}`]!.w).toBe('¥1,234.50');
    expect(cells[`C${at}`]!.w).toBe('12.50%');
    expect(cells[`D${at}`]!.w).toBe('2024-02-29');
    expect(cells[`E${at}`]!.w).toBe('2024-03-01 00:30');
    const xml = partOf(bytes, '/xl/worksheets/sheet1.xml') || partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('state="frozen"');
    expect(xml).toMatch(/<c r="A\d" s="2" t="s">/);
  });

  test('follows the view: filter, order and columns, or the chosen records', async () => {
    const some = sheetOf(
      read(
        await exported({
          columns: ['amount', 'name', '_creator'],
          filter: JSON.stringify({ field: 'amount', operator: 'gt', value: 0 }),
          sort: '-amount',
        }),
      ),
    );
    expect(some.map((row) => row.slice(0, 2))).toEqual([
      ['金额', '名称'],
      [1234.5, '=1+1'],
      [7, '丙'],
    ]);
    const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'name' } });
    const chosen = sheetOf(read(await exported({ columns: ['name'], ids: [rows[1]!.id] })));
    expect(chosen).toEqual([['名称'], [rows[1]!.values.name]]);
    expect(sheetOf(read(await exported({ columns: ['name'], search: '丙' })))).toEqual([['名称'], ['丙']]);
  });

  test('has slave tables as sheets of their own, whose rows name their records', async () => {
    const book = read(await exported({ columns: ['name'], tables: ['parts'], sort: 'amount' }));
    expect(book.SheetNames).toEqual(['检查 记录', '明细']);
    expect(sheetOf(book).map(([number, name]) => [number, name])).toEqual([
      ['序号', '名称'],
      [1, '乙, "b"\n二行'],
      [2, '丙'],
      [3, '=1+1'],
    ]);
    expect(sheetOf(book, 1)).toEqual([
      ['序号', '物料', '数量'],
      [2, '垫圈', 1],
      [3, '螺栓', 3],
      [3, '螺母; M8', 4],
    ]);
  });

  test('bears the watermark of the enterprise', async () => {
    await admin.ok(enterpriseApi.setWatermark, {
      body: { enabled: true, parts: ['login'], text: '内部 & 资料', strength: 10, distance: 240 },
    });
    const bytes = await exported({ columns: ['name'] });
    await admin.ok(enterpriseApi.setWatermark, {
      body: { enabled: false, parts: ['login'], text: '', strength: 10, distance: 240 },
    });
    const xml = partOf(bytes, '/xl/worksheets/sheet1.xml') || partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('<oddHeader>&amp;C内部 &amp;&amp; 资料  admin</oddHeader>');
    expect(xml).toContain('<picture r:id="rId2"/>');
    expect(bytes.includes('xl/media/watermark.png')).toBe(true);
  });
});

describe('delimited text', () => {
  test('begins with a mark in UTF-8, and no text in it is a formula', async () => {
    const text = (await exported({ format: 'csv', columns: ['name', 'amount', 'rate', 'day'] })).toString();
    expect(text).toBe(
      `\ufeff${['名称,金额,比例,日期', `'=1+1,"¥1,234.50",12.50%,2024-02-29`, '丙,¥7.00,,', '"乙, ""b""\n二行",-¥2.00,,'].join('\r\n')}\r\n`.replace(
        ',-¥2.00',
        `,'-¥2.00`,
      ),
    );
  });

  test('in GB 18030 with a delimiter of its own', async () => {
    const bytes = await exported({
      format: 'csv',
      encoding: 'gb18030',
      delimiter: ';',
      columns: ['name', '_owner'],
      search: '丙',
    });
    expect(
      new TextDecoder('gb18030')
        .decode(bytes)
        .split('\r\n')
        .slice(0, 2)
        .map((line) => line.split(';')[0]),
    ).toEqual(['名称', '丙']);
  });
});

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  async function uploaded(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
    const body = new FormData();
    body.append('file', new Blob([bytes]), name);
    const answer = await admin.fetch('/api/files', { method: 'POST', body });
    expect(answer.status).toBe(200);
    const [file] = (await answer.json()) as { id: string; name: string; size: number; type: string }[];
    return { id: file!.id, name: file!.name, size: file!.size, type: file!.type };
  }

  test('come along in a zip, and pictures stand in their cells', async () => {
    const form = await made();
    await make(
      admin,
      {
        name: 'a',
        papers: [await uploaded('plan.txt', new Uint8Array(Buffer.from('drawing')))],
        photo: [await uploaded('p.png', new Uint8Array(png))],
      },
      [],
      form,
    );
    const zip = await exported({ columns: ['name', 'papers', 'photo'], files: true }, admin, form);
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    for (const name of ['files/1/1-plan.txt', 'files/1/2-p.png']) expect(zip.includes(name)).toBe(true);
    const book = await exported({ columns: ['name', 'photo'], pictures: true }, admin, form);
    expect(sheetOf(read(book))).toEqual([['名称', '照片'], ['a']]);
    for (const name of ['xl/drawings/drawing1.xml', 'xl/media/image1.jpeg']) expect(book.includes(name)).toBe(true);

    // and come back with them
    const sheets = new FormData();
    sheets.append('file', new Blob([new Uint8Array(book)]), 'again.xlsx');
    const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body: sheets })).json()) as Sheet;
    const again = await made();
    const { importId } = await admin.ok(recordsApi.importSheet, {
      params: { formId: again },
      body: {
        uploadId: sheet.uploadId,
        reading: sheet.reading,
        mapping: [
          { index: 0, field: 'name' },
          { index: 1, field: 'photo' },
        ],
      },
    });
    await expect
      .poll(async () => (await admin.ok(recordsApi.getImport, { params: { importId } })).state)
      .toBe('finished');
    expect((await admin.ok(recordsApi.list, { params: { formId: again }, query: {} })).rows).toMatchObject([
      { values: { name: 'a', photo: [{ name: 'p.jpeg', type: 'image/jpeg' }] } },
    ]);
  });
});

describe('the right', () => {
  const view: Rule = { subject: { kind: 'everyone' }, actions: ['view', 'create'], scope: 'all' };

  test('is that of the roles: without it nothing leaves, and nobody learns of a form that is not theirs', async () => {
    const form = await made([view]);
    const start = (who: Client, id = form) =>
      codeOf(who.call(exportApi.start, { params: { formId: id }, body: { format: 'csv', columns: ['name'] } }));
    expect(await start(user)).toEqual({ status: 403, code: 'records.record.no_export' });
    expect(await start(user, await made())).toMatchObject({ status: 404 });
    expect((await start(await server.as('other-admin'))).status).toBe(404);
    expect((await user.ok(recordsApi.plan, { params: { formId: form } })).can.export).toBe(false);
  });

  test('reaches the rows that it names, and among them those that are seen', async () => {
    const form = await made([
      view,
      {
        subject: { kind: 'everyone' },
        actions: ['export'],
        scope: 'condition',
        condition: { field: 'amount', operator: 'gt', value: 5 },
      },
    ]);
    await make(admin, { name: 'low', amount: 1 }, [], form);
    const kept = await make(admin, { name: 'high', amount: 9 }, [], form);
    const names = async () =>
      sheetOf(read(await exported({ columns: ['name'] }, user, form)))
        .slice(1)
        .flat();
    expect(await names()).toEqual(['high']);
    await admin.ok(formsApi.putPermissions, {
      params: { formId: form },
      body: { rules: [{ ...view, id: '1', actions: ['view', 'export'], scope: 'own' }] },
    });
    // what is shared with somebody is theirs to see, and not to take away
    await server.platform.owner.query(
      `insert into space_demo.records_grant (record_id, form_id, user_id, level, origin, hidden) values ($1, $2, $3, 'view', 'share', '{amount}')`,
      [kept.id, form, user.id],
    );
    expect((await user.ok(recordsApi.list, { params: { formId: form }, query: {} })).rows.map(({ id }) => id)).toEqual([
      kept.id,
    ]);
    expect(await names()).toEqual([]);
  });

  test('leaves out what restricted buttons keep in', async () => {
    const form = await made([{ ...view, actions: ['view', 'export'] }]);
    const home = (await admin.ok(formsApi.getForm, { params: { formId: form } })).appId;
    await make(admin, { name: 'low', amount: 1 }, [], form);
    await make(admin, { name: 'high', amount: 9 }, [], form);
    const put = async (buttons: Record<string, object>) => {
      const where = { params: { appId: home }, query: { form } };
      const { version } = await admin.ok(formsApi.buttons, where);
      await admin.ok(formsApi.putButtons, {
        ...where,
        body: { expectedVersion: version, settings: { buttons, own: [], order: {} } },
      });
    };
    await put({ 'toolbar.export': { hidden: true }, 'selection.export': { onlyIf: 'amount > 5' } });
    expect(
      sheetOf(read(await exported({ columns: ['name'] }, user, form)))
        .slice(1)
        .flat(),
    ).toEqual(['high']);
    await put({ 'toolbar.export': { roles: ['safe'] }, 'selection.export': { hidden: true } });
    expect(
      await codeOf(
        user.call(exportApi.start, { params: { formId: form }, body: { format: 'csv', columns: ['name'] } }),
      ),
    ).toEqual({ status: 403, code: 'records.record.no_export' });
  });

  test('keeps fields that are hidden, all of them or on some rows', async () => {
    const form = await made([
      {
        ...view,
        actions: ['view', 'export'],
        scope: 'condition',
        condition: { field: 'amount', operator: 'gt', value: 5 },
        fields: { amount: { existing: 'hidden' }, 'parts.qty': { existing: 'hidden' }, day: { existing: 'hidden' } },
      },
      {
        ...view,
        actions: ['view', 'export'],
        scope: 'condition',
        condition: { field: 'amount', operator: 'lte', value: 5 },
        fields: { day: { existing: 'hidden' } },
      },
    ]);
    await make(admin, { name: 'low', amount: 1, day: '2024-01-01' }, [{ item: 'x', qty: 5 }], form);
    await make(admin, { name: 'top', amount: 9, day: '2024-01-01' }, [{ item: 'y', qty: 6 }], form);
    const book = read(await exported({ columns: ['name', 'amount'], tables: ['parts'] }, user, form));
    expect(sheetOf(book).slice(1)).toEqual([
      [1, 'low', 1],
      [2, 'top'],
    ]);
    expect(sheetOf(book, 1).slice(1)).toEqual([
      [1, 'x', 5],
      [2, 'y'],
    ]);
    const hidden = await codeOf(
      user.call(exportApi.start, { params: { formId: form }, body: { format: 'csv', columns: ['name', 'day'] } }),
    );
    expect(hidden).toEqual({ status: 422, code: 'records.export.bad_columns' });
    expect(
      await codeOf(
        user.call(exportApi.start, { params: { formId: form }, body: { format: 'csv', columns: ['name', 'name'] } }),
      ),
    ).toMatchObject({ code: 'records.export.bad_columns' });
  });

  test('is looked at again when the job runs', async () => {
    const form = await made([{ ...view, actions: ['view', 'export'] }]);
    const { exportId } = await user.ok(exportApi.start, {
      params: { formId: form },
      body: { format: 'csv', columns: ['name'] },
    });
    await ended(user, exportId);
    await server.platform.owner.query(`update space_demo.records_export set state = 'preparing' where id = $1`, [
      exportId,
    ]);
    await admin.ok(formsApi.putPermissions, { params: { formId: form }, body: { rules: [{ ...view, id: '1' }] } });
    const { runExport } = await import('./export-job.ts');
    const job = {
      platform: server.platform,
      spaceId: 'demo',
      requestId: 'r',
      ip: '',
      userAgent: '',
      locale: 'zh-CN',
      user: { id: user.id, name: '', login: '', role: 'user' },
      id: randomUUID(),
      payload: { exportId },
      attempt: 1,
      progress() {},
      cancelled: () => false,
    };
    await expect(runExport(job as never)).rejects.toMatchObject({ code: 'records.record.no_export' });
    expect(await user.ok(exportApi.get, { params: { exportId } })).toMatchObject({
      state: 'failed',
      error: 'records.record.no_export',
    });
  });
});

describe('the history', () => {
  test('keeps the latest of each application for three days, for whoever made it', async () => {
    const first = await admin.ok(exportApi.start, { params: { formId }, body: { format: 'csv', columns: ['name'] } });
    const before = await ended(admin, first.exportId);
    const second = await admin.ok(exportApi.start, { params: { formId }, body: { format: 'csv', columns: ['name'] } });
    const found = await ended(admin, second.exportId);
    await vi.waitFor(async () =>
      expect((await admin.call(exportApi.get, { params: { exportId: first.exportId } })).status).toBe(404),
    );
    const { exports } = await admin.ok(exportApi.list, {});
    expect(exports.filter((one) => one.appId === appId).map(({ id }) => id)).toEqual([second.exportId]);
    expect(exports[0]).toMatchObject({
      appTitle: { zh: '导出' },
      formTitle: { zh: '检查/记录' },
      systemTitle: null,
      rows: 3,
      state: 'ready',
    });
    expect((await admin.fetch(`/api/files/${before.fileId}`)).status).toBe(404);
    for (const who of [user, await server.as('other-admin')]) {
      expect((await who.call(exportApi.get, { params: { exportId: second.exportId } })).status).toBe(404);
      expect((await who.call(exportApi.cancel, { params: { exportId: second.exportId } })).status).toBe(404);
      expect((await who.call(exportApi.remove, { params: { exportId: second.exportId } })).status).toBe(404);
      expect((await who.call(filesApi.view, { params: { fileId: found.fileId! } })).status).toBe(404);
      expect((await who.ok(exportApi.list, {})).exports.map(({ id }) => id)).not.toContain(second.exportId);
    }
    await server.platform.owner.query(
      `update space_demo.records_export set created_at = now() - interval '73 hours' where id = $1`,
      [second.exportId],
    );
    expect((await admin.call(exportApi.get, { params: { exportId: second.exportId } })).status).toBe(404);
    await dropOldExports.run(server.platform);
    expect((await admin.fetch(`/api/files/${found.fileId}`)).status).toBe(404);
    expect(
      (await server.platform.owner.query(`select 1 from space_demo.records_export where id = $1`, [second.exportId]))
        .rows,
    ).toEqual([]);
  });

  test('is removed by hand, file and all, and told to the audit', async () => {
    const { exportId } = await admin.ok(exportApi.start, {
      params: { formId },
      body: { format: 'csv', columns: ['name'], filter: JSON.stringify({ field: 'amount', operator: 'gt', value: 0 }) },
    });
    const found = await ended(admin, exportId);
    await admin.ok(exportApi.remove, { params: { exportId } });
    expect((await admin.fetch(`/api/files/${found.fileId}`)).status).toBe(404);
    const auditor = await server.as('audit');
    await vi.waitFor(async () =>
      expect(
        (await auditor.ok(auditApi.list, { query: { kind: 'export', limit: 50 } })).rows
          .filter(({ type }) => type === 'records.exported')
          .map(({ subject }) => subject),
      ).toContain(exportId),
    );
  });

  test('says that one was stopped', async () => {
    const { exportId, jobId } = await admin.ok(exportApi.start, {
      params: { formId },
      body: { format: 'csv', columns: ['name'] },
    });
    await ended(admin, exportId);
    await server.platform.owner.query(`update space_demo.records_export set state = 'preparing' where id = $1`, [
      exportId,
    ]);
    await server.platform.owner.query(`update space_demo.run set state = 'cancelled' where id = $1`, [jobId]);
    expect(await admin.ok(exportApi.cancel, { params: { exportId } })).toMatchObject({ state: 'cancelled' });
  });
});
