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
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** One table, saved by LibreOffice Calc 7.4 in every format it has, becomes the same records. */

let server: TestServer;
let admin: Client;
let appId: string;

const folder = path.resolve(import.meta.dirname, '../../../testing/libreoffice');
const field = <T extends Field['type']>(type: T, id: string, config: object = {}): Field =>
  ({ ...newField(type, { zh: id }, id), config: { ...newField(type, { zh: id }, id).config, ...config } }) as Field;
const fields = [
  field('text', 'name'),
  field('text', 'no'),
  field('date', 'bought'),
  field('dateTime', 'served', { precision: 'minute' }),
  field('time', 'opens', { precision: 'minute' }),
  field('percent', 'yield'),
  field('money', 'price'),
  field('number', 'total', { decimals: 2 }),
  field('longText', 'remark'),
];
const parts = [field('text', 'item'), field('number', 'count')];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '台账' } } })).id;
});
afterAll(() => server.stop());

async function upload(
  name: string,
  content: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(path.join(folder, name))),
): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  return admin.fetch('/api/records/sheets', { method: 'POST', body });
}

async function makeForm(): Promise<string> {
  const title = { zh: '设备台账' };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: {
      title,
      definition: {
        format: 1,
        title,
        fields,
        tables: [{ id: 'parts', title: { zh: '零件' }, fields: parts }],
        layout: [],
        titleField: 'name',
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

async function ended(importId: string): Promise<Import> {
  await expect
    .poll(async () => (await admin.ok(recordsApi.getImport, { params: { importId } })).state)
    .toMatch(/finished|failed/);
  return admin.ok(recordsApi.getImport, { params: { importId } });
}

const expected = [
  {
    name: '数控车床 A',
    no: '00123',
    bought: '2024-02-29',
    served: '2024-02-29T00:30:00.000Z',
    opens: '08:15:00',
    yield: 98.5,
    price: 1_234_567.8,
    total: 2_469_135.6,
    remark: '第一行\n“第二行”, 逗号; 分号',
  },
  {
    name: '龙门铣床 㐀𠮷',
    no: '=1+1',
    bought: '1999-12-31',
    served: null,
    opens: null,
    yield: 100,
    price: 0.1,
    total: 0.3,
  },
  {
    name: '末行',
    no: '12345678901234',
    bought: null,
    served: null,
    opens: null,
    yield: null,
    price: null,
    total: null,
    remark: null,
  },
];

test.each([
  'machines.xlsx',
  'machines.xls',
  'machines.ods',
  'machines-2003.xml',
  'machines-page.xls',
  'machines-utf8.csv',
  'machines-gb18030.csv',
  'machines-utf16.csv',
  'machines-semicolons.csv',
])('%s', async (file) => {
  const answer = await upload(file);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const sheet = (await answer.json()) as Sheet;
  expect(sheet.rows).toBe(3);
  expect(sheet.columns.map(({ type }) => type).slice(0, 6)).toEqual([
    'text',
    'text',
    'date',
    'dateTime',
    'time',
    'percent',
  ]);
  const formId = await makeForm();
  const ofParts = sheet.sheets.find(({ name }) => name.startsWith('零件'))?.name;
  const rows =
    ofParts === undefined
      ? []
      : [
          {
            table: 'parts',
            sheet: ofParts,
            link: { main: 0, row: 0 },
            mapping: parts.map(({ id }, at) => ({ index: at + 1, field: id })),
          },
        ];
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: {
      uploadId: sheet.uploadId,
      reading: sheet.reading,
      mapping: fields.map(({ id }, index) => ({ index, field: id })),
      rows,
      // other programs write 1,234.5 and the like into texts
      looseNumbers: true,
    },
  });
  expect((await ended(importId)).failures).toEqual([]);
  const found = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'no' } });
  const byName = new Map(found.rows.map((row) => [row.values.name, row]));
  for (const values of expected) expect(byName.get(values.name)?.values).toMatchObject(values);
  if (rows.length > 0)
    expect(
      (
        await admin.ok(recordsApi.get, { params: { formId, recordId: byName.get('数控车床 A')!.id } })
      ).slaves.parts?.map((row) => row.values),
    ).toEqual([{ item: '轴承', count: 4 }]);
});

test('a workbook that would keep its reader busy, or is broken, is refused while others are served', async () => {
  const broken = readFileSync(path.join(folder, 'machines.xls'));
  broken.fill(0xff, 512, 3_000);
  const answer = await upload('broken.xls', new Uint8Array(broken));
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'records.sheet.not_recognised' }]);
});

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const listed = (...relations: [string, string, string][]) =>
  `<Relationships xmlns="r">${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const picture = (colour: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** The records that a workbook with one sheet and these parts becomes, in the order of their names. */
async function importedFrom(name: string, files: Record<string, string | Buffer>) {
  const zip = new ZipStream({ level: 1 });
  const all: Record<string, string | Buffer> = {
    '_rels/.rels': listed(['rId1', `${office}/officeDocument`, 'xl/workbook.xml']),
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><fileVersion appName="xl" rupBuild="9302"/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ...files,
  };
  void (async () => {
    for (const [part, content] of Object.entries(all))
      await new Promise<void>((done, fail) => {
        zip.entry(content, { name: part }, (error) => (error ? fail(error) : done()));
      });
    zip.finish();
  })();
  const sheet = (await (await upload(name, new Uint8Array(await buffer(zip)))).json()) as Sheet;
  const title = { zh: '照片' };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: {
      title,
      definition: {
        format: 1,
        title,
        fields: [
          field('text', 'name'),
          field('image', 'photo'),
          field('text', 'remark'),
          field('attachment', 'papers'),
        ],
        tables: [],
        layout: [],
        titleField: 'name',
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const body = {
    uploadId: sheet.uploadId,
    reading: { ...sheet.reading, headerRow: true },
    mapping: ['name', 'photo', 'remark', 'papers'].map((id, index) => ({ index, field: id })),
  };
  const preview = await admin.ok(recordsApi.previewImport, { params: { formId }, body });
  const { importId } = await admin.ok(recordsApi.importSheet, { params: { formId }, body });
  expect(await ended(importId)).toMatchObject({ failures: [] });
  const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'name' } });
  return { preview, rows: rows.map(({ values }) => values) };
}

test('pictures in the cells of a workbook of WPS become files of the records', async () => {
  const { rows } = await importedFrom('wps.et', {
    'xl/_rels/workbook.xml.rels': listed(
      ['rId1', `${office}/worksheet`, 'worksheets/sheet1.xml'],
      ['rId4', 'http://www.wps.cn/officeDocument/2020/cellImage', 'cellimages.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${text('名称')}${text('照片')}</row><row r="2">${text('主轴')}<c t="str"><f>_xlfn.DISPIMG(&quot;ID_1&quot;,1)</f><v>=DISPIMG(&quot;ID_1&quot;,1)</v></c></row></sheetData></worksheet>`,
    'xl/cellimages.xml':
      '<etc:cellImages xmlns:etc="e"><etc:cellImage><xdr:pic><xdr:cNvPr id="2" name="ID_1"/><a:blip r:embed="rId1"/></xdr:pic></etc:cellImage></etc:cellImages>',
    'xl/_rels/cellimages.xml.rels': listed(['rId1', `${office}/image`, 'media/image2.png']),
    'xl/media/image2.png': await picture('#456'),
  });
  expect(rows).toMatchObject([{ name: '主轴', photo: [{ name: 'image2.png', type: 'image/png' }] }]);
});

test('pictures that lie on cells become files of their records', async () => {
  const at = (end: string, row: number, column: number, below = 0) =>
    `<xdr:${end}><xdr:col>${column}</xdr:col><xdr:colOff>9525</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${below}</xdr:rowOff></xdr:${end}>`;
  const pic = (id: number, descr = '') =>
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="Picture ${id}"${descr && ` descr="${descr}"`}/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${id}"/></xdr:blipFill></xdr:pic><xdr:clientData/>`;
  const one = (id: number, row: number, column: number, descr?: string) =>
    `<xdr:oneCellAnchor>${at('from', row, column)}<xdr:ext cx="1" cy="1"/>${pic(id, descr)}</xdr:oneCellAnchor>`;
  const two = (id: number, row: number, column: number, below: number) =>
    `<xdr:twoCellAnchor editAs="oneCell">${at('from', row, column, below)}${at('to', row + 1, column)}${pic(id)}</xdr:twoCellAnchor>`;
  const { rows, preview } = await importedFrom('anchored.xlsx', {
    'xl/_rels/workbook.xml.rels': listed(['rId1', `${office}/worksheet`, 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${text('名称')}${text('照片')}${text('备注')}${text('资料')}</row>${['a', 'b', 'c'].map((name, index) => `<row r="${index + 2}" ht="60">${text(name)}</row>`).join('')}<row r="5">${text('d')}</row></sheetData></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': listed(['rId1', `${office}/drawing`, '../drawings/drawing1.xml']),
    // the third begins in the lower part of the row above, the fourth lies on a text, the fifth goes on into the next row
    'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="d">${one(1, 1, 1, '轴承 &amp; 座.png')}${one(2, 1, 1)}${two(3, 1, 1, 700_000)}${one(2, 3, 2)}${two(1, 3, 3, 100_000)}<xdr:absoluteAnchor>${pic(3)}</xdr:absoluteAnchor></xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': listed(
      ...[1, 2, 3].map((n): [string, string, string] => [`rId${n}`, `${office}/image`, `../media/image${n}.png`]),
    ),
    ...Object.fromEntries(
      await Promise.all(
        ['#456', '#a50', '#05a'].map(
          async (colour, index) => [`xl/media/image${index + 1}.png`, await picture(colour)] as const,
        ),
      ),
    ),
  });
  expect(rows).toMatchObject([
    { name: 'a', photo: [{ name: '轴承 & 座.png', type: 'image/png' }, { name: 'image2.png' }], papers: null },
    { name: 'b', photo: [{ name: 'image3.png' }] },
    { name: 'c', photo: null, remark: null, papers: [{ name: 'image1.png' }] },
    { name: 'd', photo: null, papers: null },
  ]);
  expect(preview.rows.map(({ cells }) => cells[1])).toEqual(['轴承 & 座.png; image2.png', 'image3.png', '', '']);
});

/** As Excel of Microsoft 365 writes them, with a list for formulas before that of pictures and another structure before theirs. */
test('pictures that Excel placed in cells become files of the records', async () => {
  const rich = 'http://schemas.microsoft.com/office/2017/06/relationships';
  const cell = (value: number) => `<c t="e" vm="${value}"><v>#VALUE!</v></c>`;
  const { rows } = await importedFrom('placed.xlsx', {
    'xl/_rels/workbook.xml.rels': listed(
      ['rId1', `${office}/worksheet`, 'worksheets/sheet1.xml'],
      ['rId2', `${office}/sheetMetadata`, 'metadata.xml'],
      ['rId3', 'http://schemas.microsoft.com/office/2022/10/relationships/richValueRel', 'richData/richValueRel.xml'],
      ['rId4', `${rich}/rdRichValue`, 'richData/rdrichvalue.xml'],
      ['rId5', `${rich}/rdRichValueStructure`, 'richData/rdrichvaluestructure.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${text('名称')}${text('照片')}</row><row r="2">${text('a')}${cell(2)}</row><row r="3">${text('b')}${cell(1)}</row><row r="4">${text('c')}<c/>${cell(3)}</row></sheetData></worksheet>`,
    'xl/metadata.xml':
      '<metadata xmlns:xlrd="x"><metadataTypes count="2"><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLDAPR"><bk><extLst><ext uri="{b}"><xda:dynamicArrayProperties fDynamic="1"/></ext></extLst></bk></futureMetadata><futureMetadata name="XLRICHVALUE" count="2"><bk><extLst><ext uri="{3}"><xlrd:rvb i="0"/></ext></extLst></bk><bk><extLst><ext uri="{3}"><xlrd:rvb i="1"/></ext></extLst></bk><bk><extLst><ext uri="{3}"><xlrd:rvb i="2"/></ext></extLst></bk></futureMetadata><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata><valueMetadata count="3"><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk><bk><rc t="2" v="2"/></bk></valueMetadata></metadata>',
    'xl/richData/rdrichvaluestructure.xml':
      '<rvStructures count="2"><s t="_error"><k n="errorType" t="i"/></s><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s></rvStructures>',
    'xl/richData/rdrichvalue.xml':
      '<rvData count="3"><rv s="1"><v>1</v><v>5</v><v>Spindle</v></rv><rv s="1"><v>0</v><v>5</v><v></v></rv><rv s="0"><v>8</v></rv></rvData>',
    'xl/richData/richValueRel.xml': '<richValueRels xmlns:r="r"><rel r:id="rId1"/><rel r:id="rId2"/></richValueRels>',
    'xl/richData/_rels/richValueRel.xml.rels': listed(
      ['rId1', `${office}/image`, '../media/image1.png'],
      ['rId2', `${office}/image`, '../media/image2.png'],
    ),
    'xl/media/image1.png': await picture('#456'),
    'xl/media/image2.png': await picture('#a50'),
  });
  expect(rows).toMatchObject([
    { name: 'a', photo: [{ name: 'image1.png' }] },
    { name: 'b', photo: [{ name: 'image2.png' }] },
    { name: 'c', photo: null, remark: '#VALUE!' },
  ]);
});

test('a row that has nothing but a picture is a record as well, a picture elsewhere is none', async () => {
  const at = (row: number, column: number) =>
    `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:row>${row}</xdr:row></xdr:from><xdr:pic><xdr:cNvPr id="1" name="p"/><a:blip r:embed="rId1"/></xdr:pic></xdr:oneCellAnchor>`;
  const { rows, preview } = await importedFrom('alone.xlsx', {
    'xl/_rels/workbook.xml.rels': listed(['rId1', `${office}/worksheet`, 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="2">${text('名称')}${text('照片')}${text('备注')}${text('资料')}</row><row r="3">${text('a')}</row><row r="4"/><row r="6">${text('b')}</row></sheetData></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': listed(['rId1', `${office}/drawing`, '../drawings/drawing1.xml']),
    // a mark above the table, one in a row without cells, in one that is not there, on no column of pictures, and below all rows
    'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="d">${at(0, 1)}${at(3, 1)}${at(4, 1)}${at(6, 2)}${at(8, 3)}${at(9, 12)}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': listed(['rId1', `${office}/image`, '../media/image1.png']),
    'xl/media/image1.png': await picture('#456'),
  });
  const shown = rows.map(({ name, photo, papers }) => [
    name ?? null,
    (photo as unknown[] | null)?.length ?? 0,
    (papers as unknown[] | null)?.length ?? 0,
  ]);
  expect(shown).toHaveLength(5);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['a', 0, 0],
      ['b', 0, 0],
      [null, 0, 1],
    ]),
  );
  expect(shown.filter(([name, photos]) => name === null && photos === 1)).toHaveLength(2);
  expect(preview.rows.map(({ line }) => line)).toEqual([3, 4, 5, 6, 9]);
});
