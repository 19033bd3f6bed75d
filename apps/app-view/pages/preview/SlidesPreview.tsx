import { useQuery } from '@tanstack/react-query';
import { init } from 'pptx-preview';
import { NotLoaded, Waiting, type ContentProps } from './FileContent.tsx';
import { SandboxFrame } from './SandboxFrame.tsx';
import { useContent } from './use-content.ts';

const frameCss = 'body{margin:0;background:#3c4043;font-family:sans-serif}.pptx-preview-wrapper{background:transparent!important;overflow:visible!important;height:auto!important;width:auto!important;max-width:100%}.pptx-preview-slide-wrapper{margin:12px auto!important}';
const width = 960;

/** Slides, one below the other. */
export default function SlidesPreview({ file }: ContentProps) {
  const { data: bytes, isError, refetch } = useContent(file);
  const drawing = useQuery({
    queryKey: ['previewSlides', file.content],
    enabled: bytes !== undefined,
    queryFn: async () => {
      const body = document.createElement('div');
      await init(body, { width, mode: 'list' }).preview(bytes!.slice().buffer);
      keepCharts(body);
      return body;
    },
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    throwOnError: true,
  });
  if (isError) return <NotLoaded retry={() => void refetch()} />;
  if (!drawing.data) return <Waiting />;
  return <SandboxFrame title={file.name} drawn={drawing.data} css={frameCss} />;
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
