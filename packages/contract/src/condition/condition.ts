import { z } from 'zod';
import { operatorFits, operatorNames, operators, type Operator } from './operators.ts';
import type { ValueKind } from '../forms/values/value.ts';

/** The one condition shape: filters, permissions, shares, charts and portals all are this tree. */
export type Condition = { all: Condition[] } | { any: Condition[] } | Comparison | RowsComparison;

export interface Comparison {
  /** Id of a field; system fields as `_createdAt`. */
  field: string;
  operator: Operator;
  /** One value, `[from, to]`, a list or a number of days, as the operator asks; left out where it asks for none. */
  value?: ConditionValue | undefined;
}

/** How many rows of a slave table or records of a relation there are that fit, or what a number of theirs comes to. */
export interface RowsComparison {
  /** Id of a slave table, or of a relation. */
  rows: string;
  /** The rows that count, by their own fields; all of them when left out. */
  where?: Condition | undefined;
  fn: RowsFunction;
  /** The number that is summed up; `count` needs none. */
  field?: string | undefined;
  operator: Operator;
  value?: ConditionValue | undefined;
}

export const rowsFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type RowsFunction = (typeof rowsFunctions)[number];

export type ConditionValue = string | number | boolean | null | (string | number)[];

export const conditionDepth = 5;
const mostComparisons = 200;
/** Each is a query within the query. */
const mostRows = 10;

/** The database knows no text with a zero character. */
const Text = z
  .string()
  .max(2000)
  .refine((text) => !text.includes('\0'));

const Comparison = z.object({
  field: z.string().regex(/^_?[A-Za-z][A-Za-z0-9]{1,40}$/),
  operator: z.enum(operatorNames),
  value: z.union([Text, z.number(), z.boolean(), z.null(), z.array(z.union([Text, z.number()])).max(1000)]).optional(),
});

const Rows = z.lazy(() =>
  z
    .strictObject({
      rows: z.string().regex(/^[A-Za-z][A-Za-z0-9]{1,40}$/),
      where: Tree.optional(),
      fn: z.enum(rowsFunctions),
      field: Comparison.shape.field.optional(),
      operator: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'] as const),
      value: Comparison.shape.value,
    })
    .refine(({ fn, field }) => fn === 'count' || field !== undefined, 'field'),
);

const Tree: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(Tree).max(100) }),
    z.strictObject({ any: z.array(Tree).max(100) }),
    Rows,
    Comparison,
  ]),
);

export const Condition: z.ZodType<Condition> = Tree.refine(
  (tree) => depthOf(tree) <= conditionDepth,
  'too_deep',
).refine((tree) => sizeOf(tree) <= mostComparisons && rowsIn(tree).length <= mostRows, 'too_many');

/** Of one record alone: what rules and choices of records go by. */
export const OwnCondition = Condition.refine(
  (tree) => rowsIn(tree).length === 0 && !comparisonsIn(tree).some(({ operator }) => operator === 'below'),
  'rows',
);

/** A condition as JSON in a query parameter; undefined when the text is none. */
export function conditionFrom(text: string): Condition | undefined {
  try {
    return Condition.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function isAll(condition: Condition): condition is { all: Condition[] } {
  return 'all' in condition;
}

export function isAny(condition: Condition): condition is { any: Condition[] } {
  return 'any' in condition;
}

export function isRows(condition: Condition): condition is RowsComparison {
  return 'rows' in condition;
}

/** Comparisons of the record's own fields; what rows of tables and relations are asked is not among them. */
export function comparisonsIn(condition: Condition): Comparison[] {
  if (isAll(condition)) return condition.all.flatMap(comparisonsIn);
  if (isAny(condition)) return condition.any.flatMap(comparisonsIn);
  return isRows(condition) ? [] : [condition];
}

/** Parts that ask rows of tables and relations, also those within the rows of others. */
export function rowsIn(condition: Condition): RowsComparison[] {
  if (isAll(condition)) return condition.all.flatMap(rowsIn);
  if (isAny(condition)) return condition.any.flatMap(rowsIn);
  return isRows(condition) ? [condition, ...(condition.where ? rowsIn(condition.where) : [])] : [];
}

/** Whether the operator fits the kind of value and has the operand it needs. */
export function comparisonFits(comparison: Comparison, kind: ValueKind): boolean {
  if (!operatorFits(comparison.operator, kind)) return false;
  const { value } = comparison;
  switch (operators[comparison.operator] as string) {
    case 'none':
      return true;
    case 'one':
      return value !== undefined && value !== null && !Array.isArray(value);
    case 'list':
      return Array.isArray(value);
    case 'days':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 36_500;
    case 'circle':
      return isNumbers(value, 3) && isPoint(value[0], value[1]) && (value[2] ?? -1) >= 0;
    case 'box':
      return isNumbers(value, 4) && isPoint(value[0], value[1]) && isPoint(value[2], value[3]);
    default:
      return Array.isArray(value) && value.length === 2;
  }
}

function isNumbers(value: unknown, length: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === length &&
    value.every((item) => typeof item === 'number' && Number.isFinite(item))
  );
}

function isPoint(lat = 91, lng = 181): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

function depthOf(condition: Condition): number {
  const children = isAll(condition)
    ? condition.all
    : isAny(condition)
      ? condition.any
      : isRows(condition) && condition.where
        ? [condition.where]
        : [];
  return children.length ? 1 + Math.max(...children.map(depthOf)) : 1;
}

function sizeOf(condition: Condition): number {
  return (
    comparisonsIn(condition).length +
    rowsIn(condition).reduce((sum, { where }) => sum + 1 + (where ? comparisonsIn(where).length : 0), 0)
  );
}
