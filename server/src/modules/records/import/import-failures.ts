import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import { importDays, type CellError } from '@formwork/contract/records/import.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { firstRow } from '../../../platform/sheet/import/lines.ts';
import { sendRefused, type RefusedRow } from '../../../platform/sheet/import/send-refused.ts';
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
  async function* rows(): AsyncGenerator<RefusedRow> {
    for (let after = 0; ;) {
      const batch = await failuresAfter(ctx, params.importId, after);
      if (batch.length === 0) return;
      after = batch.at(-1)!.line;
      for (const { line, cells, reasons } of batch)
        yield { line, cells, reason: reasons.map((reason) => reasonText(ctx, reason)).join(chinese ? '；' : '; ') };
    }
  }
  return sendRefused(reply, ctx.locale, {
    name: `${found.file_name.replace(/\.[^.]*$/, '')} ${chinese ? '失败数据' : 'failures'}`,
    header: await firstRow(ctx.platform.files, found.file_key, found.reading),
    rows: rows(),
    numbered: true,
  });
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

function reasonText({ locale }: Ctx, { column, code, data }: CellError): string {
  return `${column === null ? '' : locale === 'zh-CN' ? `【${column}】` : `${column}: `}${errorText(locale, code, data)}`;
}
