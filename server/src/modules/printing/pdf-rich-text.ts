import type { RichLine, RichRun } from '@formwork/contract/printing/rich-lines.ts';
import type { PdfNode } from 'pdfmake/js/PDFDocument.js';

export const line = '#9aa0a6';
export const hairlines = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => line,
  vLineColor: () => line,
  paddingLeft: () => 4,
  paddingRight: () => 4,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/** Points of one level of a list. */
const step = 12;
/** A picture stays inside a half of A4. */
const mostPicture = [220, 260];

export function headingStyles(fontSize: number): Record<string, unknown> {
  return Object.fromEntries(
    [1.5, 1.3, 1.15, 1].map((times, index) => [`h${index + 1}`, { fontSize: fontSize * times, bold: true }]),
  );
}

/** Lines of formatted text, rows behind each other as one table. */
export function richNodes(lines: readonly RichLine[], images: ReadonlySet<string>): PdfNode[] {
  const nodes: PdfNode[] = [];
  let rows: Extract<RichLine, { kind: 'row' }>[] = [];
  const endTable = (): void => {
    if (rows.length > 0) nodes.push(tableNode(rows));
    rows = [];
  };
  for (const one of lines) {
    if (one.kind === 'row') {
      rows.push(one);
      continue;
    }
    endTable();
    if (one.kind === 'rule')
      nodes.push({
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 200, y2: 0, lineWidth: 0.5, lineColor: line }],
        margin: [0, 3, 0, 3],
      });
    else if (one.kind === 'text') nodes.push(textNode(one));
    else if (images.has(one.file)) nodes.push({ image: one.file, fit: mostPicture, margin: [0, 2, 0, 2] });
  }
  endTable();
  return nodes;
}

function textNode({ runs, heading, indent = 0, marker }: Extract<RichLine, { kind: 'text' }>): PdfNode {
  const text: PdfNode = { text: runNodes(runs), ...(heading !== undefined && { style: `h${heading}` }) };
  if (marker === undefined) return { ...text, margin: [indent * step, 0, 0, 1] };
  return {
    columns: [
      { text: marker, width: step },
      { ...text, width: '*' },
    ],
    columnGap: 2,
    margin: [(indent - 1) * step, 0, 0, 1],
  };
}

function tableNode(rows: readonly Extract<RichLine, { kind: 'row' }>[]): PdfNode {
  const width = Math.max(...rows.map(({ cells }) => cells.length), 1);
  const body = rows.map(({ cells, head }) =>
    Array.from({ length: width }, (_, at): PdfNode => ({
      text: runNodes(cells[at] ?? []),
      ...(head && { bold: true }),
    })),
  );
  return {
    table: { widths: Array.from({ length: width }, () => '*'), body, dontBreakRows: true },
    layout: hairlines,
    margin: [0, 2, 0, 2],
  };
}

function runNodes(runs: readonly RichRun[]): PdfNode[] {
  return runs.map(({ text, bold, italic, underline, strike }) => {
    const decoration = [...(underline ? ['underline'] : []), ...(strike ? ['lineThrough'] : [])];
    return {
      text,
      ...(bold && { bold }),
      ...(italic && { italics: true }),
      ...(decoration.length > 0 && { decoration }),
    };
  });
}
