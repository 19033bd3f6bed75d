import type { Locale } from '@formwork/contract/identity/api.ts';
import type { FastifyReply } from 'fastify';
import { inBatches } from './lines.ts';
import { sendWorkbook } from '../send.ts';
import type { SheetCell } from '../write-xlsx.ts';

export interface RefusedRow {
  line: number;
  /** As they stood in the file. */
  cells: readonly string[];
  reason: string;
}

const rowsAtOnce = 1_000;
const titles = {
  reason: { 'zh-CN': '失败原因', en: 'Reason' },
  line: { 'zh-CN': '原行号', en: 'Line' },
  sheet: { 'zh-CN': '失败数据', en: 'Failures' },
} as const;

/** The rows that were left out, as they stood in the file, the reason behind each: mended, they can be imported again. */
export async function sendRefused(
  reply: FastifyReply,
  locale: Locale,
  {
    name,
    header,
    rows,
    numbered = false,
  }: { name: string; header: readonly string[]; rows: AsyncIterable<RefusedRow>; numbered?: boolean },
): Promise<FastifyReply> {
  const columns = [
    ...header.map((title) => ({ title, width: 16 })),
    { title: titles.reason[locale], width: 60 },
    ...(numbered ? [{ title: titles.line[locale], width: 8 }] : []),
  ];
  async function* cells(): AsyncGenerator<SheetCell[][]> {
    for await (const batch of inBatches(rows, rowsAtOnce))
      yield batch.map(({ line, cells: given, reason }): SheetCell[] => [
        ...header.map((_, at) => given[at] ?? null),
        reason,
        ...(numbered ? [line] : []),
      ]);
  }
  return sendWorkbook(reply, name, { name: titles.sheet[locale], columns, rows: cells() });
}
