import { expect, test } from 'vitest';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { conditionErrors, holds } from './conditions.ts';
import { feelOfCondition } from './feel-condition.ts';

const fields = [newField('text', { zh: '名称' }, 'name'), newField('number', { zh: '金额' }, 'amount'), newField('date', { zh: '日期' }, 'day'), newField('multiSelect', { zh: '标签' }, 'tags'), newField('singleSelect', { zh: '级别' }, 'level'), newField('member', { zh: '专家' }, 'expert'), newField('switch', { zh: '紧急' }, 'urgent')] as Field[];
const definition = { format: 1, title: { zh: 'x' }, fields, tables: [], layout: [] } as unknown as FormDefinition;
const kindOf = (id: string) => { const field = fields.find((one) => one.id === id); return field && fieldKind(field); };
const record = { values: { name: '水泵大修', amount: '1200.5', day: '2026-03-04', tags: ['a', 'b'], level: 'high', expert: ['u1'], urgent: true }, slaves: {}, user: 'u1' };

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
  [{ field: 'level', operator: 'in', value: ['high', 'top'] }, true],
  [{ field: 'expert', operator: 'isMe' }, true],
  [{ field: 'urgent', operator: 'isTrue' }, true],
  [{ field: 'name', operator: 'notEmpty' }, true],
  [{ all: [{ field: 'urgent', operator: 'isTrue' }, { any: [{ field: 'amount', operator: 'lt', value: '5' }, { field: 'level', operator: 'eq', value: 'high' }] }] }, true],
  [{ all: [] }, true],
];

test.each(cases)('%j', (condition, expected) => {
  const text = feelOfCondition(condition, kindOf)!;
  expect(conditionErrors(definition, text)).toEqual([]);
  expect(holds(definition, text, record)).toBe(expected);
});

test('what has no meaning in FEEL is said to have none', () => {
  expect(feelOfCondition({ all: [{ field: 'day', operator: 'thisQuarter' }] }, kindOf)).toBeUndefined();
  expect(feelOfCondition({ field: 'gone', operator: 'eq', value: 'x' }, kindOf)).toBeUndefined();
});
