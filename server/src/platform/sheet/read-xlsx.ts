import type { SheetName } from '@formwork/contract/records/import.ts';
import type { Files } from '../files/files.ts';
import { anchoredPictures, linesWithPictures, picturesOn } from './anchored-pictures.ts';
import { cellPictures, type CellPictures } from './cell-pictures.ts';
import { isBlank, placeLine, placePictures } from './lines.ts';
import { numberText } from './numbers.ts';
import { openZip, type ZipReader } from './read-zip.ts';
import { textList, type TextList } from './text-list.ts';
import { meaningOf, type NumberMeaning } from './xlsx-formats.ts';
import { attribute, elementsOf, tagsOf, textRuns, unescaped } from './xml-scan.ts';

/** An xlsx workbook that is read row by row: what is kept of it are its shared texts, packed. */
export interface Workbook {
  /** In their order; those that are not shown are among them. */
  sheets: SheetName[];
  /** Rows of a sheet as text, those without content left out; below the first one, a picture on one of the given columns is content. */
  rows(sheet: string | undefined, pictures?: readonly number[]): AsyncGenerator<string[][]>;
}

const mostRow = 8 * 1024 * 1024;
const mostColumns = 2_000;
const mostLines = 1_048_576;
/** More than any program keeps in a cell: a small file may name one huge text in every cell. */
const mostText = 64 * 1024;

/** Undefined when the zip holds no such workbook. */
export async function openXlsx(files: Files, key: string): Promise<Workbook | undefined> {
  const zip = await openZip(files, key);
  const main = await mainPart(zip);
  if (main === undefined) return undefined;
  const book = (await zip.text(main)) ?? '';
  const targets = await relationsOf(zip, main);
  const sheets = tagsOf(book, 'sheet').flatMap((tag) => {
    const part = targets.get(attribute(tag, 'id') ?? '');
    const state = attribute(tag, 'state');
    return part && zip.entries.has(part.target) && part.type.endsWith('/worksheet')
      ? [
          {
            name: attribute(tag, 'name') ?? '',
            part: part.target,
            hidden: state === 'hidden' || state === 'veryHidden',
          },
        ]
      : [];
  });
  const partOf = (kind: string): string | undefined =>
    [...targets.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target;
  const from1904 = ['1', 'true'].includes(attribute(tagsOf(book, 'workbookPr')[0] ?? '', 'date1904') ?? '');
  let texts: Promise<TextList> | undefined;
  return {
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    async *rows(wanted, inColumns = []) {
      const sheet =
        wanted === undefined
          ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
          : sheets.find(({ name }) => name === wanted);
      const entry = sheet && zip.entries.get(sheet.part);
      if (!entry) return;
      texts ??= sharedTexts(zip, partOf('sharedStrings'));
      const read = rowReader(
        await texts,
        await meanings(zip, partOf('styles')),
        from1904,
        await cellPictures(zip, targets, relationsOf),
      );
      const pictures = await anchoredPictures(zip, sheet.part, relationsOf);
      const waiting = inColumns.length > 0 ? linesWithPictures(pictures) : [];
      let waited = 0;
      let count = 0;
      const placed = (row: string[], at: number, on: ReturnType<typeof picturesOn>): string[][] => {
        if (isBlank(row) && !(count > 0 && inColumns.some((column) => on?.has(column)))) return [];
        count += 1;
        placeLine(row, at, count);
        if (on) placePictures(row, on);
        return [row];
      };
      const stream = await zip.open(entry);
      try {
        let line = 0;
        let above: number | undefined;
        /** Lines that have pictures and no element of their own. */
        const passed = (until: number): string[][] => {
          const rows: string[][] = [];
          for (; waited < waiting.length && waiting[waited]! < until; waited += 1) {
            const at = waiting[waited]!;
            if (at > line)
              rows.push(...placed([], at, picturesOn(pictures, at, undefined, at === line + 1 ? above : undefined)));
          }
          return rows;
        };
        for await (const found of elementsOf(stream as AsyncIterable<Buffer>, 'row', mostRow)) {
          const rows: string[][] = [];
          for (const element of found) {
            const last = line;
            const next = Math.max(lineIn(element), line + 1);
            rows.push(...passed(next));
            line = next;
            const on =
              pictures.size > 0
                ? picturesOn(pictures, line, heightIn(element), line === last + 1 ? above : undefined)
                : undefined;
            if (pictures.size > 0) above = heightIn(element);
            rows.push(...placed(read(element), line, on));
          }
          if (rows.length > 0) yield rows;
        }
        const rest = passed(Number.POSITIVE_INFINITY);
        if (rest.length > 0) yield rest;
      } finally {
        stream.destroy();
      }
    },
  };
}

async function mainPart(zip: ZipReader): Promise<string | undefined> {
  const root = await relationsOf(zip, '');
  const main = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  return main.endsWith('.xml') && zip.entries.has(main) && main.startsWith('xl/') ? main : undefined;
}

/** What a part speaks of by id: names are relative to it, or begin at the root with a slash. */
async function relationsOf(zip: ZipReader, part: string): Promise<Map<string, { type: string; target: string }>> {
  const folder = part.includes('/') ? part.slice(0, part.lastIndexOf('/') + 1) : '';
  const xml = (await zip.text(named(zip, `${folder}_rels/${part.slice(folder.length)}.rels`))) ?? '';
  return new Map(
    tagsOf(xml, 'Relationship').map((tag) => {
      const target = attribute(tag, 'Target') ?? '';
      return [
        attribute(tag, 'Id') ?? '',
        {
          type: attribute(tag, 'Type') ?? '',
          target: named(zip, resolved(target.startsWith('/') ? target.slice(1) : folder + target)),
        },
      ];
    }),
  );
}

/** Names of parts are the same in capitals and without. */
function named(zip: ZipReader, name: string): string {
  if (zip.entries.has(name)) return name;
  const small = name.toLowerCase();
  return [...zip.entries.keys()].find((entry) => entry.toLowerCase() === small) ?? name;
}

function resolved(name: string): string {
  const parts: string[] = [];
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

async function sharedTexts(zip: ZipReader, part: string | undefined): Promise<TextList> {
  const list = textList();
  const entry = part === undefined ? undefined : zip.entries.get(part);
  if (!entry) return list;
  for await (const items of elementsOf((await zip.open(entry)) as AsyncIterable<Buffer>, 'si', mostRow))
    for (const item of items) list.add(textRuns(item).slice(0, mostText));
  return list;
}

/** By the number of a cell's style. */
async function meanings(zip: ZipReader, part: string | undefined): Promise<NumberMeaning[]> {
  const xml = (part === undefined ? undefined : await zip.text(part)) ?? '';
  const codes = new Map(
    tagsOf(xml, 'numFmt').map((tag) => [Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '']),
  );
  const cells = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? '';
  return tagsOf(cells, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0);
    return meaningOf(id, codes.get(id));
  });
}

/** One `row` element as texts. This runs for every cell of millions: it looks for the few tags there are, and parses no XML. */
function rowReader(
  texts: TextList,
  styles: readonly NumberMeaning[],
  from1904: boolean,
  pictures: CellPictures,
): (row: string) => string[] {
  return (row) => {
    const cells: string[] = [];
    let next = 0;
    for (let at = row.indexOf('<c', 4); at >= 0;) {
      const sign = row.charCodeAt(at + 2);
      if (sign !== 32 && sign !== 62 && sign !== 47) {
        at = row.indexOf('<c', at + 2);
        continue;
      }
      const tagEnd = row.indexOf('>', at);
      if (tagEnd < 0) break;
      const tag = row.slice(at + 2, tagEnd);
      const column = columnIn(tag) ?? next;
      next = column + 1;
      if (row.charCodeAt(tagEnd - 1) === 47) {
        at = row.indexOf('<c', tagEnd);
        continue;
      }
      const end = row.indexOf('</c>', tagEnd);
      if (end < 0) break;
      if (column < mostColumns) {
        const text = cellText(row.slice(tagEnd + 1, end), tag, texts, styles, from1904, pictures);
        if (text !== '') {
          while (cells.length < column) cells.push('');
          cells[column] = text;
        }
      }
      at = row.indexOf('<c', end + 4);
    }
    return cells;
  };
}

function cellText(
  inner: string,
  tag: string,
  texts: TextList,
  styles: readonly NumberMeaning[],
  from1904: boolean,
  pictures: CellPictures,
): string {
  const type = plainAttribute(tag, ' t=');
  if (type === 'inlineStr') return textRuns(inner);
  const open = inner.indexOf('<v');
  if (open < 0) return '';
  const start = inner.indexOf('>', open) + 1;
  const end = inner.indexOf('</v>', start);
  if (end < 0) return '';
  const value = inner.slice(start, end);
  if (type === 's') return texts.at(Number(value));
  if (type === undefined || type === 'n')
    return numberText(value, styles[Number(plainAttribute(tag, ' s=') ?? 0)] ?? 'number', from1904);
  if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace('T', ' ').replace(/( 00:00:00)?(\.\d+)?Z?$/, '');
  // the answer of a formula, or an error
  const text = unescaped(value);
  if (type === 'e' && pictures.byValue.size > 0) return pictures.byValue.get(plainAttribute(tag, ' vm=') ?? '') ?? text;
  return pictures.byName.size === 0
    ? text
    : (pictures.byName.get(/^=DISPIMG\("([^"]+)"/.exec(text)?.[1] ?? '') ?? text);
}

/** `r="12"` of a row's tag; 0 where it says none, or none that there is. */
function lineIn(row: string): number {
  const line = Number(plainAttribute(row.slice(0, row.indexOf('>')), ' r='));
  return line > 0 && line <= mostLines ? Math.floor(line) : 0;
}

/** `ht="60"` of a row's tag, in points. */
function heightIn(element: string): number | undefined {
  const height = Number(plainAttribute(element.slice(0, element.indexOf('>')), ' ht='));
  return height > 0 ? height : undefined;
}

/** `r="AB12"` of a cell's tag as the place of its column. */
function columnIn(tag: string): number | undefined {
  const name = plainAttribute(tag, ' r=');
  if (name === undefined) return undefined;
  let column = 0;
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index) & 0xdf;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column > 0 ? column - 1 : undefined;
}

function plainAttribute(tag: string, name: string): string | undefined {
  const at = tag.indexOf(name);
  if (at < 0) return undefined;
  const quote = tag.charAt(at + name.length);
  const end = tag.indexOf(quote, at + name.length + 1);
  return end < 0 ? undefined : tag.slice(at + name.length + 1, end);
}
