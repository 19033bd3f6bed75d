import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { addRecord, makeForm, send, type MadeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';

/** What a repair costs: labour and the parts that were put in. What was quoted may stay empty. */
const definition: FormDefinition = {
  format: 1,
  title: { zh: '维修单', en: 'Maintenance order' },
  titleField: 'name',
  layout: [],
  fields: [
    { id: 'name', type: 'text', title: { zh: '设备', en: 'Machine' }, required: true, config: { maxLength: 40 } },
    { id: 'labour', type: 'number', title: { zh: '人工费', en: 'Labour' }, config: { decimals: 2 } },
    { id: 'quote', type: 'number', title: { zh: '报价', en: 'Quote' }, config: { decimals: 2 } },
    {
      id: 'total',
      type: 'formula',
      title: { zh: '总费用', en: 'Total' },
      config: { expression: 'labour + sum(parts.amount)', result: 'number', decimals: 2, empties: 'zero' },
    },
  ],
  tables: [
    {
      id: 'parts',
      title: { zh: '配件', en: 'Parts' },
      fields: [
        { id: 'part', type: 'text', title: { zh: '品名', en: 'Part' }, config: {} },
        { id: 'amount', type: 'number', title: { zh: '金额', en: 'Amount' }, config: { decimals: 2 } },
      ],
    },
  ],
};

/** What costs more than 1,000 is signed by both managers, anything else goes on. */
async function makeOrders(
  admin: APIRequestContext,
  title: string,
  condition: string,
  managers: readonly string[],
): Promise<MadeForm> {
  const { appId, formId } = await makeForm(admin, fresh(title), definition);
  const task = { slaves: {}, fields: {}, buttons: [], commentRequired: false, signatureRequired: false };
  const graph: ProcessGraph = {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '报修', en: 'Report' }, x: 0, y: 0, ...task },
      { id: 'dear', kind: 'condition', name: { zh: '费用大小', en: 'Cost' }, x: 0, y: 120 },
      {
        id: 'both',
        kind: 'approve',
        name: { zh: '两位经理会签', en: 'Both managers' },
        x: -160,
        y: 240,
        ...task,
        executors: {
          rules: [{ by: 'persons', persons: [...managers] }],
          nobody: 'refuse',
          sameAsPrevious: 'again',
          isInitiator: 'again',
        },
        signing: { way: 'all' },
      },
      { id: 'end', kind: 'end', name: { zh: '结束', en: 'End' }, x: 0, y: 360 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'dear' },
      { id: 'e2', source: 'dear', target: 'both', condition },
      { id: 'e3', source: 'both', target: 'end' },
      { id: 'e4', source: 'dear', target: 'end', name: { zh: '免签', en: 'Nobody signs' }, otherwise: true },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 10 },
  };
  await send(admin, 'PUT', workflowApi.saveDefinition.path, { formId }, { graph, expectedVersion: 0 });
  await send(admin, 'POST', workflowApi.release.path, { formId }, { expectedVersion: 1 });
  return { appId, formId };
}

const me = async (page: Page) =>
  (await (await page.request.get('/api/identity/me')).json()) as { id: string; name: string };

test('labour of 2,900 and no parts goes to both managers, and the history says why', async ({ as }) => {
  const t = textsOf('zh-CN');
  const [admin, user, first, second] = [await as('admin'), await as('user'), await as('safe'), await as('audit')];
  const managers = [await me(first), await me(second)];
  const { appId, formId } = await makeOrders(
    admin.request,
    '维修会签',
    'total > 1000',
    managers.map(({ id }) => id),
  );
  const name = `主轴 ${Date.now().toString(36)}`;

  await user.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  await user.getByLabel('设备').fill(name);
  await user.getByLabel('人工费').fill('2900');
  await user.getByLabel('人工费').press('Tab');
  await expect(user.locator('[data-field="total"]')).toContainText('2900.00');
  await user.getByRole('button', { name: t('records.save.button'), exact: true }).click();
  await user.getByRole('button', { name: t('workflow.action.start'), exact: true }).click();
  const dialog = user.getByRole('dialog', { name: t('workflow.submit.title_start') });
  await expect(dialog.locator('.process-next')).toContainText(managers.map((manager) => manager.name).join('、'));
  await dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true }).click();
  await expect(user.getByText(t('workflow.done.submit'), { exact: true })).toBeVisible();

  // one alone does not decide it
  for (const [at, manager] of [first, second].entries()) {
    await manager.goto('/user/workbench');
    await manager.getByRole('link', { name }).click();
    await expect(manager.locator('[data-field="total"]')).toContainText('2900.00');
    await manager.getByRole('button', { name: t('workflow.action.approve'), exact: true }).click();
    await manager
      .getByRole('dialog')
      .getByRole('button', { name: t('workflow.action.submit'), exact: true })
      .click();
    await expect(user.getByRole('heading', { level: 1 }).locator('..')).toContainText(at === 0 ? '处理中' : '已完成');
  }

  await user.getByRole('tab', { name: t('workflow.panel.history'), exact: true }).click();
  const branched = user
    .locator('.process-history .fw-timeline-item')
    .filter({ hasText: t('workflow.event.branched', { node: '费用大小', ways: '两位经理会签' }) });
  await expect(branched).toContainText(t('workflow.branch.why_condition'));
  await expect(branched).toContainText(t('workflow.branch.value', { title: '总费用', value: '2900.00' }));
});

for (const [locale, width] of [
  ['zh-CN', 1280],
  ['en', 390],
] satisfies [Locale, number][]) {
  const t = textsOf(locale);
  const name = (zh: string, en: string) => (locale === 'en' ? en : zh);

  test(`where nobody can tell which way, the process stops until an administrator says it with a reason (${locale})`, async ({
    as,
  }) => {
    const [admin, user, manager] = [
      await as('admin', { locale, width }),
      await as('user', { locale, width }),
      await as('safe'),
    ];
    const { appId, formId } = await makeOrders(admin.request, `维修停下 ${locale}`, 'quote > 1000', [
      (await me(manager)).id,
    ]);
    const title = `灯 ${Date.now().toString(36)}`;
    const { id } = await addRecord(user.request, formId, { name: title, labour: 200 });
    const address = `/${appId}/detail/${formId}?record=${id}`;

    // said before it happens, and no reason to keep it back
    await user.goto(address);
    await user.getByRole('button', { name: t('workflow.action.start'), exact: true }).click();
    const before = user.getByRole('dialog', { name: t('workflow.submit.title_start') });
    await expect(before.getByRole('alert')).toContainText(
      t('workflow.submit.stops', { node: name('费用大小', 'Cost') }),
    );
    await expect(before.getByRole('alert')).toContainText(
      t('workflow.submit.stops_missing', { fields: name('报价', 'Quote') }),
    );
    await before.getByRole('button', { name: t('workflow.action.submit'), exact: true }).click();
    await expect(user.getByText(t('workflow.done.submit'), { exact: true })).toBeVisible();

    await admin.goto('/user/workbench');
    await admin.getByRole('link', { name: title }).click();
    const box = admin
      .getByRole('alert')
      .filter({ hasText: t('workflow.panel.stopped_undecided', { node: name('费用大小', 'Cost') }) });
    await expect(box).toContainText(t('workflow.panel.stopped_missing', { fields: name('报价', 'Quote') }));
    await expect(box).toContainText(t('workflow.branch.undecided'));
    // above what is to be filled in, on a phone too
    const topOf = async (part: Locator) => (await part.boundingBox())!.y;
    expect(await topOf(box)).toBeLessThan(await topOf(admin.locator('[data-field="name"]')));
    await admin.getByRole('button', { name: t('workflow.action.decide'), exact: true }).click();
    const dialog = admin.getByRole('dialog', { name: t('workflow.action.decide') });
    const decide = dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true });
    await dialog.getByText(name('两位经理会签', 'Both managers'), { exact: true }).click();
    await expect(decide).toBeDisabled();
    await dialog.getByRole('textbox', { name: t('workflow.submit.reason') }).fill('旧灯没有报价，按大额处理');
    await decide.click();
    await expect(admin.getByText(t('workflow.done.submit'), { exact: true })).toBeVisible();

    await admin.getByRole('tab', { name: t('workflow.panel.history'), exact: true }).click();
    const line = (event: string, values: Record<string, string>) =>
      admin.locator('.process-history .fw-timeline-item').filter({ hasText: t(event, values) });
    await expect(
      line('workflow.event.undecided', { node: name('费用大小', 'Cost'), people: (await me(admin)).name }),
    ).toContainText(t('workflow.branch.value', { title: name('报价', 'Quote'), value: t('workflow.branch.empty') }));
    await expect(
      line('workflow.event.branched', { node: name('费用大小', 'Cost'), ways: name('两位经理会签', 'Both managers') }),
    ).toContainText(t('workflow.branch.why_chosen', { actor: (await me(admin)).name }));
    await expect(admin.locator('.process-history')).toContainText('旧灯没有报价，按大额处理');
    await manager.goto('/user/workbench');
    await expect(manager.getByRole('link', { name: title })).toBeVisible();
  });
}
