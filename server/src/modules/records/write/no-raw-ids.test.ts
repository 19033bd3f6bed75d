import { everyField } from '@formwork/contract/condition/testing/every-operator.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { compileLogic } from '@formwork/contract/records/logic.ts';
import { checkValue } from '@formwork/contract/records/validate.ts';
import { describe, expect, test } from 'vitest';
import { errorText } from '../../../platform/error-texts.ts';
import { compileFeel } from '../../forms/public.ts';

/** What is said of a record names fields, options and people by their titles: ids tell people nothing. */

const raw = 'zq7f3raw';
const person = '01890000-0000-7000-8000-0000000000aa';
const wrong: unknown[] = [raw, [raw], [person], person, { id: raw }, { device: person, pointKey: raw }, [{ id: raw }]];
const said = (code: string, data: Record<string, unknown> | undefined) =>
  (['zh-CN', 'en'] as const).map((locale) => errorText(locale, code, data));

describe('refused values', () => {
  // what is put in is marked, and so is each option's id
  const fields = everyField('form1').map((field): Field =>
    'options' in field.config
      ? ({
          ...field,
          config: {
            ...field.config,
            options: field.config.options.map((one) => ({ ...one, id: `${raw}-${one.id}`, parent: undefined })),
          },
        } as Field)
      : field,
  );
  test.each(fields.map((field) => [field.id, field] as const))('of %s', (_, field) => {
    for (const value of wrong) {
      const result = checkValue({ ...field, required: true }, value, 'Asia/Shanghai');
      for (const text of 'error' in result ? said(result.error.code, result.error.data) : []) {
        expect(text).not.toContain(raw);
        expect(text).not.toContain(person);
        expect(text).not.toContain('[object');
      }
    }
  });
});

test('rules between fields', () => {
  const field = (id: string, title: string, more: Partial<Field> = {}): Field =>
    ({ ...newField('number', { zh: title }, `${raw}${id}`), ...more }) as Field;
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '订单' },
    fields: [
      field('a', '下限'),
      field('b', '上限', { compare: [{ operator: 'gt', to: `${raw}a` }] }),
      field('c', '检查', { validIf: `${raw}d > 1` }),
      field('d', '依据'),
    ],
    tables: [
      {
        id: `${raw}t`,
        title: { zh: '明细' },
        fields: [{ ...field('e', '行值'), validIf: `${raw}f > 1` }, field('f', '行依据', { unique: true })],
      },
    ],
    layout: [],
    titleField: null,
  };
  const logic = compileLogic(definition, compileFeel);
  expect(logic.problems).toEqual([]);
  const errors = logic.violations(
    {
      values: { [`${raw}a`]: 5, [`${raw}b`]: 1, [`${raw}c`]: 1, [`${raw}d`]: null },
      slaves: { [`${raw}t`]: [{ values: { [`${raw}e`]: 1, [`${raw}f`]: null } }] },
    },
    { userId: person, now: new Date(), timeZone: 'Asia/Shanghai' },
  );
  const texts = errors.flatMap(({ code, data }) => said(code, data));
  expect(texts.filter((text) => text.includes(raw))).toEqual([]);
  for (const title of ['下限', '依据', '行依据']) expect(texts.some((text) => text.includes(title))).toBe(true);
});
