import type { PrintDocument, PlainPart, PrintPart } from '@formwork/contract/printing/document.ts';
import type { CodeLabel } from './codes-zip.ts';

const perRow = 3;
export const labelsPerSheet = perRow * 5;

/** Labels on A4, three beside each other; a document a sheet. */
export function* labelSheets(labels: CodeLabel[]): Generator<PrintDocument> {
  for (let at = 0; at < labels.length; at += labelsPerSheet) {
    yield {
      title: '',
      paper: { width: 210, height: 297, margins: [12, 10, 10, 10] },
      fontSize: 9,
      header: { start: '', center: '', end: '' },
      footer: { start: '', center: '', end: '' },
      parts: rowsOf(labels.slice(at, at + labelsPerSheet)),
    };
  }
}

function rowsOf(labels: CodeLabel[]): PrintPart[] {
  const rows: PrintPart[] = [];
  for (let at = 0; at < labels.length; at += perRow) {
    const cells = Array.from({ length: perRow }, (_, index) => ({
      weight: 1,
      parts: labels[at + index] ? partsOf(labels[at + index]!) : [],
    }));
    rows.push({ kind: 'columns', cells }, { kind: 'space', height: 3 });
  }
  return rows;
}

function partsOf({ link, title, lines }: CodeLabel): PlainPart[] {
  const text = (words: string, bold: boolean): PlainPart => ({
    kind: 'text',
    text: words.length > 40 ? `${words.slice(0, 39)}…` : words,
    size: bold ? 9 : 8,
    bold,
    italic: false,
    align: 'center',
  });
  const shown = lines.length > 0 ? lines : [title];
  return [
    { kind: 'code', code: 'qrcode', content: link, width: 34, align: 'center', caption: false },
    ...shown.filter((line) => line !== '').map((line, index) => text(line, index === 0)),
  ];
}
