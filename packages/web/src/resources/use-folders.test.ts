import { expect, it } from 'vitest';
import { folderLines, folderPaths } from './use-folders.ts';

const folder = (id: string, parent: string | null, position = 0) => ({ id, parent, name: id, position, can: [] });
const folders = [folder('b', null, 2), folder('a', null, 1), folder('a1', 'a'), folder('x', 'hidden')];

it('shows folders in their order, those of a hidden one at the top', () => {
  expect(folderLines(folders, new Set()).map(({ id, level }) => [id, level])).toEqual([
    ['x', 1],
    ['a', 1],
    ['a1', 2],
    ['b', 1],
  ]);
  expect(folderLines(folders, new Set(['a'])).map(({ id }) => id)).toEqual(['x', 'a', 'b']);
});

it('names a folder by the way to it', () => {
  expect(folderPaths(folders).map(({ label }) => label)).toEqual(['a', 'a / a1', 'b', 'x']);
});
