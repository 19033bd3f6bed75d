import { renderAsync } from 'docx-preview';
import { NotLoaded, Waiting, type ContentProps } from './FileContent.tsx';
import { SandboxFrame } from './SandboxFrame.tsx';
import { useDrawing } from './use-drawing.ts';

const frameCss =
  'body{margin:0;background:#e8eaed}.docx-wrapper{padding:16px!important;background:transparent!important}@media(max-width:900px){.docx-wrapper{padding:8px!important;align-items:flex-start!important}}';

/** A Word document with its pages, headers and pictures. */
export default function WordPreview({ file }: ContentProps) {
  const { drawn, isError, refetch } = useDrawing('word', file, draw);
  if (isError) return <NotLoaded retry={() => void refetch()} />;
  if (!drawn) return <Waiting />;
  return <SandboxFrame title={file.name} drawn={drawn.body} css={frameCss + drawn.css} />;
}

async function draw(bytes: Uint8Array<ArrayBuffer>): Promise<{ body: HTMLElement; css: string }> {
  const body = document.createElement('div');
  const styles = document.createElement('div');
  await renderAsync(new Blob([bytes]), body, styles, {
    inWrapper: true,
    useBase64URL: true,
    renderAltChunks: false,
    ignoreLastRenderedPageBreak: false,
  });
  return { body, css: [...styles.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n') };
}
