import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { expect, test } from 'vitest';
import { loadLogic } from './form-logic.ts';

/** Conditions of a form over what is empty: none of them may hide, lock or let through what nobody could judge. */

const text = (id: string, more: Partial<Field>): Field => ({ ...newField('text', { zh: id }, id), ...more }) as Field;
const definition: FormDefinition = {
  format: 1,
  title: { zh: '订单' },
  fields: [
    newField('number', { zh: '金额' }, 'amount'),
    text('reason', { requiredIf: 'amount > 10' }),
    text('secret', { hiddenIf: 'amount > 10' }),
    text('locked', { readOnlyIf: 'amount > 10' }),
    text('checked', { validIf: 'amount > 10' }),
    text('sums', { requiredIf: 'sum(parts.price) < 10' }),
  ],
  tables: [{ id: 'parts', title: { zh: '明细' }, fields: [newField('number', { zh: '单价' }, 'price')] }],
  layout: [
    {
      id: 'part1',
      columns: 1,
      items: [
        {
          kind: 'button',
          id: 'go',
          title: { zh: '去' },
          disabledIf: 'amount > 10',
          action: { does: 'fill', values: [{ field: 'reason', value: '"x"' }] },
        },
      ],
    },
  ],
  titleField: null,
};
const context = { userId: 'u', now: new Date('2026-03-01T00:00:00Z'), timeZone: 'Asia/Shanghai' };

async function said(amount: number | null) {
  const logic = await loadLogic(definition);
  const values: Values = { amount, reason: null, secret: null, locked: null, checked: 'x', sums: null };
  const record = { values, slaves: { parts: [] } };
  const state = (id: string) =>
    logic.stateOf(
      definition.fields.find((field) => field.id === id)!,
      record,
      undefined,
      context,
    );
  return {
    required: [state('reason').required, state('reason').open],
    hidden: state('secret').hidden,
    locked: state('locked').readOnly,
    refused: logic.violations(record, context).map(({ path, code, data }) => [path, code, data?.names]),
    button: logic.layout.decides('go', 'disabledIf', record, context),
    // a sum of no rows is 0, as in processes
    sums: state('sums').required,
  };
}

test.each([
  [20, { required: [true, undefined], hidden: true, locked: true, refused: [], button: true, sums: true }],
  [
    5,
    {
      required: [false, undefined],
      hidden: false,
      locked: false,
      refused: [['checked', 'records.value.not_valid', undefined]],
      button: false,
      sums: true,
    },
  ],
  [
    null,
    {
      required: [false, ['amount']],
      hidden: false,
      locked: false,
      refused: [['checked', 'records.value.undecided', '金额']],
      button: { missing: ['amount'] },
      sums: true,
    },
  ],
])('an amount of %j', async (amount, expected) => {
  expect(await said(amount)).toEqual(expected);
});
