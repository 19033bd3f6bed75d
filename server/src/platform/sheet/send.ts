import type { FastifyReply } from 'fastify';
import { workbookOf } from './workbook.ts';
import { workbookStream, type SheetSource } from './write-xlsx.ts';

/** Answers rows of text as an xlsx file to be saved under this name. */
export async function sendSheet(
  reply: FastifyReply,
  name: string,
  rows: readonly (readonly string[])[],
): Promise<FastifyReply> {
  return asFile(reply, name).send(await workbookOf(rows));
}

/** The same of a table whose numbers and times are to be reckoned with. */
export async function sendWorkbook(reply: FastifyReply, name: string, source: SheetSource): Promise<FastifyReply> {
  return asFile(reply, name).send(workbookStream([source]));
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .header(
      'content-disposition',
      `attachment; filename="sheet.xlsx"; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`,
    )
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
}
