import { describe, expect, test } from 'vitest';
import { compared } from './compared.ts';

const along = { at: 1, along: 0, apart: [] } as const;

describe('what came before', () => {
  const rows = [
    ['2026-01-01', '10'],
    ['2026-02-01', '20'],
    // nothing in March
    ['2026-04-01', '40'],
    [null, '80'],
  ];

  test('of a stretch is the one before by the calendar, and nothing where that has no rows', () => {
    const step = { ...along, step: 'month' as const };
    expect(compared(rows, { ...step, with: 'previous' })).toEqual([null, '10', null, null]);
    expect(compared(rows, { ...step, with: 'change' })).toEqual([null, '1', null, null]);
  });

  test('of a year beyond 9999 or before Christ is nothing', () => {
    const far = [
      ['0044-03-15 BC', '5'],
      ['9999-12-31', '10'],
      ['10000-01-01', '20'],
      ['10000-01-02', '40'],
    ];
    for (const step of ['day', 'week', 'year'] as const)
      for (const held of ['previous', 'change', 'year', 'yearChange'] as const)
        expect(compared(far, { ...along, step, with: held })).toEqual([null, null, null, null]);
  });

  test('of other keys is the row before', () => {
    const lines = [
      ['a', '10'],
      ['b', '20'],
      ['c', '40'],
    ];
    expect(compared(lines, { ...along, step: undefined, with: 'previous' })).toEqual([null, '10', '20']);
  });

  test('holds in each series by itself, over the turn of a year', () => {
    const series = [
      ['2025-10-01', 'A', '1'],
      ['2025-10-01', 'B', '2'],
      ['2026-01-01', 'A', '4'],
      ['2026-01-01', 'B', '8'],
    ];
    const asked = { at: 2, along: 0, apart: [1], step: 'quarter' as const, with: 'previous' as const };
    expect(compared(series, asked)).toEqual([null, null, '1', '2']);
  });
});
