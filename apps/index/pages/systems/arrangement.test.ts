import { expect, test } from 'vitest';
import { appMoved, appsList, dropped, systemMoved, systemsList, type Arrangement } from './arrangement.ts';

const before: Arrangement = {
  systems: [
    { id: 'a', apps: ['1', '2'] },
    { id: 'b', apps: ['3'] },
    { id: 'c', apps: [] },
  ],
  loose: ['4'],
};

test('systems change places, also by a drop on the applications of another', () => {
  expect(systemMoved(before, 'c', 0).systems.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(
    dropped(before, { id: 'a', from: systemsList, to: systemsList, index: 1 })?.systems.map(({ id }) => id),
  ).toEqual(['b', 'a', 'c']);
  expect(
    dropped(before, { id: 'a', from: systemsList, to: appsList('c'), index: 0 })?.systems.map(({ id }) => id),
  ).toEqual(['b', 'c', 'a']);
  expect(dropped(before, { id: 'a', from: systemsList, to: appsList(null), index: 0 })).toBeUndefined();
});

test('applications move inside their system, into another and out of all', () => {
  expect(appMoved(before, '1', 'a', 1).systems[0]!.apps).toEqual(['2', '1']);
  expect(dropped(before, { id: '2', from: appsList('a'), to: appsList('b'), index: 0 })).toEqual({
    ...before,
    systems: [
      { id: 'a', apps: ['1'] },
      { id: 'b', apps: ['2', '3'] },
      { id: 'c', apps: [] },
    ],
  });
  expect(dropped(before, { id: '3', from: appsList('b'), to: appsList(null), index: 1 })?.loose).toEqual(['4', '3']);
  expect(dropped(before, { id: '3', from: appsList('b'), to: systemsList, index: 1 })).toBeUndefined();
});
