import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMatcher } from '../matcher.ts';
import { reservedAppIds } from '../reserved-app-ids.ts';
import { routes, type Route } from '../routes.ts';

/** Pages of ours that the table does not name. */
const ownPages = [
  '/embed/{id}',
  '/operation/failedEvents',
  '/{spaceUri?}/sysop/appNavigation/webConfigEntry/{id}',
  '/{spaceUri?}/esb/portal',
];

const [, ...lines] = readFileSync(new URL('page-table.tsv', import.meta.url), 'utf8').trimEnd().split('\n');
const table = new Map(
  lines.map((line) => {
    const [path = '', app, layout, roles = '', zh, en, flags = ''] = line.split('\t');
    return [path, { app, layout, roles: listOf(roles, ','), title: { zh, en }, flags: listOf(flags, ' ') }];
  }),
);

function listOf(text: string, by: string): string[] {
  return text
    .split(by)
    .filter((one) => one !== '')
    .toSorted();
}

function flagsOf({ belong, style, sandbox, newWindow, system }: Route): string[] {
  return [
    ...(belong ? [`belong=${belong}`] : []),
    ...(style ? ['style'] : []),
    ...(sandbox ? ['sandbox'] : []),
    ...(newWindow ? ['newWindow'] : []),
    ...(system ? [`system=${system.join(',')}`] : []),
  ].toSorted();
}

describe.each((routes as readonly Route[]).map((route) => [route.pattern, route] as const))('%s', (pattern, route) => {
  const row = table.get(pattern);
  test('is a page of the table, or one of our own', () => {
    expect(row !== undefined || ownPages.includes(pattern)).toBe(true);
  });

  test('is served, named, opened and flagged as the table says', () => {
    if (!row) return;
    expect({
      app: route.app,
      layout: route.layout,
      roles: route.owner.toSorted(),
      title: route.title,
      flags: flagsOf(route),
    }).toEqual(row);
  });
});

test('no application can have an id that a page begins with', () => {
  const first = [...table.keys()].flatMap((path) => path.split('/').find((one) => one !== '' && !one.startsWith('{')) ?? []);
  const literal = [...table.keys()].filter((path) => !path.replace('/{spaceUri?}', '').startsWith('/{'));
  expect(first.filter((one) => !reservedAppIds.has(one) && literal.some((path) => path.includes(`/${one}`)))).toEqual([]);
});

test('an edition has the pages of its own alone', () => {
  for (const platform of ['qpaas', 'qycloud']) {
    const there = (routes as readonly Route[]).filter(({ system }) => system === undefined || system.includes(platform as never));
    const match = createMatcher(there);
    for (const route of there.filter(({ pattern }) => !pattern.includes('{'))) expect(match(route.pattern)?.route).toBe(route);
  }
});
