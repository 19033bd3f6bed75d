import { afterEach, describe, expect, test, vi } from 'vitest';
import { isCalendarOperator, operatorsOfKind } from '@formwork/contract/condition/operators.ts';
import { runInMemory } from '@formwork/contract/condition/run.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { processFields } from '@formwork/contract/workflow/process-fields.ts';
import { conditionErrors, holds } from './conditions.ts';
import { feelOfCondition } from './feel-condition.ts';

const fields = [
  newField('text', { zh: '名称' }, 'name'),
  newField('number', { zh: '金额' }, 'amount'),
  newField('date', { zh: '日期' }, 'day'),
  newField('dateTime', { zh: '时刻' }, 'at'),
  newField('multiSelect', { zh: '标签' }, 'tags'),
  newField('singleSelect', { zh: '级别' }, 'level'),
  newField('member', { zh: '专家' }, 'expert'),
  newField('switch', { zh: '紧急' }, 'urgent'),
  newField('devicePoint', { zh: '炉温' }, 'temp'),
  newField('department', { zh: '部门' }, 'unit'),
  newField('post', { zh: '岗位' }, 'post'),
  newField('role', { zh: '角色' }, 'role'),
] as Field[];
const definition = { format: 1, title: { zh: 'x' }, fields, tables: [], layout: [] } as unknown as FormDefinition;
const kindOf = (id: string) => {
  const field = [...fields, ...processFields].find((one) => one.id === id);
  return field && fieldKind(field);
};
const record = {
  timeZone: 'Asia/Shanghai',
  values: {
    unit: ['team'],
    post: ['head', 'clerk'],
    role: null,
    name: '水泵大修',
    amount: '1200.5',
    day: '2026-03-04',
    tags: ['a', 'b'],
    at: '2026-03-04T01:00:00.000Z',
    level: 'high',
    expert: ['u1'],
    urgent: true,
    temp: {
      value: 21.5,
      device: 'd1',
      decimals: 1,
      pointKey: 'temp',
      unitSign: '',
      signature: '',
      deviceName: '锅炉',
      pointTitle: { zh: '温度' },
      reportedAt: null,
    },
  },
  slaves: {},
  initiator: { id: 'u2', departments: ['team'], posts: ['welder'], roles: [] },
  submitter: { id: 'u1', departments: ['works'], posts: ['head'], roles: ['boss'] },
  wayUp: (id: string) =>
    ({ team: ['team', 'works', 'all'], works: ['works', 'all'], office: ['office', 'all'], all: ['all'] })[id] ?? [],
};

const cases: [Condition, boolean][] = [
  [{ field: 'name', operator: 'contains', value: '大修' }, true],
  [{ field: 'name', operator: 'notContains', value: '大修' }, false],
  [{ field: 'name', operator: 'startsWith', value: '水' }, true],
  [{ field: 'name', operator: 'eq', value: '"quoted"' }, false],
  [{ field: 'amount', operator: 'gt', value: '1000' }, true],
  [{ field: 'amount', operator: 'between', value: ['1', '5'] }, false],
  [{ field: 'day', operator: 'gte', value: '2026-03-04' }, true],
  [{ field: 'tags', operator: 'hasAny', value: ['b', 'c'] }, true],
  [{ field: 'tags', operator: 'hasAll', value: ['b', 'c'] }, false],
  [{ field: 'tags', operator: 'hasNone', value: ['c'] }, true],
  [{ field: 'tags', operator: 'hasOnly', value: ['b', 'a'] }, true],
  [{ field: 'tags', operator: 'hasOnly', value: ['a'] }, false],
  [{ field: 'at', operator: 'beforeNow' }, true],
  [{ field: 'at', operator: 'afterNow' }, false],
  [{ field: 'level', operator: 'in', value: ['high', 'top'] }, true],
  [{ field: 'expert', operator: 'isMe' }, true],
  [{ field: 'urgent', operator: 'isTrue' }, true],
  [{ field: 'name', operator: 'notEmpty' }, true],
  [{ field: 'temp', operator: 'gt', value: 20 }, true],
  [{ field: 'temp', operator: 'between', value: [0, 20] }, false],
  [{ field: 'temp', operator: 'hasAny', value: ['d1', 'd2'] }, true],
  [{ field: 'temp', operator: 'hasNone', value: ['d1'] }, false],
  [{ field: 'temp', operator: 'isEmpty' }, false],
  [
    {
      all: [
        { field: 'urgent', operator: 'isTrue' },
        {
          any: [
            { field: 'amount', operator: 'lt', value: '5' },
            { field: 'level', operator: 'eq', value: 'high' },
          ],
        },
      ],
    },
    true,
  ],
  [{ all: [] }, true],
  [{ field: '_initiatorDepartments', operator: 'under', value: ['works'] }, true],
  [{ field: '_initiatorDepartments', operator: 'under', value: ['office', 'team'] }, true],
  [{ field: '_initiatorDepartments', operator: 'notUnder', value: ['office'] }, true],
  [{ field: '_submitterDepartments', operator: 'under', value: ['team'] }, false],
  [{ field: '_initiatorDepartments', operator: 'isMineBelow' }, true],
  [{ field: '_initiatorDepartments', operator: 'isMine' }, false],
  [{ field: '_initiator', operator: 'isMe' }, false],
  [{ field: '_submitter', operator: 'hasAny', value: ['u1'] }, true],
  [{ field: '_initiatorPosts', operator: 'hasAny', value: ['welder', 'x'] }, true],
  [{ field: '_submitterRoles', operator: 'hasNone', value: ['boss'] }, false],
  [{ field: '_initiatorRoles', operator: 'isEmpty' }, true],
  [{ field: 'unit', operator: 'isMineBelow' }, true],
  [{ field: 'unit', operator: 'notMineBelow' }, false],
  [{ field: 'unit', operator: 'isMine' }, false],
  [{ field: 'unit', operator: 'notMine' }, true],
  [{ field: 'post', operator: 'isMine' }, true],
];

test.each(cases)('%j', (condition, expected) => {
  const text = feelOfCondition(condition, kindOf)!;
  expect(conditionErrors(definition, text)).toEqual([]);
  expect(holds(definition, text, record)).toBe(expected);
});

describe('days of the calendar mean what they mean in lists', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const days = [
    '2024-12-29',
    '2024-12-30',
    '2024-12-31',
    '2025-01-01',
    '2025-01-05',
    '2025-01-06',
    '2025-01-31',
    '2025-02-28',
    '2025-03-31',
    '2025-04-01',
    '2025-12-31',
    '2026-01-01',
    '2024-09-30',
    '2024-10-01',
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ];
  // the second is the next day by the clock of the enterprise
  const seen = [
    '2025-01-01T04:00:00Z',
    '2024-12-31T17:00:00Z',
    '2025-03-31T02:00:00Z',
    '2026-03-08T06:30:00Z',
    '2026-11-02T04:30:00Z',
  ];
  test.each(
    ['Asia/Shanghai', 'America/New_York', 'Asia/Kolkata'].flatMap((timeZone) =>
      seen.map((at) => [at, timeZone] as const),
    ),
  )('seen from %s in %s', (at, timeZone) => {
    vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] });
    for (const operator of operatorsOfKind.date.filter(isCalendarOperator))
      for (const day of days) {
        for (const [field, value] of [
          ['day', day],
          ['at', `${day}T04:30:00.000Z`],
          ['at', `${day}T20:30:00.000Z`],
        ] as const) {
          const condition: Condition = { field, operator, ...(operator.endsWith('Days') && { value: 5 }) };
          const text = feelOfCondition(condition, kindOf)!;
          expect(conditionErrors(definition, text), text).toEqual([]);
          const values = { ...record.values, [field]: value };
          expect([field, day, operator, holds(definition, text, { ...record, timeZone, values })]).toEqual([
            field,
            day,
            operator,
            runInMemory(condition, values as never, { kindOf, now: new Date(at), timeZone } as never),
          ]);
        }
      }
  });
});

test.each(['hasNone', 'isMine', 'notMine', 'isMineBelow', 'under', 'notUnder'] as const)(
  'over an empty field %s cannot be decided',
  (operator) => {
    const field = operator.endsWith('der') || operator.endsWith('Below') ? 'unit' : 'role';
    const text = feelOfCondition({ field, operator, value: ['x'] }, kindOf)!;
    expect(holds(definition, text, { ...record, values: { ...record.values, unit: null } })).toBeNull();
  },
);

test('what has no meaning in FEEL is said to have none', () => {
  expect(feelOfCondition({ field: 'temp', operator: 'contains', value: 'x' }, kindOf)).toBeUndefined();
  expect(feelOfCondition({ field: 'gone', operator: 'eq', value: 'x' }, kindOf)).toBeUndefined();
});
