import { z } from 'zod';
import { hueNames } from '../hues/hues.ts';
import { nameText, Text } from '../text.ts';
import { dateSteps } from '../views/pivot.ts';

/** Every kind of chart; how each is drawn stands in `packages/chart/src/kinds`. */
export const chartKinds = [
  'table',
  'pivot',
  'kpi',
  'gauge',
  'line',
  'area',
  'bar',
  'stacked',
  'share',
  'combined',
  'pie',
  'ring',
  'rose',
  'scatter',
  'bubble',
  'heat',
  'calendar',
  'treemap',
  'sunburst',
  'sankey',
  'funnel',
  'waterfall',
  'radar',
  'box',
  'candlestick',
  'histogram',
  'map',
  'cloud',
  'liquid',
  'gantt',
] as const;
export type ChartKind = (typeof chartKinds)[number];

/** The places of a chart that take columns of the result. */
export const chartSlots = [
  'x',
  'y',
  'y2',
  'color',
  'size',
  'label',
  'row',
  'column',
  'from',
  'to',
  'start',
  'end',
  'place',
  'open',
  'close',
  'low',
  'high',
  'target',
  'path',
  'tip',
  'facet',
] as const;
export type ChartSlot = (typeof chartSlots)[number];

export const chartTones = ['good', 'warn', 'bad', 'calm'] as const;
export type ChartTone = (typeof chartTones)[number];

const Id = z.string().min(1).max(80);
const Hue = z.enum(hueNames);

export const NumberFormat = z.object({
  /** `short` is 1.23万 and 12.3K; percent takes 0.5 as 50 %. */
  as: z.enum(['plain', 'short', 'percent']).optional(),
  decimals: z.int().min(0).max(10).optional(),
  unit: z.string().max(20).optional(),
});
export type NumberFormat = z.infer<typeof NumberFormat>;

export const chartFunctions = ['count', 'filled', 'empty', 'distinct', 'sum', 'avg', 'median', 'min', 'max'] as const;
export type ChartFunction = (typeof chartFunctions)[number];

/** What a figure is held against: the sum of all, what came before it, the same stretch a year ago. */
export const comparisons = ['share', 'running', 'rank', 'previous', 'change', 'year', 'yearChange'] as const;
export type ComparedWith = (typeof comparisons)[number];

/** A figure worked out from figures of the same group, each known to the expression by its name. */
export const CalculatedFigure = z.object({
  expression: z.string().max(500),
  parts: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z][a-z0-9]{0,9}$/),
        field: z.string().max(200),
        fn: z.enum(chartFunctions),
      }),
    )
    .max(10),
});
export type CalculatedFigure = z.infer<typeof CalculatedFigure>;

/** A level that a click leads down to. */
export const DrillStep = z.object({
  field: z.string().max(200),
  step: z.enum(dateSteps).optional(),
  /** Of the names of departments: those that stand above them on a level of the tree, the top being 1. */
  level: z.int().min(1).max(20).optional(),
});
export type DrillStep = z.infer<typeof DrillStep>;
export const mostDrillSteps = 6;

/** Only groups whose figure is so are in the result. */
export const groupLimits = ['gt', 'gte', 'lt', 'lte'] as const;
export const GroupLimit = z.object({
  is: z.enum(groupLimits),
  /** As text, so that no digit is lost. */
  value: z.string().regex(/^-?\d{1,30}(\.\d{1,10})?$/),
});
export type GroupLimit = z.infer<typeof GroupLimit>;

/** Whether groups can be held against a number by it: one that is worked out of others, or a day, is none. */
export function canLimit({ fn, calc }: Pick<ChartUse, 'fn' | 'calc'>): boolean {
  return fn !== undefined && calc === undefined;
}

/** One field put into a slot. `id` names the column of the result that it becomes. */
export const ChartUse = z.object({
  id: Id,
  field: z.string().max(200),
  title: Text.optional(),
  fn: z.enum(chartFunctions).optional(),
  calc: CalculatedFigure.optional(),
  versus: z.enum(comparisons).optional(),
  only: z.array(GroupLimit).max(2).optional(),
  step: z.enum(dateSteps).optional(),
  /** As of `DrillStep`. */
  level: z.int().min(1).max(20).optional(),
  bins: z.int().min(2).max(200).optional(),
  sort: z.object({ by: z.enum(['value', 'label']), desc: z.boolean().optional() }).optional(),
  top: z.object({ n: z.int().min(1).max(1000), rest: z.boolean() }).optional(),
  format: NumberFormat.optional(),
  hue: Hue.optional(),
});
export type ChartUse = z.infer<typeof ChartUse>;

/** Further ahead nothing is said. */
export const mostAhead = 60;

const Stat = z.enum(['avg', 'median', 'min', 'max']);

/** Lines and bands behind the figures, and the trend through them. */
export const ChartMark = z.discriminatedUnion('is', [
  z.object({ is: z.literal('line'), at: z.union([z.number(), Stat]), label: Text.optional(), hue: Hue.optional() }),
  z.object({ is: z.literal('band'), from: z.number(), to: z.number(), label: Text.optional(), hue: Hue.optional() }),
  z.object({ is: z.literal('trend'), of: Id.optional() }),
  /** So many stretches of time beyond the last. */
  z.object({ is: z.literal('forecast'), of: Id.optional(), ahead: z.int().min(1).max(mostAhead) }),
]);
export type ChartMark = z.infer<typeof ChartMark>;

/** The first rule that holds colours a figure; `from` belongs to it, `below` does not. */
export const ToneRule = z
  .object({ of: Id, from: z.number().optional(), below: z.number().optional(), tone: z.enum(chartTones) })
  .refine(({ from, below }) => from !== undefined || below !== undefined, 'bounds');
export type ToneRule = z.infer<typeof ToneRule>;

/** How it looks. Everything has a good start, so nothing need be set. */
export const ChartLook = z.object({
  legend: z.enum(['none', 'top', 'bottom', 'right']).optional(),
  labels: z.boolean().optional(),
  /** Bars lie. */ flat: z.boolean().optional(),
  smooth: z.boolean().optional(),
  /** Areas on top of each other. */ stack: z.boolean().optional(),
  log: z.boolean().optional(),
  zoom: z.boolean().optional(),
  /** What has no figure; `out`: a stretch of time without rows has no place either. */
  gaps: z.enum(['gap', 'zero', 'join', 'out']).optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  bands: z
    .array(z.object({ to: z.number(), hue: Hue }))
    .max(10)
    .optional(),
  hues: z.record(z.string(), Hue).optional(),
  /** The file whose boundaries a map is drawn of. */ map: z.string().max(80).optional(),
  mapName: nameText().max(200).optional(),
  totals: z.boolean().optional(),
  /** Which way of a change is good; without it a change has no colour. */ better: z.enum(['up', 'down']).optional(),
});
export type ChartLook = z.infer<typeof ChartLook>;

/** The half of a chart that says how its result is drawn. */
export const ChartSettings = z.object({
  kind: z.enum(chartKinds),
  slots: z.partialRecord(z.enum(chartSlots), z.array(ChartUse).max(30)),
  marks: z.array(ChartMark).max(20).default([]),
  tones: z.array(ToneRule).max(20).default([]),
  /** Words at a value of the x axis. */
  notes: z
    .array(z.object({ at: z.string().max(200), text: Text }))
    .max(50)
    .default([]),
  look: ChartLook.default({}),
  /** Below the first key: what a click on it leads to, level by level. */
  drill: z.array(DrillStep).max(mostDrillSteps).optional(),
});
export type ChartSettings = z.infer<typeof ChartSettings>;
