import { expect, test } from 'vitest';
import type { DictionaryItem } from './dictionaries.ts';
import { optionsOf, treeOptionsOf } from './options.ts';

const item = (id: string, parentId: string | null, more: Partial<DictionaryItem> = {}): DictionaryItem => ({
  id,
  parentId,
  code: id,
  label: { zh: `${id}文` },
  color: null,
  disabled: false,
  ...more,
});

test('entries below others are named with the way to them, and go out of use with what is above', () => {
  const items = [
    item('a', null, { label: { zh: '电气', en: 'Electrical' }, color: 'blue' }),
    item('b', 'a'),
    item('c', null, { disabled: true }),
    item('d', 'c'),
  ];
  expect(optionsOf(items)).toEqual([
    { id: 'a', label: { zh: '电气', en: 'Electrical' }, color: 'blue' },
    { id: 'b', label: { zh: '电气 / b文', en: 'Electrical / b文' } },
    { id: 'c', label: { zh: 'c文' }, retired: true },
    { id: 'd', label: { zh: 'c文 / d文' }, retired: true },
  ]);
  expect(treeOptionsOf(items)).toMatchObject([
    { id: 'a', color: 'blue' },
    { id: 'b', label: { zh: 'b文' }, parent: 'a' },
    { id: 'c', retired: true },
    { id: 'd', parent: 'c', retired: true },
  ]);
});
