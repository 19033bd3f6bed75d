import { onOwnHost } from '@formwork/ui/own-host.ts';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the build makes an address of it
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = onOwnHost(workerAddress);

// the tables of Chinese and Japanese encodings, the standard fonts and the decoders of scans, each loaded when a document asks for it
const files = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/*.{wasm,js}',
  ],
  { query: '?url', import: 'default', eager: true },
);
const addresses = new Map(Object.entries(files).map(([path, address]) => [path.split('/').at(-1)!, address]));

/** Takes what pdf.js needs beside a document from our own build. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename);
    if (address === undefined) throw new Error(`no file ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`file ${filename} ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Opens a document page by page: what is not looked at is not loaded. */
export function openPdf(address: string): { promise: Promise<PDFDocumentProxy>; destroy: () => void } {
  const task = getDocument({
    url: address,
    BinaryDataFactory: OwnFiles,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    disableAutoFetch: true,
    // on our own host the cookie goes along anyway, on another one the address has a ticket
    withCredentials: false,
  });
  return { promise: task.promise, destroy: () => void task.destroy() };
}
