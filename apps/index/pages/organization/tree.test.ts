import type { Department } from '@formwork/contract/organization/api.ts';
import { expect, test } from 'vitest';
import { placeOf, treeOf } from './tree.ts';

const department = (id: string, parentId: string | null): Department => ({ id, parentId, name: id, position: 0, head: null, disabled: false, people: 0 });
const all = [department('a', null), department('a1', 'a'), department('a2', 'a'), department('b', null), department('c', null)];

test('a list with parents first becomes a tree', () => {
  expect(treeOf(all).map(({ key, children }) => [key, children.map((child) => child.key)])).toEqual([['a', ['a1', 'a2']], ['b', []], ['c', []]]);
});

test('a department is dropped inside another, at its end', () => {
  expect(placeOf(all, 'b', 'a', true, 0)).toEqual({ parentId: 'a', position: 2 });
  expect(placeOf(all, 'a1', 'a', true, 0)).toEqual({ parentId: 'a', position: 1 });
});

test('a department is dropped in a gap, counted with itself still there', () => {
  expect(placeOf(all, 'a', 'b', false, 2)).toEqual({ parentId: null, position: 1 });
  expect(placeOf(all, 'c', 'a', false, 0)).toEqual({ parentId: null, position: 0 });
  expect(placeOf(all, 'c', 'a', false, -1)).toEqual({ parentId: null, position: 0 });
  expect(placeOf(all, 'b', 'a2', false, 2)).toEqual({ parentId: 'a', position: 2 });
});
