import { z } from 'zod';
import { OwnCondition } from '../condition/condition.ts';
import type { DocumentKind } from '../definitions/kind.ts';
import { RuleSubject } from '../forms/permission.ts';
import { nameText, Text } from '../text.ts';
import { NumberFormat } from './chart.ts';
import { setKinds } from './source.ts';

const ElementId = z.string().regex(/^[a-z][a-z0-9]{1,31}$/);
const Name = z.string().max(200);

/** What a parameter of a statement is set to when it is read. */
export const setMoments = ['today', 'monthStart', 'quarterStart', 'yearStart'] as const;
export const SetParameter = z.object({
  id: ElementId,
  /** As the statement names it, with a colon before: `:since`. */
  name: z.string().regex(/^[a-z_][a-z0-9_]{0,30}$/i),
  kind: z.enum(['text', 'number', 'date']),
  value: z.string().max(500),
  /** A day that moves on; `value` counts then. */
  moment: z.enum(setMoments).nullable(),
});
export type SetParameter = z.infer<typeof SetParameter>;

/** In the place of a task, file or chart that is not chosen yet. */
export const notChosen = '00000000-0000-0000-0000-000000000000';

/** Where the rows of a data set come from. */
export const SetSource = z.discriminatedUnion('is', [
  z.object({ is: z.literal('none') }),
  /** One statement that answers rows, by the SQL of the connection. */
  z.object({
    is: z.literal('sql'),
    connection: z.uuid().nullable(),
    sql: z.string().max(50_000),
    parameters: z.array(SetParameter).max(20),
  }),
  z.object({ is: z.literal('table'), connection: z.uuid().nullable(), schema: Name, table: Name }),
  /** What a task of ETL writes, as its last run left it: the table or the file of one of its targets. */
  z.object({ is: z.literal('task'), task: z.uuid(), node: z.string().max(40) }),
  /** An uploaded file; `table` is its sheet where it has several. */
  z.object({ is: z.literal('file'), file: z.uuid(), name: nameText().max(200), table: Name }),
  /** The result of a saved chart, as each who looks at it sees it. */
  z.object({ is: z.literal('chart'), chart: z.uuid() }),
]);
export type SetSource = z.infer<typeof SetSource>;

export const SetField = z.object({
  id: ElementId,
  /** As the source calls it. */
  column: Name,
  title: Text,
  kind: z.enum(setKinds),
  format: NumberFormat.optional(),
});
export type SetField = z.infer<typeof SetField>;

export const ownNames = ['login', 'name', 'department'] as const;

/**
 * Who sees which rows and fields. Without a rule everybody who may use the data set sees all; with rules each sees what the rules
 * for them let through together, and a field is hidden where all of them hide it.
 */
export const SetRule = z.object({
  id: ElementId,
  subject: RuleSubject,
  where: OwnCondition.nullable(),
  /** Only rows in which a field holds the person's own login, name or one of their departments. */
  own: z.object({ field: ElementId, is: z.enum(ownNames) }).nullable(),
  hides: z.array(ElementId).max(500),
});
export type SetRule = z.infer<typeof SetRule>;

export const DataSet = z.object({
  source: SetSource,
  fields: z.array(SetField).max(500),
  rules: z.array(SetRule).max(100),
  /** Whoever looks sees nothing older than a few seconds: the source is asked anew. */
  live: z.boolean(),
});
export type DataSet = z.infer<typeof DataSet>;

/** What is live is at most so old. */
export const liveSeconds = 4;

export const emptyDataSet = (): DataSet => ({ source: { is: 'none' }, fields: [], rules: [], live: false });

function settleDataSet(set: DataSet): DataSet {
  const fields = unique(set.fields);
  const rules = unique(set.rules);
  return fields.length === set.fields.length && rules.length === set.rules.length ? set : { ...set, fields, rules };
}

function unique<One extends { id: string }>(list: readonly One[]): One[] {
  return [...new Map(list.map((one) => [one.id, one])).values()];
}

/** Whether all is said that is needed to read it. */
export function hasSource({ source }: Pick<DataSet, 'source'>): boolean {
  switch (source.is) {
    case 'none':
      return false;
    case 'sql':
      return source.connection !== null && source.sql.trim() !== '';
    case 'table':
      return source.connection !== null && source.table !== '';
    case 'task':
      return source.task !== notChosen && source.node !== '';
    case 'file':
      return source.file !== notChosen;
    case 'chart':
      return source.chart !== notChosen;
  }
}

export const dataSetDocument: DocumentKind<DataSet> = {
  kind: 'dataset',
  area: 'analytics',
  saves: 'changes',
  schema: DataSet,
  empty: emptyDataSet,
  settle: settleDataSet,
};
