import type { App } from '@formwork/contract/forms/api.ts';
import { expect, test } from 'vitest';
import { dropped, entryOf, menuDraft, withoutGroup } from './menu-draft.ts';

const form = (id: string, position: number, release: number | null = 1) =>
  ({ id, position, release }) as App['forms'][number];
const app = { menu: null, forms: [form('b', 2), form('a', 1), form('draft', 0, null)] } as unknown as App;

test('begins with the released forms in their order, and gets what was made since at the end', () => {
  const targets = (menu: App['menu']) =>
    menu?.map(({ entries }) => entries.map(({ target }) => 'formId' in target && target.formId));
  expect(targets(menuDraft(app))).toEqual([['a', 'b']]);
  const first = { id: 'g', title: null, entries: [entryOf({ kind: 'form', formId: 'b' })] };
  expect(targets(menuDraft({ ...app, menu: [first] }))).toEqual([['b', 'a']]);
});

test('an entry moves to another group, and goes on above when its group goes', () => {
  const one = entryOf({ kind: 'form', formId: 'a' });
  const menu = [
    { id: 'g1', title: null, entries: [one] },
    { id: 'g2', title: { zh: '台账' }, entries: [] },
  ];
  const moved = dropped(menu, { id: one.id, to: 'g2', index: 0 });
  expect(moved.map(({ entries }) => entries)).toEqual([[], [one]]);
  expect(withoutGroup(moved, 'g2')).toEqual([{ id: 'g1', title: null, entries: [one] }]);
});
