import { renderAsync } from 'docx-preview';
import { useQuery } from '@tanstack/react-query';
import { NotLoaded, Waiting, type ContentProps } from './FileContent.tsx';
import { SandboxFrame } from './SandboxFrame.tsx';
import { useContent } from './use-content.ts';

const frameCss = 'body{margin:0;background:#e8eaed}.docx-wrapper{padding:16px!important;background:transparent!important}@media(max-width:900px){.docx-wrapper{padding:8px!important;align-items:flex-start!important}}';

/** A Word document with its pages, headers and pictures. */
export default function WordPreview({ file }: ContentProps) {
  const { data: bytes, isError, refetch } = useContent(file);
  const drawing = useQuery({
    queryKey: ['previewWord', file.content],
    enabled: bytes !== undefined,
    queryFn: async () => {
      const body = document.createElement('div');
      const styles = document.createElement('div');
      await renderAsync(new Blob([bytes!]), body, styles, { inWrapper: true, useBase64URL: true, renderAltChunks: false, ignoreLastRenderedPageBreak: false });
      return { body, css: [...styles.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n') };
    },
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    throwOnError: true,
  });
  if (isError) return <NotLoaded retry={() => void refetch()} />;
  if (!drawing.data) return <Waiting />;
  return <SandboxFrame title={file.name} drawn={drawing.data.body} css={frameCss + drawing.data.css} />;
}
