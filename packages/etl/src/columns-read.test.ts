import { emptyTask, TaskNode } from '@formwork/contract/etl/task.ts';
import { expect, test } from 'vitest';
import { columnsRead } from './graph.ts';

const select = (id: string, ...columns: string[]) => ({
  id,
  kind: 'select',
  picks: columns.map((column, at) => ({ id: `p${at}`, column, name: '' })),
});

function read(behind: Record<string, unknown>[]): string[] | undefined {
  const nodes = [{ id: 'f', kind: 'formSource', form: 'orders', columns: [] }, ...behind];
  const task = {
    ...emptyTask(),
    nodes: nodes.map((node) => TaskNode.parse({ title: '', x: 0, y: 0, ...node })),
    edges: behind.map(({ id }, at) => ({
      id: `e${at}`,
      source: 'f',
      target: String(id),
      port: 'out' as const,
      other: false,
    })),
  };
  const columns = columnsRead(task, 'f');
  return columns && [...columns];
}

test('of a source that only choices of columns stand behind they alone are read', () => {
  expect(read([select('s', 'a', 'b')])).toEqual(['a', 'b']);
  expect(read([select('s', 'a'), select('t', 'b', 'a')])).toEqual(['a', 'b']);
});

test('where anything else stands behind it all are read', () => {
  expect(read([])).toBeUndefined();
  expect(read([select('s'), select('t', 'a')])).toBeUndefined();
  expect(read([select('s', 'a'), { id: 't', kind: 'fileTarget', format: 'csv', name: 'all' }])).toBeUndefined();
});
