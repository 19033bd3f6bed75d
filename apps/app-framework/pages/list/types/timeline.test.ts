import { expect, it } from 'vitest';
import { conflicts, criticalPath, inLanes, placeOf, shifted, type Bar } from './timeline.ts';

const bar = (id: string, start: string, end: string): Bar => ({ id, span: { start, end, wholeDays: true } });

it('places bars within the range', () => {
  const range = { from: '2026-01-01', days: 10 };
  expect(placeOf(bar('a', '2026-01-03', '2026-01-05'), range)).toEqual({
    left: 0.2,
    width: expect.closeTo(0.2) as number,
  });
  expect(placeOf(bar('a', '2025-12-30', '2026-01-02'), range)).toEqual({ left: 0, width: 0.1 });
  expect(placeOf(bar('a', '2026-01-11', '2026-01-12'), range)).toBeUndefined();
});

it('moves and stretches by whole days or quarters of an hour', () => {
  expect(shifted(bar('a', '2026-01-03', '2026-01-05').span, 1_500, 'both')).toMatchObject({
    start: '2026-01-04',
    end: '2026-01-06',
  });
  expect(shifted(bar('a', '2026-01-03', '2026-01-05').span, -9_000, 'end')).toMatchObject({
    start: '2026-01-03',
    end: '2026-01-04',
  });
  expect(
    shifted({ start: '2026-01-03 09:00:00', end: '2026-01-03 10:00:00', wholeDays: false }, 20, 'both'),
  ).toMatchObject({ start: '2026-01-03 09:15:00', end: '2026-01-03 10:15:00' });
});

it('finds conflicts, lanes and the critical path', () => {
  const bars = [
    bar('a', '2026-01-01', '2026-01-10'),
    bar('b', '2026-01-02', '2026-01-03'),
    bar('c', '2026-01-09', '2026-01-12'),
    bar('d', '2026-01-12', '2026-01-13'),
  ];
  expect([...conflicts(bars)].sort()).toEqual(['a', 'b', 'c']);
  expect(inLanes(bars).count).toBe(2);
  expect([
    ...criticalPath(
      bars,
      new Map([
        ['d', ['b', 'c']],
        ['c', ['a']],
      ]),
    ),
  ]).toEqual(['d', 'c', 'a']);
  expect(criticalPath(bars, new Map()).size).toBe(0);
});
