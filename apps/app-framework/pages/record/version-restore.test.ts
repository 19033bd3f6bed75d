import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { FormRecord, HistoryEntry } from '@formwork/contract/records/record.ts';
import { expect, it } from 'vitest';
import { recordAfter } from './version-restore.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '表' },
  layout: [],
  titleField: null,
  fields: [
    newField('text', { zh: '名' }, 'name'),
    newField('number', { zh: '数' }, 'count'),
    { ...newField('formula', { zh: '倍' }, 'twice'), config: { expression: 'count * 2', result: 'number' } },
  ] as FormDefinition['fields'],
  tables: [{ id: 'rows', title: { zh: '行' }, fields: [newField('text', { zh: '项' }, 'item')] }],
};
const record: FormRecord = {
  id: 'r',
  version: 4,
  values: { name: '丙', count: 3, twice: 6 },
  slaves: {
    rows: [
      { id: 'b', values: { item: '乙二' } },
      { id: 'c', values: { item: '丙' } },
    ],
  },
  can: { edit: true, delete: true, share: false, transfer: false },
};
const entry = (id: string, changes: HistoryEntry['changes'], slaves: HistoryEntry['slaves'] = []): HistoryEntry => ({
  id,
  kind: 'updated',
  version: 1,
  actor: null,
  deputy: null,
  at: '',
  changes,
  slaves,
});
const entries = [
  entry(
    '4',
    [{ field: 'name', before: '乙', after: '丙' }],
    [{ table: 'rows', row: 'c', kind: 'added', changes: [{ field: 'item', before: null, after: '丙' }] }],
  ),
  entry(
    '3',
    [
      { field: 'name', before: '甲', after: '乙' },
      { field: 'twice', before: 2, after: 6 },
      { field: 'count', before: 1, after: 3 },
    ],
    [
      { table: 'rows', row: 'a', kind: 'removed', changes: [{ field: 'item', before: '甲', after: null }] },
      { table: 'rows', row: 'b', kind: 'changed', changes: [{ field: 'item', before: '乙', after: '乙二' }] },
    ],
  ),
  entry('2', [{ field: 'name', before: null, after: '甲' }]),
];

it('stands as it is after the latest change', () => {
  expect(recordAfter(definition, record, entries, '4').values).toEqual(record.values);
});

it('takes back what came later, and leaves computed fields to themselves', () => {
  const before = recordAfter(definition, record, entries, '2');
  expect(before.values).toEqual({ name: '甲', count: 1, twice: 6 });
  expect(before.slaves.rows).toEqual([
    { key: 'b', values: { item: '乙' } },
    { key: 'a', isNew: true, values: { item: '甲' } },
  ]);
});
