import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { TaskNode } from '@formwork/contract/etl/task.ts';
import { expect, test } from 'vitest';
import { comingBack, goingOut, heldOf } from './held.ts';
import { isWhole, wholeSql, type ClusterTable } from './whole.ts';

// Both engines are held against each other by `npm run engines -- http://...`; here is what goes there, and what does not.

const table = (name: string, columns: Record<string, DataColumn['type']>): ClusterTable => ({
  table: name,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, held: heldOf({ type }) })),
});
const a = table('a', { id: 'integer', kind: 'text', amount: 'decimal', made: 'json' });
const b = table('b', { id: 'integer', weight: 'double', kind: 'integer' });

function written(node: Record<string, unknown>, ...inputs: ClusterTable[]) {
  const made = TaskNode.parse({ id: 'n', x: 0, y: 0, title: '', ...node });
  if (!isWhole(made)) throw new Error(made.kind);
  const found = wholeSql(made, inputs);
  return 'unfit' in found ? found.unfit : [found.sql, found.columns.map(({ name }) => name)];
}
const key = (left: string, right: string) => ({ id: `k${left}`, left, right });

test('joins name columns of both sides as the embedded engine does', () => {
  expect(written({ kind: 'join', how: 'left', keys: [key('id', 'id')], prefix: 'r_' }, a, b)).toEqual([
    'select a.c0, a.c1, a.c2, a.c3, b.c0, b.c1, b.c2 from a a left join b b on a.c0 = b.c0',
    ['id', 'kind', 'amount', 'made', 'r_id', 'weight', 'r_kind'],
  ]);
  expect(written({ kind: 'join', how: 'anti', keys: [key('id', 'id')], prefix: '' }, a, b)).toEqual([
    'select a.c0, a.c1, a.c2, a.c3 from a a left anti join b b on a.c0 = b.c0',
    ['id', 'kind', 'amount', 'made'],
  ]);
});

test('sums are worked out in numbers that hold them', () => {
  const figures = ['id', 'amount'].map((column) => ({ id: column, name: column, fn: 'sum', column }));
  expect(written({ kind: 'aggregate', keys: ['kind'], figures }, a)).toEqual([
    "select c1, accurateCast(sum(toInt128(c0)), 'Nullable(Int64)'), toDecimal128(sum(toDecimal256(c2, 10)), 10) from a group by c1",
    ['kind', 'id', 'amount'],
  ]);
});

test('texts of people are texts there too', () => {
  const pivot = { kind: 'pivot', keys: [], column: 'kind', values: ["it's \\ a"], fn: 'count', value: '' };
  expect(written(pivot, a)).toEqual([
    "select toInt64(count() filter (where c1 = 'it\\'s \\\\ a')) from a",
    ["it's \\ a"],
  ]);
});

test('what would be answered in another way is left to the embedded engine', () => {
  const figure = (fn: string, column: string) => ({ id: 'f', name: 'f', fn, column });
  expect(written({ kind: 'join', how: 'inner', keys: [key('kind', 'kind')], prefix: '' }, a, b)).toBe('keys');
  expect(written({ kind: 'aggregate', keys: ['made'], figures: [] }, a)).toBe('keys');
  expect(written({ kind: 'aggregate', keys: [], figures: [figure('first', 'id')] }, a)).toBe('figure');
  expect(written({ kind: 'aggregate', keys: [], figures: [figure('list', 'id')] }, a)).toBe('figure');
  expect(written({ kind: 'union', distinct: false }, a, b)).toBe('types');
  expect(written({ kind: 'pivot', keys: [], column: 'amount', values: ['1'], fn: 'count', value: '' }, a)).toBe(
    'types',
  );
  expect(isWhole(TaskNode.parse({ id: 'n', x: 0, y: 0, title: '', kind: 'select', picks: [] }))).toBe(false);
});

test('moments go there as microseconds and come back as they were', () => {
  const day = heldOf({ type: 'date' });
  expect([day.as, day.there]).toEqual(['moment', 'Nullable(Int64)']);
  expect(goingOut('d', day)).toContain('epoch_us("d")');
  expect(comingBack('c0', day)).toContain('cast(make_timestamp(c0) as DATE)');
  expect(heldOf({ type: 'timestamp', native: 'TIMESTAMP_NS' }).as).toBe('carried');
});
