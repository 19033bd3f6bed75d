import { navOf, routes, type Route } from '@formwork/contract/routes.ts';
import { expect, it } from 'vitest';
import { firstIcons, setOf } from './icons.tsx';
import { iconNames } from './icons/names.ts';

const sets = {
  work: (await import('./icons/work.tsx')).icons,
  administration: (await import('./icons/administration.tsx')).icons,
  plant: (await import('./icons/plant.tsx')).icons,
  signs: (await import('./icons/signs.tsx')).icons,
};

it('every icon is in the set that is loaded for it, once', () => {
  for (const name of iconNames) expect(name in firstIcons || name in sets[setOf(name)], name).toBe(true);
  const all = [firstIcons, ...Object.values(sets)].flatMap((set) => Object.keys(set));
  expect(all.toSorted()).toEqual([...iconNames, 'review'].toSorted());
});

it('who works needs the icons of work alone, and no page one that there is not', () => {
  const places = (routes as readonly Route[]).flatMap((route) => navOf(route) ?? []);
  for (const { icon } of places) expect(icon in firstIcons || icon in sets[setOf(icon)], icon).toBe(true);
  const beside = places.filter(({ area, side }) => area === 'workspace' && side).map(({ icon }) => icon);
  expect(beside.filter((icon) => !(icon in firstIcons) && setOf(icon) !== 'work')).toEqual([]);
});
