import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isWhole, navOf, routes, type Route } from '../routes.ts';
import { consoleAreas, placedPaths } from './places.ts';

const [, ...lines] = readFileSync(new URL('page-table.tsv', import.meta.url), 'utf8').trimEnd().split('\n');
const pathOf = (pattern: string) => pattern.replace('/{spaceUri?}', '') || '/';
const table = lines.map((line) => pathOf(line.split('\t')[0]!));

/** Pages that open without a record and are yet in no list: one is sent to them, or comes by a link that says what to show. */
const sentTo = ['/login', '/loginMiddle', '/entRegist', '/noPermission', '/preview', '/form'];

test('every page that needs no record is in the launcher: two acts away', () => {
  const lost = (routes as readonly Route[]).filter((route) => isWhole(route) && !navOf(route));
  expect(lost.map(({ pattern }) => pattern).filter((pattern) => !sentTo.includes(pathOf(pattern)))).toEqual([]);
  const lostToCome = table.filter((path) => !/\{\w+\}/.test(path) && !placedPaths.includes(path));
  expect(lostToCome.filter((path) => !sentTo.includes(path))).toEqual([]);
});

test('a place is that of a page of the table, or of one of our own', () => {
  const known = new Set([...table, ...(routes as readonly Route[]).map(({ pattern }) => pathOf(pattern))]);
  expect(placedPaths.filter((path) => !known.has(path))).toEqual([]);
});

test('what a page says of the navigation it belongs to is where it is found', () => {
  const consoles: readonly string[] = [...consoleAreas, 'operator'];
  const wrong = (routes as readonly Route[]).filter((route) => {
    const area = navOf(route)?.area;
    const isConsole = route.layout === 'index' || route.layout === 'root';
    if (route.belong === 'console') return !isConsole || (area !== undefined && !consoles.includes(area));
    if (isConsole || (area !== undefined && consoles.includes(area))) return true;
    // the bar and the side of where people work
    return route.belong === 'header' && area !== 'workspace';
  });
  expect(wrong.map(({ pattern, belong }) => `${pattern} ${belong}`)).toEqual([]);
});
