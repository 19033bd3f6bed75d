import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import type { Question } from '../source-types.ts';

// Questions of every kind to one table of rows: what an engine says to them is held against what others say, and against texts of before.

/** The fields of the rows, and their kinds. */
export const askedFields = {
  day: 'date',
  at: 'dateTime',
  word: 'text',
  other: 'text',
  amount: 'number',
  long: 'number',
  whole: 'number',
  rate: 'number',
  yes: 'boolean',
} as const satisfies Record<string, SetKind>;

/** Rows of these fields in the words of the embedded engine: nothing, nothing but blanks, signs that mean something in SQL, long and negative numbers. */
export const askedRows = `select n as "row",
  case when n % 11 = 0 then null else date '1999-12-20' + (n * 37 % 20000)::INT end as "day",
  case when n % 13 = 0 then null else timestamptz '1969-12-28 20:00:00.123456Z' + n * interval '70 hours' + n * interval '1 ms' end as "at",
  case n % 7 when 0 then null when 1 then '' when 2 then 'a' when 3 then ' ' when 4 then 'ΣİK ß' when 5 then 'it''s 50%_\\' else 'b' || n % 3 end as word,
  case n % 4 when 0 then null when 1 then '' else 'x' || n % 2 end as other,
  case when n % 7 = 0 then null else ((n * 31 % 1000 - 500)::DECIMAL(18,2) / 8)::DECIMAL(18,3) end as amount,
  case when n % 5 = 0 then null else ((n::HUGEINT * 12345678901234567)::VARCHAR || '.' || lpad((n * 7919)::VARCHAR, 10, '0'))::DECIMAL(38,10) - 500000000000000000 end as long,
  case when n % 6 = 0 then null else n * 4611686018427387 - 9000000000000000000 end as whole,
  case when n % 9 = 0 then null else (n % 64 - 30)::DOUBLE / 4 end as rate,
  case n % 3 when 0 then null when 1 then true else false end as yes
  from range(2000) r(n)`;

const all = { formId: '', where: undefined, totals: [], limit: 3_000 } as const;
const count: Question['figures'] = [{ fn: 'count' }];

const figures: Question['figures'] = [
  { fn: 'count' },
  ...(['amount', 'long', 'whole', 'rate'] as const).flatMap((field) =>
    (['sum', 'avg', 'min', 'max', 'median', 'filled', 'empty', 'distinct'] as const).map((fn) => ({ field, fn })),
  ),
  ...(['word', 'day', 'at', 'yes'] as const).flatMap((field) =>
    (['filled', 'empty', 'distinct'] as const).map((fn) => ({ field, fn })),
  ),
  ...(['day', 'at'] as const).flatMap((field) => (['min', 'max'] as const).map((fn) => ({ field, fn }))),
  { field: 'yes', fn: 'sum' },
  { field: 'yes', fn: 'avg' },
];
const quick: Question['figures'] = figures.filter(({ fn }) => fn !== 'distinct' && fn !== 'median');

const keys: [string, Question['keys'], number[][]][] = [
  ['nothing', [], []],
  ['a text', [{ field: 'word' }], [[]]],
  ['a number', [{ field: 'amount' }], []],
  ['a long number', [{ field: 'long' }], []],
  ['a whole number', [{ field: 'whole' }], []],
  ['a number with a point', [{ field: 'rate' }], [[]]],
  ['yes and no', [{ field: 'yes' }], [[]]],
  ['a day', [{ field: 'day' }], []],
  ['a moment', [{ field: 'at' }], []],
  ...(['year', 'quarter', 'month', 'week', 'day'] as const).flatMap(
    (step): [string, Question['keys'], number[][]][] => [
      [`days by ${step}`, [{ field: 'day', step }], [[]]],
      [`moments by ${step}`, [{ field: 'at', step }], []],
    ],
  ),
  ['two texts', [{ field: 'word' }, { field: 'other' }], [[0], [1], []]],
  [
    'months, a text, yes and no',
    [{ field: 'at', step: 'month' }, { field: 'other' }, { field: 'yes' }],
    [[0], [0, 1], []],
  ],
  ['departments of a level', [{ field: 'word', level: 1 }, { field: 'other' }], [[0], []]],
];

const bins: [string, Question][] = (
  [
    ['amount', '0.5'],
    ['amount', '20'],
    ['long', '100000000000000000000'],
    ['whole', '0.001'],
    ['rate', '0.3'],
  ] as const
).map(([field, width]) => [
  `${field} within ${width}`,
  { ...all, keys: [{ field, width }], figures: count, totals: [[]] },
]);

const orders: [string, Question][] = figures
  .slice(0, 9)
  .flatMap(({ field, fn }, figure): [string, Question][] =>
    [true, false].map((desc) => [
      `months by ${fn} of ${field ?? 'all'}, ${desc ? 'most' : 'least'} first, cut`,
      {
        ...all,
        keys: [{ field: 'day', step: 'month' }],
        figures: figures.slice(0, 9),
        totals: [[]],
        order: { figure, desc },
        limit: 7,
      },
    ]),
  );

const limits: [string, Question][] = (
  [
    ['count', undefined, '60'],
    ['sum', 'amount', '-120.25'],
    ['avg', 'amount', '1.5'],
    ['max', 'amount', '62.3'],
    ['min', 'long', '123456789012345678901.5'],
    ['sum', 'long', '0'],
    ['avg', 'whole', '12.5'],
    ['sum', 'rate', '0.25'],
    ['median', 'amount', '0.5'],
    ['median', 'rate', '1'],
    ['distinct', 'word', '3'],
    ['filled', 'word', '40'],
    ['empty', 'day', '3'],
  ] as const
).map(([fn, field, value]) => [
  `groups with ${fn} of ${field ?? 'all'} above ${value}`,
  {
    ...all,
    keys: [{ field: 'day', step: 'year' }, { field: 'other' }],
    figures: [{ fn, ...(field && { field }), only: [{ is: 'gt', value }] }],
    totals: [[0], []],
  },
]);

const said: Condition[] = [
  { all: [] },
  { any: [] },
  {
    any: [
      { field: 'word', operator: 'eq', value: 'a' },
      { field: 'yes', operator: 'isTrue' },
    ],
  },
  {
    all: [
      { field: 'amount', operator: 'gt', value: 1 },
      {
        any: [
          { field: 'word', operator: 'isEmpty' },
          { field: 'other', operator: 'notEmpty' },
        ],
      },
    ],
  },
  ...(['eq', 'ne', 'contains', 'notContains', 'startsWith', 'endsWith'] as const).flatMap((operator): Condition[] =>
    ['a', 'A', '', ' ', 'İ', 'i', 'σ', 'ς', 'k', 'SS', 'ẞ', "it's", '50%', '_', '\\', '_\\', '%', '\n', "'; drop"].map(
      (value) => ({ field: 'word', operator, value }),
    ),
  ),
  { field: 'word', operator: 'in', value: ['a', '', "it's 50%_\\", 'b1'] },
  { field: 'word', operator: 'in', value: [] },
  { field: 'word', operator: 'notIn', value: ['a', 'b0'] },
  { field: 'word', operator: 'notIn', value: [] },
  ...(['amount', 'long', 'whole', 'rate'] as const).flatMap((field) => [
    ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const).flatMap((operator): Condition[] =>
      [
        0,
        -62.5,
        12.375,
        0.1,
        '0.00000000000000000001',
        '4380000000000000000000.0123456789',
        '-8999999999999999999',
        1e40,
      ].map((value) => ({ field, operator, value })),
    ),
    { field, operator: 'between' as const, value: [-10.5, 30] },
    { field, operator: 'in' as const, value: [0, 12.375, -3.25, 0.0001] },
    { field, operator: 'notIn' as const, value: [0, 12.375, -3.25, 0.0001] },
    { field, operator: 'in' as const, value: [] },
    { field, operator: 'isEmpty' as const },
    { field, operator: 'notEmpty' as const },
  ]),
  ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const).flatMap((operator): Condition[] => [
    ...['2026-01-05', '0001-01-01', '9999-12-31'].map((value) => ({ field: 'day', operator, value })),
    ...['1970-01-05T06:00:00.123Z', '1980-02-03 04:05:06', '0001-01-01 00:00:00', '9999-12-31 00:00:00'].map(
      (value) => ({ field: 'at', operator, value }),
    ),
    { field: 'yes', operator: operator === 'eq' ? 'eq' : 'ne', value: operator === 'gt' },
  ]),
  { field: 'day', operator: 'between', value: ['2020-01-01', '2026-12-31'] },
  { field: 'day', operator: 'isEmpty' },
  ...(
    ['today', 'thisWeek', 'lastMonth', 'thisQuarter', 'thisYear', 'nextYear', 'beforeToday', 'afterToday'] as const
  ).flatMap((operator): Condition[] => [
    { field: 'day', operator },
    { field: 'at', operator },
  ]),
  { field: 'at', operator: 'lastDays', value: 900 },
  { field: 'day', operator: 'nextDays', value: 900 },
  { field: 'at', operator: 'beforeNow' },
  { field: 'at', operator: 'afterNow' },
  { field: 'at', operator: 'notEmpty' },
  { field: 'yes', operator: 'isTrue' },
  { field: 'yes', operator: 'isFalse' },
  { field: 'yes', operator: 'isEmpty' },
];

/** Rows as they lie. */
const singles: [string, Question][] = [
  ['single rows', { ...all, keys: Object.keys(askedFields).map((field) => ({ field })), figures: [] }],
  ['the first rows', { ...all, keys: [{ field: 'at' }, { field: 'long' }], figures: [], limit: 20 }],
];

/** A question and what it is called. */
export type Asked = [name: string, question: Question];

/** What names of departments stand below. */
export const askedAbove = (): ReadonlyMap<string, string> =>
  new Map([
    ['a', 'ΣİK ß'],
    ["it's 50%_\\", 'top\\'],
    ['b0', 'b2'],
  ]);

export const questions: Asked[] = [
  ...keys.map(([name, of, totals]): [string, Question] => [name, { ...all, keys: of, figures, totals }]),
  ...keys.map(([name, of, totals]): [string, Question] => [
    `${name}, what can be added`,
    { ...all, keys: of, figures: quick, totals },
  ]),
  ['a text, counted', { ...all, keys: [{ field: 'word' }], figures: count }],
  ['a text, cut', { ...all, keys: [{ field: 'word' }], figures: count, totals: [[]], limit: 2 }],
  ['nothing, of no rows', { ...all, where: { field: 'word', operator: 'eq', value: 'none' }, keys: [], figures }],
  [
    'two texts, of no rows',
    {
      ...all,
      where: { field: 'word', operator: 'eq', value: 'none' },
      keys: [{ field: 'word' }, { field: 'other' }],
      figures,
      totals: [[0], []],
    },
  ],
  ...bins,
  ...orders,
  ...limits,
  ...singles,
  ...said.map((where): [string, Question] => [
    `where ${JSON.stringify(where)}`,
    { ...all, where, keys: [], figures: [{ fn: 'count' }, { field: 'amount', fn: 'sum' }] },
  ]),
];
