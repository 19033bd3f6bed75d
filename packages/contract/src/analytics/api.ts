import { z } from 'zod';
import { Condition } from '../condition/condition.ts';
import { DefinitionId } from '../definitions/api.ts';
import { endpoint, uuid } from '../endpoint.ts';
import { valueKinds } from '../forms/values/value.ts';
import { hueNames } from '../hues/hues.ts';
import { shownText, Text } from '../text.ts';
import { dateSteps } from '../views/pivot.ts';
import { mostDrillSteps, NumberFormat } from './chart.ts';
import { ChartDefinition, Dashboard, PanelId } from './definition.ts';
import { SeenHierarchy } from './hierarchy.ts';
import { Screen } from './screen.ts';
import { SourceId } from './source.ts';

const Cell = z.union([z.string(), z.number(), z.null()]);

/** The result of a chart, as `packages/chart` draws it. */
export const ChartResult = z.object({
  columns: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(['text', 'number', 'date', 'moment']),
      step: z.enum(dateSteps).optional(),
      /** The stretch that is not over yet, as its first day. */
      now: z.iso.date().optional(),
      labels: z.record(z.string(), z.string()).optional(),
      hues: z.record(z.string(), z.enum(hueNames)).optional(),
      format: NumberFormat.optional(),
      additive: z.boolean().optional(),
      /** Of a key: the field it is of, so that its records can be asked for. */
      of: z
        .object({
          field: z.string(),
          kind: z.enum(valueKinds),
          /** Of keys that stand for several values: those. */
          holds: z.record(z.string(), z.array(z.string())).optional(),
        })
        .optional(),
    }),
  ),
  rows: z.array(z.array(Cell)),
  totals: z.array(z.object({ rows: z.int(), columns: z.int(), cells: z.array(Cell) })).optional(),
  cutFrom: z.int().optional(),
  /** Single records that read alike are one row: the cell behind its columns says how many they are. */
  counted: z.literal(true).optional(),
  /** When the rows were read of their source; left out where they are those of now. */
  readAt: z.iso.datetime().optional(),
  /** The source could not be read since. */
  unread: z.literal(true).optional(),
  /** GeoJSON that a map is drawn of. */
  map: z.object({ name: z.string(), shape: z.record(z.string(), z.unknown()) }).optional(),
});
export type ChartResult = z.infer<typeof ChartResult>;

/** A field as a chart may use it. */
export const SourceField = z.object({
  id: z.string(),
  title: Text,
  kind: z.enum(valueKinds),
  /** Whether it can be added up, grouped by, and is a day or moment. */
  measure: z.boolean(),
  dimension: z.boolean(),
  time: z.boolean(),
});
export type SourceField = z.infer<typeof SourceField>;

/** What viewers chose of a form's fields, beside the conditions of the chart itself. */
const Picks = z.array(z.object({ form: SourceId, where: Condition })).max(20);

/** How many levels below its first key a viewer has gone. */
const level = z.int().min(0).max(mostDrillSteps).optional();

export const exportFormats = ['xlsx', 'csv'] as const;
/** A picture of what is seen: drawn by the server, in the white or the black skin. */
export const pictureFormats = ['png', 'pdf'] as const;
export const savedFormats = [...exportFormats, ...pictureFormats] as const;
export type SavedFormat = (typeof savedFormats)[number];
const Saved = z.object({
  format: z.enum(savedFormats).default('xlsx'),
  dark: z.boolean().optional(),
  /** The picks as JSON. */
  picks: z.string().max(50_000).optional(),
  level: z.number().int().min(0).max(mostDrillSteps).optional(),
  /** What led down to the level, in words: it stands with the title. */
  path: shownText().max(500).optional(),
});

/** Of each panel that was gone down into: how far, where to, and what of, in words. */
export const Drills = z.record(
  PanelId,
  z.object({ level: z.int().min(1).max(mostDrillSteps), picks: Picks, path: shownText().max(500) }),
);
export type Drills = z.infer<typeof Drills>;

/** Forms and data sets that a page hears of: when one of them changes, what was answered may be another. */
const watch = z.array(SourceId);

const ChartAnswer = z.object({ name: Text, definition: ChartDefinition, result: ChartResult, watch });

const read = 'analytics.chart.read';

export const analyticsApi = {
  source: endpoint({
    method: 'GET',
    path: '/analytics/forms/:formId',
    permission: read,
    summary: 'The fields of a form or data set that a chart may use, as far as the caller sees them.',
    params: z.object({ formId: SourceId }),
    /** Hierarchies of a data set end above the first field that is hidden from the caller. */
    response: z.object({ title: Text, fields: z.array(SourceField), hierarchies: z.array(SeenHierarchy) }),
  }),
  query: endpoint({
    method: 'POST',
    path: '/analytics/query',
    permission: read,
    summary: 'The result of a chart that is being designed, by the rights of the caller.',
    body: z.object({ chart: ChartDefinition, picks: Picks.default([]), level }),
    response: ChartResult,
  }),
  chart: endpoint({
    method: 'POST',
    path: '/analytics/charts/:chartId/result',
    permission: read,
    summary: 'A released chart with its result, by the rights of the caller.',
    params: z.object({ chartId: DefinitionId }),
    body: z.object({ picks: Picks.default([]), level }),
    response: ChartAnswer.extend({ mayEdit: z.boolean() }),
  }),
  boundaries: endpoint({
    method: 'PUT',
    path: '/analytics/charts/:chartId/boundaries',
    permission: read,
    summary: 'Makes an uploaded GeoJSON the boundaries of a chart, and says what its regions are called.',
    params: z.object({ chartId: uuid }),
    body: z.object({ file: uuid }),
    response: z.object({ file: uuid, name: z.string(), regions: z.array(z.string()) }),
  }),
  chartFile: endpoint({
    method: 'GET',
    path: '/analytics/charts/:chartId/file',
    permission: read,
    summary: 'A released chart as a spreadsheet, delimited text, picture or PDF, by the rights of the caller.',
    params: z.object({ chartId: uuid }),
    query: Saved,
    response: z.unknown(),
    transfer: 'stream',
  }),
  dashboardFile: endpoint({
    method: 'GET',
    path: '/analytics/dashboards/:dashboardId/file',
    permission: read,
    summary:
      'A dashboard as a picture, a PDF, a workbook with a sheet for each chart, or a zip of delimited texts, by the rights of the caller.',
    params: z.object({ dashboardId: uuid }),
    query: Saved.omit({ level: true, path: true }).extend({
      /** The panels that were gone down into, as JSON of `Drills`. */
      drills: z.string().max(50_000).optional(),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  dashboard: endpoint({
    method: 'GET',
    path: '/analytics/dashboards/:dashboardId',
    permission: read,
    summary: 'A released dashboard.',
    params: z.object({ dashboardId: DefinitionId }),
    response: z.object({ name: Text, definition: Dashboard, mayEdit: z.boolean() }),
  }),
  panel: endpoint({
    method: 'POST',
    path: '/analytics/dashboards/:dashboardId/panels/:panelId/result',
    permission: read,
    summary:
      'The chart of a panel with its result: whoever may see a dashboard sees its charts, by their own rights on the records.',
    params: z.object({ dashboardId: uuid, panelId: PanelId }),
    body: z.object({ picks: Picks.default([]), level }),
    response: ChartAnswer,
  }),
  panelFile: endpoint({
    method: 'GET',
    path: '/analytics/dashboards/:dashboardId/panels/:panelId/file',
    permission: read,
    summary: 'A panel as a spreadsheet, delimited text, picture or PDF, by the rights of the caller.',
    params: z.object({ dashboardId: uuid, panelId: PanelId }),
    query: Saved,
    response: z.unknown(),
    transfer: 'stream',
  }),
  filterValues: endpoint({
    method: 'POST',
    path: '/analytics/dashboards/:dashboardId/filters/:filterId/values',
    permission: read,
    summary: 'What a filter of a dashboard can be set to: the values of its field in records that the caller sees.',
    params: z.object({ dashboardId: uuid, filterId: PanelId }),
    body: z.object({ picks: Picks.default([]) }),
    response: ChartResult.extend({ watch }),
  }),
  screen: endpoint({
    method: 'GET',
    path: '/analytics/screens/:screenId',
    permission: read,
    summary: 'A released screen.',
    params: z.object({ screenId: DefinitionId }),
    response: z.object({ name: Text, definition: Screen, mayEdit: z.boolean() }),
  }),
  video: endpoint({
    method: 'PUT',
    path: '/analytics/screens/:screenId/video',
    permission: read,
    summary: 'Makes an uploaded film part of a screen: whoever sees the screen may watch it.',
    params: z.object({ screenId: uuid }),
    body: z.object({ file: uuid }),
    response: z.object({ file: uuid, name: z.string() }),
  }),
  element: endpoint({
    method: 'POST',
    path: '/analytics/screens/:screenId/elements/:elementId/result',
    permission: read,
    summary: 'The chart of an element of a screen with its result, by the rights of the caller.',
    params: z.object({ screenId: uuid, elementId: PanelId }),
    body: z.object({ picks: Picks.default([]), level }),
    response: ChartAnswer,
  }),
  screenFile: endpoint({
    method: 'GET',
    path: '/analytics/screens/:screenId/file',
    permission: read,
    summary:
      'A screen as a picture, a PDF, a workbook with a sheet for each chart, or a zip of delimited texts, by the rights of the caller.',
    params: z.object({ screenId: uuid }),
    query: Saved.omit({ level: true, path: true, dark: true }).extend({
      /** The charts that were gone down into, as JSON of `Drills`. */
      drills: z.string().max(50_000).optional(),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  elementValues: endpoint({
    method: 'POST',
    path: '/analytics/screens/:screenId/elements/:elementId/values',
    permission: read,
    summary: 'What a filter of a screen can be set to: the values of its field in records that the caller sees.',
    params: z.object({ screenId: uuid, elementId: PanelId }),
    body: z.object({ picks: Picks.default([]) }),
    response: ChartResult.extend({ watch }),
  }),
};
