import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Locator, Page } from '@playwright/test';
import { makeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('a device is added, reports with its key, is chosen in a record, and both show what it says without a reload', async ({
  as,
}) => {
  test.slow();
  const page = await as('admin');
  const [productName, deviceName] = [fresh('导热油炉'), fresh('一号导热炉')];
  await page.goto('/sysop/iot/device?tab=products');
  await page
    .locator('.fw-page-actions')
    .getByRole('button', { name: t('iot.product.add') })
    .click();
  const product = page.getByRole('dialog', { name: t('iot.product.add') });
  await product.getByLabel(t('iot.product.name')).fill(productName);
  await product.getByLabel(t('iot.point.key')).fill('1temp');
  await product.getByRole('button', { name: t('shell.form.save') }).click();
  await expect(product.getByText(t('iot.point.bad_key'))).toBeVisible();
  await product.getByLabel(t('iot.point.key')).fill('temp');
  await product.getByLabel(t('iot.point.zh')).fill('炉温');
  await product.getByLabel(t('iot.point.unit')).fill('°C');
  await product.getByLabel(t('iot.point.decimals')).fill('1');
  await product.getByRole('button', { name: t('iot.point.add') }).click();
  const second = product.locator('.iot-point-line').nth(1);
  await second.getByLabel(t('iot.point.key')).fill('mode');
  await second.getByLabel(t('iot.point.zh')).fill('模式');
  await second.getByRole('combobox', { name: t('iot.point.type') }).click();
  await page.getByTitle(t('iot.point.type_text'), { exact: true }).last().click();
  await product.getByRole('button', { name: t('shell.form.save') }).click();
  await expect(product).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: productName })).toContainText('炉温 (°C)、模式');

  await page
    .locator('.fw-page-tabs')
    .getByRole('button', { name: t('iot.tab.devices') })
    .click();
  await page
    .locator('.fw-page-actions')
    .getByRole('button', { name: t('iot.device.add') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('iot.device.add') });
  await dialog.getByLabel(t('iot.device.name')).fill(deviceName);
  await dialog.getByRole('textbox', { name: t('iot.device.code') }).fill(`ZQ-${Date.now()}`);
  await dialog.getByLabel(t('iot.device.product')).click();
  await page.getByTitle(productName, { exact: true }).last().click();
  await dialog.getByRole('button', { name: t('shell.form.save') }).click();
  const key = (await page.locator('.iot-key code').textContent())!.trim();
  expect(key).toMatch(/^fwd_/);
  await page.getByRole('button', { name: t('iot.key.done') }).click();

  await page.getByLabel(t('iot.device.search')).fill(deviceName);
  const row = page.getByRole('row').filter({ hasText: deviceName });
  await expect(row).toContainText(t('records.reading.state_never'));
  await report(page, key, { temp: 181.5, mode: '自动' });
  await expect(row).toContainText(t('records.reading.state_online'));
  await expect(row).toContainText('181.5 °C');

  const { appId, formId } = await makeForm(page.request, fresh('点位测试'), definition);
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  await page.getByLabel('班次').fill('早班');
  const field = fieldOf(page, '炉温读数');
  await field.getByRole('combobox').first().fill('yhdrl');
  await page.getByText(deviceName, { exact: false }).last().click();
  await field.getByRole('combobox', { name: t('records.reading.choose_point') }).click();
  await page.getByTitle('炉温', { exact: true }).last().click();
  await expect(field).toContainText('181.5 °C');
  await report(page, key, { temp: 182 });
  await expect(field).toContainText('182.0 °C');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('早班');
  const shown = fieldOf(page, '炉温读数');
  await expect(shown).toContainText(`${t('records.reading.captured')} 182.0 °C`);
  await report(page, key, { temp: 190.26 });
  await expect(shown).toContainText('190.3 °C');
  await expect(shown).toContainText(`${t('records.reading.captured')} 182.0 °C`);

  await page.goto(`/app/!/${appId}?form=${formId}`);
  const cell = page.getByRole('row').filter({ hasText: '早班' });
  await expect(cell).toContainText(`${deviceName} · 炉温`);
  await expect(cell).toContainText('190.3 °C');
  await report(page, key, { temp: 12 });
  await expect(cell).toContainText('12.0 °C');

  // a retired one stays where it stands, and is offered no more
  await page.goto('/sysop/iot/device');
  await page.getByLabel(t('iot.device.search')).fill(deviceName);
  await row.getByRole('button', { name: t('iot.device.retire'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('iot.device.retire'), exact: true })
    .click();
  await expect(page.getByText(t('iot.device.none_found'))).toBeVisible();
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  await fieldOf(page, '炉温读数').getByRole('combobox').first().fill(deviceName);
  await expect(page.getByText(t('records.pick.nobody'))).toBeVisible();
});

const definition: FormDefinition = {
  format: 1,
  title: { zh: '巡检', en: 'Rounds' },
  titleField: 'name',
  layout: [],
  tables: [],
  fields: [
    { id: 'name', type: 'text', title: { zh: '班次' }, config: {} },
    { id: 'reading', type: 'devicePoint', title: { zh: '炉温读数' }, config: { capture: true } },
  ],
};

async function report(page: Page, key: string, values: object): Promise<void> {
  const answer = await page.request.post('/api/iot/telemetry', {
    headers: { authorization: `Bearer ${key}` },
    data: { values },
  });
  expect(answer.status()).toBe(200);
}

function fieldOf(page: Page, title: string): Locator {
  return page.locator('[data-field]').filter({ has: page.getByText(title, { exact: true }) });
}
