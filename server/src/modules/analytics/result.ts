import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartUse, NumberFormat } from '@formwork/contract/analytics/chart.ts';
import { isFigure, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { stretchOf } from '@formwork/chart/data/stretches.ts';
import { todayIn } from '@formwork/contract/condition/calendar.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { coloursOf, hueOfColour } from '@formwork/contract/hues/option-colours.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { zoneOf } from '../enterprise/public.ts';
import { directoryOf } from '../organization/public.ts';
import type { ChartAnswer } from '../records/public.ts';
import { boundariesOf } from './boundaries.ts';
import { calculate } from './calculated.ts';
import { compared } from './compared.ts';
import { keyLabels } from './key-labels.ts';
import {
  addsUp,
  type Asked,
  boundsQuestion,
  type Pick,
  questionOf,
  rankedQuestion,
  spreadQuestion,
  spreadUse,
} from './question.ts';
import { levelsOfDepartments } from './sets/department-levels.ts';
import { isGone, sourceOf } from './source-of.ts';
import type { Question, Readings, Source, SourceAnswer } from './source-types.ts';
import { toldApart } from './told-apart.ts';

/** The result of a chart by the rights of the caller: whoever has none on its source is refused, and sees no other result either. */
export async function resultOf(ctx: Ctx, chart: ChartDefinition, picks: readonly Pick[] = []): Promise<ChartResult> {
  const asked = askedOf(chart, picks);
  const spread = spreadUse(chart);
  const answer = spread ? await spreadAnswer(ctx, chart, asked, spread) : await drawnAnswer(ctx, asked);
  const { result, flags } = await resultFrom(ctx, chart, asked, answer);
  return {
    ...result,
    columns: toldApart(ctx, result.columns, asked.uses, flags),
    ...(spread && { counted: true as const, rows: result.rows.map((row, at) => [...row, answer.rows[at]!.at(-1)!]) }),
  };
}

/** The same with columns that are called as their fields are: data sets of charts know them by that. */
async function namedResultOf(ctx: Ctx, chart: ChartDefinition, most?: number): Promise<ChartResult> {
  const asked = askedOf(chart, []);
  const { question } = asked;
  const answer = await answerTo(ctx, most === undefined ? question : { ...question, limit: most });
  return (await resultFrom(ctx, chart, asked, answer)).result;
}

function askedOf(chart: ChartDefinition, picks: readonly Pick[]): Asked {
  if (chart.form === null)
    throw invalid('analytics.chart.no_form', [{ path: 'form', code: 'analytics.chart.no_form' }]);
  const asked = questionOf(chart, chart.form, picks);
  if (asked.uses.length === 0)
    throw invalid('analytics.chart.incomplete', [{ path: 'settings.slots', code: 'analytics.chart.incomplete' }]);
  return asked;
}

/** Of more groups than are drawn the largest, or smallest, where the chart shows these. */
async function drawnAnswer(ctx: Ctx, asked: Asked): Promise<SourceAnswer> {
  const answer = await answerTo(ctx, asked.question);
  const ranked = answer.cut ? rankedQuestion(asked) : undefined;
  return ranked ? answerTo(ctx, ranked) : answer;
}

/** How often each figure is there, all of them however many; the count stands behind the keys. */
async function spreadAnswer(ctx: Ctx, chart: ChartDefinition, asked: Asked, of: ChartUse): Promise<SourceAnswer> {
  const answer = await answerTo(ctx, spreadQuestion(chart, asked, of));
  if (!answer.cut) return answer;
  const { rows } = await answerTo(ctx, boundsQuestion(asked, of));
  const [low, high] = (rows[0] ?? []).map(Number);
  if (low === undefined || high === undefined || !(high > low)) return answer;
  return answerTo(ctx, spreadQuestion(chart, asked, of, [low, high]));
}

async function resultFrom(
  ctx: Ctx,
  chart: ChartDefinition,
  { uses, places, keys }: Asked,
  answer: SourceAnswer,
): Promise<{ result: ChartResult; flags: boolean[] }> {
  const [labels, map, holds] = await Promise.all([
    keyLabels(ctx, answer),
    boundariesOf(ctx, chart),
    heldByKeys(ctx, uses, answer),
  ]);
  const cellsOf = rowReader(uses, places);
  const whole = answer.cut ? answer.totals.find((total) => total.keys.length === 0) : undefined;
  const today = todayIn(new Date(), zoneOf(ctx.platform, ctx.spaceId));
  const asked = places.map((place) => answer.columns[firstPlace(place)]);
  const result: ChartResult = {
    columns: uses.map((use, at) => columnOf(ctx, today, use, asked[at], labels[at], holds[at])),
    rows: comparedRows(answer.rows.map(cellsOf), uses, keys, whole && cellsOf(whole.cells)),
    totals: answer.totals.map((total) => ({
      ...levelsOf(chart, uses, total.keys),
      // what is held against other groups says nothing over all of them
      cells: cellsOf(total.cells).map((cell, at) => (uses[at]!.versus === undefined ? cell : null)),
    })),
    ...(answer.cut && { cutFrom: answer.rows.length + 1 }),
    ...(answer.readAt !== undefined && { readAt: answer.readAt }),
    ...(answer.unread && { unread: answer.unread }),
    ...(map && { map }),
  };
  return { result, flags: asked.map((column) => column?.kind === 'boolean') };
}

/** The source of a chart, as the caller sees it. */
export function chartSource(ctx: Ctx, id: string): Promise<Source> {
  return sourceOf(ctx, id, readings);
}

export const readings: Readings = { chart: namedResultOf, source: chartSource };

/** What the records of a form or the rows of a data set answer. Fields that the person does not see are refused by name alone: no column of theirs is shown, not even empty. */
export async function answerTo(ctx: Ctx, question: Question): Promise<SourceAnswer> {
  try {
    const source = await chartSource(ctx, question.formId);
    const seen = new Set(source.fields.map(({ id }) => id));
    const asked = [...question.keys, ...question.figures].flatMap(({ field }) => field ?? []);
    // which of both is not told: that a hidden field is there is no news for whoever may not see it
    if (!asked.every((field) => seen.has(field))) throw forbidden('analytics.field_unseen');
    return await source.answer(question);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'analytics.field_unseen') throw error;
    if (error.code.startsWith('analytics.')) throw error;
    if (error.status === 404 && (await isGone(ctx, question.formId))) throw notFound('analytics.source_gone');
    if (error.status === 404 || error.status === 403) throw forbidden('analytics.no_right');
    if (error.code === 'records.list.bad_group') throw forbidden('analytics.field_unseen');
    throw error;
  }
}

/** Of keys that are departments with those below them: the names that each holds. */
async function heldByKeys(
  { platform, spaceId }: Ctx,
  uses: readonly ChartUse[],
  { rows }: ChartAnswer,
): Promise<(Record<string, string[]> | undefined)[]> {
  if (!uses.some(({ level }) => level !== undefined)) return [];
  const { below } = levelsOfDepartments(await directoryOf(platform, spaceId));
  return uses.map(({ level }, at) => {
    if (level === undefined) return undefined;
    const keys = new Set(rows.flatMap((row) => row[at] ?? []));
    return Object.fromEntries([...keys].map((key) => [key, below(level, key)]));
  });
}

type Cells = (string | null)[];

function firstPlace(place: number | number[]): number {
  return typeof place === 'number' ? place : (place[0] ?? -1);
}

function rowReader(uses: readonly ChartUse[], places: readonly (number | number[])[]): (row: Cells) => Cells {
  const readers = places.map((place, at) => {
    if (typeof place === 'number') return (row: Cells) => row[place] ?? null;
    const work = calculate(uses[at]!.calc!);
    return (row: Cells) => work(place.map((one) => row[one] ?? null));
  });
  return (row) => readers.map((read) => read(row));
}

/** Figures that are held against others, once all rows are there. */
function comparedRows(rows: Cells[], uses: readonly ChartUse[], keys: number, whole: Cells | undefined): Cells[] {
  if (!uses.some(({ versus }) => versus !== undefined)) return rows;
  const places = Array.from({ length: keys }, (_, at) => at);
  const along = places.find((at) => uses[at]!.step !== undefined) ?? places[0];
  const apart = places.filter((at) => at !== along);
  const columns = uses.map(({ versus }, at) =>
    versus === undefined
      ? undefined
      : compared(rows, {
          at,
          with: versus,
          along,
          step: along === undefined ? undefined : uses[along]!.step,
          whole: whole?.[at] == null ? undefined : Number(whole[at]),
          apart,
        }),
  );
  return rows.map((row, place) => row.map((cell, at) => (columns[at] ? columns[at][place]! : cell)));
}

function columnOf(
  { locale }: Ctx,
  today: string,
  use: ChartUse,
  column: SourceAnswer['columns'][number] | undefined,
  labels: Record<string, string> | undefined,
  holds: Record<string, string[]> | undefined,
): ChartResult['columns'][number] {
  const { field, kind } = column ?? { field: undefined, kind: 'number' as const };
  const title = use.title ? textIn(use.title, locale) : field ? textIn(field.title, locale) : '';
  if (isFigure(use)) {
    const ofTime = !use.versus && !use.calc && (use.fn === 'min' || use.fn === 'max') && isTime(kind);
    const share = use.versus ? shares.has(use.versus) : kind === 'boolean' && use.fn === 'avg';
    const own = ownFormat(column, use);
    const format =
      share || own ? { ...(share && { as: 'percent' as const, decimals: 1 }), ...own, ...use.format } : use.format;
    return {
      id: use.id,
      title,
      kind: ofTime ? (kind === 'date' ? 'date' : 'moment') : 'number',
      additive: addsUp(use),
      ...(format && { format }),
    };
  }
  const hues = field ? huesOf(field) : undefined;
  return {
    id: use.id,
    title,
    kind: kind === 'number' ? 'number' : use.step || kind === 'date' ? 'date' : kind === 'dateTime' ? 'moment' : 'text',
    ...(use.step && { step: use.step, ...(isTime(kind) && { now: stretchOf(today, use.step) }) }),
    ...(labels && { labels }),
    ...(hues && { hues }),
    ...formatOf(column, use),
    ...(field && { of: { field: field.id, kind: fieldKind(field), ...(holds && { holds }) } }),
  };
}

const shares: ReadonlySet<string> = new Set(['share', 'change', 'yearChange']);

/** What is counted, ranked or a share is of another kind than its field. */
function ownFormat(
  column: SourceAnswer['columns'][number] | undefined,
  { fn, versus, format }: ChartUse,
): NumberFormat | undefined {
  const counts = fn === 'count' || fn === 'filled' || fn === 'empty' || fn === 'distinct';
  if (!column?.field || counts || versus === 'rank' || (versus && shares.has(versus))) return undefined;
  const { unit: ofField } = column.field.config as { unit?: unknown };
  const { unit = ofField, ...rest } = column.format ?? {};
  const own = { ...rest, ...(typeof unit === 'string' && unit !== '' && format?.as !== 'percent' && { unit }) };
  return Object.keys(own).length === 0 ? undefined : own;
}

function formatOf(column: SourceAnswer['columns'][number] | undefined, use: ChartUse): { format?: NumberFormat } {
  const own = use.step === undefined ? ownFormat(column, use) : undefined;
  return own || use.format ? { format: { ...own, ...use.format } } : {};
}

function isTime(kind: string): boolean {
  return kind === 'date' || kind === 'dateTime';
}

/** The hues that options are drawn in everywhere. */
function huesOf({ config }: Field): Record<string, HueName> | undefined {
  const { options } = config as { options?: Option[] };
  if (!options || options.length === 0) return undefined;
  const colours = coloursOf(options);
  return Object.fromEntries(options.map(({ id }, at) => [id, hueOfColour(colours[at]!)]));
}

/** How many keys of rows and of columns a total still tells apart. */
function levelsOf(
  { settings: { slots } }: ChartDefinition,
  uses: readonly ChartUse[],
  keys: readonly number[],
): { rows: number; columns: number } {
  const across = new Set((slots.column ?? []).map(({ id }) => id));
  const columns = keys.filter((at) => across.has(uses[at]!.id)).length;
  return { rows: keys.length - columns, columns };
}
