import type { ValueKind } from '../forms/values/value.ts';

/** What the value beside an operator must be. */
export type OperandShape = 'none' | 'one' | 'range' | 'list' | 'days' | 'circle' | 'box';

/** Every operator there is; which of them a field offers is decided by the kind of its value. */
export const operators = {
  eq: 'one',
  ne: 'one',
  contains: 'one',
  notContains: 'one',
  startsWith: 'one',
  endsWith: 'one',
  gt: 'one',
  gte: 'one',
  lt: 'one',
  lte: 'one',
  between: 'range',
  in: 'list',
  notIn: 'list',
  hasAny: 'list',
  hasAll: 'list',
  hasNone: 'list',
  /** These and no others. */
  hasOnly: 'list',
  isEmpty: 'none',
  notEmpty: 'none',
  isTrue: 'none',
  isFalse: 'none',
  isMe: 'none',
  notMe: 'none',
  isMine: 'none',
  notMine: 'none',
  /** These departments and all below them. */
  under: 'list',
  notUnder: 'list',
  /** Of the person's departments and all below them. */
  isMineBelow: 'none',
  notMineBelow: 'none',
  /** Of a relation to records of the same form: those below these, however deep. No editor offers it: trees ask so. */
  below: 'list',
  overlaps: 'range',
  within: 'list',
  notWithin: 'list',
  today: 'none',
  yesterday: 'none',
  tomorrow: 'none',
  thisWeek: 'none',
  thisMonth: 'none',
  thisQuarter: 'none',
  thisYear: 'none',
  lastWeek: 'none',
  nextWeek: 'none',
  lastMonth: 'none',
  nextMonth: 'none',
  lastQuarter: 'none',
  nextQuarter: 'none',
  lastYear: 'none',
  nextYear: 'none',
  beforeToday: 'none',
  afterToday: 'none',
  lastDays: 'days',
  nextDays: 'days',
  /** Moments, compared with this one. */
  beforeNow: 'none',
  afterNow: 'none',
  /** `[lat, lng, km]` */
  near: 'circle',
  /** `[south, west, north, east]` */
  inBox: 'box',
} as const satisfies Record<string, OperandShape>;

export type Operator = keyof typeof operators;

export const operatorNames = Object.keys(operators) as [Operator, ...Operator[]];

/** What can be said of an empty value too: it equals nothing, is none of a list, and an untouched switch is no. */
const saidOfEmpty: ReadonlySet<Operator> = new Set<Operator>([
  'eq',
  'ne',
  'in',
  'notIn',
  'isEmpty',
  'notEmpty',
  'isTrue',
  'isFalse',
]);

/** Whether it cannot be decided over an empty value: how much, when, where and of whom. As conditions of processes read it. */
export function needsValue(operator: Operator): boolean {
  return !saidOfEmpty.has(operator);
}

const calendar = [
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
] as const;
/** Operators that mean days of the calendar, as `dayRange` works them out. */
export type CalendarOperator = (typeof calendar)[number];

export function isCalendarOperator(operator: Operator): operator is CalendarOperator {
  return (calendar as readonly Operator[]).includes(operator);
}

const sets = ['hasAny', 'hasAll', 'hasNone', 'hasOnly'] as const;
const unitSets = ['hasAny', 'hasAll', 'hasNone', 'hasOnly', 'isMine', 'notMine', 'isEmpty', 'notEmpty'] as const;
const spans = ['overlaps', 'contains', 'between', ...calendar, 'isEmpty', 'notEmpty'] as const;
const ordered = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'] as const;

/** In the order an editor offers them; the first is the one to begin with. */
export const operatorsOfKind = {
  text: ['contains', 'notContains', 'eq', 'ne', 'startsWith', 'endsWith', 'in', 'notIn', 'isEmpty', 'notEmpty'],
  number: [...ordered, 'in', 'notIn', 'isEmpty', 'notEmpty'],
  date: [...ordered, ...calendar, 'isEmpty', 'notEmpty'],
  dateTime: [...ordered, ...calendar, 'beforeNow', 'afterNow', 'isEmpty', 'notEmpty'],
  time: [...ordered, 'isEmpty', 'notEmpty'],
  boolean: ['isTrue', 'isFalse', 'eq', 'ne', 'isEmpty', 'notEmpty'],
  option: ['eq', 'ne', 'in', 'notIn', 'isEmpty', 'notEmpty'],
  options: [...sets, 'isEmpty', 'notEmpty'],
  people: [...sets, 'isMe', 'notMe', 'isEmpty', 'notEmpty'],
  departments: [
    ...sets,
    'under',
    'notUnder',
    'isMine',
    'notMine',
    'isMineBelow',
    'notMineBelow',
    'isEmpty',
    'notEmpty',
  ],
  posts: unitSets,
  roles: unitSets,
  records: [...sets, 'isEmpty', 'notEmpty'],
  files: ['isEmpty', 'notEmpty'],
  html: ['contains', 'notContains', 'isEmpty', 'notEmpty'],
  place: ['near', 'inBox', 'contains', 'notContains', 'isEmpty', 'notEmpty'],
  /** Of its device, of the number that was captured, of its words. */
  reading: ['hasAny', 'hasNone', ...ordered, 'contains', 'notContains', 'isEmpty', 'notEmpty'],
  json: ['contains', 'notContains', 'isEmpty', 'notEmpty'],
  slot: [...calendar, 'gte', 'lte', 'between', 'isEmpty', 'notEmpty'],
  dateRange: spans,
  dateTimeRange: spans,
  address: ['within', 'notWithin', 'contains', 'notContains', 'isEmpty', 'notEmpty'],
} as const satisfies Record<ValueKind, readonly Operator[]>;

/** Kinds of which no list can be put in order. */
export const unsortableKinds: ReadonlySet<ValueKind> = new Set<ValueKind>([
  'options',
  'people',
  'departments',
  'posts',
  'roles',
  'records',
  'files',
  'address',
  'html',
  'place',
  'json',
]);

/** Whether values of the kind can be asked so. */
export function operatorFits(operator: Operator, kind: ValueKind): boolean {
  return operatorsFor(kind).includes(operator) || (operator === 'below' && kind === 'records');
}

export function operatorsFor(kind: ValueKind): readonly Operator[] {
  return operatorsOfKind[kind];
}
