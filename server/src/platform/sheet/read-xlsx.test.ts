import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ZipStream from 'zip-stream';
import { SSF as formats, utils, write } from '@e965/xlsx';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openDiskFiles } from '../files/files-disk.ts';
import { encodeGb18030 } from './gb18030.ts';
import { jpegSize } from './jpeg-size.ts';
import { openZip } from './read-zip.ts';
import { batchesOf, guessText, partsOf } from './rows.ts';
import { textList } from './text-list.ts';
import { csvContent } from './write-csv.ts';
import { workbookStream, type SheetCell } from './write-xlsx.ts';
import { meaningOf } from './xlsx-formats.ts';

/** Workbooks as Excel, WPS, LibreOffice, Google Sheets and Numbers write them: their peculiarities, part by part. */
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-sheet-'));
const files = openDiskFiles(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowsOf(content: Buffer | Readable, sheet?: string): Promise<string[][]> {
  const { key } = await files.put(Buffer.isBuffer(content) ? Readable.from([content]) : content);
  const found: string[][] = [];
  for await (const batch of batchesOf(files, key, {
    ...(await guessText(files, key)),
    ...(sheet !== undefined && { sheet }),
  }))
    found.push(...batch);
  return found;
}

async function sheetNames(key: string): Promise<string[]> {
  const { sheets } = await partsOf(files, key, await guessText(files, key));
  return sheets.map(({ name, hidden }) => (hidden ? `${name} (hidden)` : name));
}

function zipped(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipStream({ level: 1 });
  void (async () => {
    for (const [name, text] of Object.entries(parts))
      await new Promise<void>((done, fail) => {
        zip.entry(text, { name }, (error) => (error ? fail(error) : done()));
      });
    zip.finish();
  })();
  return buffer(zip);
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const main =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (...listed: [string, string, string][]) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${listed.map(([id, type, target]) => `<Relationship Id="${id}" Type="${kind}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

function workbook(rows: string, { book = '', styles = '', texts = '', more = {} } = {}): Promise<Buffer> {
  return zipped({
    '[Content_Types].xml': `${head}<Types/>`,
    '_rels/.rels': rels(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${head}<workbook ${main}>${book}<sheets><sheet name="数据 &amp; more" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
    ...(styles && { 'xl/styles.xml': `${head}<styleSheet ${main}>${styles}</styleSheet>` }),
    ...(texts && { 'xl/sharedStrings.xml': `${head}<sst ${main}>${texts}</sst>` }),
    ...more,
  });
}

describe('a workbook', () => {
  test('of Excel has shared texts, with runs of formats, readings, control characters and blank cells left out', async () => {
    const texts =
      '<si><t>名称</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">bold </t></r><r><t>plain</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>a_x000D_\nb &amp; &lt;c&gt;</t></si><si/>';
    const found = await rowsOf(
      await workbook(
        '<row r="1" spans="1:3"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="3"><c r="B3" t="s"><v>2</v></c><c r="C3" t="s"><v>3</v></c><c r="D3" s="1"/></row><row r="4"><c r="A4" t="s"><v>4</v></c></row>',
        { texts },
      ),
    );
    expect(found).toEqual([
      ['名称', '', 'bold plain'],
      ['', '東京', 'a\r\nb & <c>'],
    ]);
  });

  test('of LibreOffice and openpyxl has texts in its cells, of Google Sheets formulas with their answers', async () => {
    const found = await rowsOf(
      await workbook(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>in the cell</t></is></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>answer &gt; 1</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#N/A</v></c><c r="E1"><f>1/3</f><v>0.33333333333333331</v></c><c r="F1" t="d"><v>2024-02-29T08:30:00</v></c></row>',
      ),
    );
    expect(found).toEqual([['in the cell', 'answer > 1', 'TRUE', '#N/A', '0.333333333333333', '2024-02-29 08:30:00']]);
  });

  // as Google Sheets writes them: https://github.com/tafia/calamine issue 252 has such a file
  test('of Google Sheets has numbers with a point behind each', async () => {
    expect(
      await rowsOf(
        await workbook(
          '<row r="1"><c r="A1" s="1"><v>1.0</v></c><c r="B1"><v>120.50</v></c><c r="C1"><v>-0.0</v></c><c r="D1"><v>100</v></c><c r="E1"><v>0.10</v></c></row>',
        ),
      ),
    ).toEqual([['1', '120.5', '-0', '100', '0.1']]);
  });

  /** As WPS 表格 11 writes them, after files saved by it in the tests of alibaba/easyexcel and SheetJS/test_files: a build number, its own formats of money, blank cells with a style, pictures in cells. */
  test('of WPS has formats of its own, and pictures in its cells, which it names by a formula', async () => {
    const etc = 'xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"';
    const styles =
      '<numFmts count="3"><numFmt numFmtId="44" formatCode="_ &quot;￥&quot;* #,##0.00_ ;_ &quot;￥&quot;* \\-#,##0.00_ ;_ &quot;￥&quot;* &quot;-&quot;??_ ;_ @_ "/><numFmt numFmtId="176" formatCode="yyyy/m/d;@"/><numFmt numFmtId="177" formatCode="0.00_);[Red]\\(0.00\\)"/></numFmts><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="44" applyFont="1"><alignment vertical="center"/></xf><xf numFmtId="176"/><xf numFmtId="177"/><xf numFmtId="31"/><xf numFmtId="55"/></cellXfs>';
    const formula = (id: string) => `<f>_xlfn.DISPIMG(&quot;${id}&quot;,1)</f><v>=DISPIMG(&quot;${id}&quot;,1)</v>`;
    const cells = `<row r="1" ht="56.25" spans="1:8"><c r="A1" s="1"><v>1234.5</v></c><c r="B1" s="2"><v>45351</v></c><c r="C1" s="3"><v>-3</v></c><c r="D1" s="4"><v>45351</v></c><c r="E1" s="5"><v>0.34375</v></c><c r="F1" s="4"/><c r="G1" t="str">${formula('ID_343D')}</c><c r="H1" t="str">${formula('ID_NONE')}</c></row>`;
    const relations = rels(['rId1', 'worksheet', 'worksheets/sheet1.xml'], ['rId2', 'styles', 'styles.xml']).replace(
      '</Relationships>',
      '<Relationship Id="rId4" Type="http://www.wps.cn/officeDocument/2020/cellImage" Target="cellimages.xml"/></Relationships>',
    );
    const made = await workbook(cells, {
      styles,
      book: '<fileVersion appName="xl" lastEdited="3" lowestEdited="5" rupBuild="9302"/><workbookPr/>',
      more: {
        'docProps/app.xml': `${head}<Properties><Application>WPS 表格</Application></Properties>`,
        'docProps/custom.xml': `${head}<Properties><property name="KSOProductBuildVer"><vt:lpwstr>2052-11.1.0.11365</vt:lpwstr></property></Properties>`,
        'xl/_rels/workbook.xml.rels': relations,
        'xl/cellimages.xml': `${head}<etc:cellImages xmlns:a="a" ${etc}><etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="ID_343D" descr="Desert"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic></etc:cellImage></etc:cellImages>`,
        'xl/_rels/cellimages.xml.rels': rels(['rId1', 'image', 'media/image2.jpeg']),
      },
    });
    expect(await rowsOf(made)).toEqual([
      ['1234.5', '2024-02-29', '-3', '2024-02-29', '08:15:00', '', 'xl/media/image2.jpeg', '=DISPIMG("ID_NONE",1)'],
    ]);
  });

  test('that names one huge text in every cell keeps of it what a cell holds', async () => {
    const [row] = await rowsOf(
      await workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', {
        texts: `<si><t>${'一'.repeat(70_000)}</t></si>`,
      }),
    );
    expect(row![0]!.length).toBe(65_536);
  });

  test('counts days from 1900 or from 1904, and shows them in many formats', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="165" formatCode="[$-804]aaaa;@"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/><numFmt numFmtId="167" formatCode="&quot;day &quot;0.00_ "/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="166"/><xf numFmtId="10"/><xf numFmtId="167"/><xf numFmtId="31"/></cellXfs>';
    const row =
      '<row r="1"><c r="A1"><v>45351</v></c><c r="B1" s="1"><v>45351</v></c><c r="C1" s="2"><v>45351.354166666664</v></c><c r="D1" s="3"><v>45351</v></c><c r="E1" s="4"><v>0.34375</v></c><c r="F1" s="5"><v>0.125</v></c><c r="G1" s="6"><v>7.5</v></c><c r="H1" s="7"><v>1</v></c></row>';
    expect(await rowsOf(await workbook(row, { styles }))).toEqual([
      ['45351', '2024-02-29', '2024-02-29 08:30:00', '2024-02-29', '08:15:00', '12.5%', '7.5', '1900-01-01'],
    ]);
    const from1904 = '<row r="1"><c r="A1" s="1"><v>43889</v></c><c r="B1" s="4"><v>0.5</v></c></row>';
    for (const flag of ['1', 'true'])
      expect(await rowsOf(await workbook(from1904, { styles, book: `<workbookPr date1904="${flag}"/>` }))).toEqual([
        ['2024-02-29', '12:00:00'],
      ]);
  });

  test.each([
    ['General', 'number'],
    ['Standard', 'number'],
    ['G/通用格式', 'number'],
    ['#,##0.00 "USD"', 'number'],
    ['[Red]-0.00;[Blue]0', 'number'],
    ['[$¥-804]#,##0.00', 'number'],
    ['0.00E+00', 'number'],
    ['_-* #,##0.00_-;@', 'number'],
    ['0.0%', 'percent'],
    ['m/d/yy', 'date'],
    ['dd\\.mm\\.yyyy', 'date'],
    ['[$-F800]dddd, mmmm dd, yyyy', 'date'],
    ['yyyy-mm-dd hh:mm', 'date'],
    ['mmm', 'date'],
    ['yyyy年m月', 'date'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['上午/下午h"时"mm"分"', 'time'],
    ['@', 'number'],
  ])('takes the format %s for a %s', (code, meaning) => {
    expect(meaningOf(164, code)).toBe(meaning);
  });

  test('names its parts as its writer likes: prefixes, other folders, paths from the root, cells without places', async () => {
    const prefixed = await zipped({
      '_rels/.rels': rels(['r1', 'officeDocument', '/xl/workbook22.xml']),
      'xl/workbook22.xml': `${head}<x:workbook xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${kind}"><x:sheets><x:sheet name="hidden" sheetId="1" state="hidden" r:id="a"/><x:sheet name="shown" sheetId="2" r:id="b"/></x:sheets></x:workbook>`,
      'xl/_rels/workbook22.xml.rels': rels(
        ['a', 'worksheet', '/xl/sheets/one.xml'],
        ['b', 'worksheet', 'sheets/../sheets/two.xml'],
        ['c', 'sharedStrings', '/xl/texts.xml'],
      ),
      'xl/sheets/one.xml': `${head}<worksheet ${main}><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>`,
      'xl/sheets/two.xml': `${head}<x:worksheet xmlns:x="x"><x:sheetData><x:row r='1'><x:c t='s'><x:v>0</x:v></x:c><x:c/><x:c><x:v>2</x:v></x:c></x:row><x:row/></x:sheetData></x:worksheet>`,
      'xl/texts.xml': `${head}<x:sst xmlns:x="x"><x:si><x:t>prefixed</x:t></x:si></x:sst>`,
    });
    expect(await rowsOf(prefixed)).toEqual([['prefixed', '', '2']]);
    const { key } = await files.put(Readable.from([prefixed]));
    expect(await sheetNames(key)).toEqual(['hidden (hidden)', 'shown']);
    await expect(rowsOf(prefixed, 'no such')).rejects.toMatchObject({ code: 'records.sheet.no_such_sheet' });
  });

  test('of an old Excel, and of others than Excel, is read as a whole', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet(
        [
          ['名称', 'when'],
          ['螺栓', new Date(Date.UTC(2024, 1, 29, 8, 30))],
        ],
        { UTC: true },
      ),
      'One',
    );
    for (const bookType of ['biff8', 'ods', 'xlsb'] as const)
      expect(await rowsOf(write(book, { type: 'buffer', bookType }) as Buffer)).toEqual([
        ['名称', 'when'],
        ['螺栓', '2024-02-29 08:30:00'],
      ]);
  });

  /** Numbers 31 and 32 stand for yyyy年m月d日 and h时mm分 in files that a Chinese Excel or WPS saves as xls or et: no format is written down. */
  test('of an old Excel or WPS in Chinese has days and times by numbers of formats alone', async () => {
    const sheet = utils.aoa_to_sheet([['when', 'at', 'much']]);
    const SSF = formats as { load(code: string, id: number): void };
    for (const [id, code] of [
      [31, '"31"0'],
      [32, '"32"0'],
    ] as const)
      SSF.load(code, id);
    Object.assign(sheet, {
      A2: { t: 'n', v: 45_351, z: '"31"0' },
      B2: { t: 'n', v: 0.34375, z: '"32"0' },
      C2: { t: 'n', v: 45_351 },
      '!ref': 'A1:C2',
    });
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'One');
    expect(await rowsOf(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer)).toEqual([
      ['when', 'at', 'much'],
      ['2024-02-29', '08:15:00', '45351'],
    ]);
  });

  test('of the first Excels, before there were containers, is none the less one', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['name', 'n'],
        ['bolt', 3],
      ]),
      'One',
    );
    // the library writes them all, its types know the first alone
    for (const bookType of ['biff2', 'biff3', 'biff4'] as const)
      expect(await rowsOf(write(book, { type: 'buffer', bookType: bookType as 'biff2' }) as Buffer)).toEqual([
        ['name', 'n'],
        ['bolt', '3'],
      ]);
  });

  test('finds its parts whatever letters are capitals', async () => {
    const made = await zipped({
      '_rels/.rels': rels(['r1', 'officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `${head}<workbook ${main}><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': rels(
        ['r1', 'worksheet', 'worksheets/Sheet1.xml'],
        ['r2', 'sharedStrings', 'sharedStrings.xml'],
      ),
      'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
      'xl/SharedStrings.xml': `${head}<sst ${main}><si><t>found</t></si></sst>`,
    });
    expect(await rowsOf(made)).toEqual([['found']]);
  });

  test('in the strict form, and with texts between marks', async () => {
    const strict = main
      .replace(
        'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
        'http://purl.oclc.org/ooxml/spreadsheetml/main',
      )
      .replace(kind, 'http://purl.oclc.org/ooxml/officeDocument/relationships');
    const listed = (text: string) => text.replaceAll(kind, 'http://purl.oclc.org/ooxml/officeDocument/relationships');
    const found = await rowsOf(
      await zipped({
        '_rels/.rels': listed(rels(['r1', 'officeDocument', 'xl/workbook.xml'])),
        'xl/workbook.xml': `${head}<workbook ${strict} conformance="strict"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': listed(rels(['r1', 'worksheet', 'worksheets/sheet1.xml'])),
        'xl/worksheets/sheet1.xml': `${head}<worksheet ${strict}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[a < b & "c"]]></t></is></c><c r="B1" t="d"><v>2024-02-29</v></c></row></sheetData></worksheet>`,
      }),
    );
    expect(found).toEqual([['a < b & "c"', '2024-02-29']]);
  });

  test('that is a page or XML in truth is read in its own encoding, with the zeros in front', async () => {
    const page =
      '<html><head><meta charset="gbk"></head><body><table><tr><th>名称</th><th>编号</th></tr><tr><td>螺栓</td><td>0012</td></tr></table></body></html>';
    for (const bytes of [encodeGb18030(page), Buffer.from(page), Buffer.from(`\ufeff${page}`)])
      expect(await rowsOf(Buffer.from(bytes))).toEqual([
        ['名称', '编号'],
        ['螺栓', '0012'],
      ]);
    // text that begins with a bracket is a text
    expect(await rowsOf(Buffer.from('<a>,b\n1,2\n'))).toEqual([
      ['<a>', 'b'],
      ['1', '2'],
    ]);
  });

  test('that is broken is none', async () => {
    const whole = await workbook('<row r="1"><c r="A1"><v>1</v></c></row>');
    for (const bytes of [
      whole.subarray(0, whole.length - 30),
      Buffer.concat([whole.subarray(0, 60), Buffer.alloc(300, 7)]),
    ])
      await expect(rowsOf(Buffer.from(bytes))).rejects.toMatchObject({ code: 'records.sheet.not_recognised' });
  });
});

describe('what is written', () => {
  const cells: SheetCell[][] = [
    ['=1+1', 1.5, null],
    ['＝1+1', null, null],
    ['a "b"; \n\ud83d\ude00 㐀', -3, '  spaces '],
    ['_x0041_ & <b>', 1e-7, "'"],
  ];
  async function* batches(): AsyncGenerator<SheetCell[][]> {
    yield await Promise.resolve(cells);
  }
  const columns = ['text', 'number', 'more'].map((title) => ({ title }));

  test('is read back: a workbook', async () => {
    expect(await rowsOf(workbookStream([{ name: "a/b:'c'", columns, rows: batches() }]))).toEqual([
      ['text', 'number', 'more'],
      ['=1+1', '1.5'],
      ['＝1+1'],
      ['a "b"; \n\ud83d\ude00 㐀', '-3', '  spaces '],
      ['_x0041_ & <b>', '0.0000001', "'"],
    ]);
  });

  test.each(['utf-8', 'gb18030'] as const)('is read back: text in %s', async (encoding) => {
    const [, ...found] = await rowsOf(Readable.from(csvContent(columns, batches(), { delimiter: ';', encoding })));
    expect(found).toEqual([
      ["'=1+1", '1.5', ''],
      ["'＝1+1", '', ''],
      ['a "b"; \n\ud83d\ude00 㐀', '-3', '  spaces '],
      ['_x0041_ & <b>', '1e-7', "'"],
    ]);
  });

  test('keeps the shape of its pictures', async () => {
    const picture = (width: number, height: number) => () =>
      sharp({ create: { width, height, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer();
    const pictures = [
      { row: 0, column: 1, open: picture(640, 400) },
      { row: 1, column: 1, open: picture(30, 90) },
      { row: 2, column: 1, open: () => Promise.resolve(undefined) },
    ];
    const { key } = await files.put(workbookStream([{ name: 'a', columns, rows: batches(), pictures }]));
    const drawing = await (await openZip(files, key)).text('xl/drawings/drawing1.xml');
    expect(
      [...(drawing ?? '').matchAll(/<xdr:ext cx="(\d+)" cy="(\d+)"/g)].map(([, width, height]) => [
        Number(width),
        Number(height),
      ]),
    ).toEqual([
      [720_000, 450_000],
      [240_000, 720_000],
    ]);
    expect(jpegSize(Buffer.from('no picture'))).toBeUndefined();
  });

  test('goes on in another sheet when one is full', async () => {
    async function* many(): AsyncGenerator<SheetCell[][]> {
      for (let at = 0; at < 1_050_000; at += 50_000)
        yield await Promise.resolve(Array.from({ length: 50_000 }, (_, n) => [at + n]));
    }
    const { key } = await files.put(workbookStream([{ name: '数据', columns: [{ title: 'n' }], rows: many() }]));
    expect(await sheetNames(key)).toEqual(['数据', '数据 (2)']);
    const found: string[][] = [];
    for await (const batch of batchesOf(files, key, { delimiter: ',', encoding: 'utf-8', sheet: '数据 (2)' }))
      found.push(...batch);
    expect([found.length, found[0], found[1], found.at(-1)]).toEqual([1_426, ['n'], ['1048575'], ['1049999']]);
  });
});

test('GB 18030 is written as it is read', () => {
  let all = '';
  for (let point = 0x20; point < 0x30_000; point += point < 0x3000 ? 1 : 7)
    if (point < 0xd800 || point > 0xdfff) all += String.fromCodePoint(point);
  const [given, read] = [[...all], [...new TextDecoder('gb18030').decode(encodeGb18030(all))]];
  // a few private signs share their bytes with public ones
  const differing = given.filter((sign, at) => read[at] !== sign).length;
  expect(read.length).toBe(given.length);
  expect(differing).toBeLessThan(30);
  expect(encodeGb18030('\ud800').toString()).toBe('?');
});

test('many texts are kept packed', () => {
  const list = textList();
  for (let at = 0; at < 5_000; at += 1) list.add(at % 3 === 0 ? '' : `螺栓 ${at}`);
  expect([list.at(0), list.at(1), list.at(4_999), list.at(5_000), list.at(Number.NaN)]).toEqual([
    '',
    '螺栓 1',
    '螺栓 4999',
    '',
    '',
  ]);
});
