import type { InputOf } from '@formwork/contract/endpoint.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { FlowRun, orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { errorText } from '../../platform/error-texts.ts';
import { pageTexts } from '../../platform/page-texts.ts';
import { sendCsv, sendWorkbook } from '../../platform/sheet/send.ts';
import type { SheetCell, SheetColumn } from '../../platform/sheet/write-xlsx.ts';
import { serialOf } from '../../platform/sheet/xlsx-formats.ts';
import { zoneOf } from '../enterprise/public.ts';
import { directoryOf } from '../organization/public.ts';
import { flowRunBatches } from './run-lists.ts';

type Format = InputOf<typeof orchestrationApi.runsSheet>['query']['format'];

/** The list of runs as it is filtered, in the words of whoever asks, by the enterprise's clock. */
export async function runsSheet(
  ctx: Ctx,
  { query }: InputOf<typeof orchestrationApi.runsSheet>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { format, ...filter } = query;
  const name = { 'zh-CN': '编排运行记录', en: 'Flow runs' }[ctx.locale];
  const cells = await cellsIn(ctx, format);
  async function* rows() {
    for await (const runs of flowRunBatches(ctx, filter, 1_000)) yield runs.map(cells);
  }
  const source = { name, columns: columnsIn(ctx.locale), rows: rows() };
  return format === 'csv' ? sendCsv(reply, name, source) : sendWorkbook(reply, name, source);
}

function columnsIn(locale: Locale): SheetColumn[] {
  const texts = pageTexts('flows', locale);
  const column = (key: string, width: number, format?: string): SheetColumn => ({
    title: texts[`flows.run.${key}`] ?? key,
    width,
    ...(format !== undefined && { format }),
  });
  const moment = 'yyyy-mm-dd hh:mm:ss';
  return [
    column('definition', 28),
    column('state', 12),
    column('trigger', 18),
    column('actor', 16),
    column('created_at', 20, moment),
    column('finished_at', 20, moment),
    column('seconds', 14, '0.000'),
    column('steps', 10, '0'),
    column('release', 10, '0'),
    column('error', 40),
    column('id', 38),
  ];
}

async function cellsIn({ platform, spaceId, locale }: Ctx, format: Format): Promise<(run: FlowRun) => SheetCell[]> {
  const { people } = await directoryOf(platform, spaceId);
  const zone = zoneOf(platform, spaceId);
  const words = pageTexts('runs', locale);
  const unseen = pageTexts('flows', locale)['flows.run.unseen'] ?? '';
  // a workbook reckons with times, delimited text shows them
  const moment = (at: string | null): SheetCell => {
    const wall = at === null ? null : wallText(at, zone);
    return wall === null || format === 'csv' ? wall : serialOf(wall);
  };
  return (run) => [
    run.name ? textIn(run.name, locale) : unseen,
    words[`runs.state.${run.state}`] ?? run.state,
    words[`runs.trigger.${run.trigger}`] ?? run.trigger,
    run.actor === null ? null : (people.get(run.actor)?.name ?? null),
    moment(run.createdAt),
    moment(run.finishedAt),
    secondsOf(run),
    run.steps,
    run.release,
    run.error && errorText(locale, run.error.code, run.error.data),
    run.id,
  ];
}

function secondsOf({ startedAt, finishedAt }: FlowRun): number | null {
  if (startedAt === null || finishedAt === null) return null;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;
}
