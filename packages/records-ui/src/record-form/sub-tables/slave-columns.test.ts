import type { Field } from '@formwork/contract/forms/field.ts';
import { expect, test } from 'vitest';
import { slaveColumn, type ColumnWords, type ShownRow } from './slave-columns.tsx';

const field: Field = {
  id: 'shift',
  type: 'singleSelect',
  title: { zh: '班次' },
  config: {
    options: [
      { id: 'night', label: { zh: '夜' } },
      { id: 'early', label: { zh: '早' } },
      { id: 'late', label: { zh: '晚' } },
    ],
  },
};
const words: ColumnWords = {
  t: (key) => key,
  locale: 'zh-CN',
  nameOf: () => undefined,
  editable: true,
  offering: (one) => one,
  besides: () => [],
};

test('rows are sorted by the order in which choices are offered', () => {
  const column = slaveColumn(field, { id: 'rows', title: { zh: '明细' }, fields: [field] }, () => ({}) as never, words);
  const placeOf = (shift: string | null) =>
    column.sortValue?.({ values: { shift }, computed: {} } as unknown as ShownRow);
  expect(['night', 'early', 'late', 'gone', null].map(placeOf)).toEqual([0, 1, 2, null, null]);
});
