import { expect, test } from 'vitest';
import { indexOver, movedTo } from './drop-place.ts';

const over = { left: 100, top: 100, width: 200, height: 40 };

test('the half one is over decides', () => {
  expect(indexOver({ x: 0, y: 110 }, over, 3, 'column')).toBe(3);
  expect(indexOver({ x: 0, y: 125 }, over, 3, 'column')).toBe(4);
  expect(indexOver({ x: 250, y: 110 }, over, 3, 'grid')).toBe(4);
});

test('an item that is wide in a grid counts by height', () => {
  expect(indexOver({ x: 900, y: 110 }, { ...over, width: 800 }, 3, 'grid')).toBe(3);
});

test('moving inside a list and into it', () => {
  expect(movedTo(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b'], 'x', 1)).toEqual(['a', 'x', 'b']);
  expect(movedTo(['a'], 'x', 9)).toEqual(['a', 'x']);
});
