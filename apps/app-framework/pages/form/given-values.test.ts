import { newField } from '@formwork/contract/forms/field.ts';
import { expect, test } from 'vitest';
import { givenValues } from './given-values.ts';

const fields = [
  newField('text', { zh: '名称' }, 'name'),
  newField('date', { zh: '日期' }, 'day'),
  newField('number', { zh: '数量' }, 'amount'),
  newField('autoNumber', { zh: '编号' }, 'no'),
];

test('a new record begins with what its address gives, as far as the fields take it', () => {
  expect(givenValues(JSON.stringify({ day: '2026-11-22', amount: 'many', no: 'A1', other: 1 }), fields)).toEqual({
    day: '2026-11-22',
  });
  for (const text of [undefined, '', '[1]', '"x"', '{', 'null']) expect(givenValues(text, fields)).toBeUndefined();
});
