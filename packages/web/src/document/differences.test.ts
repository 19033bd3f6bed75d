import { expect, it } from 'vitest';
import { differences } from './differences.ts';

const before = {
  title: 'Board',
  cards: [
    { id: 'a', title: { zh: '甲', en: 'A' }, color: 'red', size: 1 },
    { id: 'b', title: 'B' },
    { id: 'c', title: 'C' },
  ],
};

it('tells each element once, by its name', () => {
  const after = {
    title: 'Boards',
    cards: [
      { id: 'c', title: 'C' },
      { id: 'a', title: { zh: '甲', en: 'A' }, color: 'blue', size: 2 },
      { id: 'd', title: 'D' },
    ],
  };
  expect(differences(before, after, 'en').map(({ what, name }) => `${what} ${name}`)).toEqual([
    'changed title',
    'removed B',
    'moved C',
    'added D',
    'changed A',
  ]);
});

it('finds nothing where nothing is different', () => {
  expect(differences(before, structuredClone(before), 'en')).toEqual([]);
});
