import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Waiting, type ContentProps } from './FileContent.tsx';
import { openPdf } from './pdf-document.ts';
import { PdfSheet } from './PdfSheet.tsx';

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** A PDF, its pages one below the other; each is drawn when it comes into sight. */
export default function PdfPreview({ file }: ContentProps) {
  const t = useT();
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [failure, setFailure] = useState<Error>();
  const [zoom, setZoom] = useState(1);
  const [at, setAt] = useState(1);
  const [width, setWidth] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const opening = openPdf(file.content);
    opening.promise.then(setPdf, (error: unknown) =>
      setFailure(error instanceof Error ? error : new Error('unreadable', { cause: error })),
    );
    return opening.destroy;
  }, [file.content]);
  useEffect(() => {
    if (!pdf || !scroller.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.min(1000, entry!.contentRect.width - 24)));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [pdf]);
  if (failure) throw failure;
  if (!pdf) return <Waiting />;

  const step = (by: number) => setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom) + by))]!);
  const goTo = (page: number) =>
    scroller.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
  return (
    <>
      <div className="preview-tools" role="toolbar" aria-label={t('preview.pdf.tools')}>
        <Button
          icon={<ZoomOutOutlined />}
          disabled={zoom === zooms[0]}
          onClick={() => step(-1)}
          aria-label={t('preview.zoom_out')}
          title={t('preview.zoom_out')}
        />
        <button type="button" className="preview-zoom" onClick={() => setZoom(1)} title={t('preview.fit')}>
          {Math.round(zoom * 100)}%
        </button>
        <Button
          icon={<ZoomInOutlined />}
          disabled={zoom === zooms.at(-1)}
          onClick={() => step(1)}
          aria-label={t('preview.zoom_in')}
          title={t('preview.zoom_in')}
        />
        <label className="preview-page-number">
          <input
            type="number"
            min={1}
            max={pdf.numPages}
            value={at}
            aria-label={t('preview.pdf.page')}
            onChange={(event) => {
              setAt(event.target.valueAsNumber || 1);
              goTo(event.target.valueAsNumber);
            }}
          />{' '}
          / {pdf.numPages}
        </label>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div className="preview-pdf" ref={scroller} tabIndex={0}>
        {width > 0 &&
          Array.from({ length: pdf.numPages }, (_, index) => (
            <PdfSheet key={index} pdf={pdf} number={index + 1} width={width * zoom} onTop={() => setAt(index + 1)} />
          ))}
      </div>
    </>
  );
}
