import type { PlainPart, PrintDocument, PrintPart, PrintedValue } from '@formwork/contract/printing/document.ts';
import { gridRows } from '@formwork/contract/printing/grid.ts';
import type { Align, Edge } from '@formwork/contract/printing/template.ts';
import type { PdfNode } from 'pdfmake/js/PDFDocument.js';
import { codeSvg } from './code-svg.ts';
import { hairlines, headingStyles, line, richNodes } from './pdf-rich-text.ts';

/** Points of a millimetre. */
const mm = 72 / 25.4;
const grey = '#f3f4f6';
const alignments = { start: 'left', center: 'center', end: 'right' } as const satisfies Record<Align, string>;

/** A document for pdfmake to lay out: paper, content, and what stands above and below each of its pages. */
export interface PdfLayout {
  size: { width: number; height: number };
  margins: { top: number; right: number; bottom: number; left: number };
  fontSize: number;
  styles: Record<string, unknown>;
  content: PdfNode[];
  header: (page: number, pages: number) => PdfNode;
  footer: (page: number, pages: number) => PdfNode;
}

/** `pictures`: ids of those the PDF has. */
export function pdfLayout(
  { paper, fontSize, header, footer, parts }: PrintDocument,
  pictures: ReadonlySet<string>,
): PdfLayout {
  const [top, right, bottom, left] = paper.margins.map((margin) => margin * mm) as [number, number, number, number];
  const width = paper.width * mm;
  return {
    size: { width, height: paper.height * mm },
    margins: { top, right, bottom, left },
    fontSize,
    styles: headingStyles(fontSize),
    content: parts.flatMap((part) => nodesOf(part, width - left - right, pictures)),
    header: (page, pages) => edgeNode(header, page, pages, [left, Math.max(6, top * 0.4), right, 0]),
    footer: (page, pages) => edgeNode(footer, page, pages, [left, Math.min(8, bottom * 0.3), right, 0]),
  };
}

type Pictures = ReadonlySet<string>;

function nodesOf(part: PrintPart, width: number, shown: Pictures): PdfNode[] {
  if (part.kind !== 'columns') return plainNodes(part, width, shown);
  const whole = part.cells.reduce((sum, { weight }) => sum + weight, 0);
  const gap = 8;
  const room = width - gap * (part.cells.length - 1);
  return [
    {
      columns: part.cells.map(({ weight, parts }) => ({
        width: (room * weight) / whole,
        stack: parts.flatMap((one) => plainNodes(one, (room * weight) / whole, shown)),
      })),
      columnGap: gap,
    },
  ];
}

function plainNodes(part: PlainPart, width: number, shown: Pictures): PdfNode[] {
  switch (part.kind) {
    case 'text':
      return [
        {
          text: part.text,
          fontSize: part.size,
          bold: part.bold,
          italics: part.italic,
          alignment: alignments[part.align],
          margin: [0, 1, 0, 2],
        },
      ];
    case 'line':
      return [
        {
          canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6, lineColor: line }],
          margin: [0, 4, 0, 4],
        },
      ];
    case 'space':
      return [{ text: '', margin: [0, 0, 0, part.height * mm] }];
    case 'break':
      return [{ text: '', pageBreak: 'after' }];
    case 'picture':
      return part.files
        .filter((id) => shown.has(id))
        .map((id) => ({
          image: id,
          fit: [Math.min(width, part.width * mm), 600],
          alignment: alignments[part.align],
          margin: [0, 2, 0, 2],
        }));
    case 'code':
      return [codeNode(part)];
    case 'fields':
      return [gridNode(part, shown)];
    case 'table':
      return part.columns.length === 0 ? [] : [tableNode(part, width, shown)];
  }
}

function codeNode({ code, content, width, align, caption }: Extract<PlainPart, { kind: 'code' }>): PdfNode {
  const square = code === 'qrcode' || code === 'datamatrix';
  try {
    return {
      stack: [
        { svg: codeSvg(code, content, caption), width: width * mm, alignment: alignments[align] },
        ...(square && caption ? [{ text: content, fontSize: 7, alignment: alignments[align] }] : []),
      ],
      margin: [0, 2, 0, 2],
    };
  } catch {
    // letters in an EAN and the like: the content itself is better than a page that fails
    return { text: content, alignment: alignments[align] };
  }
}

function gridNode({ columns, border, items }: Extract<PlainPart, { kind: 'fields' }>, shown: Pictures): PdfNode {
  const empty = (count: number) =>
    Array.from({ length: count }, (): PdfNode => ({ text: '', border: [false, false, false, false] }));
  const body = gridRows(items, columns).map(({ items: inRow, rest }): PdfNode[] => [
    ...inRow.flatMap(({ label, value, span }): PdfNode[] => [
      { text: label, ...(border ? { fillColor: grey } : { color: '#5f6368' }) },
      { ...valueNode(value, shown, pictureWithin(columns, span)), colSpan: span * 2 - 1 },
      ...empty(span * 2 - 2),
    ]),
    ...Array.from({ length: rest * 2 }, (): PdfNode => ({ text: '' })),
  ]);
  return {
    table: {
      widths: Array.from({ length: columns }, () => [`${30 / columns}%`, '*']).flat(),
      body,
      dontBreakRows: true,
    },
    layout: border ? hairlines : 'noBorders',
    margin: [0, 2, 0, 4],
  };
}

function tableNode(
  { columns, rows, totals }: Extract<PlainPart, { kind: 'table' }>,
  width: number,
  shown: Pictures,
): PdfNode {
  const whole = columns.reduce((sum, { weight }) => sum + weight, 0);
  const room = width - columns.length * 8.6;
  const aligned = (node: { [property: string]: unknown }, index: number) => ({
    ...node,
    alignment: alignments[columns[index]!.align],
  });
  const head = columns.map(({ title }, index) => aligned({ text: title, bold: true, fillColor: grey }, index));
  const body = rows.map((cells) => cells.map((value, index) => aligned(valueNode(value, shown), index)));
  const foot = totals ? [totals.map((text, index) => aligned({ text, bold: true }, index))] : [];
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: columns.map(({ weight }) => (room * weight) / whole),
      body: [head, ...body, ...foot],
    },
    layout: hairlines,
    margin: [0, 2, 0, 4],
  };
}

/** 320 px where a column of the page is wide enough for it. */
function pictureWithin(columns: number, span: number): [number, number] {
  const width = Math.min(240, (340 * span) / columns);
  return [width, width * 0.75];
}

function valueNode(
  { text, lines, pictures = [] }: PrintedValue,
  shown: Pictures,
  mostPicture: [number, number] = [140, 100],
): { [property: string]: unknown } {
  if (lines) return { stack: richNodes(lines, shown) };
  const seen = pictures.filter((id) => shown.has(id));
  if (seen.length === 0) return { text };
  return {
    stack: [
      ...(text === '' ? [] : [{ text }]),
      ...seen.map((id) => ({ image: id, fit: mostPicture, margin: [0, 1, 0, 1] })),
    ],
  };
}

function edgeNode({ start, center, end }: Edge, page: number, pages: number, margin: number[]): PdfNode {
  const words = (text: string) =>
    text.replace(/\{\{\s*page\s*\}\}/g, String(page)).replace(/\{\{\s*pages\s*\}\}/g, String(pages));
  const cell = (text: string, align: Align) => ({ text: words(text), alignment: alignments[align], width: '*' });
  return {
    columns: [cell(start, 'start'), cell(center, 'center'), cell(end, 'end')],
    fontSize: 8,
    color: '#5f6368',
    margin,
  };
}
