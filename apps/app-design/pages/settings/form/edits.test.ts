import { blankDefinition, completeLayout, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { layoutBlocks, layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { structuralProblems } from '@formwork/contract/forms/problems.ts';
import { describe, expect, test } from 'vitest';
import { addField, addTable, duplicateField, moveColumn, moveItem, remove, updateField } from './edits.ts';
import { placeAfter } from './places.ts';
import { addSection, addTabs, moveSection, putInTabs, shiftSection } from './layout-edits.ts';

const order = (definition: FormDefinition) =>
  completeLayout(definition).map(({ items }) => items.map(layoutItemId).join(' '));
const blank = () => blankDefinition({ zh: '设备检查' });
const first = (definition: FormDefinition) => definition.layout[0]!.id;

function filled(): FormDefinition {
  let definition = blank();
  for (const id of ['aa', 'bb', 'cc'])
    definition = addField(definition, 'text', { zh: id }, { section: first(definition), at: 99 }, id);
  return definition;
}

describe('the layout', () => {
  test('of a form that has none places each thing once', () => {
    let definition: FormDefinition = { ...blank(), layout: [] };
    for (const id of ['aa', 'bb', 'cc'])
      definition = addField(definition, 'text', { zh: id }, placeAfter(definition, { kind: 'form' }, 'text'), id);
    expect(order(definition)).toEqual(['aa bb cc']);
    // a form made elsewhere, with fields and no layout
    let made: FormDefinition = { ...blank(), layout: [], fields: definition.fields };
    for (const id of ['dd', 'ee'])
      made = addField(made, 'text', { zh: id }, placeAfter(made, { kind: 'form' }, 'text'), id);
    expect(order(made)).toEqual(['aa bb cc dd ee']);
    for (const one of [definition, made])
      expect(
        structuralProblems(one, 'Asia/Shanghai').filter(({ code }) => code === 'forms.problem.layout_twice'),
      ).toEqual([]);
  });

  test('takes fields at their place', () => {
    const definition = filled();
    expect(order(addField(definition, 'number', { zh: '数量' }, { section: first(definition), at: 1 }, 'dd'))).toEqual([
      'aa dd bb cc',
    ]);
  });

  test('gives no two records one number, unless told', () => {
    const definition = filled();
    expect(
      addField(definition, 'autoNumber', { zh: '编号' }, { section: first(definition), at: 0 }).fields.at(-1),
    ).toMatchObject({ type: 'autoNumber', unique: true });
    const [number] = addField(blank(), 'autoNumber', { zh: '编号' }, { section: first(definition), at: 0 }).fields;
    const told = (config: object) =>
      structuralProblems(
        { ...blank(), fields: [{ ...number!, config: { ...number!.config, ...config } } as Field] },
        'Asia/Shanghai',
      ).map(({ code }) => code);
    expect(told({ reset: 'year', date: 'yyyy' })).not.toContain('forms.problem.number_repeats');
    expect(told({ reset: 'month', date: 'yyyy' })).toContain('forms.problem.number_repeats');
  });

  test('moves an item to the gap it is dropped in, forwards and backwards', () => {
    const definition = filled();
    const section = first(definition);
    expect(order(moveItem(definition, 'aa', { section, at: 2 }))).toEqual(['bb aa cc']);
    expect(order(moveItem(definition, 'cc', { section, at: 0 }))).toEqual(['cc aa bb']);
    expect(order(moveItem(definition, 'bb', { section, at: 1 }))).toEqual(['aa bb cc']);
  });

  test('gives the contents of a removed section to its neighbour and keeps the last one', () => {
    const two = addSection(filled(), { zh: '其他' }, undefined, 'ss');
    const moved = moveItem(two, 'bb', { section: 'ss', at: 0 });
    expect(order(moved)).toEqual(['aa cc', 'bb']);
    expect(order(remove(moved, { kind: 'section', section: 'ss' }))).toEqual(['aa cc bb']);
    const one = filled();
    expect(remove(one, { kind: 'section', section: first(one) })).toBe(one);
  });
});

describe('tabs', () => {
  const shape = (definition: FormDefinition) =>
    layoutBlocks(definition).map((block) =>
      block.kind === 'section' ? block.section.id : block.sections.map(({ id }) => id),
    );
  const named = (ids: string[], tabs: string[]): FormDefinition => ({
    ...blank(),
    layout: ids.map((id) => ({ id, columns: 2, items: [], ...(tabs.includes(id) && { tabs: 'gg' }) })),
    ...(tabs.length && { tabGroups: [{ id: 'gg', style: 'tabs' }] }),
  });

  test('are two sections behind the block one stands in, and end with their last section', () => {
    const definition = addTabs(named(['s1', 's2'], []), { zh: '页' }, 's1', 'gg');
    const [, tabs] = shape(definition) as [string, string[], string];
    expect(shape(definition)).toEqual(['s1', tabs, 's2']);
    expect(tabs).toHaveLength(2);
    const one = remove(definition, { kind: 'section', section: tabs[0]! });
    expect(one.tabGroups).toHaveLength(1);
    expect(remove(one, { kind: 'section', section: tabs[1]! }).tabGroups).toBeUndefined();
    expect(shape(remove(definition, { kind: 'tabs', tabs: 'gg' }))).toEqual(['s1', ...tabs, 's2']);
  });

  test('take sections in and let them go, dropped or key by key', () => {
    const definition = named(['s1', 't1', 't2', 's2'], ['t1', 't2']);
    expect(shape(moveSection(definition, 's1', 't2'))).toEqual([['t1', 't2', 's1'], 's2']);
    expect(shape(moveSection(definition, 't1', 's2'))).toEqual(['s1', ['t2'], 's2', 't1']);
    expect(shape(putInTabs(definition, 's2', 'gg'))).toEqual(['s1', ['t1', 't2', 's2']]);
    expect(shape(putInTabs(definition, 't1', undefined))).toEqual(['s1', ['t2'], 't1', 's2']);
    expect(shape(shiftSection(definition, 't1', 1))).toEqual(['s1', ['t2', 't1'], 's2']);
    expect(shape(shiftSection(definition, 't1', -1))).toEqual(['s1', 't1', ['t2'], 's2']);
    expect(shape(shiftSection(definition, 's1', 1))).toEqual([['s1', 't1', 't2'], 's2']);
    expect(shape(shiftSection(definition, 's1', -1))).toEqual(shape(definition));
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
    expect(structuralProblems(without, 'Asia/Shanghai').filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('lose an emptied setting altogether', () => {
    const required = updateField(filled(), 'aa', undefined, { required: true });
    expect(updateField(required, 'aa', undefined, { required: undefined as never }).fields[0]).not.toHaveProperty(
      'required',
    );
  });
});

test('columns of a slave table move like items', () => {
  let definition = addTable(filled(), { zh: '处理措施' }, { section: first(filled()), at: 0 }, 'tt');
  for (const id of ['xx', 'yy', 'zz'])
    definition = addField(definition, 'text', { zh: id }, { table: 'tt', at: 99 }, id);
  const columns = (of: FormDefinition) => of.tables[0]!.fields.map(({ id }) => id).join(' ');
  expect(columns(moveColumn(definition, 'tt', 'xx', 3))).toBe('yy zz xx');
  expect(columns(moveColumn(definition, 'tt', 'zz', 0))).toBe('zz xx yy');
});
