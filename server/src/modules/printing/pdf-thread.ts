import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { pdfWriter, type PdfWriter } from './pdf-writer.ts';
import type { PdfMessage, PdfWork } from './render-pdf.ts';

/** Noto Sans Hans: all characters of GB 18030, licensed under the OFL. What a PDF uses of it is embedded. */
const fontFile = (weight: string) =>
  fileURLToPath(new URL(`../fonts/NotoSansHans-${weight}.otf`, import.meta.resolve('@embedpdf/fonts-sc')));

let writer: PdfWriter | undefined;

parentPort!.on('message', ({ documents, pictures }: PdfWork) => {
  writer ??= pdfWriter(documents[0]!.title, { normal: fontFile('Regular'), bold: fontFile('Bold') });
  writer.addPictures(pictures);
  for (const document of documents) writer.draw(document);
  if (documents.length > 0) tell(writer.take());
  else void writer.end().then(tell);
});

function tell(bytes: PdfMessage): void {
  // between threads there is no origin to name
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort!.postMessage(bytes, [bytes.buffer]);
}
