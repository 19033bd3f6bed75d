import { Readable } from 'node:stream';
import { Drills, type analyticsApi, type ChartResult, type SavedFormat } from '@formwork/contract/analytics/api.ts';
import { Condition } from '@formwork/contract/condition/condition.ts';
import { isOfRecords, type ChartDefinition, type Dashboard } from '@formwork/contract/analytics/definition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { SourceId } from '@formwork/contract/analytics/source.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import ZipStream from 'zip-stream';
import type { Ctx } from '../../platform/context.ts';
import { AppError, forbidden, invalid } from '../../platform/errors.ts';
import { csvContent } from '../../platform/sheet/write-csv.ts';
import { workbookStream, type SheetCell, type SheetColumn, type SheetSource } from '../../platform/sheet/write-xlsx.ts';
import { zoneOf } from '../enterprise/public.ts';
import { answered, chartOfPanel, releasedDashboard } from './charts.ts';
import { requireSeen } from './require-seen.ts';
import { draw } from './pictures/draw.ts';
import {
  atLevel,
  boardPages,
  boardPicture,
  chartPicture,
  panelAnswers,
  type PanelAnswer,
} from './pictures/parts-of.ts';
import { screenPicture, screenShown } from './pictures/screen-parts.ts';
import type { Pick } from './question.ts';
import { chartSource } from './result.ts';
import { filedResult } from './table-file.ts';

type Asked = InputOf<typeof analyticsApi.chartFile>['query'];

export async function chartFile(
  ctx: Ctx,
  { params, query }: InputOf<typeof analyticsApi.chartFile>,
  reply: FastifyReply,
) {
  await requireSeen(ctx, 'chart', params.chartId);
  return sendChart(ctx, reply, params.chartId, null, query);
}

export async function panelFile(
  ctx: Ctx,
  { params, query }: InputOf<typeof analyticsApi.panelFile>,
  reply: FastifyReply,
) {
  const { chart, title } = await chartOfPanel(ctx, params);
  return sendChart(ctx, reply, chart, title, query);
}

export async function dashboardFile(
  ctx: Ctx,
  { params, query }: InputOf<typeof analyticsApi.dashboardFile>,
  reply: FastifyReply,
) {
  await requireSeen(ctx, 'dashboard', params.dashboardId);
  const { format, dark = false, picks, drills } = query;
  const wanted = { format, dark, picks: picksIn(picks), drills: drillsIn(drills) };
  const { name, ending, content } = await dashboardContent(ctx, params.dashboardId, wanted);
  return asFile(reply, name, ending).send(content);
}

export async function screenFile(
  ctx: Ctx,
  { params, query }: InputOf<typeof analyticsApi.screenFile>,
  reply: FastifyReply,
) {
  await requireSeen(ctx, 'screen', params.screenId);
  const { format, picks, drills } = query;
  const shown = await screenShown(ctx, params.screenId, picksIn(picks), drillsIn(drills));
  const { name, answers } = shown;
  if (format === 'png' || format === 'pdf')
    return asFile(reply, name, format).send(
      await draw(ctx.platform, format, screenPicture(shown, madeAt(ctx), ctx.locale)),
    );
  const sheets = await sheetsOf(ctx, [...answers.values()]);
  if (format === 'csv') return asFile(reply, name, 'zip').send(zipOf(sheets));
  return asFile(reply, name, format).send(workbookStream(sheets));
}

export interface FileContent {
  name: string;
  ending: keyof typeof fileTypes;
  content: Buffer | Readable;
}
type Drawn = Omit<WantedFile, 'picks' | 'drills'>;

export interface WantedFile {
  format: SavedFormat;
  dark: boolean;
  picks: readonly Pick[];
  /** Panels of a dashboard that were gone down into. */
  drills?: Drills;
}

/** What a person sees of a dashboard as a file. Whether they may see it was asked before. */
export async function dashboardContent(ctx: Ctx, dashboardId: string, wanted: WantedFile): Promise<FileContent> {
  const { name, body } = await releasedDashboard(ctx, dashboardId);
  const answers = await panelAnswers(ctx, body, wanted.picks, wanted.drills);
  return boardContent(ctx, textIn(name, ctx.locale), body, answers, wanted);
}

/** The answers of its panels as a file. */
export async function boardContent(
  ctx: Ctx,
  name: string,
  board: Dashboard,
  answers: readonly PanelAnswer[],
  { format, dark }: Drawn,
): Promise<FileContent> {
  if (format === 'png' || format === 'pdf') {
    const pages = boardPages(board, answers, ctx.locale);
    const picture = boardPicture(name, madeAt(ctx), pages, { dark, locale: ctx.locale });
    return { name, ending: format, content: await draw(ctx.platform, format, picture) };
  }
  const sheets = await sheetsOf(ctx, answers);
  if (format === 'csv') return { name, ending: 'zip', content: zipOf(sheets) };
  return { name, ending: format, content: workbookStream(sheets) };
}

async function sendChart(
  ctx: Ctx,
  reply: FastifyReply,
  chartId: string,
  title: Text | null,
  { format, picks, level = 0, path, dark = false }: Asked,
) {
  const wanted = { format, dark, picks: picksIn(picks) };
  const { name, ending, content } = await chartContent(ctx, chartId, title, wanted, { level, path });
  return asFile(reply, name, ending).send(content);
}

export async function chartContent(
  ctx: Ctx,
  chartId: string,
  given: Text | null,
  wanted: WantedFile,
  { level = 0, path }: { level?: number; path?: string | undefined } = {},
): Promise<FileContent> {
  const shown = await answered(ctx, chartId, { picks: [...wanted.picks], level });
  return shownContent(ctx, atLevel(textIn(given ?? shown.name, ctx.locale), path), shown, wanted);
}

/** The answer of one chart as a file. */
export async function shownContent(
  ctx: Ctx,
  title: string,
  shown: NonNullable<PanelAnswer['shown']>,
  { format, dark }: Drawn,
): Promise<FileContent> {
  if (format === 'png' || format === 'pdf') {
    const picture = chartPicture({ title, shown, problem: '' }, madeAt(ctx), { dark, locale: ctx.locale });
    return { name: title, ending: format, content: await draw(ctx.platform, format, picture) };
  }
  await mayTakeAway(ctx, shown.definition);
  const sheet = sheetOf(title, filedResult(shown.result, shown.definition.settings, ctx.locale));
  return { name: title, ending: format, content: format === 'xlsx' ? workbookStream([sheet]) : csvOf(sheet) };
}

function madeAt({ platform, spaceId }: Ctx): string {
  return wallText(new Date().toISOString(), zoneOf(platform, spaceId)).slice(0, 16);
}

/** Single records leave the product only where their source lets the person export them; figures over groups are what they see anyway. */
async function mayTakeAway(ctx: Ctx, { form, settings }: ChartDefinition): Promise<void> {
  if (form === null || !isOfRecords(settings)) return;
  const source = await chartSource(ctx, form);
  if (!(await source.mayGiveRows('taken'))) throw forbidden('analytics.no_right');
}

/** A sheet a chart; what the person may not take away, or not see, is left out. */
async function sheetsOf(ctx: Ctx, answers: readonly Omit<PanelAnswer, 'panel'>[]): Promise<SheetSource[]> {
  const sheets: SheetSource[] = [];
  const taken = new Set<string>();
  for (const { shown, title } of answers) {
    if (!shown || !(await mayTake(ctx, shown.definition))) continue;
    const named = sheetName(title, taken);
    const result = filedResult(shown.result, shown.definition.settings, ctx.locale);
    sheets.push({ ...sheetOf(title, result), name: named });
  }
  if (sheets.length === 0) throw forbidden('analytics.no_right');
  return sheets;
}

async function mayTake(ctx: Ctx, definition: ChartDefinition): Promise<boolean> {
  try {
    await mayTakeAway(ctx, definition);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** Sheets have short names without some signs, each once. */
function sheetName(title: string, taken: Set<string>): string {
  const plain = title.replace(/[\\/:*?"<>|[\]\u0000-\u001f]/g, ' ').trim() || 'chart';
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? plain.slice(0, 31) : `${plain.slice(0, 27)} ${n}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

function sheetOf(title: string, result: ChartResult): SheetSource {
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    yield result.rows.map((row) => row.map((cell, at) => cellOf(result.columns[at]!, cell)));
  }
  return {
    name: sheetName(title, new Set()),
    columns: result.columns.map((column): SheetColumn => ({ title: headOf(column), width: 16 })),
    rows: rows(),
  };
}

function csvOf({ columns, rows }: SheetSource): Readable {
  return Readable.from(csvContent([...columns], rows, { delimiter: ',', encoding: 'utf-8' }));
}

function zipOf(sheets: readonly SheetSource[]): Readable {
  const zip = new ZipStream({ level: 1 });
  const write = async () => {
    for (const sheet of sheets) {
      const chunks: Buffer[] = [];
      for await (const chunk of csvOf(sheet)) chunks.push(Buffer.from(chunk as Uint8Array));
      await new Promise<void>((resolve, reject) => {
        zip.entry(Buffer.concat(chunks), { name: `${sheet.name}.csv` }, (error) => (error ? reject(error) : resolve()));
      });
    }
    zip.finish();
  };
  write().catch((error: unknown) => zip.destroy(error as Error));
  return zip;
}

export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  png: 'image/png',
  pdf: 'application/pdf',
} as const;

export function asFile(reply: FastifyReply, title: string, ending: keyof typeof fileTypes): FastifyReply {
  const called = title.replace(/[\\/:*?"<>|\u0000-\u001f]/g, ' ').trim() || 'chart';
  return reply
    .header(
      'content-disposition',
      `attachment; filename="chart.${ending}"; filename*=UTF-8''${encodeURIComponent(`${called}.${ending}`)}`,
    )
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type(fileTypes[ending]);
}

const Picks = z.array(z.object({ form: SourceId, where: Condition })).max(20);

function picksIn(text: string | undefined): z.infer<typeof Picks> {
  return text === undefined ? [] : readIn('picks', Picks, text);
}

function drillsIn(text: string | undefined): Drills {
  return text === undefined ? {} : readIn('drills', Drills, text);
}

function readIn<Value>(path: string, schema: z.ZodType<Value>, text: string): Value {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw invalid('analytics.picks.wrong', [{ path, code: 'analytics.picks.wrong' }]);
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
