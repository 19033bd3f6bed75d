import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import layoutBuilder from 'pdfmake/js/LayoutBuilder.js';
import pdfDocument from 'pdfmake/js/PDFDocument.js';
import renderer from 'pdfmake/js/Renderer.js';
import svgMeasure from 'pdfmake/js/SVGMeasure.js';
import layouts from 'pdfmake/js/tableLayouts.js';
import { pdfLayout } from './pdf-definition.ts';

/** One PDF, document by document. What was drawn is handed out at once and kept no longer: only fonts and pictures are shared. */
export interface PdfWriter {
  /** Pictures as JPEG by id of the file, each of them once. */
  addPictures(pictures: Record<string, Uint8Array>): void;
  /** Begins on a page of its own and counts its pages by itself. */
  draw(document: PrintDocument): void;
  /** The bytes since the last time. */
  take(): Uint8Array<ArrayBuffer>;
  /** The rest of the bytes: fonts, and where everything is. */
  end(): Promise<Uint8Array<ArrayBuffer>>;
}

/** `fonts`: paths of the two weights, the only files that are read. */
export function pdfWriter(title: string, fonts: { normal: string; bold: string }): PdfWriter {
  // pdfmake itself lays out everything before it draws the first page: its parts are used one document at a time
  const pdf = new pdfDocument.default(
    { Hans: { ...fonts, italics: fonts.normal, bolditalics: fonts.bold } },
    {},
    {},
    {},
    {
      autoFirstPage: false,
      compress: true,
      pdfVersion: '1.3',
      font: null,
      info: { Title: title, Producer: 'Formwork', Creator: 'Formwork' },
    },
    null,
    (path) => path === fonts.normal || path === fonts.bold,
  );
  const known = new Set<string>();
  return {
    addPictures(pictures) {
      // a picture that was drawn stands in the PDF, and its name leads there
      pdf.images = Object.fromEntries(
        Object.entries(pictures).map(([id, jpeg]) => [
          id,
          `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`,
        ]),
      );
      for (const id of Object.keys(pictures)) known.add(id);
    },
    draw(document) {
      const { size, margins, fontSize, styles, content, header, footer } = pdfLayout(document, known);
      const builder = new layoutBuilder.default(size, margins, new svgMeasure.default());
      builder.registerTableLayouts(layouts.tableLayouts);
      new renderer.default(pdf).renderPages(
        builder.layoutDocument(
          content,
          pdf,
          styles,
          { font: 'Hans', fontSize, lineHeight: 1.15 },
          undefined,
          header,
          footer,
        ),
      );
    },
    take: () => bytesOf((pdf.read() as Buffer | null) ?? Buffer.alloc(0)),
    async end() {
      pdf.end();
      const rest: Buffer[] = [];
      for await (const chunk of pdf as AsyncIterable<Buffer>) rest.push(chunk);
      return bytesOf(Buffer.concat(rest));
    },
  };
}

/** In memory of their own, which can be handed to another thread. */
function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
