import { init } from 'pptx-preview';
import { NotLoaded, Waiting, type ContentProps } from './FileContent.tsx';
import { sandboxDocument, type SandboxDocument } from './sandbox-document.ts';
import { SandboxFrame } from './SandboxFrame.tsx';
import { useDrawing } from './use-drawing.ts';

const frameCss =
  'body{margin:0;background:#3c4043;font-family:sans-serif}.pptx-preview-wrapper{background:transparent!important;overflow:visible!important;height:auto!important;width:auto!important;max-width:100%}.pptx-preview-slide-wrapper{margin:12px auto!important}';
const width = 960;

/** Slides, one below the other. */
export default function SlidesPreview({ file }: ContentProps) {
  const { drawn, isError, refetch } = useDrawing('slides', file, draw);
  if (isError) return <NotLoaded retry={() => void refetch()} />;
  if (!drawn) return <Waiting />;
  return <SandboxFrame title={file.name} shown={drawn} />;
}

async function draw(bytes: Uint8Array<ArrayBuffer>): Promise<SandboxDocument> {
  const body = document.createElement('div');
  await init(body, { width, mode: 'list' }).preview(bytes.slice().buffer);
  keepCharts(body);
  return sandboxDocument(body, frameCss, width);
}

/** Charts are drawn on canvases, which lose their picture when they are copied. */
function keepCharts(body: HTMLElement): void {
  for (const canvas of body.querySelectorAll('canvas')) {
    const picture = document.createElement('img');
    picture.src = canvas.toDataURL();
    picture.style.cssText = canvas.style.cssText;
    canvas.replaceWith(picture);
  }
}
