import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { expect, it } from 'vitest';
import type { FormData } from './form-data.ts';
import { askedTexts, similarRows } from './similar.ts';

const alike = (id: string) => ({ ...newField('text', { zh: id }, id), config: { similarity: 80 } });
const definition: FormDefinition = {
  format: 1,
  title: { zh: '表' },
  layout: [],
  titleField: 'name',
  fields: [alike('name'), newField('text', { zh: '备注' }, 'note')],
  tables: [{ id: 'parts', title: { zh: '备件' }, fields: [alike('item'), newField('text', { zh: '说明' }, 'about')] }],
};
const data = (name: string, ...items: string[]): FormData => ({
  values: { name, note: name },
  slaves: { parts: items.map((item, at) => ({ key: String(at), values: { item, about: item } })) },
});

it('asks for what was newly written, in fields that look for likenesses, once each', () => {
  expect(askedTexts(definition, false, data('泵', '轴承'), data('泵', '轴承'))).toEqual({ values: {}, rows: {} });
  expect(askedTexts(definition, false, data('泵', '轴承'), data('阀', '轴承', '叶轮', '叶轮', ' '))).toEqual({
    values: { name: '阀' },
    rows: { parts: { item: ['叶轮'] } },
  });
  expect(askedTexts(definition, true, data('泵'), data('泵')).values).toEqual({ name: '泵' });
  const many = Array.from({ length: 40 }, (_, n) => `行 ${n}`);
  expect(askedTexts(definition, true, data(''), data('', ...many)).rows.parts?.item).toHaveLength(20);
});

it('holds rows that were added or changed against the others of the record, each pair once', () => {
  const before = data('泵', '轴承 6204', '密封圈', '密封圈');
  expect(similarRows(definition, before, before)).toEqual([]);
  const now = data('泵', '轴承 6204', '密封圈', '密封圈', '轴承 6205', '轴承 6205');
  expect(similarRows(definition, before, now).map(({ row, other, likeness }) => [row, other, likeness])).toEqual([
    [5, 4, 100],
    [4, 1, 85],
    [5, 1, 85],
  ]);
});
