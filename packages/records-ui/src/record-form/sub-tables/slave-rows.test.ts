import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { structuralProblems } from '@formwork/contract/forms/problems.ts';
import { expect, test } from 'vitest';
import { errorsOf } from '../check.ts';
import { calculate, type FormData, type RowData } from '../form-data.ts';
import { loadLogic } from '../form-logic.ts';
import { editRights } from '../rights.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '计划' },
  titleField: null,
  layout: [],
  fields: [
    { id: 'rate', type: 'number', title: { zh: '费率' }, config: {} },
    { id: 'from', type: 'date', title: { zh: '开始' }, config: {} },
    { id: 'until', type: 'date', title: { zh: '结束' }, config: {} },
    { id: 'total', type: 'rollup', title: { zh: '合计' }, config: { table: 'rows', field: 'amount', function: 'sum' } },
  ],
  tables: [
    {
      id: 'rows',
      title: { zh: '明细' },
      fields: [
        { id: 'day', type: 'date', title: { zh: '日期' }, config: {} },
        { id: 'qty', type: 'number', title: { zh: '数量' }, required: true, config: {} },
        {
          id: 'shift',
          type: 'singleSelect',
          title: { zh: '班次' },
          config: {
            options: [
              { id: 'early', label: { zh: '早' } },
              { id: 'late', label: { zh: '晚' } },
            ],
          },
        },
        {
          id: 'amount',
          type: 'formula',
          title: { zh: '金额' },
          config: { expression: 'qty * rate', result: 'number' },
        },
      ],
      generators: [
        {
          id: 'days',
          title: { zh: '每天一行' },
          source: { by: 'range', from: 'from', to: 'until' },
          values: [
            { field: 'day', value: 'each' },
            { field: 'qty', value: 'rate + 1' },
          ],
        },
        {
          id: 'numbers',
          title: { zh: '每号一行' },
          source: { by: 'range', from: '2', to: 'rate' },
          values: [{ field: 'qty', value: 'each * 10' }],
        },
        {
          id: 'shifts',
          title: { zh: '每班一行' },
          source: { by: 'options', field: 'shift' },
          values: [{ field: 'shift', value: 'each' }],
        },
      ],
    },
  ],
};
const context = {
  userId: '0198a7b2-0000-7000-8000-000000000001',
  now: new Date('2026-03-01T00:00:00Z'),
  timeZone: 'Asia/Shanghai',
};
const row = (key: string, qty: unknown): RowData => ({ key, values: { qty } });
const dataOf = (rate: number, rows: RowData[]): FormData => ({
  values: { rate, from: '2026-03-30', until: '2026-04-01' },
  slaves: { rows },
});

test('rows are worked out again only when they, or what they read, have changed', async () => {
  const logic = await loadLogic(definition);
  const [a, b] = [row('a', 2), row('b', 3)];
  const first = calculate(definition, dataOf(10, [a, b]), logic, context);
  const second = calculate(definition, dataOf(10, [a, row('b', 5)]), logic, context, first);
  expect(second.record.slaves.rows![0]).toBe(first.record.slaves.rows![0]);
  expect(second.record.slaves.rows!.map(({ values }) => values.amount)).toEqual([20, 50]);
  expect(second.record.values.total).toBe(70);
  const third = calculate(definition, dataOf(2, [a, b]), logic, context, second);
  expect(third.record.slaves.rows!.map(({ values }) => values.amount)).toEqual([4, 6]);
});

test('errors of rows that moved stand at their new place', async () => {
  const logic = await loadLogic(definition);
  const [a, b] = [row('a', 1), row('b', null)];
  const data = dataOf(1, [a, b]);
  const before = calculate(definition, data, logic, context);
  const errors = (now: FormData) =>
    errorsOf(definition, now, calculate(definition, now, logic, context, before), logic, editRights, context).map(
      ({ path }) => path,
    );
  expect(errors(data)).toEqual(['rows.1.qty']);
  expect(errors(dataOf(1, [b, a]))).toEqual(['rows.0.qty']);
});

test('rules make a row for each day, number or option', async () => {
  const logic = await loadLogic(definition);
  expect(logic.problems).toEqual([]);
  const { record } = calculate(definition, dataOf(3, []), logic, context);
  expect(logic.generate('days', record, context).map(({ day }) => day)).toEqual([
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
  ]);
  expect(logic.generate('numbers', record, context).map(({ qty }) => Number(qty))).toEqual([20, 30]);
  expect(logic.generate('shifts', record, context).map(({ shift }) => shift)).toEqual(['early', 'late']);
  expect(logic.generate('nosuch', record, context)).toEqual([]);
});

test('options follow another choice and an expression, in the record and in rows', async () => {
  const option = (id: string) => ({ id, label: { zh: id } });
  const linked: FormDefinition = {
    ...definition,
    fields: [
      {
        id: 'kind',
        type: 'singleSelect',
        title: { zh: '类别' },
        config: { options: [option('mill'), option('lathe')] },
      },
      {
        id: 'model',
        type: 'multiSelect',
        title: { zh: '型号' },
        optionsBy: { field: 'kind', offers: { mill: ['m1', 'm2'], lathe: ['t1'] } },
        config: { options: [option('m1'), option('m2'), option('t1')] },
      },
    ],
    tables: [
      {
        id: 'rows',
        title: { zh: '明细' },
        fields: [
          {
            id: 'part',
            type: 'singleSelect',
            title: { zh: '部件' },
            optionsFormula: 'if kind = "mill" then ["axis", "belt"] else ["belt"]',
            config: { options: [option('axis'), option('belt')] },
          },
        ],
      },
    ],
  };
  const logic = await loadLogic(linked);
  expect(logic.problems).toEqual([]);
  const data = (kind: string | null, model: string[], part: string): FormData => ({
    values: { kind, model },
    slaves: { rows: [{ key: 'a', values: { part } }] },
  });
  const wrong = (now: FormData) =>
    errorsOf(linked, now, calculate(linked, now, logic, context), logic, editRights, context).map(
      ({ path, code }) => `${path} ${code}`,
    );
  expect(wrong(data('mill', ['m1', 'm2'], 'axis'))).toEqual([]);
  expect(wrong(data('lathe', ['m1', 't1'], 'axis'))).toEqual([
    'model records.value.not_offered',
    'rows.0.part records.value.not_offered',
  ]);
  expect(wrong(data(null, ['t1'], 'belt'))).toEqual(['model records.value.not_offered']);
  const { record } = calculate(linked, data('mill', [], 'belt'), logic, context);
  expect([...logic.offered(linked.fields[1]!, record, undefined, context)!]).toEqual(['m1', 'm2']);
  expect(logic.offered(linked.fields[0]!, record, undefined, context)).toBeUndefined();
  expect(
    structuralProblems(
      { ...linked, fields: [{ ...linked.fields[0]!, optionsBy: { field: 'model', offers: {} } }, linked.fields[1]!] },
      'Asia/Shanghai',
    ).map(({ code }) => code),
  ).toEqual(['forms.problem.options_link', 'forms.problem.options_link']);
});
