import { createHash } from 'node:crypto';
import { unsortableKinds, type Operator } from '@formwork/contract/condition/operators.ts';
import type { IndexPart, IndexReaders } from '@formwork/contract/records/list-indexes.ts';
import { isPlaced, isSpoken, type FoundIndex } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { ListShape } from './list-times.ts';
import type { FormPlan } from '../plan/plan.ts';
import { orderSql } from './sort.ts';

export interface IndexDesign {
  /** Twelve signs of a hash: the same columns are the same index. */
  hash: string;
  parts: Omit<IndexPart, 'title'>[];
  readers: IndexReaders;
  /** `(owner, a, b, id)` */
  body: string;
}

const equal: ReadonlySet<Operator> = new Set<Operator>(['eq', 'isTrue']);
const ranged: ReadonlySet<Operator> = new Set<Operator>([
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'thisMonth',
  'thisQuarter',
  'thisYear',
  'lastWeek',
  'nextWeek',
  'lastMonth',
  'nextMonth',
  'lastQuarter',
  'nextQuarter',
  'lastYear',
  'nextYear',
  'beforeToday',
  'afterToday',
  'lastDays',
  'nextDays',
  'beforeNow',
  'afterNow',
]);

/**
 * The index that walks a list in its order past the rows that fit, the best first: what is compared for equality, then the
 * order; where there is neither, or that index is there and did not help, what is compared by a range. None where
 * no index of ordered columns would do.
 */
export function designsFor(plan: FormPlan, { filters, sort, readers }: ListShape): IndexDesign[] {
  const equals = filters
    .filter(
      ({ field, operator }) =>
        equal.has(operator) &&
        isOrdered(plan, field) &&
        (operator !== 'eq' || plan.byId.get(field)?.kind !== 'boolean'),
    )
    .map(({ field }) => filterPart(field));
  const held = uniqueParts(equals);
  const keys = sort.filter(({ field }) => !held.some((part) => part.field === field));
  const byRange = filters.find(
    ({ field, operator }) =>
      ranged.has(operator) &&
      isOrdered(plan, field) &&
      !held.some((part) => part.field === field) &&
      keys[0]?.field !== field,
  );
  const designs: IndexDesign[] = [];
  if (keys.every(({ field }) => isOrdered(plan, field)) && held.length + keys.length > 0)
    designs.push(design(plan, readers, [...held, ...sortParts(keys)]));
  if (byRange) designs.push(design(plan, readers, [...held, filterPart(byRange.field)]));
  return designs;
}

/** The design for what an index was built for, or undefined when its fields are gone. */
export function design(plan: FormPlan, readers: IndexReaders, parts: Omit<IndexPart, 'title'>[]): IndexDesign {
  const first = parts.find(({ use }) => use === 'sort');
  const columns = parts.map((part) => columnText(plan.byId.get(part.field)!, part, first));
  const body = `(${[...(readers === 'all' ? [] : [readers === 'own' ? 'owner' : 'department']), ...columns, 'id'].join(', ')})`;
  return { hash: createHash('sha1').update(body).digest('hex').slice(0, 12), parts, readers, body };
}

/** Whether an index that is there begins with the columns of the design. */
export function serves({ on, valid }: FoundIndex, wanted: IndexDesign): boolean {
  return valid && hasColumnsOf(on, wanted);
}

export function hasColumnsOf(on: string, { body }: IndexDesign): boolean {
  const [there, wanted] = [plainText(on), plainText(body).replace(/,id$/, '')];
  return there.startsWith(wanted) && [',', undefined].includes(there[wanted.length]);
}

/** Room and time, about: entries of so many bytes in pages filled by nine tenths, two walks through the table, and a sort. */
export function costOf(
  plan: FormPlan,
  { parts, readers }: IndexDesign,
  { rows, widths, indexes }: { rows: number; widths: Record<string, number>; indexes: readonly FoundIndex[] },
): { bytes: number; seconds: number } {
  const width = parts.reduce(
    (sum, { field }) => sum + (widths[plainText(plan.byId.get(field)!.sql)] ?? 12),
    readers === 'all' ? 0 : 16,
  );
  const bytes = Math.round((rows * (width + 16 + 12)) / 0.9) + 16_384;
  const built = indexes.flatMap(({ purpose }) => (purpose && purpose.rows > 1_000 ? [purpose.ms / purpose.rows] : []));
  const spoken = parts.some(({ field, use }) => use === 'sort' && isSpoken(plan.byId.get(field)!.field));
  const perRow = built.length > 0 ? Math.max(...built) : spoken ? 0.012 : 0.004;
  return { bytes, seconds: Math.max(1, Math.ceil((rows * perRow) / 1000)) };
}

function isOrdered(plan: FormPlan, field: string): boolean {
  const column = plan.byId.get(field);
  // current nodes are put together as they are read
  if (!column || column.single || unsortableKinds.has(column.kind) || !/^"?[a-z0-9_]+"?$/.test(column.sql))
    return false;
  return !['dateRange', 'dateTimeRange', 'slot', 'reading'].includes(column.kind);
}

function filterPart(field: string): Omit<IndexPart, 'title'> {
  return { field, use: 'filter', descending: false };
}

/** A single key is walked in both directions: one index serves both. */
function sortParts(keys: ListShape['sort']): Omit<IndexPart, 'title'>[] {
  return keys.map(({ field, descending }): Omit<IndexPart, 'title'> => ({
    field,
    use: 'sort',
    descending: keys.length > 1 && descending,
  }));
}

function uniqueParts(parts: Omit<IndexPart, 'title'>[]): Omit<IndexPart, 'title'>[] {
  return parts.filter(({ field }, at) => parts.findIndex((one) => one.field === field) === at);
}

/** The first key of an order is read forwards or backwards, those behind it relative to it; empty values come last either way. */
function columnText(
  column: PlanColumn,
  { use, descending, field }: Omit<IndexPart, 'title'>,
  first: Omit<IndexPart, 'title'> | undefined,
): string {
  if (use === 'filter') return column.sql;
  const order = isPlaced(column.field) ? `(${orderSql(column)})` : orderSql(column);
  if (field === first?.field) return order;
  return `${order}${descending === first?.descending ? '' : ' desc'} nulls ${first?.descending ? 'first' : 'last'}`;
}

/** Both ways of writing the same: the database leaves out quotes and what goes without saying, and has brackets of its own around expressions. */
function plainText(sql: string): string {
  return sql
    .toLowerCase()
    .replaceAll(/["()]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ desc nulls first/g, ' desc')
    .replace(/(?<! desc) nulls last/g, '')
    .replaceAll(', ', ',')
    .trim();
}
