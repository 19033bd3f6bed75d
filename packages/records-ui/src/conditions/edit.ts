import {
  comparisonFits,
  isAll,
  isAny,
  isRows,
  type Comparison,
  type Condition,
  type ConditionValue,
  type RowsComparison,
} from '@formwork/contract/condition/condition.ts';
import { operators, operatorsFor, type Operator } from '@formwork/contract/condition/operators.ts';
import { dateText, instantText, timeText } from '@formwork/contract/forms/values/dates.ts';
import { decimalText } from '@formwork/contract/forms/values/decimal.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { RowsFields } from './condition-fields.ts';

/** Places of children from the root down. */
export type Path = readonly number[];

export type Group = { all: Condition[] } | { any: Condition[] };

export function isGroup(condition: Condition): condition is Group {
  return isAll(condition) || isAny(condition);
}

export function childrenOf(group: Group): Condition[] {
  return isAll(group) ? group.all : group.any;
}

export function withChildren(group: Group, children: Condition[]): Group {
  return isAll(group) ? { all: children } : { any: children };
}

/** A filter always begins with a group, so that there is a place to add to. */
export function asGroup(condition: Condition | undefined): Group {
  if (condition === undefined) return { all: [] };
  return isGroup(condition) ? condition : { all: [condition] };
}

export function at(condition: Condition, path: Path): Condition | undefined {
  return path.reduce<Condition | undefined>(
    (node, place) => (node && isGroup(node) ? childrenOf(node)[place] : undefined),
    condition,
  );
}

/** The tree with another part at a path; undefined takes the part away. */
export function replaced(root: Group, path: Path, part: Condition | undefined): Group {
  const [place, ...rest] = path;
  if (place === undefined) return part && isGroup(part) ? part : root;
  const children = childrenOf(root).flatMap((child, index) => {
    if (index !== place) return [child];
    if (rest.length > 0) return isGroup(child) ? [replaced(child, rest, part)] : [child];
    return part ? [part] : [];
  });
  return withChildren(root, children);
}

export function added(root: Group, path: Path, part: Condition): Group {
  const group = at(root, path);
  return group && isGroup(group) ? replaced(root, path, withChildren(group, [...childrenOf(group), part])) : root;
}

export function newComparison(field: string, kind: ValueKind): Comparison {
  return withOperator({ field, operator: operatorsFor(kind)[0] ?? 'isEmpty' }, operatorsFor(kind)[0] ?? 'isEmpty');
}

/** Another operator keeps what was entered when it means the same there: a list of one becomes the one. */
export function withOperator({ field, value }: Comparison, operator: Operator): Comparison {
  const fitting: Record<(typeof operators)[Operator], () => ConditionValue | undefined> = {
    none: () => undefined,
    one: () => (Array.isArray(value) ? value[0] : typeof value === 'number' ? String(value) : (value ?? undefined)),
    list: () =>
      Array.isArray(value)
        ? value
        : value === undefined || value === null || typeof value === 'boolean' || value === ''
          ? []
          : [value],
    range: () =>
      Array.isArray(value)
        ? value.slice(0, 2)
        : value === undefined || value === null || typeof value === 'boolean'
          ? []
          : [value],
    days: () => (typeof value === 'number' ? value : 7),
    circle: () => (Array.isArray(value) && value.length === 3 ? value : ['', '', 10]),
    box: () => (Array.isArray(value) && value.length === 4 ? value : ['', '', '', '']),
  };
  const kept = fitting[operators[operator]]();
  return kept === undefined ? { field, operator } : { field, operator, value: kept };
}

/** What is complete enough to filter by: half-written comparisons and empty groups are left out. */
export function settled(
  condition: Condition | undefined,
  kindOf: (field: string) => ValueKind | undefined,
  rows: readonly RowsFields[] = [],
): Condition | undefined {
  if (condition === undefined) return undefined;
  if (isRows(condition)) return settledRows(condition, rows);
  if (!isGroup(condition)) return isSettled(condition, kindOf(condition.field)) ? condition : undefined;
  const children = childrenOf(condition).flatMap((child) => settled(child, kindOf, rows) ?? []);
  return children.length === 0 ? undefined : withChildren(condition, children);
}

/** How many there are needs a number to compare with, and sums what they are of. */
function settledRows(condition: RowsComparison, rows: readonly RowsFields[]): Condition | undefined {
  const source = rows.find(({ id }) => id === condition.rows);
  if (!source || !isSettled({ field: condition.rows, operator: condition.operator, value: condition.value }, 'number'))
    return undefined;
  if (condition.fn !== 'count' && source.fields.kindOf(condition.field ?? '') !== 'number') return undefined;
  const where = settled(condition.where, source.fields.kindOf, source.fields.rows ?? []);
  const { where: _draft, ...rest } = condition;
  return where ? { ...rest, where } : rest;
}

/** There is at least one. */
export function newRows(rows: string): RowsComparison {
  return { rows, fn: 'count', operator: 'gt', value: 0 };
}

/** What is typed for a number or a time may be none yet. */
const readable: Partial<Record<ValueKind, (value: unknown) => boolean>> = {
  number: (value) => decimalText(value) !== undefined,
  date: (value) => dateText(value) !== undefined,
  dateTime: (value) => instantText(value) !== undefined,
  time: (value) => timeText(value) !== undefined,
  dateRange: (value) => dateText(value) !== undefined,
  dateTimeRange: (value) => instantText(value) !== undefined,
  slot: (value) => instantText(value) !== undefined,
};

function isSettled({ operator, value }: Comparison, kind: ValueKind | undefined): boolean {
  if (kind === undefined || !operatorsFor(kind).includes(operator)) return false;
  const reads = readable[kind] ?? (() => true);
  const answers: Record<(typeof operators)[Operator], () => boolean> = {
    none: () => true,
    one: () => value !== undefined && value !== null && value !== '' && !Array.isArray(value) && reads(value),
    list: () => Array.isArray(value) && value.length > 0,
    range: () => Array.isArray(value) && value.length === 2 && value.every((end) => end !== '' && reads(end)),
    days: () => typeof value === 'number' && Number.isInteger(value) && value >= 0,
    circle: () => comparisonFits({ field: '', operator, value }, 'place'),
    box: () => comparisonFits({ field: '', operator, value }, 'place'),
  };
  return answers[operators[operator]]();
}

/** Children of the root as the chips that stand for them; a group inside is one chip. */
export function chipsOf(condition: Condition | undefined): { path: Path; part: Condition }[] {
  if (condition === undefined) return [];
  if (!isGroup(condition)) return [{ path: [0], part: condition }];
  // any-of at the root is one sentence: taking a chip away would turn its meaning round
  if (isAny(condition) && condition.any.length > 1) return [{ path: [], part: condition }];
  return childrenOf(condition).map((part, index) => ({ path: [index], part }));
}
