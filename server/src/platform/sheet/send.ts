import type { FastifyReply } from 'fastify';
import { workbookOf } from './workbook.ts';

/** Answers rows of text as an xlsx file to be saved under this name. */
export async function sendSheet(reply: FastifyReply, name: string, rows: readonly (readonly string[])[]): Promise<FastifyReply> {
  return reply
    .header('content-disposition', `attachment; filename="sheet.xlsx"; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(await workbookOf(rows));
}
