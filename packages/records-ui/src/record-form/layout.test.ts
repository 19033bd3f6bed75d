import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { layoutBlocks } from '@formwork/contract/forms/layout-blocks.ts';
import { structuralProblems } from '@formwork/contract/forms/problems.ts';
import { expect, test } from 'vitest';
import { errorsOf } from './check.ts';
import { calculate, type FormData } from './form-data.ts';
import { loadLogic } from './form-logic.ts';
import { editRights } from './rights.ts';

const definition: FormDefinition = {
  format: 1,
  title: { zh: '维修' },
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    { id: 'cause', type: 'text', title: { zh: '原因' }, required: true, config: {} },
    { id: 'cost', type: 'number', title: { zh: '费用' }, validIf: 'cost < 10', config: {} },
  ],
  tables: [
    {
      id: 'rows',
      title: { zh: '明细' },
      minRows: 1,
      fields: [{ id: 'qty', type: 'number', title: { zh: '数量' }, required: true, config: {} }],
    },
  ],
  layout: [
    {
      id: 'first',
      columns: 2,
      items: [
        { kind: 'field', field: 'name' },
        {
          kind: 'button',
          id: 'look',
          title: { zh: '查看' },
          action: { does: 'open', address: '"https://example.org/?q=" + name' },
          disabledIf: 'name = null',
        },
      ],
    },
    {
      id: 'more',
      columns: 2,
      tabs: 'pages',
      hiddenIf: 'name = "无"',
      items: [
        { kind: 'field', field: 'cause' },
        { kind: 'field', field: 'cost' },
      ],
    },
    { id: 'lines', columns: 1, tabs: 'pages', items: [{ kind: 'table', table: 'rows', hiddenIf: 'name = "无"' }] },
  ],
  tabGroups: [{ id: 'pages', style: 'tabs' }],
  titleField: null,
};
const context = {
  userId: '0198a7b2-0000-7000-8000-000000000001',
  now: new Date('2026-03-01T00:00:00Z'),
  timeZone: 'Asia/Shanghai',
};
const dataWith = (name: string): FormData => ({ values: { name, cause: '', cost: 50 }, slaves: { rows: [] } });

async function errorsWith(name: string): Promise<string[]> {
  const logic = await loadLogic(definition);
  const data = dataWith(name);
  return errorsOf(definition, data, calculate(definition, data, logic, context), logic, editRights, context).map(
    ({ path, code }) => `${path} ${code.split('.').at(-1)}`,
  );
}

test('sections of one group stand together at the place of the first', () => {
  expect(
    layoutBlocks(definition).map((block) =>
      block.kind === 'section' ? block.section.id : block.sections.map(({ id }) => id),
    ),
  ).toEqual(['first', ['more', 'lines']]);
});

test('nothing is asked for that is out of sight', async () => {
  expect(await errorsWith('铣床')).toEqual(['cause required', 'rows too_few_rows', 'cost not_valid']);
  expect(await errorsWith('无')).toEqual([]);
});

test('addresses and conditions of buttons follow the record', async () => {
  const { layout, problems } = await loadLogic(definition);
  const record = (name: string | null) => ({ values: { name, cause: null, cost: null }, slaves: { rows: [] } });
  expect(problems).toEqual([]);
  expect(layout.valueOf('look', 'address', record('铣床'), context)).toBe('https://example.org/?q=铣床');
  expect(layout.valueOf('look', 'disabledIf', record(null), context)).toBe(true);
  expect(layout.valueOf('look', 'address', record('铣床'), { ...context, unknown: new Set(['name']) })).toBeUndefined();
});

test('what a button lacks is a problem at the button', () => {
  const wrong: FormDefinition = {
    ...definition,
    layout: [
      {
        id: 'first',
        columns: 1,
        items: [
          { kind: 'button', id: 'bare', title: { zh: '空' }, action: { does: 'open', address: ' ' } },
          {
            kind: 'button',
            id: 'gone',
            title: { zh: '填' },
            action: { does: 'fill', values: [{ field: 'nosuch', value: '1' }] },
          },
          { kind: 'embed', id: 'page', address: '', height: 200 },
        ],
      },
    ],
  };
  expect(
    structuralProblems(wrong, 'Asia/Shanghai')
      .filter(({ part }) => part)
      .map(({ code, part }) => `${part} ${code}`),
  ).toEqual(['bare forms.problem.no_action', 'gone forms.problem.fill_field', 'page forms.problem.no_expression']);
});
