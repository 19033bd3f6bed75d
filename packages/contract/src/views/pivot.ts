import { z } from 'zod';

const FieldId = z.string().regex(/^_?[A-Za-z][A-Za-z0-9]{0,40}$/);

/** Days and moments are grouped by a stretch of the calendar. */
export const dateSteps = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type DateStep = (typeof dateSteps)[number];

/** What records are grouped by: the values of a field. */
export const Dimension = z.object({
  field: FieldId,
  step: z.enum(dateSteps).optional(),
  descending: z.boolean().optional(),
});
export type Dimension = z.infer<typeof Dimension>;

export const measureNames = ['count', 'filled', 'empty', 'distinct', 'sum', 'avg', 'min', 'max'] as const;
export type MeasureName = (typeof measureNames)[number];

/** What is worked out over the records of a group; `count` needs no field. */
export const Measure = z
  .object({ field: FieldId.optional(), fn: z.enum(measureNames) })
  .refine(({ field, fn }) => fn === 'count' || field !== undefined, 'field');
export type Measure = z.infer<typeof Measure>;

/** `rows` down, `columns` across; each group of rows has its totals on every level, across too. */
export const PivotRequest = z.object({
  filter: z.string().max(50_000).optional(),
  search: z.string().max(200).optional(),
  rows: z.array(Dimension).max(3).default([]),
  columns: z.array(Dimension).max(2).default([]),
  measures: z.array(Measure).max(12).default([]),
});
export type PivotRequest = z.infer<typeof PivotRequest>;

/** Values of dimensions as texts: what a filter compares with, the first day of a stretch, ids of a list as JSON; null: nothing is filled in. */
export const PivotGroup = z.object({
  rows: z.array(z.string().nullable()),
  /** null: over all columns. */
  columns: z.array(z.string().nullable()).nullable(),
  count: z.number().int(),
  /** One for each measure: a number as text, so that no digit is lost. */
  values: z.array(z.string().nullable()),
});
export type PivotGroup = z.infer<typeof PivotGroup>;

/** More groups than this are cut off. */
export const mostGroups = 5_000;

export const PivotResult = z.object({
  groups: z.array(PivotGroup),
  /** There were more groups than are sent. */ cut: z.boolean(),
  /** Worked out some seconds ago, before the last writes: it is dear, and people write without end. */ old: z
    .literal(true)
    .optional(),
});
export type PivotResult = z.infer<typeof PivotResult>;
