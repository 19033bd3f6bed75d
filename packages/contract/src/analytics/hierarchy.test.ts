import { describe, expect, test } from 'vitest';
import { pathAfter, pathsBelow, seenHierarchies, type SetHierarchy } from './hierarchy.ts';

const place: SetHierarchy = { id: 'place', title: { zh: '地点' }, fields: ['region', 'city', 'shop'] };
const isTime = (field: string): boolean => field === 'day';

describe('hierarchies', () => {
  test('end above the first field that is hidden, and with one level are none', () => {
    const seen = (...fields: string[]) => seenHierarchies([place], new Set(fields), 3);
    expect(seen('region', 'city', 'shop')).toEqual([place]);
    expect(seen('region', 'city')).toEqual([{ ...place, fields: ['region', 'city'] }]);
    expect(seen('region', 'shop')).toEqual([]);
    expect(seen('city', 'shop')).toEqual([]);
  });

  test('lead down from each of their levels but the last', () => {
    const below = (field: string) => pathsBelow({ field }, [place], isTime);
    expect(below('region')).toEqual([
      { id: 'place', title: place.title, steps: [{ field: 'city' }, { field: 'shop' }] },
    ]);
    expect(below('city')[0]!.steps).toEqual([{ field: 'shop' }]);
    expect(below('shop')).toEqual([]);
    expect(below('line')).toEqual([]);
  });

  test.each([
    ['year', ['quarter', 'month', 'day']],
    ['month', ['day']],
    ['week', ['day']],
    ['day', undefined],
  ] as const)('a %s goes down to %j by itself', (step, finer) => {
    const [path] = pathsBelow({ field: 'day', step }, [place], isTime);
    expect(path?.steps.map((one) => one.step)).toEqual(finer);
  });

  test('of departments lead down the tree, at the end to the departments themselves', () => {
    const tree = { id: 'dept', title: { zh: '部门' }, fields: ['dept'], tree: 'departments' as const };
    const [seen] = seenHierarchies([tree], new Set(['dept']), 4);
    expect(seen).toEqual({ ...tree, depth: 4 });
    expect(seenHierarchies([tree], new Set(['region']), 4)).toEqual([]);
    const below = (level: number | undefined) =>
      pathsBelow({ field: 'dept', ...(level && { level }) }, [seen!], isTime).map(({ steps }) => steps);
    expect(below(1)).toEqual([[{ field: 'dept', level: 2 }, { field: 'dept', level: 3 }, { field: 'dept' }]]);
    expect(below(3)).toEqual([[{ field: 'dept' }]]);
    expect([below(4), below(undefined)]).toEqual([[], []]);
  });

  test('a path is filled in with the key, follows it, and leaves what somebody chose', () => {
    const use = (field: string) => ({ id: field, field });
    const filled = pathAfter({ drill: undefined, first: undefined }, use('region'), [place], isTime);
    expect(filled).toEqual([{ field: 'city' }, { field: 'shop' }]);
    expect(pathAfter({ drill: filled, first: use('region') }, use('city'), [place], isTime)).toEqual([
      { field: 'shop' },
    ]);
    expect(pathAfter({ drill: filled, first: use('region') }, use('line'), [place], isTime)).toBeUndefined();
    const chosen = [{ field: 'line' }];
    expect(pathAfter({ drill: chosen, first: use('region') }, use('city'), [place], isTime)).toBe(chosen);
    expect(pathAfter({ drill: undefined, first: use('region') }, use('region'), [place], isTime)).toBeUndefined();
  });
});
