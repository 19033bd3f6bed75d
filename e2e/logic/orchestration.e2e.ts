import type { Page } from '@playwright/test';
import { inspection, makeForm } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

/** Made in the list, it opens in the designer. */
async function newFlow(page: Page, name: string): Promise<void> {
  await page.goto('/orchestration');
  await page
    .getByRole('button', { name: t('flows.add') })
    .first()
    .click();
  const making = page.getByRole('dialog');
  await making.getByLabel(t('resources.name')).first().fill(name);
  await making.getByRole('button', { name: t('resources.create') }).click();
}

test('a flow is drawn, released, run with what it asks for, and its steps are seen', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  const name = fresh('订单同步');
  await newFlow(page, name);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  // what starts it, what it asks for and what it gives
  await page.getByRole('combobox', { name: t('flows.add_start') }).click();
  await page.getByTitle(t('flows.start.webhook'), { exact: true }).click();
  const addresses = page.getByText(/^POST http.*\/api\/hooks\/demo\.flow\./);
  await expect(addresses).toHaveCount(2);
  await expect(addresses.first()).toBeVisible();
  await expect(addresses.last()).toBeHidden();
  await page.getByText(t('resources.hook_signed'), { exact: true }).click();
  await expect(addresses.last()).toBeVisible();
  await page.getByRole('button', { name: t('flows.add_input') }).click();
  await page.locator('.react-flow__edge').first().click({ force: true });
  await page.getByRole('button', { name: t('flows.node.expression'), exact: true }).click();
  const inspector = page.getByRole('group', { name: t('flows.values') });
  await inspector.getByRole('button', { name: t('flows.add_value') }).click();
  await inspector.getByRole('textbox').last().fill('input1 + "!"');
  await page.locator('.react-flow__pane').click({ position: { x: 10, y: 10 } });

  await page.getByRole('button', { name: t('document.release'), exact: true }).click();
  const releasing = page.getByRole('dialog');
  await releasing.getByRole('button', { name: t('document.release'), exact: true }).click();
  await expect(releasing).toBeHidden();

  await page.getByRole('button', { name: t('flows.start_now') }).click();
  const asking = page.getByRole('dialog', { name: t('flows.start_with') });
  await asking.getByLabel('input1').fill('hello');
  await asking.getByRole('button', { name: t('flows.start_now') }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText(t('runs.state.finished'))).toBeVisible();
  await page
    .locator('.react-flow__node')
    .filter({ hasText: t('flows.node.expression') })
    .click();
  await expect(page.getByText('hello!')).toBeVisible();
  await page.getByRole('link', { name: t('flows.to_flow') }).click();
  await expect(page).toHaveURL(/\/orchestration\/designer\//);
});

test('a flow begins before a date of records: form, field and time are chosen', async ({ as }) => {
  test.slow();
  const title = fresh('保养到期单');
  const page = await as('admin');
  const { formId } = await makeForm(page.request, fresh('点检应用'), { ...inspection, title: { zh: title } });
  await newFlow(page, fresh('点检提醒'));
  await select(page.getByRole('combobox', { name: t('flows.add_start') }), t('flows.start.date'));
  await page.getByText(t('ui.canvas.problems', { count: 1 })).click();
  await expect(page.getByText(t('flows.problem.start'))).toBeVisible();
  await select(page.getByRole('combobox', { name: t('flows.part.formId') }), title, { search: title });
  await select(page.getByRole('combobox', { name: t('flows.date.field') }), '日期');
  const when = page.getByRole('group', { name: t('flows.date.when') });
  await select(when.getByRole('combobox', { name: t('timing.side') }), t('timing.side.before'));
  await when.getByRole('spinbutton').fill('3');
  const clock = when.getByRole('textbox', { name: t('timing.clock') });
  await clock.click();
  await clock.fill('08:30');
  await clock.press('Enter');
  await expect(clock).toHaveValue('08:30');
  await page.getByRole('switch', { name: t('flows.date.working') }).click();
  await expect(page.getByText(t('ui.canvas.no_problems'))).toBeVisible();
  await page.getByRole('button', { name: t('document.release'), exact: true }).click();
  const releasing = page.getByRole('dialog');
  await releasing.getByRole('button', { name: t('document.release'), exact: true }).click();
  await expect(releasing).toBeHidden();
  const asked = await page.request.get(`/api/forms/${formId}/uses`);
  const { uses } = (await asked.json()) as { uses: { to: { element: string }; how: string }[] };
  expect(uses.some(({ to, how }) => to.element === 'day' && how === 'refuse')).toBe(true);
});
