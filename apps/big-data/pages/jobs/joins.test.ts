import { countedRows } from '@formwork/contract/etl/task-api.ts';
import { emptyTask, TaskNode } from '@formwork/contract/etl/task.ts';
import { expect, test } from 'vitest';
import { joinFigures, joinsOf } from './joins.ts';

const join = (id: string, how: string) =>
  TaskNode.parse({ id, title: '', x: 0, y: 0, kind: 'join', how, keys: [], prefix: '' });
const task = { ...emptyTask(), nodes: [join('j', 'left'), join('k', 'cross')] };
const figures = { left: 5, right: 3, unmatchedLeft: 1, unmatchedRight: 0, multiplied: 2 };
const noted = (report: Record<string, number> | null) => ({
  ...{
    node: 'j',
    state: 'done' as const,
    rowsIn: 8,
    rows: 5,
    rejected: 0,
    bytes: 0,
    startedAt: null,
    endedAt: null,
    report,
  },
});

test('a run tells what its joins did, and where that was left out', () => {
  const run = { task, nodes: [noted(figures)], state: 'finished' as const, rowsRead: 8 };
  expect(joinsOf(run)).toEqual([{ node: 'j', figures }]);
  expect(joinsOf({ ...run, nodes: [], rowsRead: countedRows + 1 })).toEqual([{ node: 'j', figures: null }]);
  // it may still come
  expect(joinsOf({ ...run, nodes: [], rowsRead: countedRows + 1, state: 'running' })).toEqual([]);
  // rows that were sent again have none
  expect(joinsOf({ ...run, nodes: [noted(null)] })).toEqual([]);
  expect(joinsOf({ ...run, task: null })).toEqual([]);
});

test('figures of a join are told from others', () => {
  expect(joinFigures({ rows: 5, ...figures })).toEqual(figures);
  expect(joinFigures({ yes: 3, no: 7 })).toBeUndefined();
  expect(joinFigures('read')).toBeUndefined();
});
