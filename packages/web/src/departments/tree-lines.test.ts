import type { Department } from '@formwork/contract/organization/departments.ts';
import { expect, test } from 'vitest';
import { awaitedPage, destinationOf, linesOf, pageKey, treePage, type TreePage } from './tree-lines.ts';

const department = (id: string, parentId: string | null, children = 0): Department => ({
  id,
  parentId,
  name: id,
  head: null,
  virtual: false,
  disabled: false,
  people: 0,
  children,
});
const page = (total: number, ...rows: Department[]): TreePage => ({ rows, total });
const pages = new Map([
  [pageKey({ parent: null, page: 0 }), page(3, department('a', null, 2), department('b', null), department('c', null))],
  [pageKey({ parent: 'a', page: 0 }), page(2, department('a1', 'a'), department('a2', 'a'))],
]);

test('open departments show those below them', () => {
  expect(linesOf(pages, new Set()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(linesOf(pages, new Set(['a'])).map(({ id, level }) => [id, level])).toEqual([
    ['a', 1],
    ['a1', 2],
    ['a2', 2],
    ['b', 1],
    ['c', 1],
  ]);
});

test('what is not read yet keeps its place and says which page it waits for', () => {
  const many = new Map([[pageKey({ parent: null, page: 0 }), page(treePage * 2 + 1, department('a', null, 5))]]);
  const lines = linesOf(many, new Set(['a']));
  expect(lines.length).toBe(treePage * 2 + 2);
  expect(awaitedPage(lines[1]!)).toEqual({ parent: 'a', page: 0 });
  expect(awaitedPage(lines.at(-1)!)).toEqual({ parent: null, page: 2 });
});

test('a dropped department goes inside another, before it or behind it', () => {
  const lines = linesOf(pages, new Set(['a']));
  expect(destinationOf(lines, { dragged: 'b', target: 'a', where: 'inside' })).toEqual({
    parentId: 'a',
    beforeId: null,
  });
  expect(destinationOf(lines, { dragged: 'c', target: 'a2', where: 'before' })).toEqual({
    parentId: 'a',
    beforeId: 'a2',
  });
  expect(destinationOf(lines, { dragged: 'c', target: 'a1', where: 'after' })).toEqual({
    parentId: 'a',
    beforeId: 'a2',
  });
  expect(destinationOf(lines, { dragged: 'b', target: 'a', where: 'after' })).toEqual({
    parentId: null,
    beforeId: 'c',
  });
  expect(destinationOf(lines, { dragged: 'a', target: 'c', where: 'after' })).toEqual({
    parentId: null,
    beforeId: null,
  });
});
