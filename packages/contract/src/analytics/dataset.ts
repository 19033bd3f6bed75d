import { z } from 'zod';
import { OwnCondition } from '../condition/condition.ts';
import type { DocumentKind } from '../definitions/kind.ts';
import { shortId } from '../endpoint.ts';
import { RuleSubject } from '../forms/permission.ts';
import { nameText, Text } from '../text.ts';
import { NumberFormat } from './chart.ts';
import { SetHierarchy } from './hierarchy.ts';
import { setKinds, SourceId, type SetKind } from './source.ts';

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

/** In the place of a task, file, chart or label that is not chosen yet. */
export const notChosen = '00000000-0000-0000-0000-000000000000';

/**
 * More rows of a form, of a chart's result or of joined data sets, or of all together, are not joined: a figure of some of them would be
 * wrong. Rows that a data set has read itself come as they lie, however many.
 */
export const mostJoined = { part: 1_000_000, shown: 50_000, all: 5_000_000 } as const;
export const joinKinds = ['left', 'inner'] as const;

/** A form or data set that comes to those before it where fields are equal; `left` keeps rows that meet none. */
export const SetJoin = z.object({
  as: ElementId,
  of: SourceId.nullable(),
  kind: z.enum(joinKinds),
  on: z.array(z.object({ part: ElementId, from: Name, field: Name })).max(10),
});
export type SetJoin = z.infer<typeof SetJoin>;

/** A column of joined rows: the part it is of, and its field there. */
export function joinedColumn(part: string, field: string): string {
  return `${part}.${field}`;
}

export function partOfColumn(column: string): { part: string; field: string } {
  const dot = column.indexOf('.');
  return { part: column.slice(0, Math.max(dot, 0)), field: column.slice(dot + 1) };
}

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
  /** What a call of a connection answers as JSON; `rows` is the way to the list in it, with dots between. */
  z.object({
    is: z.literal('api'),
    connection: z.uuid().nullable(),
    path: z.string().max(1_000),
    rows: z.string().max(200),
  }),
  /** The result of a saved chart, as each who looks at it sees it. */
  z.object({ is: z.literal('chart'), chart: z.uuid() }),
  /** A shared label of a form: the groups of an analysis, or the records of a list, as each who looks at it sees them. */
  z.object({ is: z.literal('view'), form: shortId.nullable(), view: z.uuid() }),
  /** One form or data set, or several side by side: of each the rows and fields that whoever looks sees. */
  z.object({
    is: z.literal('join'),
    first: z.object({ as: ElementId, of: SourceId.nullable() }),
    joins: z.array(SetJoin).max(5),
  }),
]);
export type SetSource = z.infer<typeof SetSource>;

/** A value that is worked out of others of the same row: each of them has a letter in the expression. */
export const RowCalc = z.object({
  expression: z.string().max(2_000),
  parts: z.array(z.object({ name: z.string().regex(/^[a-z]$/), field: ElementId })).max(10),
});
export type RowCalc = z.infer<typeof RowCalc>;

export const SetField = z.object({
  id: ElementId,
  /** As the source calls it; empty where it is worked out. */
  column: Name,
  title: Text,
  kind: z.enum(setKinds),
  format: NumberFormat.optional(),
  calc: RowCalc.optional(),
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
  hierarchies: z.array(SetHierarchy).max(20).default([]),
  /** Whoever looks sees nothing older than a few seconds: the source is asked anew. */
  live: z.boolean(),
  /**
   * The source says of each row by `key` which it is, and by `by` when it came or changed last: read anew are those alone. What is taken
   * away over there is seen at a whole reading.
   */
  grows: z.object({ by: ElementId, key: ElementId }).nullable().default(null),
});
export type DataSet = z.infer<typeof DataSet>;

/** The forms and data sets that it joins; none where it does not. */
export function joinedSources(source: SetSource): { as: string; of: string }[] {
  if (source.is !== 'join') return [];
  return [source.first, ...source.joins].flatMap(({ as, of }) => (of === null ? [] : [{ as, of }]));
}

/** What is live is at most so old, and where only what came is read. */
export const liveSeconds = 4;
export const growingSeconds = 2;
/** What says when a row came or changed. */
export const markKinds: ReadonlySet<string> = new Set<SetKind>(['number', 'date', 'dateTime']);

export const emptyDataSet = (): DataSet => ({
  source: { is: 'none' },
  fields: [],
  rules: [],
  hierarchies: [],
  live: false,
  grows: null,
});

function settleDataSet(set: DataSet): DataSet {
  const fields = unique(set.fields);
  const rules = unique(set.rules);
  const hierarchies = unique(set.hierarchies).map((one) => {
    const levels = [...new Set(one.fields)];
    return levels.length === one.fields.length ? one : { ...one, fields: levels };
  });
  const same =
    fields.length === set.fields.length &&
    rules.length === set.rules.length &&
    hierarchies.length === set.hierarchies.length &&
    hierarchies.every((one, at) => one === set.hierarchies[at]);
  return same ? set : { ...set, fields, rules, hierarchies };
}

function unique<One extends { id: string }>(list: readonly One[]): One[] {
  return [...new Map(list.map((one) => [one.id, one])).values()];
}

/** Whether its rows are worked out of what each who looks sees elsewhere, not read and kept. */
export function isOfOthers({ is }: SetSource): boolean {
  return is === 'chart' || is === 'view' || is === 'join';
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
    case 'api':
      return source.connection !== null;
    case 'task':
      return source.task !== notChosen && source.node !== '';
    case 'file':
      return source.file !== notChosen;
    case 'chart':
      return source.chart !== notChosen;
    case 'view':
      return source.form !== null && source.view !== notChosen;
    case 'join':
      return (
        source.first.of !== null &&
        source.joins.every(
          ({ of, on }) => of !== null && on.length > 0 && on.every(({ from, field }) => from !== '' && field !== ''),
        )
      );
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
