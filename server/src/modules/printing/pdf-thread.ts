import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { pdfDefinition } from './pdf-definition.ts';
import type { PdfMessage, PdfWork } from './render-pdf.ts';

/** Noto Sans Hans: all characters of GB 18030, licensed under the OFL. What a PDF uses of it is embedded. */
const fontFile = (weight: string) => fileURLToPath(new URL(`../fonts/NotoSansHans-${weight}.otf`, import.meta.resolve('@embedpdf/fonts-sc')));
const [regular, bold] = [fontFile('Regular'), fontFile('Bold')];

const { documents, pictures } = workerData as PdfWork;
// between threads there is no origin to name
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (message: PdfMessage) => parentPort!.postMessage(message);

pdfmake.addFonts({ Hans: { normal: regular, italics: regular, bold, bolditalics: bold } });
// a template names nothing from outside
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path === regular || path === bold);
tell({ pdf: await pdfmake.createPdf(pdfDefinition(documents, pictures, (done) => tell({ done }))).getBuffer() });
