import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { Page } from '@playwright/test';
import { inspection, makeForm, send } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('a form is found among the assets, promised to those who read it, and followed to the chart made of it', async ({
  as,
}) => {
  test.slow();
  const page = await as('admin');
  const [form, chart] = [fresh('点检资产'), fresh('点检资产图')];
  const { formId } = await makeForm(page.request, form, { ...inspection, title: { zh: form } });
  const asset = await chartOf(page, formId, chart);

  await page.goto('/dam');
  await expect(page.getByRole('heading', { name: t('assets.overview.waiting') })).toBeVisible();
  const search = page.getByRole('searchbox', { name: t('assets.portal.search') });
  await search.fill(form);
  await search.press('Enter');
  await expect(page).toHaveURL(/\/damportal\?q=/);
  const card = page.getByRole('button', { name: form }).first();
  const drawer = page.getByRole('dialog', { name: form });
  // by keys alone: whoever closes it goes on where they were
  await card.press('Enter');
  await expect(drawer.getByRole('tab', { name: t('assets.tab.columns') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(card).toBeFocused();
  await card.press('Enter');
  await expect(drawer.getByRole('tab', { name: t('assets.tab.columns') })).toBeVisible();

  await page.goto(`/dataAsset/management?id=${asset}&tab=contract`);
  await drawer.getByRole('button', { name: t('assets.contract.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('assets.contract.add') });
  await dialog.getByRole('textbox', { name: t('assets.contract.about') }).fill('每日对账');
  await dialog.getByRole('button', { name: t('shell.form.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText(t('assets.contract.state.kept'))).toBeVisible();
  await expect(drawer.getByText('每日对账')).toBeVisible();
  await drawer.getByRole('tab', { name: t('assets.tab.impact') }).click();
  await expect(drawer.getByText(chart).first()).toBeVisible();

  await page.goto(`/dataAsset/lineage/${asset}`);
  await expect(page.getByText(chart).first()).toBeVisible();
  const exporting = page.getByRole('button', { name: t('assets.lineage.export') });
  await exporting.press('Enter');
  const loading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: t('assets.lineage.export.csv') }).press('Enter');
  expect((await loading).suggestedFilename()).toBe('lineage.csv');
  await expect(exporting).toBeFocused();
});

/** Made and released through the API; answers the asset that the form is, once lineage leads to the chart. */
async function chartOf(page: Page, form: string, name: string): Promise<number> {
  const empty = emptyChart();
  const slots = { x: [{ id: 'u1', field: 'kind' }], y: [{ id: 'u2', field: 'torque', fn: 'sum' }] };
  const draft = { ...empty, form, settings: { ...empty.settings, slots } };
  const body = { commandId: crypto.randomUUID(), name: { zh: name }, draft };
  const { id, version } = await send(page.request, 'POST', definitionsApi.create.path, { kind: 'chart' }, body);
  await send(page.request, 'POST', definitionsApi.release.path, { kind: 'chart', id }, { version });
  let asset = 0;
  await expect
    .poll(async () => {
      const of = { kind: 'form', ref: form };
      const found = await page.request.get(
        `/api${assetsApi.ofThing.path.replace(/:(\w+)/g, (_, part: string) => of[part as 'kind' | 'ref'])}`,
      );
      if (!found.ok()) return [];
      asset = ((await found.json()) as { id: number }).id;
      const impact = await page.request.get(`/api/assets/${asset}/impact?direction=down`);
      return ((await impact.json()) as { rows: { title: { zh: string } }[] }).rows.map(({ title }) => title.zh);
    })
    .toContain(name);
  return asset;
}
