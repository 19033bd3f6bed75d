import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import { expect, test } from 'vitest';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { documentsPerPortion, DrawingCancelled, renderPdf } from './render-pdf.ts';

const documents = 40;

test('many records are drawn in portions: what was drawn leaves before the last ones are filled, and all is one PDF', async () => {
  let filled = 0;
  let drawn = 0;
  let most = 0;
  let early = 0;
  const chunks: Uint8Array[] = [];
  for await (const bytes of renderPdf(
    uncancelled,
    numbered(() => {
      most = Math.max(most, (filled += 1) - drawn);
    }),
    (count) => {
      drawn += count;
    },
  )) {
    chunks.push(bytes);
    if (filled < documents) early += bytes.length;
  }
  expect([filled, drawn]).toEqual([documents, documents]);
  expect(early).toBeGreaterThan(0);
  // those being drawn, those filled meanwhile, and nothing beyond
  expect(most).toBeLessThanOrEqual(documentsPerPortion * 2);
  const pdf = Buffer.concat(chunks).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(documents * 2);
  // a font is embedded once, however many portions write with it
  expect(pdf.match(/\/FontFile3? /g)).toHaveLength(1);
});

test('a batch that is cancelled draws no further, and what cannot be filled ends it with its reason', async () => {
  let filled = 0;
  const cancelled = { ...uncancelled, cancelled: () => filled > documentsPerPortion } as Job;
  await expect(
    drained(
      renderPdf(
        cancelled,
        numbered(() => {
          filled += 1;
        }),
        () => {},
      ),
    ),
  ).rejects.toThrow(DrawingCancelled);
  expect(filled).toBeLessThan(documents);
  await expect(
    drained(
      renderPdf(
        uncancelled,
        numbered(() => {
          throw new Error('the database is gone');
        }),
        () => {},
      ),
    ),
  ).rejects.toThrow('the database is gone');
});

const uncancelled = { cancelled: () => false } as Job;

/** Two pages each. */
async function* numbered(onFilled: () => void): AsyncGenerator<PrintDocument> {
  for (let at = 1; at <= documents; at += 1) {
    await Promise.resolve();
    onFilled();
    const text = (words: string) => ({
      kind: 'text' as const,
      text: words,
      size: 12,
      bold: false,
      italic: false,
      align: 'start' as const,
    });
    yield {
      title: `点检 ${at}`,
      paper: { width: 148, height: 210, margins: [10, 10, 10, 10] },
      fontSize: 10,
      header: { start: '', center: '', end: '' },
      footer: { start: '', center: '{{page}} / {{pages}}', end: '' },
      parts: [text(`第 ${at} 台`), { kind: 'break' }, text('合格')],
    };
  }
}

async function drained(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return chunks;
}
