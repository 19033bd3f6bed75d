import type { HistoryEvent } from '@formwork/contract/workflow/process.ts';
import { expect, test } from 'vitest';
import { filterHistory } from './history-filter.ts';

const person = (name: string) => ({ id: '01980000-0000-7000-8000-000000000001', name });
const event = (id: string, more: Partial<HistoryEvent>): HistoryEvent => ({
  id,
  instance: { id: 'old', state: 'invalid', release: 1 },
  at: '2026-03-01T10:00:00',
  kind: 'submitted',
  actor: person('张三'),
  node: 'a',
  nodeName: { zh: '审批' },
  task: null,
  round: null,
  comment: null,
  target: null,
  persons: [],
  took: null,
  terminal: 'computer',
  deputy: null,
  branch: null,
  ...more,
});
const present = { id: 'new', state: 'processing', release: 2 } as const;
const events = [
  event('1', {}),
  event('2', { instance: present, at: '2026-03-05T23:59:00', node: 'b', terminal: 'phone', actor: person('李四') }),
  event('3', {
    instance: present,
    at: '2026-03-06T08:00:00',
    kind: 'opened',
    actor: null,
    node: 'c',
    persons: [person('Wang Wu')],
  }),
  event('4', {
    instance: present,
    at: '2026-03-07T08:00:00',
    kind: 'returned',
    target: { node: 'b', name: { zh: 'b' } },
    deputy: person('赵六'),
  }),
];
const ids = (filter: Parameters<typeof filterHistory>[1]) =>
  filterHistory(events, filter)
    .map(({ id }) => id)
    .join('');

test('by time, node, terminal, name, and old or new process', () => {
  expect(ids({})).toBe('1234');
  expect(ids({ from: '2026-03-05', to: '2026-03-06' })).toBe('23');
  expect(ids({ node: 'b' })).toBe('24');
  expect(ids({ terminal: 'phone' })).toBe('2');
  expect(ids({ terminal: 'computer' })).toBe('14');
  expect(ids({ name: 'wang' })).toBe('3');
  expect(ids({ name: '赵' })).toBe('4');
  expect(ids({ which: 'old' })).toBe('1');
  expect(ids({ stage: 'finished' })).toBe('1');
  expect(ids({ stage: 'ongoing', node: 'c' })).toBe('3');
  expect(ids({ which: 'new', name: '李' })).toBe('2');
});
