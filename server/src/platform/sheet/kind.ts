import { buffer } from 'node:stream/consumers';
import { invalid } from '../errors.ts';
import type { Files } from '../files/files.ts';
import { streamsIn } from './compound.ts';
import { encodingOf } from './encoding.ts';
import type { ZipReader } from './read-zip.ts';

/**
 * What a file is: told by how it begins, then by what it is built of. Its name says nothing, and neither does what lies
 * somewhere inside of it: an old workbook may hold a whole zip.
 */
export type SheetKind = 'zip' | 'old' | 'markup' | 'text';

export interface Beginning {
  kind: SheetKind;
  bytes: Buffer;
}

const sampleBytes = 64 * 1024;

/** Refuses by its name what is known and not read here. */
export async function beginningOf(files: Files, key: string): Promise<Beginning> {
  const bytes = await buffer(await files.open(key, { start: 0, end: sampleBytes - 1 }));
  const first = bytes.subarray(0, 8).toString('hex');
  if (first.startsWith('504b0304')) return { kind: 'zip', bytes };
  if (first.startsWith('d0cf11e0')) {
    await requireWorkbook(files, key);
    return { kind: 'old', bytes };
  }
  // the first record of a workbook older than its container
  if (/^09(00|02|04)0[46]00|^09080[68]|^0908(08|10)00/.test(first)) return { kind: 'old', bytes };
  refuse(named.find(([, test]) => test(bytes))?.[0]);
  return { kind: isMarkup(bytes) ? 'markup' : 'text', bytes };
}

/** Other documents are zips of parts as well: they are refused by their names. */
export function requireNoDocument({ entries }: Pick<ZipReader, 'entries'>): void {
  refuse(documents.find(([, part]) => entries.has(part))?.[0]);
}

/** A zip of the parts of a workbook; any other holds files. */
export function isWorkbookZip({ entries }: Pick<ZipReader, 'entries'>): boolean {
  return entries.has('[Content_Types].xml') || entries.has('content.xml') || entries.has('Index/Document.iwa');
}

const documents: [string, string][] = [
  ['Word', 'word/document.xml'],
  ['PowerPoint', 'ppt/presentation.xml'],
];

/** In the container of old Office lie workbooks, documents, mails and installers alike. */
async function requireWorkbook(files: Files, key: string): Promise<void> {
  const streams = await streamsIn(files, key).catch(() => undefined);
  if (!streams) throw invalid('records.sheet.not_recognised');
  if (streams.has('workbook') || streams.has('book')) return;
  if (streams.has('encryptedpackage')) throw invalid('records.sheet.encrypted');
  refuse(contained.find(([, stream]) => streams.has(stream))?.[0]);
  throw invalid('records.sheet.not_recognised');
}

const contained: [string, string][] = [
  ['Word', 'worddocument'],
  ['PowerPoint', 'powerpoint document'],
  ['Visio', 'visiodocument'],
  ['Outlook', '__properties_version1.0'],
  ['Microsoft Works', 'wksssworkbook'],
  ['Quattro Pro', 'perfectoffice_main'],
  ['Quattro Pro', 'nativecontent_main'],
];

const begins =
  (...hex: string[]) =>
  (bytes: Buffer): boolean =>
    hex.some((start) => bytes.subarray(0, start.length / 2).toString('hex') === start);

const named: [string, (bytes: Buffer) => boolean][] = [
  ['SYLK', isSylk],
  ['DIF', (bytes) => /^TABLE\r?\n0,1\r?\n"/.test(bytes.subarray(0, 64).toString('latin1'))],
  ['Lotus 1-2-3', begins('00000200040404', '000002000604', '00001a000010', '00001a000210', '00001a000310')],
  ['Lotus 1-2-3', begins('000002000504')],
  ['Quattro Pro', begins('000002002051', '000002002151', '000002000110', '000002000210')],
  ['Microsoft Works', begins('ff0002000404')],
  ['dBASE', isDbf],
  ['PDF', begins('255044462d')],
  ['RTF', begins('7b5c727466')],
  ['RAR', begins('526172211a07')],
  ['7-Zip', begins('377abcaf271c')],
  ['gzip', begins('1f8b08')],
  ['PNG', begins('89504e470d0a1a0a')],
  ['JPEG', begins('ffd8ff')],
  ['GIF', begins('474946383761', '474946383961')],
  ['Access', begins('000100005374616e64617264')],
];

/** A text of its own kind: lines that begin with the name of a record. `ID;Price` alone may head a table. */
function isSylk(bytes: Buffer): boolean {
  if (!/^ID(;P|[\r\n])/.test(bytes.subarray(0, 4).toString('latin1'))) return false;
  const lines = bytes
    .toString('latin1')
    .split(/\r\n|\r|\n/)
    .slice(1, 30)
    .filter((line) => line !== '');
  return lines.length > 0 && lines.every((line) => /^(?:(?:B|C|F|NE|NL|NN|NU|O|P|W);[A-Z]|E$)/.test(line));
}

/** A date, the length of the head, and the sign that ends it. */
function isDbf(bytes: Buffer): boolean {
  if (bytes.length < 66 || ![0x02, 0x03, 0x30, 0x31, 0x43, 0x83, 0x8b, 0xf5].includes(bytes[0] ?? 0)) return false;
  const head = bytes.readUInt16LE(8);
  const [month = 0, day = 0] = bytes.subarray(2, 4);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && head > 64 && [0x0d, 0].includes(bytes[head - 1] ?? 1);
}

/** Many programs write a page, or XML as of 2003, and call it xls: Excel and WPS open it as a workbook. */
function isMarkup(bytes: Buffer): boolean {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true }).trimStart().toLowerCase();
  return (
    text.startsWith('<') &&
    (text.includes('urn:schemas-microsoft-com:office:spreadsheet') || /<(html|table)[\s>]/.test(text))
  );
}

function refuse(kind: string | undefined): void {
  if (kind !== undefined) throw invalid('records.sheet.kind_refused', undefined, { kind });
}
