import type { TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';
import { expect, test } from 'vitest';
import { addedBelow, depthsOf, movedBranch, pastedBelow, removedBranch } from './tree-edits.ts';

const option = (id: string, parent?: string): TreeOption => ({
  id,
  label: { zh: id },
  ...(parent !== undefined && { parent }),
});
const tree = [option('a'), option('b', 'a'), option('c', 'b'), option('d', 'a'), option('e')];
const shape = (options: readonly TreeOption[]) =>
  options.map(({ id, label }) => '-'.repeat(depthsOf(options).get(id) ?? 0) + label.zh);

test('branches move, go and grow as a whole', () => {
  expect(shape(tree)).toEqual(['a', '-b', '--c', '-d', 'e']);
  expect(shape(movedBranch(tree, 'e', -1))).toEqual(['e', 'a', '-b', '--c', '-d']);
  expect(shape(movedBranch(tree, 'b', 1))).toEqual(['a', '-d', '-b', '--c', 'e']);
  expect(movedBranch(tree, 'c', 1)).toBe(tree);
  expect(shape(removedBranch(tree, 'b'))).toEqual(['a', '-d', 'e']);
  expect(shape(addedBelow(tree, 'b', ['x', 'y']))).toEqual(['a', '-b', '--c', '--x', '--y', '-d', 'e']);
});

test('lines that are set in become a tree', () => {
  expect(shape(pastedBelow([], undefined, '电气\n  电机\n    轴承\n  电缆\n\n机械\n\t液压'))).toEqual([
    '电气',
    '-电机',
    '--轴承',
    '-电缆',
    '机械',
    '-液压',
  ]);
  expect(shape(pastedBelow(tree, 'd', 'x\n y\nz'))).toEqual(['a', '-b', '--c', '-d', '--x', '---y', '--z', 'e']);
});
