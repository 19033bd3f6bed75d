import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';

interface Props {
  pdf: PDFDocumentProxy;
  number: number;
  width: number;
  onTop: () => void;
}

/** One page: an empty sheet of about its size until it comes near, then its picture with selectable text above it. */
export function PdfSheet({ pdf, number, width, onTop }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const texts = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy>();
  const top = useRef(onTop);
  top.current = onTop;

  useEffect(() => {
    const coming = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), { rootMargin: '600px 0px' });
    const middle = new IntersectionObserver(([entry]) => entry!.isIntersecting && top.current(), {
      rootMargin: '-50% 0px -50% 0px',
    });
    coming.observe(sheet.current!);
    middle.observe(sheet.current!);
    return () => {
      coming.disconnect();
      middle.disconnect();
    };
  }, []);
  useEffect(() => {
    if (near && !page) pdf.getPage(number).then(setPage, () => undefined);
  }, [near, page, pdf, number]);
  useEffect(() => {
    if (!near || !page || !canvas.current || !texts.current) return;
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    const sharp = Math.min(2, window.devicePixelRatio || 1);
    const [on, over] = [canvas.current, texts.current];
    on.width = Math.floor(viewport.width * sharp);
    on.height = Math.floor(viewport.height * sharp);
    const drawing = page.render({ canvas: on, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
    drawing.promise.catch(() => undefined);
    over.replaceChildren();
    over.style.setProperty('--total-scale-factor', String(viewport.scale));
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: over, viewport });
    layer.render().catch(() => undefined);
    return () => {
      drawing.cancel();
      layer.cancel();
    };
  }, [near, page, width]);

  const shape = page ? page.getViewport({ scale: 1 }) : { width: 1, height: Math.SQRT2 };
  return (
    <div
      ref={sheet}
      className="preview-sheet"
      data-page={number}
      style={{ width, height: (width * shape.height) / shape.width }}
    >
      <canvas ref={canvas} />
      <div ref={texts} className="preview-pdf-text" />
    </div>
  );
}
