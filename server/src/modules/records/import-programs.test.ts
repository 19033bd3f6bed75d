import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import ZipStream from 'zip-stream';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Import, Sheet } from '@formwork/contract/records/import.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

/** One table, saved by LibreOffice Calc 7.4 in every format it has, becomes the same records. */

let server: TestServer;
let admin: Client;
let appId: string;

const folder = path.resolve(import.meta.dirname, '../../testing/libreoffice');
const field = <T extends Field['type']>(type: T, id: string, config: object = {}): Field => ({ ...newField(type, { zh: id }, id), config: { ...newField(type, { zh: id }, id).config, ...config } }) as Field;
const fields = [
  field('text', 'name'), field('text', 'no'), field('date', 'bought'), field('dateTime', 'served', { precision: 'minute' }), field('time', 'opens', { precision: 'minute' }), field('percent', 'yield'), field('money', 'price'), field('number', 'total', { decimals: 2 }), field('longText', 'remark'),
];
const parts = [field('text', 'item'), field('number', 'count')];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '台账' } } })).id;
});
afterAll(() => server.stop());

async function upload(name: string, content: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(path.join(folder, name)))): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  return admin.fetch('/api/records/sheets', { method: 'POST', body });
}

async function makeForm(): Promise<string> {
  const title = { zh: '设备台账' };
  const { id } = await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition: { format: 1, title, fields, tables: [{ id: 'parts', title: { zh: '零件' }, fields: parts }], layout: [], titleField: 'name' } } });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

async function ended(importId: string): Promise<Import> {
  await expect.poll(async () => (await admin.ok(recordsApi.getImport, { params: { importId } })).state, { timeout: 20_000 }).toMatch(/finished|failed/);
  return admin.ok(recordsApi.getImport, { params: { importId } });
}

const expected = [
  { name: '数控车床 A', no: '00123', bought: '2024-02-29', served: '2024-02-29T00:30:00.000Z', opens: '08:15:00', yield: 98.5, price: 1_234_567.8, total: 2_469_135.6, remark: '第一行\n“第二行”, 逗号; 分号' },
  { name: '龙门铣床 㐀𠮷', no: '=1+1', bought: '1999-12-31', served: null, opens: null, yield: 100, price: 0.1, total: 0.3 },
  { name: '末行', no: '12345678901234', bought: null, served: null, opens: null, yield: null, price: null, total: null, remark: null },
];

test.each([
  'machines.xlsx', 'machines.xls', 'machines.ods', 'machines-2003.xml', 'machines-page.xls', 'machines-utf8.csv', 'machines-gb18030.csv', 'machines-utf16.csv', 'machines-semicolons.csv',
])('%s', async (file) => {
  const answer = await upload(file);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const sheet = (await answer.json()) as Sheet;
  expect(sheet.rows).toBe(3);
  expect(sheet.columns.map(({ type }) => type).slice(0, 6)).toEqual(['text', 'text', 'date', 'dateTime', 'time', 'percent']);
  const formId = await makeForm();
  const ofParts = sheet.sheets.find((name) => name.startsWith('零件'));
  const rows = ofParts === undefined ? [] : [{ table: 'parts', sheet: ofParts, link: { main: 0, row: 0 }, mapping: parts.map(({ id }, at) => ({ index: at + 1, field: id })) }];
  const { importId } = await admin.ok(recordsApi.importSheet, { params: { formId }, body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping: fields.map(({ id }, index) => ({ index, field: id })), rows } });
  expect((await ended(importId)).failures).toEqual([]);
  const found = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'no' } });
  const byName = new Map(found.rows.map((row) => [row.values.name, row]));
  for (const values of expected) expect(byName.get(values.name)?.values).toMatchObject(values);
  if (rows.length > 0) expect((await admin.ok(recordsApi.get, { params: { formId, recordId: byName.get('数控车床 A')!.id } })).slaves.parts?.map((row) => row.values)).toEqual([{ item: '轴承', count: 4 }]);
});

test('a workbook that would keep its reader busy, or is broken, is refused while others are served', async () => {
  const broken = readFileSync(path.join(folder, 'machines.xls'));
  broken.fill(0xff, 512, 3_000);
  const answer = await upload('broken.xls', new Uint8Array(broken));
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'records.sheet.not_recognised' }]);
});

test('pictures in the cells of a workbook of WPS become files of the records', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const listed = (...relations: [string, string, string][]) => `<Relationships xmlns="r">${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const files: Record<string, string | Buffer> = {
    '_rels/.rels': listed(['rId1', `${office}/officeDocument`, 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook xmlns:r="r"><fileVersion appName="xl" rupBuild="9302"/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': listed(['rId1', `${office}/worksheet`, 'worksheets/sheet1.xml'], ['rId4', 'http://www.wps.cn/officeDocument/2020/cellImage', 'cellimages.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${text('名称')}${text('照片')}</row><row r="2">${text('主轴')}<c t="str"><f>_xlfn.DISPIMG(&quot;ID_1&quot;,1)</f><v>=DISPIMG(&quot;ID_1&quot;,1)</v></c></row></sheetData></worksheet>`,
    'xl/cellimages.xml': '<etc:cellImages xmlns:etc="e"><etc:cellImage><xdr:pic><xdr:cNvPr id="2" name="ID_1"/><a:blip r:embed="rId1"/></xdr:pic></etc:cellImage></etc:cellImages>',
    'xl/_rels/cellimages.xml.rels': listed(['rId1', `${office}/image`, 'media/image2.png']),
    'xl/media/image2.png': await sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } }).png().toBuffer(),
    '[Content_Types].xml': '<Types/>',
  };
  const zip = new ZipStream({ level: 1 });
  void (async () => {
    for (const [name, content] of Object.entries(files)) await new Promise<void>((done, fail) => { zip.entry(content, { name }, (error) => (error ? fail(error) : done())); });
    zip.finish();
  })();
  const sheet = (await (await upload('wps.xlsx', new Uint8Array(await buffer(zip)))).json()) as Sheet;
  const title = { zh: '照片' };
  const { id: formId } = await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition: { format: 1, title, fields: [field('text', 'name'), field('image', 'photo')], tables: [], layout: [], titleField: 'name' } } });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const { importId } = await admin.ok(recordsApi.importSheet, { params: { formId }, body: { uploadId: sheet.uploadId, reading: { ...sheet.reading, headerRow: true }, mapping: [{ index: 0, field: 'name' }, { index: 1, field: 'photo' }] } });
  expect(await ended(importId)).toMatchObject({ imported: 1, failures: [] });
  const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: {} });
  expect(rows[0]?.values).toMatchObject({ name: '主轴', photo: [{ name: 'image2.png', type: 'image/png' }] });
});
