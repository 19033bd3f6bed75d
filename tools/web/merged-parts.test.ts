import { expect, it } from 'vitest';
import { mergedParts, type Part } from './merged-parts.ts';

const part = (name: string, users: number[], size: number, needs: Part[] = [], fixed = false): Part => ({
  modules: [name],
  users: new Set(users),
  size,
  fixed,
  needs: new Set(needs),
});
const names = (parts: Part[]) => parts.map(({ modules }) => modules.toSorted().join('+')).sort();

it('joins what is not worth a request, and leaves large parts to those who need them', () => {
  const parts = [part('icon', [0, 1], 500), part('row', [0, 1, 2], 900), part('chart', [2, 3], 900_000)];
  expect(names(mergedParts(parts, [1, 1, 1, 1]))).toEqual(['chart', 'icon+row']);
});

it('makes no circles', () => {
  const inner = part('inner', [0, 1], 500);
  const page = part('page', [0], 100, [inner], true);
  const outer = part('outer', [0, 1], 500, [page]);
  expect(names(mergedParts([inner, page, outer], [1, 1]))).toEqual(['inner', 'outer']);
});

it('counts what a part needs: nobody loads a library for an icon', () => {
  const library = part('library', [1], 900_000, [], true);
  const parts = [part('icon', [0, 1], 500), part('check', [1, 2], 500, [library]), library];
  library.users.add(2);
  expect(names(mergedParts(parts, [1, 1, 1]))).toEqual(['check', 'icon']);
  expect(library.users).toEqual(new Set([1, 2]));
});
