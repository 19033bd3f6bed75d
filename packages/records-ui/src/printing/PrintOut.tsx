import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import type { Edge } from '@formwork/contract/printing/template.ts';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { PrintSheet } from './PrintSheet.tsx';

/** Pictures that do not come must not keep the printer waiting. */
const longestWaitMs = 8_000;

/** Prints a document and nothing of the page around it: the browser's dialog opens when all pictures are there. */
export function PrintOut({ document: printed, onDone }: { document: PrintDocument; onDone: () => void }) {
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    let given = false;
    const style = document.createElement('style');
    style.textContent = pageCss(printed);
    document.head.append(style);
    const title = document.title;
    const over = () => done.current();
    window.addEventListener('afterprint', over);
    void ready(sheet.current!).then(() => {
      if (given) return;
      // the name the browser gives a PDF
      document.title = printed.title;
      window.print();
      document.title = title;
    });
    return () => {
      given = true;
      window.removeEventListener('afterprint', over);
      style.remove();
    };
  }, [printed]);
  return createPortal(
    <div ref={sheet} className="fw-print-out">
      <PrintSheet document={printed} />
    </div>,
    document.body,
  );
}

/** Codes are drawn first, then every picture has loaded or failed. */
async function ready(sheet: HTMLElement): Promise<void> {
  const until = Date.now() + longestWaitMs;
  const waits = () =>
    [...sheet.querySelectorAll('img')].some((image) => image.getAttribute('src') === null || !image.complete);
  do await new Promise((resolve) => setTimeout(resolve, 60));
  while (waits() && Date.now() < until);
}

/** Paper, margins, and what stands above and below every page, with its number. */
function pageCss({ paper, header, footer }: PrintDocument): string {
  const margins = paper.margins.map((margin) => `${margin}mm`).join(' ');
  const boxes = (
    [
      ['top', header],
      ['bottom', footer],
    ] as const
  ).flatMap(([side, edge]) =>
    (
      [
        ['left', 'start'],
        ['center', 'center'],
        ['right', 'end'],
      ] as const
    ).flatMap(([place, part]) =>
      edge[part] === '' ? [] : `@${side}-${place}{content:${contentOf(edge[part])};font-size:8pt;color:#5f6368}`,
    ),
  );
  return `@page{size:${paper.width}mm ${paper.height}mm;margin:${margins};${boxes.join('')}}`;
}

function contentOf(text: Edge['start']): string {
  return text
    .split(/(\{\{\s*pages?\s*\}\})/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\{\{\s*pages\s*\}\}$/.test(part)
        ? 'counter(pages)'
        : /^\{\{\s*page\s*\}\}$/.test(part)
          ? 'counter(page)'
          : cssText(part),
    )
    .join(' ');
}

/** Every sign as its number: nothing of a text can end the string or the rule. */
function cssText(text: string): string {
  return `"${[...text].map((sign) => (/[A-Za-z0-9 ]/.test(sign) ? sign : `\\${sign.codePointAt(0)!.toString(16)} `)).join('')}"`;
}
