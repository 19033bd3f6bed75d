import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { structuralProblems } from '@formwork/contract/forms/problems.ts';
import { expect, test } from 'vitest';
import { copied, pasted } from './clipboard.ts';

const source: FormDefinition = {
  format: 1,
  title: { zh: '甲' },
  titleField: 'name',
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    {
      id: 'twice',
      type: 'formula',
      title: { zh: '两倍' },
      hiddenIf: 'name = "name"',
      config: { expression: 'sum(rows.qty) * 2', result: 'number' },
    },
  ],
  tables: [
    {
      id: 'rows',
      title: { zh: '明细' },
      totals: ['qty'],
      fields: [{ id: 'qty', type: 'number', title: { zh: '数量' }, config: {} }],
    },
  ],
  layout: [
    {
      id: 'main',
      columns: 2,
      hiddenIf: 'name = null',
      items: [
        { kind: 'field', field: 'name' },
        { kind: 'field', field: 'twice' },
        { kind: 'table', table: 'rows' },
      ],
    },
  ],
};
const empty: FormDefinition = {
  format: 1,
  title: { zh: '乙' },
  titleField: null,
  fields: [],
  tables: [],
  layout: [{ id: 'first', columns: 1, items: [] }],
};

test('a section goes to another form with all in it, under its own ids', () => {
  const clip = copied(source, { kind: 'section', section: 'main' })!;
  const { definition, selection } = pasted(empty, clip, { section: 'first', at: 0 });
  expect(selection).toEqual({ kind: 'section', section: 'main' });
  expect(definition).toEqual({
    ...empty,
    fields: source.fields,
    tables: source.tables,
    layout: [empty.layout[0], source.layout[0]],
  });
});

test('into the same form all ids are new, and expressions follow', () => {
  const clip = copied(source, { kind: 'section', section: 'main' })!;
  const { definition } = pasted(source, clip, { section: 'main', at: 3 });
  expect(structuralProblems(definition, 'Asia/Shanghai').filter(({ level }) => level === 'error')).toEqual([]);
  const [name, twice] = definition.fields.slice(2);
  const table = definition.tables[1]!;
  expect([name!.title.zh, twice!.title.zh]).toEqual(['名称2', '两倍2']);
  expect(twice!.hiddenIf).toBe(`${name!.id} = "name"`);
  expect((twice!.config as { expression: string }).expression).toBe(`sum(${table.id}.${table.fields[0]!.id}) * 2`);
  expect(table.totals).toEqual([table.fields[0]!.id]);
  expect(definition.layout[1]!.hiddenIf).toBe(`${name!.id} = null`);
});

test('a field becomes a column, and a column a field', () => {
  const column = pasted(source, copied(source, { kind: 'field', field: 'name' })!, { table: 'rows', at: 1 });
  expect(column.definition.tables[0]!.fields.map(({ title }) => title.zh)).toEqual(['数量', '名称']);
  const field = pasted(empty, copied(source, { kind: 'field', field: 'qty', table: 'rows' })!, {
    section: 'first',
    at: 0,
  });
  expect(field.definition.layout[0]!.items).toEqual([{ kind: 'field', field: 'qty' }]);
  expect(copied(source, { kind: 'form' })).toBeUndefined();
});
