import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CFB, utils, write, type BookType } from '@e965/xlsx';
import type { Encoding, EncodingChoice } from '@formwork/contract/records/encodings.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { openDiskFiles } from '../files/files-disk.ts';
import { encodeGb18030 } from './gb18030.ts';
import { batchesOf, guessText, partsOf, type TextReading } from './rows.ts';

/** Files as they lie about in plants: old, damaged, called otherwise than they are, in every encoding. */
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-real-'));
const files = openDiskFiles(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stored = async (content: Buffer | string): Promise<string> =>
  (await files.put(Readable.from([Buffer.from(content)]))).key;

async function rowsIn(key: string, reading?: TextReading): Promise<string[][]> {
  const found: string[][] = [];
  for await (const batch of batchesOf(files, key, reading ?? (await guessText(files, key)))) found.push(...batch);
  return found;
}

const rowsOf = async (content: Buffer | string): Promise<string[][]> => rowsIn(await stored(content));

/** The code and the data of what a reading ends with. */
async function refusal(work: Promise<unknown>): Promise<{ code: string; data: Record<string, unknown> }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return { code: error.code, data: error.data ?? {} };
}

function book(sheets: Record<string, unknown[][]>, bookType: BookType | 'wk3', hidden: readonly string[] = []): Buffer {
  const made = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(made, utils.aoa_to_sheet(rows), name);
  made.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) };
  // the library writes Lotus 1-2-3 too, of which its types know nothing
  return write(made, { type: 'buffer', bookType: bookType as BookType }) as Buffer;
}

const pumps = [
  ['编号', '名称'],
  ['P-1', '离心泵'],
];

describe('the kind of a file', () => {
  test('is told by its beginning: an old workbook that holds a zip is a workbook', async () => {
    const container = CFB.read(book({ 设备: pumps }, 'biff8'), { type: 'buffer' });
    // the themes of documents lie in old workbooks as whole zips: their end record stands near the end of the file
    const theme = book({ a: [['x']] }, 'xlsx');
    CFB.utils.cfb_add(container, '/MBD0001', theme);
    const old = CFB.write(container, { type: 'buffer' }) as Buffer;
    expect(old.includes(Buffer.from('504b0506', 'hex'))).toBe(true);
    expect(await rowsOf(old)).toEqual(pumps);
    // and with it behind everything else
    expect(await rowsOf(Buffer.concat([old, theme]))).toEqual(pumps);
  });

  test.each([
    ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"a"\r\nC;Y1;X2;K1\r\nE\r\n'],
    ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,1\r\n""\r\n'],
    ['PDF', '%PDF-1.7\n1 0 obj\n'],
    ['RTF', '{\\rtf1\\ansi}'],
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['dBASE', book({ a: [['NAME'], ['x']] }, 'dbf')],
    ['Lotus 1-2-3', book({ a: [['x', 1]] }, 'wk3')],
  ])('%s is refused by its name', async (kind, content) => {
    expect(await refusal(rowsOf(content))).toEqual({ code: 'records.sheet.kind_refused', data: { kind } });
  });

  test('a document in the container of old Office is refused by its name', async () => {
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/WordDocument', Buffer.from('x'.repeat(5_000)));
    expect(await refusal(rowsOf(CFB.write(container, { type: 'buffer' }) as Buffer))).toMatchObject({
      data: { kind: 'Word' },
    });
    const locked = CFB.utils.cfb_new();
    CFB.utils.cfb_add(locked, '/EncryptedPackage', Buffer.from('x'.repeat(5_000)));
    expect(await refusal(rowsOf(CFB.write(locked, { type: 'buffer' }) as Buffer))).toMatchObject({
      code: 'records.sheet.encrypted',
    });
  });

  test('a table whose first column is called ID is a table', async () => {
    expect(await rowsOf('ID;Price\n1;2\n')).toEqual([
      ['ID', 'Price'],
      ['1', '2'],
    ]);
  });

  test('a text with null bytes is no UTF-16, and says where they are', async () => {
    const padded = Buffer.from('code;name\nP-1\0\0\0\0\0;pump\0\0\0\0\0\0\0\nP-2\0\0\0\0\0;valve\0\0\0\0\0\0\n');
    expect(await refusal(rowsOf(padded))).toMatchObject({
      code: 'records.sheet.null_bytes',
      data: { row: 2, column: 'A' },
    });
    expect(await rowsOf(Buffer.from('code;name\nP-1;pump\n', 'utf16le'))).toEqual([
      ['code', 'name'],
      ['P-1', 'pump'],
    ]);
  });
});

describe('the encoding of a text', () => {
  const plain = (count: number): string => Array.from({ length: count }, (_, at) => `P-${at},pump\n`).join('');

  test('is held against the whole file: a sign behind 9,000 plain rows is not damaged', async () => {
    const content = Buffer.concat([
      Buffer.from(`code,name\n${plain(9_000)}`),
      Buffer.from(encodeGb18030('P-X,离心泵\n')),
    ]);
    const key = await stored(content);
    const found = await refusal(rowsIn(key));
    expect(found).toMatchObject({
      code: 'records.sheet.bad_sign',
      data: { row: 9_002, column: 'B', encoding: 'UTF-8' },
    });
    const choices = found.data.choices as EncodingChoice[];
    expect(choices.find(({ encoding }) => encoding === 'gb18030')).toEqual({
      encoding: 'gb18030',
      fits: true,
      text: 'P-X,离心泵',
    });
    expect(choices.find(({ encoding }) => encoding === 'utf-8')).toMatchObject({ fits: false });
    const chosen = await guessText(files, key, { encoding: 'gb18030' });
    expect((await rowsIn(key, chosen)).at(-1)).toEqual(['P-X', '离心泵']);
  });

  test('one wrong byte in UTF-8 stops the reading and changes nothing else, unless somebody says so', async () => {
    const lines = ['编号,名称', ...Array.from({ length: 2_000 }, (_, at) => `P-${at},离心泵`)].join('\n');
    const content = Buffer.from(lines);
    const at = content.indexOf('P-1500,');
    content[at + 8] = 0x41;
    const key = await stored(content);
    expect(await refusal(rowsIn(key))).toMatchObject({
      code: 'records.sheet.bad_sign',
      data: { row: 1_502, column: 'B', encoding: 'UTF-8' },
    });
    const rows = await rowsIn(key, await guessText(files, key, { encoding: 'utf-8', replaced: true }));
    expect(rows[1_501]?.[1]).toContain('\ufffd');
    expect(rows[1_502]).toEqual(['P-1501', '离心泵']);
  });

  test('a few words of UTF-8 say what a short file is, whatever else it holds', async () => {
    const content = Buffer.concat([
      Buffer.from(`设备名称,扭矩\n${plain(50)}`),
      Buffer.from('8dc0', 'hex'),
      Buffer.from(',1\n'),
    ]);
    expect(await refusal(rowsOf(content))).toMatchObject({
      code: 'records.sheet.bad_sign',
      data: { row: 52, column: 'A', encoding: 'UTF-8' },
    });
  });

  const samples: [Encoding, string, Buffer][] = [
    ['shift_jis', '番号,名前\n1,ポンプ', Buffer.from('94d48d862c96bc914f0a312c837c8393837638'.slice(0, -2), 'hex')],
    ['windows-1252', 'Größe,Wärme\n1,früh', Buffer.from('Größe,Wärme\n1,früh', 'latin1')],
    ['windows-1251', 'Номер,Насос', Buffer.from('cdeeece5f02ccde0f1eef1', 'hex')],
    ['big5', '編號,離心', Buffer.from('bd73b8b92cc2f7a4df', 'hex')],
    ['gb18030', '编号,离心泵', Buffer.from(encodeGb18030('编号,离心泵'))],
  ];
  test.each(samples)('%s is guessed', async (encoding, text, content) => {
    const reading = await guessText(files, await stored(content));
    expect(reading.encoding).toBe(encoding);
    expect((await rowsOf(content)).map((row) => row.join(',')).join('\n')).toBe(text);
  });

  test.each<[Encoding, string, string]>([
    ['windows-1250', 'e8ed736c6f', 'číslo'],
    ['windows-1252', '938e94', '“Ž”'],
    ['iso-8859-1', 'e9a4', 'é¤'],
    ['iso-8859-15', 'e9a4', 'é€'],
    ['euc-kr', 'c6dfc7c1', '펌프'],
    ['utf-16be', '79bb5fc3', '离心'],
  ])('%s can be chosen', async (encoding, hex, text) => {
    const key = await stored(Buffer.from(hex, 'hex'));
    expect(await rowsIn(key, { encoding, delimiter: ',' })).toEqual([[text]]);
  });

  test('a page that calls itself xls is decoded as strictly', async () => {
    const page = Buffer.concat([
      Buffer.from('<html><table><tr><td>编号</td><td>离心泵一号</td></tr><tr><td>P-1</td><td>'),
      Buffer.from([0xc3]),
      Buffer.from('</td></tr></table></html>'),
    ]);
    expect(await refusal(rowsOf(page))).toMatchObject({
      code: 'records.sheet.bad_sign',
      data: { row: 2, column: 'B' },
    });
  });
});

describe('the sheets of a workbook', () => {
  test.each<BookType>(['xlsx', 'biff8'])(
    '%s: an empty first one is passed over, hidden ones are named so',
    async (type) => {
      const key = await stored(book({ 封面: [[]], 隐藏: [['x']], 设备: pumps }, type, ['隐藏']));
      const reading = await guessText(files, key);
      expect(reading.sheet).toBe('设备');
      expect(await rowsIn(key, reading)).toEqual(pumps);
      expect((await partsOf(files, key, reading)).sheets).toEqual([
        { name: '封面', hidden: false },
        { name: '隐藏', hidden: true },
        { name: '设备', hidden: false },
      ]);
      expect(await rowsIn(key, { ...reading, sheet: '隐藏' })).toEqual([['x']]);
      expect(await refusal(rowsIn(key, { ...reading, sheet: '没有' }))).toMatchObject({
        code: 'records.sheet.no_such_sheet',
      });
    },
  );
});
