import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('a flow is drawn, released, run with what it asks for, and its steps are seen', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  const name = fresh('订单同步');
  await page.goto('/orchestration');
  await page
    .getByRole('button', { name: t('flows.add') })
    .first()
    .click();
  const making = page.getByRole('dialog');
  await making.getByLabel(t('resources.name')).first().fill(name);
  await making.getByRole('button', { name: t('resources.create') }).click();
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
