import { organizationApi } from '@formwork/contract/organization/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { workflowApi, type Definition } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { processFields } from '@formwork/contract/workflow/process-fields.ts';
import type { ProcessView } from '@formwork/contract/workflow/process.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';
import { chooseOwnPassword } from '../testing/own-password.ts';

const t = textsOf('zh-CN');

/** Whoever is an expert looks at some records; at which is to be clicked together. */
function graphFor(expert: string): ProcessGraph {
  const task = { slaves: {}, commentRequired: false, signatureRequired: false, fields: {}, buttons: [] };
  return {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '填报' }, x: 0, y: 0, ...task },
      { id: 'how', kind: 'condition', name: { zh: '是否复核' }, x: 0, y: 120 },
      {
        id: 'expert',
        kind: 'approve',
        name: { zh: '专家' },
        x: 260,
        y: 240,
        ...task,
        executors: {
          rules: [{ by: 'persons', persons: [expert] }],
          nobody: 'refuse',
          sameAsPrevious: 'again',
          isInitiator: 'again',
        },
        signing: { way: 'any' },
      },
      { id: 'end', kind: 'end', name: { zh: '结束' }, x: 0, y: 360 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'how' },
      { id: 'e2', source: 'how', target: 'expert', name: { zh: '要复核' } },
      { id: 'e3', source: 'how', target: 'end', otherwise: true },
      { id: 'e4', source: 'expert', target: 'end' },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 10 },
  };
}

test('a condition is clicked together, and processes go by it', async ({ as }) => {
  const [page, user] = [await as('admin'), await as('user')];
  const { appId, formId } = await makeForm(page.request, '分支条件');
  const me = (await (await page.request.get('/api/identity/me')).json()) as { id: string };
  await send(
    page.request,
    'PUT',
    workflowApi.saveDefinition.path,
    { formId },
    { graph: graphFor(me.id), expectedVersion: 0 },
  );
  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  await page.getByRole('button', { name: t('design.settings.tab_flow'), exact: true }).click();
  await page.getByText('要复核', { exact: true }).click();
  const inspector = page.locator('.flow-inspector');
  await expect(page.getByRole('button', { name: t('flow-design.designer.release'), exact: true })).toBeDisabled();

  await inspector.getByRole('button', { name: new RegExp(`${t('records.condition.add')}$`) }).click();
  await select(inspector.getByRole('combobox', { name: t('records.condition.field'), exact: true }), '扭矩');
  await select(
    inspector.getByRole('combobox', { name: t('records.condition.operator'), exact: true }),
    t('records.operator.gt'),
  );
  await inspector.getByLabel(t('records.condition.value'), { exact: true }).fill('40');
  await inspector.getByRole('button', { name: new RegExp(`${t('records.condition.add')}$`) }).click();
  await select(inspector.getByRole('combobox', { name: t('records.condition.field'), exact: true }).nth(1), '故障');
  await select(
    inspector.getByRole('combobox', { name: t('records.condition.operator'), exact: true }).nth(1),
    t('records.operator.isTrue'),
  );
  await expect
    .poll(
      async () =>
        (
          (await send(page.request, 'GET', workflowApi.definition.path, { formId })) as unknown as Definition
        ).graph.edges.find(({ id }) => id === 'e2')?.condition,
    )
    .toBe('(torque > 40 and failed = true)');
  await page.getByRole('button', { name: t('flow-design.designer.release'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('flow-design.designer.release') })
    .getByRole('button', { name: t('design.action.release'), exact: true })
    .click();
  await expect(page.getByText(t('flow-design.designer.release_done', { number: 1 }))).toBeVisible();

  const stateOf = async (values: Record<string, unknown>) => {
    const { id: recordId } = await addRecord(user.request, formId, { name: '六号铣床', ...values });
    await send(user.request, 'POST', workflowApi.start.path, { formId, recordId }, { commandId: crypto.randomUUID() });
    return ((await send(user.request, 'GET', workflowApi.process.path, { formId, recordId })) as unknown as ProcessView)
      .instance!.state;
  };
  expect([
    await stateOf({ torque: 45, failed: true, reason: '轴承' }),
    await stateOf({ torque: 40, failed: true, reason: '轴承' }),
    await stateOf({ torque: 45, failed: false }),
  ]).toEqual(['processing', 'finished', 'finished']);
});

for (const locale of ['zh-CN', 'en'] satisfies Locale[]) {
  const t2 = textsOf(locale);

  test(`a way is taken for people of a department and all below it, and the canvas says so in words (${locale})`, async ({
    as,
  }) => {
    const page = await as('admin', { locale });
    const mark = crypto.randomUUID().slice(0, 8);
    const [works, workshop] = [`生产部 ${mark}`, `冲压车间 ${mark}`];
    const { id: above } = await send(
      page.request,
      'POST',
      organizationApi.createDepartment.path,
      {},
      { name: works, parentId: null },
    );
    const { id: below } = await send(
      page.request,
      'POST',
      organizationApi.createDepartment.path,
      {},
      { name: workshop, parentId: above },
    );
    const { person, password } = (await send(
      page.request,
      'POST',
      organizationApi.createPerson.path,
      {},
      { login: `b.${mark}`, name: `冲压工 ${mark}`, role: 'user', departmentId: below },
    )) as unknown as { person: { login: string }; password: string };
    const { appId, formId } = await makeForm(page.request, `按部门分支 ${mark}`);
    const me = (await (await page.request.get('/api/identity/me')).json()) as { id: string };
    await send(
      page.request,
      'PUT',
      workflowApi.saveDefinition.path,
      { formId },
      { graph: graphFor(me.id), expectedVersion: 0 },
    );
    await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
    await page.getByRole('button', { name: t2('design.settings.tab_flow'), exact: true }).click();
    await page.getByText('要复核', { exact: true }).click();
    const inspector = page.locator('.flow-inspector');
    await inspector.getByRole('button', { name: new RegExp(`${t2('records.condition.add')}$`) }).click();
    const field = processFields.find(({ id }) => id === '_initiatorDepartments')!;
    const words = [textIn(field.title, locale), t2('records.operator.under'), works].join(' ');
    await select(
      inspector.getByRole('combobox', { name: t2('records.condition.field'), exact: true }),
      textIn(field.title, locale),
      { search: textIn(field.title, locale) },
    );
    await select(
      inspector.getByRole('combobox', { name: t2('records.condition.operator'), exact: true }),
      t2('records.operator.under'),
    );
    await select(inspector.getByRole('combobox', { name: t2('records.condition.value'), exact: true }), works, {
      search: works,
    });
    await inspector.getByRole('combobox', { name: t2('records.condition.value'), exact: true }).press('Escape');
    await inspector
      .getByRole('textbox', { name: `${t2('flow-design.designer.name')} ${t2('design.field.zh')}` })
      .fill('');
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect
      .poll(async () =>
        (
          (await send(page.request, 'GET', workflowApi.definition.path, { formId })) as unknown as Definition
        ).graph.edges.find(({ id }) => id === 'e2'),
      )
      .toMatchObject({ condition: `belongs to(_initiatorDepartments, ["${above}"])` });
    await page.getByRole('button', { name: t2('flow-design.designer.release'), exact: true }).click();
    await page
      .getByRole('dialog', { name: t2('flow-design.designer.release') })
      .getByRole('button', { name: t2('design.action.release'), exact: true })
      .click();
    await expect(page.getByText(t2('flow-design.designer.release_done', { number: 1 }))).toBeVisible();

    const stateFor = async (who: Page) => {
      const { id: recordId } = await addRecord(who.request, formId, { name: '六号铣床' });
      await send(who.request, 'POST', workflowApi.start.path, { formId, recordId }, { commandId: crypto.randomUUID() });
      return (
        (await send(who.request, 'GET', workflowApi.process.path, { formId, recordId })) as unknown as ProcessView
      ).instance!.state;
    };
    const own = await chooseOwnPassword(page.url(), person.login, password);
    expect([await stateFor(await as(person.login, { password: own })), await stateFor(await as('user'))]).toEqual([
      'processing',
      'finished',
    ]);
  });
}
