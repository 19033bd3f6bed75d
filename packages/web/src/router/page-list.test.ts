import { expect, it } from 'vitest';
import { loadPage, type PageLists } from './page-list.ts';

const lists = (pages: object) => ({ main: async () => ({ pages }) }) as unknown as PageLists;
const Page = () => null;

it('loads a page with the texts it needs', async () => {
  expect(
    await loadPage(lists({ home: { load: async () => ({ default: Page }), texts: ['home'] } }), 'main', 'home'),
  ).toEqual({ Page, texts: ['home'] });
});

it.each([
  ['is not listed', {}],
  ['does not come', { home: { load: () => Promise.reject(new Error('offline')) } }],
  ['is no component', { home: { load: async () => ({}) } }],
])('fails with one name when the module %s', async (_, pages) => {
  await expect(loadPage(lists(pages), 'main', 'home')).rejects.toThrow('Load error page module');
});
