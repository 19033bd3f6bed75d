import { renderAsync } from 'docx-preview';
import { NotLoaded, Waiting, type ContentProps } from './FileContent.tsx';
import { sandboxDocument, type SandboxDocument } from './sandbox-document.ts';
import { SandboxFrame } from './SandboxFrame.tsx';
import { useDrawing } from './use-drawing.ts';

/** Around the pages where there is no room to spare. */
const narrowEdge = 8;
const frameCss = `body{margin:0;background:#e8eaed}.docx-wrapper{padding:16px!important;background:transparent!important}@media(max-width:900px){.docx-wrapper{padding:${narrowEdge}px!important;align-items:flex-start!important}}`;

/** A Word document with its pages, headers and pictures. */
export default function WordPreview({ file }: ContentProps) {
  const { drawn, isError, refetch } = useDrawing('word', file, draw);
  if (isError) return <NotLoaded retry={() => void refetch()} />;
  if (!drawn) return <Waiting />;
  return <SandboxFrame title={file.name} shown={drawn} />;
}

async function draw(bytes: Uint8Array<ArrayBuffer>): Promise<SandboxDocument> {
  const body = document.createElement('div');
  const styles = document.createElement('div');
  await renderAsync(new Blob([bytes]), body, styles, {
    inWrapper: true,
    useBase64URL: true,
    renderAltChunks: false,
    ignoreLastRenderedPageBreak: false,
  });
  const css = [...styles.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n');
  return sandboxDocument(body, frameCss + css, widestPage(body) + 2 * narrowEdge);
}

/** The library sets the width of each page on its section, in points. */
function widestPage(body: HTMLElement): number {
  const widths = [...body.querySelectorAll<HTMLElement>('section')].map(({ style }) => Number.parseFloat(style.width));
  return Math.ceil((Math.max(0, ...widths.filter(Number.isFinite)) * 96) / 72);
}
