import type { MenuEntry, Target } from '@formwork/contract/console/navigation.ts';
import { matchRoute } from '@formwork/contract/matcher.ts';
import { expect, test } from 'vitest';
import { parseQuery } from '../query-string.ts';
import { currentEntry } from './menus.ts';

const entry = (id: string, target: Target, children: MenuEntry[] = []): MenuEntry => ({
  id,
  title: { zh: id },
  icon: 'menu',
  newWindow: false,
  target,
  children,
});
const entries = [
  entry('desk', { kind: 'page', page: 'workbench' }),
  entry('group', { kind: 'group' }, [
    entry('app', { kind: 'app', appId: 'a1', formId: null }),
    entry('form', { kind: 'app', appId: 'a1', formId: 'f2' }),
  ]),
  entry('help', { kind: 'link', url: '/application' }),
];
const at = (address: string) => {
  const url = new URL(address, 'http://x');
  const match = matchRoute(url.pathname);
  return currentEntry(entries, { match, params: match?.params ?? {}, query: parseQuery(url.search) });
};

test('the entry that says most about the page is the current one', () => {
  expect(at('/user/workbench/handled')).toBe('desk');
  expect(at('/app/!/a1')).toBe('app');
  expect(at('/app/!/a1?form=f2')).toBe('form');
  expect(at('/form?app=a1&table=f2&mode=new')).toBe('form');
  expect(at('/app/!/other')).toBeUndefined();
  expect(at('/application')).toBeUndefined();
});
