import { expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';

const filled = (count: number) => {
  const cache = createPageCache<{ key: string; title?: string }>();
  const gone = Array.from({ length: count }, (_, at) => cache.show({ key: `p${at}` })).flat();
  return { cache, gone: gone.map((page) => page.key), keys: () => cache.pages().map((page) => page.key) };
};

it('keeps ten pages; the eleventh ends the oldest', () => {
  expect(filled(10).gone).toEqual([]);
  const { cache, gone, keys } = filled(11);
  expect(gone).toEqual(['p0']);
  expect(keys()).toHaveLength(10);
  expect(cache.get('p0')).toBeUndefined();
  expect(cache.get('p1')).toEqual({ key: 'p1' });
});

it('counts a page that is shown again as new', () => {
  const { cache, keys } = filled(10);
  expect(cache.show({ key: 'p0', title: 'again' })).toEqual([]);
  expect(cache.show({ key: 'p10' }).map((page) => page.key)).toEqual(['p1']);
  expect(keys().slice(-2)).toEqual(['p0', 'p10']);
  expect(cache.get('p0')?.title).toBe('again');
});

it('changes and removes pages', () => {
  const { cache, keys } = filled(2);
  cache.update('p1', { title: 'x' });
  expect(cache.get('p1')).toEqual({ key: 'p1', title: 'x' });
  cache.remove('p0');
  expect(keys()).toEqual(['p1']);
  cache.clear();
  expect(keys()).toEqual([]);
});
