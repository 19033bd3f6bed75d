import { z } from 'zod';
import { endpoint, nothing, shortId } from '../endpoint.ts';
import { Text } from '../text.ts';
import { AcceptUses } from './uses.ts';
import { cardinalities } from './field-types/relation.ts';

const count = z.number().int().nonnegative();

/** A column as the database has it; `field` where a field of the last release stores its values in it. */
export const ModelColumn = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  /** own: of a field in use, system: of every record, retired: of a field that was removed or changed its kind. */
  origin: z.enum(['own', 'system', 'retired']),
  field: z.object({ id: z.string(), title: Text, type: z.string() }).nullable(),
  /** Part of the rows that have no value, as the database last estimated it. */
  empty: z.number().nullable(),
  /** Different values, as the database last estimated them. */
  distinct: z.number().nullable(),
});
export type ModelColumn = z.infer<typeof ModelColumn>;

export const ModelIndex = z.object({
  name: z.string(),
  method: z.string(),
  on: z.string(),
  unique: z.boolean(),
  primary: z.boolean(),
  valid: z.boolean(),
  bytes: count,
  /** Times it was used since the figures were begun. */ uses: count,
});
export type ModelIndex = z.infer<typeof ModelIndex>;

export const ModelTable = z.object({
  name: z.string(),
  kind: z.enum(['main', 'slave', 'slots', 'retired']),
  title: Text.nullable(),
  rows: count,
  /** Counting would be dear. */
  estimated: z.boolean(),
  deadRows: count,
  bytes: z.object({ data: count, indexes: count }),
  reads: z.object({ whole: count, byIndex: count }),
  writes: z.object({ inserted: count, updated: count, deleted: count }),
  cleanedAt: z.string().nullable(),
  analysedAt: z.string().nullable(),
  columns: z.array(ModelColumn),
  indexes: z.array(ModelIndex),
});
export type ModelTable = z.infer<typeof ModelTable>;

/** What all tables of the form held on a day. */
export const ModelSample = z.object({ day: z.string(), rows: count, bytes: count });
export type ModelSample = z.infer<typeof ModelSample>;

export const SlowQuery = z.object({
  text: z.string(),
  calls: count,
  meanMs: z.number(),
  maxMs: z.number(),
  totalMs: z.number(),
  rows: count,
});
export type SlowQuery = z.infer<typeof SlowQuery>;

export const DataModel = z.object({
  form: z.object({ id: shortId, appId: shortId, title: Text, app: Text, release: z.number().int().nullable() }),
  tables: z.array(ModelTable),
  relations: z.array(
    z.object({
      from: shortId,
      to: shortId,
      fromTitle: Text,
      toTitle: Text,
      field: z.string(),
      title: Text,
      cardinality: z.enum(cardinalities),
    }),
  ),
  /** The oldest first; today's as it is now. */
  growth: z.array(ModelSample),
  /** `absent`: the database does not measure statements. */
  slow: z.object({ state: z.enum(['measured', 'absent']), since: z.string().nullable(), queries: z.array(SlowQuery) }),
});
export type DataModel = z.infer<typeof DataModel>;

export const dataModelApi = {
  dataModel: endpoint({
    method: 'GET',
    path: '/forms/:formId/data-model',
    permission: 'forms.design.read',
    summary:
      'The tables of a form as the database has them: columns, indexes, relations, size, growth and slow statements',
    params: z.object({ formId: shortId }),
    response: DataModel,
  }),
  purgeRetired: endpoint({
    method: 'POST',
    path: '/forms/:formId/purges',
    permission: 'forms.design.edit',
    summary:
      'Drop a column or a table that no field uses any more, with what it holds, for good; refused while something still names it in force, and without acceptUses while something shows it',
    params: z.object({ formId: shortId }),
    query: AcceptUses,
    body: z.object({
      table: z.string().max(100),
      /** null: the whole table. */ column: z.string().max(100).nullable(),
    }),
    response: nothing,
  }),
};
