import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { expect, test } from 'vitest';
import { labelledErrors } from './error-labels.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '维修' },
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    { id: 'cost', type: 'number', title: { zh: '费用' }, config: {} },
  ],
  tables: [
    {
      id: 'rows',
      title: { zh: '明细' },
      fields: [
        { id: 'item', type: 'text', title: { zh: '项目' }, config: {} },
        { id: 'qty', type: 'number', title: { zh: '数量' }, config: {} },
      ],
    },
  ],
  layout: [
    {
      id: 'one',
      columns: 1,
      items: [
        { kind: 'table', table: 'rows' },
        { kind: 'field', field: 'cost' },
        { kind: 'field', field: 'name' },
      ],
    },
  ],
  titleField: 'name',
};

test('errors stand in the order of their places, whoever found them', () => {
  const paths = ['name', 'rows.10.item', 'rows.2.qty', 'cost', 'rows.2.item', 'rows', ''];
  const told = labelledErrors(
    definition,
    paths.map((path) => ({ path, message: '不能为空' })),
    'zh-CN',
    (key, data) => `${key} ${String(data?.row)}`,
  );
  expect(told.map(({ name }) => name)).toEqual([
    '',
    'rows',
    'rows.2.item',
    'rows.2.qty',
    'rows.10.item',
    'cost',
    'name',
  ]);
  expect(told[2]?.label).toBe('明细 records.slave.row 3 项目');
});
