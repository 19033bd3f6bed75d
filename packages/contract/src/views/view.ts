import { z } from 'zod';
import { Condition } from '../condition/condition.ts';
import { shortId, uuid } from '../endpoint.ts';
import { Option } from '../forms/field-types/single-select.ts';
import { UsePlace } from '../forms/uses.ts';
import { RuleSubject } from '../forms/permission.ts';
import { SortText } from '../records/sort-text.ts';
import { Text, Title } from '../text.ts';
import { Dimension, Measure, measureNames } from './pivot.ts';

/** Ways to look at the records of a form; the last two are analyses. */
export const viewTypes = [
  'list',
  'calendar',
  'board',
  'gallery',
  'gantt',
  'tree',
  'occupancy',
  'pivot',
  'chart',
] as const;
export const ViewType = z.enum(viewTypes);
export type ViewType = z.infer<typeof ViewType>;

/** Id of a field of the form or of every record. */
export const FieldId = z.string().regex(/^_?[A-Za-z][A-Za-z0-9]{0,40}$/);

/** Records that match are drawn in the colour; the first that matches counts. */
export const ColourRule = z.object({
  condition: Condition,
  colour: Option.shape.color.unwrap(),
  /** The cell of this field alone; else the row. */ field: FieldId.optional(),
});
export type ColourRule = z.infer<typeof ColourRule>;

export const chartTypes = ['column', 'bar', 'line', 'area', 'pie'] as const;
export const calendarModes = ['month', 'week', 'day', 'list'] as const;

/** A time from one field to another; without an end it is a point, and a range has both. */
const Span = { start: FieldId, end: FieldId.optional() };

export const ViewSettings = z.object({
  filter: Condition.optional(),
  sort: SortText.optional(),
  columns: z.array(FieldId).max(200).optional(),
  widths: z.record(FieldId, z.number().int().min(40).max(2000)).optional(),
  /** Columns that stay at the left, the first always does. */
  frozen: z.number().int().min(1).max(10).optional(),
  height: z.enum(['compact', 'normal', 'relaxed']).optional(),
  colours: z.array(ColourRule).max(20).optional(),
  groups: z.array(Dimension).max(3).optional(),
  /** What stands below a column, and beside each group. */
  summaries: z.record(FieldId, z.enum(measureNames)).optional(),
  /** Fields offered for filtering with one click. */
  quick: z.array(FieldId).max(8).optional(),
  /** Fields that cards and bars show. */
  card: z.array(FieldId).max(12).optional(),
  calendar: z.object({ ...Span, mode: z.enum(calendarModes).optional(), colour: FieldId.optional() }).optional(),
  board: z
    .object({
      column: FieldId,
      lane: FieldId.optional(),
      sum: FieldId.optional(),
      /** Most cards of a column, by its value. */ limits: z
        .record(z.string().max(64), z.number().int().min(1).max(10_000))
        .optional(),
    })
    .optional(),
  gallery: z.object({ cover: FieldId.optional(), fit: z.enum(['cover', 'contain']).optional() }).optional(),
  gantt: z
    .object({
      ...Span,
      /** A relation to records of the same form that must be done before. */ after: FieldId.optional(),
      progress: FieldId.optional(),
      plannedStart: FieldId.optional(),
      plannedEnd: FieldId.optional(),
    })
    .optional(),
  tree: z.object({ by: FieldId }).optional(),
  occupancy: z
    .object({
      resource: FieldId,
      ...Span,
      colour: FieldId.optional(),
      /** What happens when a resource is taken twice at a time. */ conflict: z.enum(['allow', 'show', 'refuse']),
    })
    .optional(),
  pivot: z
    .object({
      rows: z.array(Dimension).max(3),
      columns: z.array(Dimension).max(2),
      measures: z.array(Measure).min(1).max(8),
      totals: z.boolean().optional(),
    })
    .optional(),
  chart: z.object({ type: z.enum(chartTypes) }).optional(),
});
export type ViewSettings = z.infer<typeof ViewSettings>;

/** How a person arranges a list over what its label says. */
export const Arrangement = ViewSettings.pick({
  columns: true,
  widths: true,
  frozen: true,
  height: true,
  colours: true,
  groups: true,
  summaries: true,
  quick: true,
});
export type Arrangement = z.infer<typeof Arrangement>;

/** Names the list as the form has it, where a label would come first. */
export const wholeList = 'all';

/** Who finds a shared view; without any it is for everyone who sees the form. */
export const Audience = z.array(RuleSubject).max(100);

/** A label of the list: a way to look at it that has a name, the person's own or shared. */
export const View = z.object({
  id: uuid,
  formId: shortId,
  type: ViewType,
  title: Title,
  /** Labels of one category stand together. */
  category: z.string().max(60).nullable(),
  scope: z.enum(['personal', 'shared']),
  audience: Audience,
  settings: ViewSettings,
  /** Of a shared label: parts of its filter speak of fields that are hidden from the reader, and were left out. */
  partial: z.literal(true).optional(),
  /** Of one's own label: what it names though the form has it no more, by the name it had. */
  gone: z.array(z.object({ place: UsePlace, what: Text })).optional(),
  position: z.number(),
  /** Shown first to everybody, unless they chose another. */
  isDefault: z.boolean(),
  /** Rises with every save; send it back as `expectedVersion`. */
  version: z.number().int(),
  can: z.object({ edit: z.boolean() }),
});
export type View = z.infer<typeof View>;

export const ViewInput = z.object({
  type: ViewType,
  title: Title,
  category: z.string().trim().max(60).nullish(),
  scope: z.enum(['personal', 'shared']),
  audience: Audience.optional(),
  settings: ViewSettings,
});
export type ViewInput = z.infer<typeof ViewInput>;

/** What a type cannot be drawn without. */
export function isComplete(type: ViewType, settings: ViewSettings): boolean {
  const needed: Record<ViewType, unknown> = {
    list: true,
    gallery: true,
    calendar: settings.calendar,
    board: settings.board,
    gantt: settings.gantt,
    tree: settings.tree,
    occupancy: settings.occupancy,
    pivot: settings.pivot,
    chart: settings.pivot && settings.chart,
  };
  return needed[type] !== undefined;
}
