import type { DictionaryItem } from '@formwork/contract/basedata/dictionaries.ts';
import { expect, test } from 'vitest';
import { itemLines, placeOf, stepped } from './item-lines.ts';

const item = (id: string, parentId: string | null = null): DictionaryItem => ({
  id,
  parentId,
  code: id,
  label: { zh: id },
  color: null,
  disabled: false,
});
const items = [item('a'), item('a1', 'a'), item('a2', 'a'), item('b'), item('c')];

test('closed entries hide what is below them', () => {
  expect(itemLines(items, new Set()).map(({ id, level, place, siblings }) => [id, level, place, siblings])).toEqual([
    ['a', 1, 1, 3],
    ['a1', 2, 1, 2],
    ['a2', 2, 2, 2],
    ['b', 1, 2, 3],
    ['c', 1, 3, 3],
  ]);
  expect(itemLines(items, new Set(['a'])).map(({ id, expanded }) => [id, expanded])).toEqual([
    ['a', false],
    ['b', false],
    ['c', false],
  ]);
});

test('entries go where they are dropped, and a place up or down', () => {
  expect(placeOf(items, { dragged: 'c', target: 'a', where: 'inside' }, true)).toEqual({
    parentId: 'a',
    beforeId: null,
  });
  expect(placeOf(items, { dragged: 'c', target: 'a', where: 'inside' }, false)).toEqual({
    parentId: null,
    beforeId: 'b',
  });
  expect(placeOf(items, { dragged: 'a1', target: 'b', where: 'before' }, true)).toEqual({
    parentId: null,
    beforeId: 'b',
  });
  expect(placeOf(items, { dragged: 'a', target: 'c', where: 'after' }, true)).toEqual({
    parentId: null,
    beforeId: null,
  });
  expect([
    stepped(items, items[3]!, -1),
    stepped(items, items[3]!, 1),
    stepped(items, items[0]!, -1),
    stepped(items, items[1]!, 1),
  ]).toEqual([
    { parentId: null, beforeId: 'a' },
    { parentId: null, beforeId: null },
    undefined,
    { parentId: 'a', beforeId: null },
  ]);
});
