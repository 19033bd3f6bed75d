import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { describe, expect, it } from 'vitest';
import { changesOf, hasChanges, wholeOf } from './changes.ts';
import { errorsOf } from './check.ts';
import { conflictOf, contains, merged } from './conflicts/conflict.ts';
import { calculate, dataOf, newData, type FormData } from './form-data.ts';
import { loadLogic } from './form-logic.ts';
import { editRights, readRights, rightsOfStep, rightsWithout } from './rights.ts';
import { sumOf } from '@formwork/contract/forms/values/sum.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '维修' },
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, required: true, config: {} },
    { id: 'cost', type: 'number', title: { zh: '费用' }, config: { decimals: 2, max: 100 } },
    { id: 'urgent', type: 'switch', title: { zh: '紧急' }, config: {} },
    { id: 'cause', type: 'text', title: { zh: '原因' }, requiredIf: 'urgent = true', config: {} },
    {
      id: 'total',
      type: 'rollup',
      title: { zh: '合计' },
      config: { table: 'rows', field: 'amount', function: 'sum', decimals: 2 },
    },
  ],
  tables: [
    {
      id: 'rows',
      title: { zh: '明细' },
      maxRows: 3,
      fields: [
        { id: 'qty', type: 'number', title: { zh: '数量' }, required: true, config: {} },
        { id: 'price', type: 'number', title: { zh: '单价' }, config: { decimals: 2 } },
        {
          id: 'amount',
          type: 'formula',
          title: { zh: '金额' },
          config: { expression: 'qty * price', result: 'number', decimals: 2 },
        },
      ],
    },
  ],
  layout: [],
  titleField: 'name',
};
const context = {
  userId: '0198a7b2-0000-7000-8000-000000000001',
  now: new Date('2026-03-01T00:00:00Z'),
  timeZone: 'Asia/Shanghai',
};
const rowId = '0198a7b2-0000-7000-8000-0000000000a1';
const record: FormRecord = {
  id: '0198a7b2-0000-7000-8000-0000000000aa',
  version: 3,
  can: { edit: true, delete: true, share: false, transfer: false },
  values: { name: '铣床', cost: 10, urgent: false, cause: null, total: 0.3, _createdAt: '2026-01-01T00:00:00.000Z' },
  slaves: { rows: [{ id: rowId, values: { qty: 3, price: 0.1, amount: 0.3 } }] },
};
const before = dataOf(definition, record);
const wrote = (values: Record<string, unknown>, rows = before.slaves.rows!): FormData => ({
  values: { ...before.values, ...values },
  slaves: { rows },
});

describe('calculating', () => {
  it('adds up exactly and leaves out what no field would take', async () => {
    const logic = await loadLogic(definition);
    const data = wrote({ cost: 'ten' }, [
      ...before.slaves.rows!,
      { key: 'new-1', isNew: true, values: { qty: '2', price: '0.2' } },
      { key: 'new-2', isNew: true, values: { qty: 'x', price: '9' } },
    ]);
    const { record: now } = calculate(definition, data, logic, context);
    expect(now.values).toMatchObject({ cost: null, total: 0.7 });
    expect(now.slaves.rows!.map(({ values }) => values.amount)).toEqual([0.3, 0.4, null]);
  });

  it('leaves what depends on a hidden value as the server sent it, and the field out of sight', async () => {
    const logic = await loadLogic(definition);
    const hidden = ['rows.price', 'urgent'];
    const masked = dataOf(definition, {
      ...record,
      values: { ...record.values, urgent: null },
      slaves: { rows: [{ id: rowId, values: { qty: 3, price: null, amount: 0.3 } }] },
    });
    const told = { ...context, unknown: new Set(hidden) };
    const { record: now } = calculate(definition, masked, logic, told);
    expect([now.values.total, now.slaves.rows![0]!.values.amount]).toEqual([0.3, 0.3]);
    const rights = rightsWithout(editRights, hidden);
    expect([
      rights.field('urgent'),
      rights.field('name'),
      rights.table('rows').access,
      rights.table('rows').field('price'),
      rights.table('rows').field('qty'),
    ]).toEqual(['hidden', 'edit', 'edit', 'hidden', 'edit']);
    expect(rightsWithout(editRights, ['rows']).table('rows').access).toBe('hidden');
    expect(rightsWithout(readRights, hidden).readOnly).toBe(true);
    expect(errorsOf(definition, masked, { record: now }, logic, rights, told)).toEqual([]);
  });

  it('sums decimals of any length', () => {
    expect(sumOf(['0.1', 0.2, null, 'x', '-1.05'])).toBe('-0.75');
    expect(sumOf(['99999999999999999999.99', '0.01'])).toBe('100000000000000000000');
    expect(sumOf([])).toBe('0');
  });
});

describe('what is sent', () => {
  it('is only what differs, in normal form', () => {
    expect(changesOf(definition, before, wrote({ name: ' 铣床 ', cost: '10.50', total: 9 }), editRights)).toEqual({
      values: { cost: 10.5 },
      slaves: {},
    });
    expect(hasChanges(definition, before, wrote({ cost: '10.0' }))).toBe(false);
    expect(hasChanges(definition, before, wrote({ cost: 'ten' }))).toBe(true);
  });

  it('is the whole table where a row differs, new rows without an id', () => {
    const rows = [
      { key: rowId, values: { qty: '4', price: 0.1, amount: 0.3 } },
      { key: 'new-1', isNew: true, values: { qty: '1', price: null } },
    ];
    expect(changesOf(definition, before, wrote({}, rows), editRights).slaves).toEqual({
      rows: [{ id: rowId, values: { qty: 4, price: 0.1 } }, { values: { qty: 1, price: null } }],
    });
  });

  it('is nothing that may not be edited', () => {
    const rights = rightsOfStep({ fields: { cost: 'edit' }, otherFields: 'read', slaves: {}, otherSlaves: 'read' });
    expect(changesOf(definition, before, wrote({ name: 'x', cost: '11' }, []), rights)).toEqual({
      values: { cost: 11 },
      slaves: {},
    });
    expect(changesOf(definition, before, wrote({ name: 'x' }), readRights)).toEqual({ values: {}, slaves: {} });
  });

  it('names every field of a new record, so that an emptied default stays empty', async () => {
    const data = newData(definition, await loadLogic(definition), context);
    expect(wholeOf(definition, data, editRights)).toEqual({
      values: { name: null, cost: null, urgent: false, cause: null },
      slaves: {},
    });
  });
});

describe('checking', () => {
  it('finds what the server would refuse, at its paths', async () => {
    const logic = await loadLogic(definition);
    const rows = [{ key: rowId, values: { qty: '', price: '0.123' } }];
    const data = wrote({ name: '', cost: '101', urgent: true }, rows);
    const errors = errorsOf(definition, data, calculate(definition, data, logic, context), logic, editRights, context);
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ['name', 'records.value.required'],
      ['cost', 'records.value.too_large'],
      ['cause', 'records.value.required'],
      ['rows.0.qty', 'records.value.required'],
      ['rows.0.price', 'records.value.decimals'],
    ]);
  });

  it('asks at a step for what the step asks for, and for nothing that it does not let one edit', async () => {
    const logic = await loadLogic(definition);
    const data = wrote({ name: '', cost: null });
    const rights = rightsOfStep({
      fields: { cost: 'required' },
      otherFields: 'read',
      slaves: {},
      otherSlaves: 'hidden',
    });
    expect(
      errorsOf(definition, data, calculate(definition, data, logic, context), logic, rights, context).map(
        ({ path }) => path,
      ),
    ).toEqual(['cost']);
  });
});

describe('two people', () => {
  const current: FormRecord = { ...record, version: 4, values: { ...record.values, name: '车床', cause: '新原因' } };
  const conflict = { formId: 'f1', id: record.id, current, currentBy: null, currentAt: '2026-03-01T00:00:00Z' };

  it('are asked only about what both have changed', () => {
    const mine = wrote({ name: '磨床', cost: '12' });
    const state = conflictOf(definition, conflict, before, mine);
    expect(state.clashes.map(({ id }) => id)).toEqual(['name']);
    expect(state.theirOwn.map(({ id }) => id)).toEqual(['cause']);
    expect(merged(definition, state, before, mine, { name: 'theirs' }).values).toMatchObject({
      name: '车床',
      cost: '12',
      cause: '新原因',
    });
    expect(merged(definition, state, before, mine, { name: 'mine' }).values).toMatchObject({
      name: '磨床',
      cause: '新原因',
    });
  });

  it('get rows back as new ones which the other has removed', () => {
    const rows = [{ key: rowId, values: { qty: 5, price: 0.1 } }];
    const state = conflictOf(
      definition,
      { ...conflict, current: { ...current, slaves: { rows: [] } } },
      before,
      wrote({}, rows),
    );
    expect(state.clashes.map(({ id, kind }) => [id, kind])).toEqual([[`rows.${rowId}`, 'row']]);
    expect(merged(definition, state, before, wrote({}, rows), {}).slaves.rows).toEqual([
      { key: rowId, isNew: true, values: { qty: 5, price: 0.1 } },
    ]);
  });

  it('my own submission coming back is no conflict', () => {
    const mine = wrote({ cost: '12' }, [
      ...before.slaves.rows!,
      { key: 'new-1', isNew: true, values: { qty: '1', price: null } },
    ]);
    const back = dataOf(definition, {
      ...record,
      values: { ...record.values, cost: 12 },
      slaves: {
        rows: [
          ...record.slaves.rows!,
          { id: '0198a7b2-0000-7000-8000-0000000000a2', values: { qty: 1, price: null, amount: null } },
        ],
      },
    });
    expect(contains(definition, back, before, mine)).toBe(true);
    expect(contains(definition, before, before, mine)).toBe(false);
  });
});
