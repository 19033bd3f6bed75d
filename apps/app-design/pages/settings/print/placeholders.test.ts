import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { expect, test } from 'vitest';
import { placeholdersOf } from './placeholders.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '单' },
  titleField: null,
  layout: [],
  fields: [
    newField('text', { zh: '供应商', en: 'Supplier' }, 'aaa'),
    newField('text', { zh: '供应商' }, 'bbb'),
    newField('text', { zh: '{怪}' }, 'ccc'),
  ],
  tables: [{ id: 'ddd', title: { zh: '明细' }, fields: [newField('text', { zh: '物料' }, 'eee')] }],
};
const { shown, stored, unknown, titleOf } = placeholdersOf(definition, 'zh-CN', (key) => key.split('.').at(-1)!);

test('texts of templates are written with titles and kept with ids', () => {
  const text = '致 {{aaa}}、{{ bbb }}：{{ddd.eee}} {{ddd.number}} {{page}} {{ccc}}';
  expect(shown(text)).toBe('致 {{供应商}}、{{供应商 (2)}}：{{明细.物料}} {{明细.number}} {{page}} {{怪}}');
  expect(stored(shown(text))).toBe(text.replaceAll(' bbb ', 'bbb'));
  expect(placeholdersOf(definition, 'en', (key) => key).shown('{{aaa}}')).toBe('{{Supplier}}');
});

test('a name that means nothing is told, and stays as it was written', () => {
  expect([shown('{{没有}} {{aaa'), stored('{{没有}} {{aaa')]).toEqual(['{{没有}} {{aaa', '{{没有}} {{aaa']);
  expect(unknown('{{没有}} {{aaa}} {{供应商}} {{ddd.gone}}')).toEqual(['没有', 'ddd.gone']);
  expect(titleOf('gone')).toBeUndefined();
});
