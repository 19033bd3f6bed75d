import type { NavEntry } from '@formwork/contract/console/navigation.ts';
import { expect, test } from 'vitest';
import { dropped, groupList, listOf, menuList, moved, stepped, tabList } from './places.ts';

const entry = (id: string, kind: 'group' | 'page', parentId: string | null = null, tab = false): NavEntry => ({
  id,
  parentId,
  tab,
  target: kind === 'group' ? { kind } : { kind, page: id },
  title: { zh: id },
  icon: null,
  newWindow: false,
  hidden: false,
  roles: [],
  roleGroups: [],
  name: null,
  usualIcon: 'menu',
});
const entries = [
  entry('t', 'page', null, true),
  entry('a', 'page'),
  entry('g', 'group'),
  entry('g1', 'page', 'g'),
  entry('g2', 'page', 'g'),
  entry('h', 'group'),
];
const inList = (all: readonly NavEntry[] | undefined, list: string) =>
  all?.filter((one) => listOf(one) === list).map(({ id }) => id);

test('entries move into groups, out of them and among the tabs', () => {
  expect(inList(moved(entries, 'a', groupList('g'), 1), groupList('g'))).toEqual(['g1', 'a', 'g2']);
  expect(inList(moved(entries, 'g2', menuList, 0), menuList)).toEqual(['g2', 'a', 'g', 'h']);
  expect(inList(moved(entries, 'a', tabList, 1), tabList)).toEqual(['t', 'a']);
  expect(inList(moved(entries, 'a', groupList('h'), 0), groupList('h'))).toEqual(['a']);
});

test('groups stay at the top', () => {
  expect(moved(entries, 'g', groupList('h'), 0)).toBeUndefined();
  expect(moved(entries, 'g', tabList, 0)).toBeUndefined();
  expect(inList(dropped(entries, { id: 'h', from: menuList, to: groupList('g'), index: 1 }), menuList)).toEqual([
    'a',
    'h',
    'g',
  ]);
});

test('a step stays in the list', () => {
  expect(inList(stepped(entries, entries[4]!, -1), groupList('g'))).toEqual(['g2', 'g1']);
  expect(stepped(entries, entries[4]!, 1)).toBeUndefined();
  expect(inList(stepped(entries, entries[2]!, 1), menuList)).toEqual(['a', 'h', 'g']);
});
