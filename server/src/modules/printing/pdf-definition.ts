import type { PlainPart, PrintDocument, PrintPart, PrintedValue } from '@formwork/contract/printing/document.ts';
import { gridRows } from '@formwork/contract/printing/grid.ts';
import type { Align, Edge } from '@formwork/contract/printing/template.ts';
import type { PdfNode } from 'pdfmake';
import { codeSvg } from './code-svg.ts';
import { hairlines, headingStyles, line, richNodes } from './pdf-rich-text.ts';

/** Points of a millimetre. */
const mm = 72 / 25.4;
const grey = '#f3f4f6';
const alignments = { start: 'left', center: 'center', end: 'right' } as const satisfies Record<Align, string>;

interface Mark {
  [property: string]: unknown;
  positions?: { pageNumber: number }[];
}

/** Documents of the same paper as one definition for pdfmake. Each begins on a page of its own and counts its pages by itself. */
export function pdfDefinition(documents: PrintDocument[], pictures: Record<string, Uint8Array>, onDone: (done: number) => void): { [property: string]: unknown } {
  const [first] = documents;
  if (!first) throw new Error('nothing to draw');
  const { width, height, margins } = first.paper;
  const [top, right, bottom, left] = margins.map((margin) => margin * mm) as [number, number, number, number];
  const inner = width * mm - left - right;
  const shown: Pictures = { images: Object.fromEntries(Object.entries(pictures).map(([id, jpeg]) => [id, `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`])) };
  // nothing is seen of a mark: it says on which page its document begins
  const marks = documents.map((_, index): Mark => ({ text: ' ', fontSize: 1, lineHeight: 0.1, ...(index > 0 && { pageBreak: 'before' }) }));
  const edge = (of: 'header' | 'footer') => (page: number, pages: number): PdfNode => {
    const starts = marks.map(({ positions }) => positions?.[0]?.pageNumber ?? 1);
    const index = Math.max(0, starts.findLastIndex((start) => start <= page));
    const start = starts[index] ?? 1;
    if (of === 'footer' && page === start) onDone(index + 1);
    return edgeNode(documents[index]![of], page - start + 1, (starts[index + 1] ?? pages + 1) - start, [left, of === 'header' ? Math.max(6, top * 0.4) : Math.min(8, bottom * 0.3), right, 0]);
  };
  return {
    pageSize: { width: width * mm, height: height * mm },
    pageMargins: [left, top, right, bottom],
    defaultStyle: { font: 'Hans', fontSize: first.fontSize, lineHeight: 1.15 },
    images: shown.images,
    styles: headingStyles(first.fontSize),
    header: edge('header'),
    footer: edge('footer'),
    content: documents.flatMap(({ parts }, index) => [marks[index], ...parts.flatMap((part) => nodesOf(part, inner, shown))]),
    info: { title: first.title, producer: 'Formwork' },
  };
}

interface Pictures {
  images: Record<string, string>;
}

function nodesOf(part: PrintPart, width: number, shown: Pictures): PdfNode[] {
  if (part.kind !== 'columns') return plainNodes(part, width, shown);
  const whole = part.cells.reduce((sum, { weight }) => sum + weight, 0);
  const gap = 8;
  const room = width - gap * (part.cells.length - 1);
  return [{ columns: part.cells.map(({ weight, parts }) => ({ width: (room * weight) / whole, stack: parts.flatMap((one) => plainNodes(one, (room * weight) / whole, shown)) })), columnGap: gap }];
}

function plainNodes(part: PlainPart, width: number, shown: Pictures): PdfNode[] {
  switch (part.kind) {
    case 'text': return [{ text: part.text, fontSize: part.size, bold: part.bold, italics: part.italic, alignment: alignments[part.align], margin: [0, 1, 0, 2] }];
    case 'line': return [{ canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6, lineColor: line }], margin: [0, 4, 0, 4] }];
    case 'space': return [{ text: '', margin: [0, 0, 0, part.height * mm] }];
    case 'break': return [{ text: '', pageBreak: 'after' }];
    case 'picture': return part.files.filter((id) => shown.images[id]).map((id) => ({ image: id, fit: [Math.min(width, part.width * mm), 600], alignment: alignments[part.align], margin: [0, 2, 0, 2] }));
    case 'code': return [codeNode(part)];
    case 'fields': return [gridNode(part, shown)];
    case 'table': return part.columns.length === 0 ? [] : [tableNode(part, width, shown)];
  }
}

function codeNode({ code, content, width, align, caption }: Extract<PlainPart, { kind: 'code' }>): PdfNode {
  const square = code === 'qrcode' || code === 'datamatrix';
  try {
    return { stack: [{ svg: codeSvg(code, content, caption), width: width * mm, alignment: alignments[align] }, ...(square && caption ? [{ text: content, fontSize: 7, alignment: alignments[align] }] : [])], margin: [0, 2, 0, 2] };
  } catch {
    // letters in an EAN and the like: the content itself is better than a page that fails
    return { text: content, alignment: alignments[align] };
  }
}

function gridNode({ columns, border, items }: Extract<PlainPart, { kind: 'fields' }>, shown: Pictures): PdfNode {
  const empty = (count: number) => Array.from({ length: count }, (): PdfNode => ({ text: '', border: [false, false, false, false] }));
  const body = gridRows(items, columns).map(({ items: inRow, rest }): PdfNode[] => [
    ...inRow.flatMap(({ label, value, span }): PdfNode[] => [{ text: label, ...(border ? { fillColor: grey } : { color: '#5f6368' }) }, { ...valueNode(value, shown), colSpan: span * 2 - 1 }, ...empty(span * 2 - 2)]),
    ...Array.from({ length: rest * 2 }, (): PdfNode => ({ text: '' })),
  ]);
  return { table: { widths: Array.from({ length: columns }, () => [`${30 / columns}%`, '*']).flat(), body, dontBreakRows: true }, layout: border ? hairlines : 'noBorders', margin: [0, 2, 0, 4] };
}

function tableNode({ columns, rows, totals }: Extract<PlainPart, { kind: 'table' }>, width: number, shown: Pictures): PdfNode {
  const whole = columns.reduce((sum, { weight }) => sum + weight, 0);
  const room = width - columns.length * 8.6;
  const aligned = (node: { [property: string]: unknown }, index: number) => ({ ...node, alignment: alignments[columns[index]!.align] });
  const head = columns.map(({ title }, index) => aligned({ text: title, bold: true, fillColor: grey }, index));
  const body = rows.map((cells) => cells.map((value, index) => aligned(valueNode(value, shown), index)));
  const foot = totals ? [totals.map((text, index) => aligned({ text, bold: true }, index))] : [];
  return { table: { headerRows: 1, dontBreakRows: true, keepWithHeaderRows: 1, widths: columns.map(({ weight }) => (room * weight) / whole), body: [head, ...body, ...foot] }, layout: hairlines, margin: [0, 2, 0, 4] };
}

function valueNode({ text, lines, pictures = [] }: PrintedValue, shown: Pictures): { [property: string]: unknown } {
  if (lines) return { stack: richNodes(lines, shown.images) };
  const seen = pictures.filter((id) => shown.images[id]);
  if (seen.length === 0) return { text };
  return { stack: [...(text === '' ? [] : [{ text }]), ...seen.map((id) => ({ image: id, fit: [140, 100], margin: [0, 1, 0, 1] }))] };
}

function edgeNode({ start, center, end }: Edge, page: number, pages: number, margin: number[]): PdfNode {
  const words = (text: string) => text.replace(/\{\{\s*page\s*\}\}/g, String(page)).replace(/\{\{\s*pages\s*\}\}/g, String(pages));
  const cell = (text: string, align: Align) => ({ text: words(text), alignment: alignments[align], width: '*' });
  return { columns: [cell(start, 'start'), cell(center, 'center'), cell(end, 'end')], fontSize: 8, color: '#5f6368', margin };
}
