import { newField } from '@formwork/contract/forms/field.ts';
import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { expect, it } from 'vitest';
import { firstDraft, isRemembered, problemOf, settingsOf, targetsOf } from './import-draft.ts';

const plan = {
  making: { hidden: ['secret'], readOnly: [] },
  definition: {
    fields: [
      newField('text', { zh: '编码', en: 'Code' }, 'code'),
      newField('number', { zh: '数量' }, 'amount'),
      newField('formula', { zh: '合计' }, 'sum'),
      newField('text', { zh: '机密' }, 'secret'),
    ],
    tables: [{ id: 'parts', title: { zh: '明细' }, fields: [newField('text', { zh: '物料' }, 'item')] }],
  },
} as unknown as PersonalPlan;
const sheet = (...titles: string[]): Sheet => ({ columns: titles.map((title, index) => ({ index, title })) }) as Sheet;

it('offers what the person may fill in, and matches columns by what they chose before, then by titles', () => {
  const targets = targetsOf(plan, 'zh-CN');
  expect(targets.map(({ path }) => path)).toEqual(['code', 'amount', 'parts.item']);
  expect(firstDraft(sheet('CODE', '数量*', '物料', '机密', '数量'), targets, null).into).toEqual([
    'code',
    'amount',
    'parts.item',
    undefined,
    undefined,
  ]);
  expect(
    firstDraft(sheet('Nr', 'Code'), targets, {
      columns: [
        { title: 'Nr', field: 'code' },
        { title: 'x', field: 'gone' },
      ],
      mode: 'both',
      key: ['code'],
    }),
  ).toEqual({
    into: ['code', undefined],
    mode: 'both',
    key: ['code'],
    looseNumbers: false,
    takeSimilar: false,
    second: [],
  });
  expect(firstDraft(sheet('数量'), targets, { columns: [], mode: 'update', key: ['code'] })).toMatchObject({
    mode: 'create',
    key: [],
  });
});

it('says that it goes by last time only where it does', () => {
  const remembered = { columns: [{ title: 'Nr', field: 'code' }], mode: 'create' as const, key: [] };
  const said = (titles: string[], known: typeof remembered | null = remembered) =>
    isRemembered(sheet(...titles), firstDraft(sheet(...titles), targetsOf(plan, 'zh-CN'), known).into, known);
  expect([said(['nr']), said(['数量']), said(['Other']), said(['数量'], null)]).toEqual([true, false, false, false]);
});

it('says what is missing', () => {
  expect(
    problemOf({ into: ['parts.item'], mode: 'create', key: [], looseNumbers: false, takeSimilar: false, second: [] }),
  ).toBe('exchange.import.no_column');
  expect(
    problemOf({ into: ['amount'], mode: 'update', key: ['code'], looseNumbers: false, takeSimilar: false, second: [] }),
  ).toBe('exchange.import.key_missing');
  const draft = {
    into: [undefined, 'code'],
    mode: 'update' as const,
    key: ['code'],
    looseNumbers: false,
    takeSimilar: false,
    second: [
      {
        table: 'parts',
        sheet: { reading: { sheet: 'Rows' } } as Sheet,
        main: 0,
        row: 0,
        into: [undefined, 'parts.item'],
      },
    ],
  };
  expect(problemOf(draft)).toBeUndefined();
  expect(settingsOf(draft)).toEqual({
    mapping: [{ index: 1, field: 'code' }],
    mode: 'update',
    key: ['code'],
    rows: [{ table: 'parts', sheet: 'Rows', link: { main: 0, row: 0 }, mapping: [{ index: 1, field: 'item' }] }],
  });
});
