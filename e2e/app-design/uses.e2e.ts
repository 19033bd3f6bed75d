import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '维修单', en: 'Repair' },
  titleField: 'name',
  tables: [],
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    { id: 'total', type: 'number', title: { zh: '总费用' }, config: {} },
    { id: 'signer', type: 'member', title: { zh: '会签人' }, config: { multiple: true } },
    {
      id: 'level',
      type: 'singleSelect',
      title: { zh: '等级' },
      config: {
        options: [
          { id: 'urgent', label: { zh: '紧急', en: 'Urgent' } },
          { id: 'usual', label: { zh: '普通' } },
        ],
      },
    },
  ],
  layout: [
    {
      id: 'first',
      columns: 2,
      items: [
        { kind: 'field', field: 'name' },
        { kind: 'field', field: 'total' },
        { kind: 'field', field: 'signer' },
        { kind: 'field', field: 'level' },
      ],
    },
  ],
};

// an order over 1,000 goes to both who counter-sign; without the fields it went past them
test('the fields that a released process decides by stay, and an option in use is retired', async ({ as }) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '维修单', definition);
  const { graph } = (await (await page.request.get(`/api/workflow/forms/${formId}/definition`)).json()) as {
    graph: { nodes: { id: string; kind: string; executors?: { rules: unknown[] } }[]; edges: unknown[] };
  };
  const approve = graph.nodes.find(({ kind }) => kind === 'approve')!;
  approve.executors!.rules = [{ by: 'member-field', field: 'signer' }];
  graph.nodes.push({ id: 'fork', kind: 'condition', name: { zh: '金额' }, x: 200, y: 60 } as never);
  graph.edges = [
    { id: 'e1', source: 'start', target: 'fork' },
    { id: 'dear', source: 'fork', target: 'approve', condition: 'total > 1000' },
    { id: 'cheap', source: 'fork', target: 'end', otherwise: true },
    { id: 'e2', source: 'approve', target: 'end' },
  ];
  expect(
    (
      await page.request.put(`/api/workflow/forms/${formId}/definition`, { data: { graph, expectedVersion: 0 } })
    ).status(),
  ).toBe(200);
  expect(
    (await page.request.post(`/api/workflow/forms/${formId}/releases`, { data: { expectedVersion: 1 } })).status(),
  ).toBe(200);
  expect(
    (await page.request.post(`/api/records/${formId}`, { data: { values: { name: '甲', level: 'urgent' } } })).status(),
  ).toBe(200);

  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  for (const [title, place] of [
    ['总费用', 'condition'],
    ['会签人', 'executors'],
  ] as const) {
    await page.getByRole('button', { name: title, exact: true }).first().click();
    await page.keyboard.press('Delete');
    const asked = page.getByRole('dialog', { name: t('uses.take_title', { what: title }) });
    await expect(asked.getByText(t(`uses.place.${place}`, { what: title }))).toBeVisible();
    await expect(asked.getByText(t('uses.refused', { count: 1 }))).toBeVisible();
    await asked.getByRole('button', { name: t('uses.take') }).click();
    await expect(page.locator('.designer-sheet').getByText(title, { exact: true })).toHaveCount(0);
  }
  await page.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('design.release.title') });
  await expect(dialog.getByText(t('uses.place.condition', { what: '总费用' }))).toBeVisible();
  await expect(dialog.getByText(t('uses.place.executors', { what: '会签人' }))).toBeVisible();
  await expect(dialog.getByRole('button', { name: t('design.action.release'), exact: true })).toBeDisabled();
  // the jump leads to the condition itself
  await dialog.getByRole('link', { name: /金额/ }).click();
  await expect(page).toHaveURL(/tab=flow&at=dear/);

  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}?at=level`);
  await page
    .getByRole('button', { name: t('design.config.option_remove') })
    .first()
    .click();
  const leaving = page.getByRole('dialog', { name: t('uses.take_title', { what: '紧急' }) });
  await expect(leaving.getByRole('radio', { name: t('design.config.option_way_retire') })).toBeChecked();
  await leaving.locator('.ant-btn-primary').click();
  await expect(page.getByText(t('design.config.option_retired'))).toBeVisible();
});
