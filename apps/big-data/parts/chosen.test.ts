import { expect, test } from 'vitest';
import { nextPick, picksFor } from './chosen.ts';

const shown = {
  definition: {
    form: 'stops',
    where: null,
    settings: {
      kind: 'ring' as const,
      slots: { x: [{ id: 'cause', field: 'cause' }], y: [{ id: 'n', fn: 'count' as const }] },
      marks: [],
      tones: [],
      notes: [],
      look: {},
    },
  },
  result: {
    columns: [{ id: 'cause', labels: { heat: '散热' }, of: { field: 'cause', kind: 'option' as const } }],
    rows: [],
  },
} as never;
const words = { and: '、', rest: '其他' };
const heat = { field: 'cause', operator: 'eq', value: 'heat' };
const low = { field: 'kind', operator: 'eq' as const, value: 'L' };

test('a mark narrows the other charts by what it stands for', () => {
  const pick = nextPick(shown, undefined, { cause: 'heat' }, { add: false, timeZone: 'UTC', words })!;
  expect(pick).toMatchObject({ form: 'stops', name: '散热', where: heat });
});

test('a mark of a chart that was gone down into stands for what lies within the levels', () => {
  const levels = [{ form: 'stops', name: '低档', where: low }];
  const pick = nextPick(shown, undefined, { cause: 'heat' }, { add: false, timeZone: 'UTC', words, levels })!;
  expect(pick).toMatchObject({ name: '低档 › 散热', where: { all: [low, heat] } });
  expect(picksFor({ filters: [] }, { x: { ring: pick }, f: {} }, 'other')).toEqual([
    { form: 'stops', where: { all: [low, heat] } },
  ]);
});

test('a mark narrows charts of other forms where filters say which fields mean the same', () => {
  const pick = nextPick(
    shown,
    undefined,
    { cause: 'heat' },
    { add: false, timeZone: 'UTC', words: { and: '、', rest: '其他' } },
  )!;
  const alike = { id: 'f1', form: 'repairs', field: 'reason', same: [{ form: 'stops', field: 'cause' }] };
  const picks = (filters: (typeof alike)[], where = pick.where) =>
    picksFor({ filters }, { x: { ring: { ...pick, where } }, f: {} }, 'other');
  expect(picks([alike])).toEqual([
    { form: 'stops', where: heat },
    { form: 'repairs', where: { ...heat, field: 'reason' } },
  ]);
  // of the other form nothing is known of what else is asked
  expect(picks([alike], { all: [heat as never, low] })).toEqual([{ form: 'stops', where: { all: [heat, low] } }]);
});
