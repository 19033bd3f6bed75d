import { emptyTask, TaskNode } from '@formwork/contract/etl/task.ts';
import { expect, test } from 'vitest';
import { readsLastAgain, taskProblems } from './graph.ts';

const table = { id: 'd', connection: null, schema: 'public', table: 'days' };
const upsert = { ...table, id: 't', kind: 'tableTarget', mode: 'upsert', keys: ['id'] };
const form = { id: 'f', kind: 'formTarget', form: 'orders', mode: 'upsert', key: 'id', mapping: [] };

/** A table that is read by a day, or by its primary key, and all of these behind it. */
function drawn(behind: Record<string, unknown>[], { watermark = 'day', keys = ['id'] } = {}) {
  const columns = ['id', 'day'].map((name) => ({
    ...{ name, type: 'text', nullable: true },
    ...(keys.includes(name) && { key: true }),
  }));
  const nodes = [{ ...table, kind: 'tableSource', columns, watermark }, ...behind];
  return {
    ...emptyTask(),
    nodes: nodes.map((node) => TaskNode.parse({ title: '', x: 0, y: 0, ...node })),
    edges: behind.map(({ id }, at) => ({
      ...{ id: `e${at}`, source: 'd', target: String(id), port: 'out' as const, other: false },
    })),
  };
}

const warned = (task: ReturnType<typeof drawn>): boolean =>
  taskProblems(task).some(({ code, level }) => code === 'etl.problem.watermark_equal' && level === 'warning');

test('rows with the last watermark are read again where every target tells rows by key', () => {
  for (const [behind, again] of [
    [[upsert], true],
    [[upsert, form], true],
    [[{ ...upsert, mode: 'append' }], false],
    [[upsert, { ...form, mode: 'create' }], false],
    [[upsert, { id: 'p', kind: 'fileTarget', format: 'csv', name: 'days' }], false],
  ] as const) {
    const task = drawn([...behind]);
    expect(readsLastAgain(task, 'd')).toBe(again);
    expect(warned(task)).toBe(!again);
  }
});

test('nothing is said of a watermark that no two rows share, nor where nothing is written', () => {
  const append = { ...upsert, mode: 'append' };
  expect(warned(drawn([append], { watermark: 'id' }))).toBe(false);
  expect(warned(drawn([append], { watermark: 'id', keys: ['id', 'day'] }))).toBe(true);
  expect(warned(drawn([append], { watermark: '' }))).toBe(false);
  expect(warned(drawn([]))).toBe(false);
});
