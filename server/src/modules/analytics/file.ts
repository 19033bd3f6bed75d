import { Readable } from 'node:stream';
import type { analyticsApi, ChartResult } from '@formwork/contract/analytics/api.ts';
import { Condition } from '@formwork/contract/condition/condition.ts';
import { isOfRecords, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { SourceId } from '@formwork/contract/analytics/source.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { sendWorkbook } from '../../platform/sheet/send.ts';
import { csvContent } from '../../platform/sheet/write-csv.ts';
import type { SheetCell, SheetColumn } from '../../platform/sheet/write-xlsx.ts';
import { answered, chartOfPanel, requireSeen } from './charts.ts';
import { chartSource } from './result.ts';

type Asked = InputOf<typeof analyticsApi.chartFile>['query'];

export async function chartFile(
  ctx: Ctx,
  { params, query }: InputOf<typeof analyticsApi.chartFile>,
  reply: FastifyReply,
) {
  await requireSeen(ctx, 'chart', params.chartId);
  return send(ctx, reply, params.chartId, null, query);
}

export async function panelFile(
  ctx: Ctx,
  { params, query }: InputOf<typeof analyticsApi.panelFile>,
  reply: FastifyReply,
) {
  const { chart, title } = await chartOfPanel(ctx, params);
  return send(ctx, reply, chart, title, query);
}

async function send(
  ctx: Ctx,
  reply: FastifyReply,
  chartId: string,
  title: Text | null,
  { format, picks, level = 0 }: Asked,
) {
  const { name, definition, result } = await answered(ctx, chartId, { picks: picksIn(picks), level });
  await mayTakeAway(ctx, definition);
  const called =
    textIn(title ?? name, ctx.locale)
      .replace(/[\\/:*?"<>|\u0000-\u001f]/g, ' ')
      .trim() || 'chart';
  const columns = result.columns.map((column): SheetColumn => ({ title: headOf(column), width: 16 }));
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    yield result.rows.map((row) => row.map((cell, at) => cellOf(result.columns[at]!, cell)));
  }
  if (format === 'xlsx') return sendWorkbook(reply, called, { name: called.slice(0, 31), columns, rows: rows() });
  return reply
    .header(
      'content-disposition',
      `attachment; filename="chart.csv"; filename*=UTF-8''${encodeURIComponent(`${called}.csv`)}`,
    )
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(csvContent(columns, rows(), { delimiter: ',', encoding: 'utf-8' })));
}

/** Single records leave the product only where their source lets the person export them; figures over groups are what they see anyway. */
async function mayTakeAway(ctx: Ctx, { form, settings }: ChartDefinition): Promise<void> {
  if (form === null || !isOfRecords(settings)) return;
  const source = await chartSource(ctx, form);
  if (!(await source.mayGiveRows('taken'))) throw forbidden('analytics.no_right');
}

const Picks = z.array(z.object({ form: SourceId, where: Condition })).max(20);

function picksIn(text: string | undefined): z.infer<typeof Picks> {
  if (text === undefined) return [];
  try {
    return Picks.parse(JSON.parse(text));
  } catch {
    throw invalid('analytics.picks.wrong', [{ path: 'picks', code: 'analytics.picks.wrong' }]);
  }
}

type Column = ChartResult['columns'][number];

function headOf({ title, format }: Column): string {
  return format?.unit ? `${title} (${format.unit})` : title;
}

/** Numbers as numbers where no digit is lost on the way, keys by their names. */
function cellOf({ kind, labels }: Column, cell: string | number | null): SheetCell {
  if (cell === null) return null;
  if (kind !== 'number') return labels?.[String(cell)] ?? String(cell);
  const value = Number(cell);
  return Number.isFinite(value) && String(cell).replace(/[-.]/g, '').length <= 15 ? value : String(cell);
}
