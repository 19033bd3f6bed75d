import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import { importDays, type CellError } from '@formwork/contract/records/import.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { batchesOf } from '../../../platform/sheet/rows.ts';
import { workbookStream, type SheetCell } from '../../../platform/sheet/write-xlsx.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { ownImport } from './imports.ts';

const rowsAtOnce = 1_000;

/** The rows that were left out, as they stood in the file, the reason beside each: mended, they can be imported again. */
export async function importFailures(
  ctx: Ctx,
  { params }: InputOf<typeof recordsApi.importFailures>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await ownImport(ctx, params.importId);
  if (found.purged_at !== null) throw notFound('records.import.failures_gone', { days: importDays });
  const chinese = ctx.locale === 'zh-CN';
  const header = await firstRow(ctx, found);
  const columns = [
    ...header.map((title) => ({ title, width: 16 })),
    { title: chinese ? '失败原因' : 'Reason', width: 60 },
    { title: chinese ? '原行号' : 'Line', width: 8 },
  ];
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    for (let after = 0; ;) {
      const batch = await failuresAfter(ctx, params.importId, after);
      if (batch.length === 0) return;
      after = batch.at(-1)!.line;
      yield batch.map(({ line, cells, reasons }): SheetCell[] => [
        ...header.map((_, at) => cells[at] ?? null),
        reasons.map((reason) => reasonText(ctx, reason)).join(chinese ? '；' : '; '),
        line,
      ]);
    }
  }
  const name = `${found.file_name.replace(/\.[^.]*$/, '')} ${chinese ? '失败数据' : 'failures'}.xlsx`;
  return reply
    .header('content-disposition', `attachment; filename="failures.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(workbookStream([{ name: chinese ? '失败数据' : 'Failures', columns, rows: rows() }]));
}

interface Failed {
  line: number;
  cells: string[];
  reasons: CellError[];
}

async function failuresAfter({ platform, spaceId }: Ctx, importId: string, line: number): Promise<Failed[]> {
  const { rows } = await spaceQuery<Failed>(platform, {
    text: `select line, cells, reasons from ${spaceSchema(spaceId)}.records_import_failure where import_id = $1 and line > $2 order by line limit ${rowsAtOnce}`,
    values: [importId, line],
  });
  return rows;
}

async function firstRow(
  { platform }: Ctx,
  { file_key: key, reading }: Awaited<ReturnType<typeof ownImport>>,
): Promise<string[]> {
  for await (const [first = []] of batchesOf(platform.files, key, reading))
    return reading.headerRow ? first : first.map((_, at) => String(at + 1));
  return [];
}

function reasonText({ locale }: Ctx, { column, code, data }: CellError): string {
  return `${column === null ? '' : locale === 'zh-CN' ? `【${column}】` : `${column}: `}${errorText(locale, code, data)}`;
}
