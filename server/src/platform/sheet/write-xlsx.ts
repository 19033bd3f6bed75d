import { Readable } from 'node:stream';
import { looksLikeFormula } from '@formwork/contract/csv.ts';
import ZipStream from 'zip-stream';
import { jpegSize } from './jpeg-size.ts';
import { cellAddress, letters, sharedTexts, xmlText, type SharedTexts } from './xlsx-cells.ts';
import {
  contentTypes,
  drawingPart,
  drawingRels,
  packageRels,
  sheetRels,
  styleSheet,
  workbookPart,
  workbookRels,
  type PlacedPicture,
  type Styles,
} from './xlsx-parts.ts';

/** A column of a sheet: dates and numbers come as numbers, `format` says how they are shown. */
export interface SheetColumn {
  title: string;
  format?: string;
  /** In characters. */
  width?: number;
}

export type SheetCell = string | number | FormattedNumber | null;

/** A number that is shown otherwise than those above and below it: another unit, other places. */
export interface FormattedNumber {
  number: number;
  format: string;
}

/** Stands in its cell, as high as the row is made for it. */
export interface SheetPicture {
  /** From 0, below the header. */
  row: number;
  column: number;
  /** JPEG; undefined where it cannot be had. */
  open: () => Promise<Buffer | undefined>;
  /** What its file is called; written beside it, so that an import can call it so again. */
  name?: string;
}

export interface SheetSource {
  name: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
  /** Filled while the rows are read. */
  pictures?: SheetPicture[];
}

export interface WorkbookLook {
  /** Stands above each printed page. */
  watermark?: { text: string; /** PNG behind the cells. */ picture?: Buffer | undefined } | undefined;
}

/** What a sheet of Excel holds, the header included. */
const mostRows = 1_048_576;
const pictureRowHeight = 60;
const chunkLength = 64 * 1024;

interface Part {
  name: string;
  rows: number;
  pictures: SheetPicture[];
}

/**
 * An xlsx file that is written while it is read: rows go out as they come, and what is remembered of them is bounded.
 * A sheet that is full goes on in another one.
 */
export function workbookStream(sources: readonly SheetSource[], look: WorkbookLook = {}): Readable {
  // the sheets are most of the file: the lowest level packs them almost as small in a third of the time
  const zip = new ZipStream({ level: 1 });
  void writeAll(zip, sources, look).then(
    () => zip.finish(),
    (error: unknown) => zip.destroy(error as Error),
  );
  return zip;
}

async function writeAll(zip: ZipStream, sources: readonly SheetSource[], { watermark }: WorkbookLook): Promise<void> {
  const add = adderOf(zip);
  const texts = sharedTexts();
  const styles: Styles = { formats: [] };
  const parts: Part[] = [];
  const pictures = { count: 0 };
  if (watermark?.picture) await add('xl/media/watermark.png', watermark.picture);
  for (const source of sources) {
    const rows = source.rows[Symbol.asyncIterator]();
    let rest: readonly (readonly SheetCell[])[] | undefined;
    for (let again = true; again;) {
      const part: Part = { name: uniqueName(source.name, parts), rows: 0, pictures: [] };
      parts.push(part);
      const number = parts.length;
      await add(
        `xl/worksheets/sheet${number}.xml`,
        Readable.from(
          sheetXml(source, part, {
            texts,
            styles,
            watermark,
            first: number === 1,
            next: async () => {
              const given = rest ?? ((await rows.next()).value as readonly (readonly SheetCell[])[] | undefined);
              rest = undefined;
              return given;
            },
            keep: (left) => {
              rest = left;
            },
          }),
        ),
      );
      again = rest !== undefined;
      const hasPictures = part.pictures.length > 0;
      if (hasPictures || watermark?.picture)
        await add(
          `xl/worksheets/_rels/sheet${number}.xml.rels`,
          sheetRels(hasPictures ? number : undefined, watermark?.picture !== undefined),
        );
      if (hasPictures) await addPictures(add, number, part, pictures);
    }
  }
  await add('xl/sharedStrings.xml', Readable.from(texts.xml()));
  await add('xl/styles.xml', styleSheet(styles));
  await add('xl/workbook.xml', workbookPart(parts.map(({ name }) => name)));
  await add('xl/_rels/workbook.xml.rels', workbookRels(parts.length));
  await add('_rels/.rels', packageRels());
  await add('[Content_Types].xml', contentTypes(parts.map((part) => part.pictures.length > 0)));
}

type Add = (name: string, content: Readable | Buffer | string) => Promise<void>;

function adderOf(zip: ZipStream): Add {
  return (name, content) =>
    new Promise((done, fail) => {
      zip.once('close', () => fail(new Error('nobody reads the workbook any more')));
      if (content instanceof Readable) content.once('error', fail);
      zip.entry(content, { name }, (error) => {
        zip.removeAllListeners('close');
        if (error) fail(error);
        else done();
      });
    });
}

interface Writing {
  texts: SharedTexts;
  styles: Styles;
  watermark: WorkbookLook['watermark'];
  first: boolean;
  next: () => Promise<readonly (readonly SheetCell[])[] | undefined>;
  /** Rows for which the sheet has no room. */
  keep: (rows: readonly (readonly SheetCell[])[]) => void;
}

async function* sheetXml(
  source: SheetSource,
  part: Part,
  { texts, styles, watermark, first, next, keep }: Writing,
): AsyncGenerator<string> {
  const { columns } = source;
  const names = columns.map((_, index) => letters(index));
  const formats = columns.map(({ format }) => (format === undefined ? '' : ` s="${styleOf(styles, format)}"`));
  yield (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
    `<sheetViews><sheetView${first ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
    `<cols>${columns.map(({ width = 14 }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>` +
    `<row r="1">${columns.map(({ title }, index) => `<c r="${names[index]}1" s="1" t="s"><v>${texts.place(title) ?? texts.force(title)}</v></c>`).join('')}</row>`
  );
  let xml = '';
  let row = 1;
  for (let batch = await next(); batch !== undefined; batch = await next()) {
    const room = mostRows - row;
    const fits = batch.length > room ? batch.slice(0, room) : batch;
    const withPictures = takePictures(source, part, fits.length);
    for (const cells of fits) {
      row += 1;
      xml += withPictures?.has(row - 2)
        ? `<row r="${row}" ht="${pictureRowHeight}" customHeight="1">`
        : `<row r="${row}">`;
      for (let index = 0; index < cells.length; index += 1) {
        const cell = cells[index];
        if (cell === null || cell === undefined || cell === '') continue;
        if (typeof cell === 'object')
          xml += `<c r="${names[index]}${row}" s="${styleOf(styles, cell.format)}"><v>${cell.number}</v></c>`;
        else if (typeof cell === 'number') xml += `<c r="${names[index]}${row}"${formats[index]}><v>${cell}</v></c>`;
        else {
          const place = texts.place(cell);
          // what begins like a formula is marked as text, so that it stays one when somebody edits the cell
          const style = looksLikeFormula(cell) ? ' s="2"' : '';
          xml +=
            place === undefined
              ? `<c r="${names[index]}${row}"${style} t="inlineStr"><is>${xmlText(cell)}</is></c>`
              : `<c r="${names[index]}${row}"${style} t="s"><v>${place}</v></c>`;
        }
      }
      xml += '</row>';
      if (xml.length > chunkLength) {
        yield xml;
        xml = '';
      }
    }
    part.rows += fits.length;
    if (fits.length < batch.length) {
      keep(batch.slice(room));
      break;
    }
  }
  const last = cellAddress(Math.max(0, columns.length - 1), Math.max(1, row));
  const header = watermark
    ? `<headerFooter><oddHeader>&amp;C${escapedHeader(watermark.text)}</oddHeader></headerFooter>`
    : '';
  const drawing = part.pictures.length > 0 ? '<drawing r:id="rId1"/>' : '';
  yield `${xml}</sheetData><autoFilter ref="A1:${last}"/>${header}${drawing}${watermark?.picture ? '<picture r:id="rId2"/>' : ''}</worksheet>`;
}

/** Pictures of the rows that go into this part, which rows have any; row numbers become those of the part. */
function takePictures({ pictures }: SheetSource, part: Part, rows: number): Set<number> | undefined {
  if (!pictures?.length) return undefined;
  const taken = pictures.splice(0, pictures.length);
  const kept = taken.filter(({ row }) => row < part.rows + rows);
  // the rest belongs to the sheet after this one
  pictures.push(
    ...taken
      .filter(({ row }) => row >= part.rows + rows)
      .map((picture) => ({ ...picture, row: picture.row - part.rows - rows })),
  );
  part.pictures.push(...kept);
  return new Set(kept.map(({ row }) => row));
}

async function addPictures(add: Add, sheet: number, part: Part, counter: { count: number }): Promise<void> {
  const placed: PlacedPicture[] = [];
  const inCell = new Map<string, number>();
  for (const { row, column, open, name } of part.pictures) {
    const content = await open();
    if (!content) continue;
    counter.count += 1;
    await add(`xl/media/image${counter.count}.jpeg`, content);
    const cell = `${row} ${column}`;
    const at = inCell.get(cell) ?? 0;
    inCell.set(cell, at + 1);
    placed.push({ row, column, at, id: counter.count, name, ...(jpegSize(content) ?? { width: 1, height: 1 }) });
  }
  await add(`xl/drawings/drawing${sheet}.xml`, drawingPart(placed));
  await add(`xl/drawings/_rels/drawing${sheet}.xml.rels`, drawingRels(placed.map(({ id }) => id)));
}

/** Excel allows 31 signs and not these; names differ in more than case. */
function uniqueName(wanted: string, parts: readonly Part[]): string {
  const plain =
    wanted
      .replace(/[\\/?*[\]:]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, 31) || 'Sheet';
  const taken = new Set(parts.map(({ name }) => name.toLowerCase()));
  let name = plain;
  for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${plain.slice(0, 31 - ` (${n})`.length)} (${n})`;
  return name;
}

function styleOf(styles: Styles, format: string): number {
  const at = styles.formats.indexOf(format);
  // behind the plain one, the header and text
  return 3 + (at >= 0 ? at : styles.formats.push(format) - 1);
}

function escapedHeader(text: string): string {
  return text
    .replaceAll('&', '&&')
    .slice(0, 200)
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '');
}
