import { expect, test } from 'vitest';
import { matchesCombo } from './key-combo.ts';

const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('combos', () => {
  expect(matchesCombo(press('k', { ctrlKey: true }), 'mod+k')).toBe(true);
  expect(matchesCombo(press('K', { metaKey: true, shiftKey: true }), 'mod+k')).toBe(false);
  expect(matchesCombo(press('Z', { ctrlKey: true, shiftKey: true }), 'mod+shift+z')).toBe(true);
  expect(matchesCombo(press('?', { shiftKey: true }), '?')).toBe(true);
  expect(matchesCombo(press('Delete'), 'delete')).toBe(true);
  expect(matchesCombo(press('s'), 'mod+s')).toBe(false);
});
