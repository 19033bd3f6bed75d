import { blankDefinition, completeLayout, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { structuralProblems } from '@formwork/contract/forms/problems.ts';
import { describe, expect, test } from 'vitest';
import { addField, addSection, addTable, duplicateField, itemId, moveColumn, moveItem, remove, updateField } from './edits.ts';

const order = (definition: FormDefinition) => completeLayout(definition).map(({ items }) => items.map(itemId).join(' '));
const blank = () => blankDefinition({ zh: '设备检查' });
const first = (definition: FormDefinition) => definition.layout[0]!.id;

function filled(): FormDefinition {
  let definition = blank();
  for (const id of ['aa', 'bb', 'cc']) definition = addField(definition, 'text', { zh: id }, { section: first(definition), at: 99 }, id);
  return definition;
}

describe('the layout', () => {
  test('takes fields at their place', () => {
    const definition = filled();
    expect(order(addField(definition, 'number', { zh: '数量' }, { section: first(definition), at: 1 }, 'dd'))).toEqual(['aa dd bb cc']);
  });

  test('moves an item to the gap it is dropped in, forwards and backwards', () => {
    const definition = filled();
    const section = first(definition);
    expect(order(moveItem(definition, 'aa', { section, at: 2 }))).toEqual(['bb aa cc']);
    expect(order(moveItem(definition, 'cc', { section, at: 0 }))).toEqual(['cc aa bb']);
    expect(order(moveItem(definition, 'bb', { section, at: 1 }))).toEqual(['aa bb cc']);
  });

  test('gives the contents of a removed section to its neighbour and keeps the last one', () => {
    const two = addSection(filled(), { zh: '其他' }, 'ss');
    const moved = moveItem(two, 'bb', { section: 'ss', at: 0 });
    expect(order(moved)).toEqual(['aa cc', 'bb']);
    expect(order(remove(moved, { kind: 'section', section: 'ss' }))).toEqual(['aa cc bb']);
    const one = filled();
    expect(remove(one, { kind: 'section', section: first(one) })).toBe(one);
  });
});

describe('fields', () => {
  test('get a title of their own', () => {
    const definition = filled();
    const next = addField(definition, 'text', { zh: 'aa', en: 'A' }, { section: first(definition), at: 0 }, 'dd');
    expect(next.fields.at(-1)!.title).toEqual({ zh: 'aa2', en: 'A 2' });
  });

  test('are copied beside the original and removed from everywhere', () => {
    const definition = { ...filled(), titleField: 'bb', listFields: ['aa', 'bb'] };
    expect(order(duplicateField(definition, 'bb', undefined, 'b2'))).toEqual(['aa bb b2 cc']);
    const without = remove(definition, { kind: 'field', field: 'bb' });
    expect(without).toMatchObject({ titleField: null, listFields: ['aa'] });
    expect(order(without)).toEqual(['aa cc']);
    expect(structuralProblems(without).filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('lose an emptied setting altogether', () => {
    const required = updateField(filled(), 'aa', undefined, { required: true });
    expect(updateField(required, 'aa', undefined, { required: undefined as never }).fields[0]).not.toHaveProperty('required');
  });
});

test('columns of a slave table move like items', () => {
  let definition = addTable(filled(), { zh: '处理措施' }, { section: first(filled()), at: 0 }, 'tt');
  for (const id of ['xx', 'yy', 'zz']) definition = addField(definition, 'text', { zh: id }, { table: 'tt', at: 99 }, id);
  const columns = (of: FormDefinition) => of.tables[0]!.fields.map(({ id }) => id).join(' ');
  expect(columns(moveColumn(definition, 'tt', 'xx', 3))).toBe('yy zz xx');
  expect(columns(moveColumn(definition, 'tt', 'zz', 0))).toBe('zz xx yy');
});
