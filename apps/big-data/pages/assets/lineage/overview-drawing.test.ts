import { expect, test } from 'vitest';
import { folded } from './overview-drawing.ts';

test('a wide layer goes on in further rows, and stays above what reads it', () => {
  const wide = Array.from({ length: 100 }, (_, at) => [`a${at}`, { x: at * 240, y: 0 }] as const);
  const places = folded(new Map([...wide, ['b', { x: 0, y: 120 }]]));
  const rows = Map.groupBy(places.values(), ({ y }) => y);
  expect([...rows.values()].map((row) => row.length)).toEqual([12, 11, 11, 11, 11, 11, 11, 11, 11, 1]);
  expect(places.get('b')!.y).toBe(Math.max(...[...places.values()].map(({ y }) => y)));
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(101);
});
