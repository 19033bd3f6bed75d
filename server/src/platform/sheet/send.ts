import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { workbookOf } from './workbook.ts';
import { csvContent } from './write-csv.ts';
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

/** The same as delimited text. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  { columns, rows }: Pick<SheetSource, 'columns' | 'rows'>,
): Promise<FastifyReply> {
  const content = csvContent(columns, rows, { delimiter: ',', encoding: 'utf-8' });
  return asFile(reply, name, 'csv').send(Readable.from(content));
}

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

function asFile(reply: FastifyReply, name: string, ending: keyof typeof types = 'xlsx'): FastifyReply {
  return reply
    .header(
      'content-disposition',
      `attachment; filename="sheet.${ending}"; filename*=UTF-8''${encodeURIComponent(`${name}.${ending}`)}`,
    )
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type(types[ending]);
}
