import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import { expect, test } from 'vitest';
import { filedResult } from './table-file.ts';

test('a table is saved with its columns as they are drawn, not as they were asked for', () => {
  const column = (id: string, kind: 'text' | 'number') => ({ id, title: id, kind });
  const result: ChartResult = {
    columns: [column('type', 'text'), column('minutes', 'number'), column('machine', 'text')],
    rows: [['L', 10, 'M1']],
  };
  const settings = {
    kind: 'table' as const,
    slots: {
      row: [{ id: 'machine', field: 'machine' }],
      y: [{ id: 'minutes', field: 'minutes', fn: 'sum' as const }],
      label: [{ id: 'type', field: 'type' }],
    },
    marks: [],
    tones: [],
    notes: [],
    look: {},
  };
  const filed = filedResult(result, settings, 'zh-CN');
  expect(filed.columns.map(({ id }) => id)).toEqual(['machine', 'type', 'minutes']);
  expect(filed.rows).toEqual([['M1', 'L', 10]]);
});
