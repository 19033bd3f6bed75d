import type { Locator } from '@playwright/test';
import { makeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';

// a window of 1920, in English, whose words are the longer ones

/** Texts of which something is cut off. */
const cutIn = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent),
  );

test('a wide window shows the names of fields and kinds of account whole', async ({ as }) => {
  const page = await as('admin', { locale: 'en', width: 1920 });
  const { appId, formId } = await makeForm(page.request, fresh('宽屏'));
  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  const names = page.locator('.designer-palette-item > span:last-child');
  await expect(names.filter({ hasText: 'Radio buttons' })).toBeVisible();
  expect(await cutIn(names)).toEqual([]);
  await page.goto('/enterprise/organization');
  const kind = page.getByRole('gridcell', { name: 'Enterprise administrator' }).first();
  await expect(kind).toBeVisible();
  expect(await cutIn(kind.locator('*').or(kind))).toEqual([]);
});

test('entries of its navigation are a line each, and what stands there before the page is as wide', async ({ as }) => {
  const page = await as('root', { locale: 'en', width: 1920 });
  await page.goto('/operation/customers');
  const entries = page.locator('.fw-side-list a.fw-side-item');
  await expect(entries.filter({ hasText: 'Personnel management' })).toBeVisible();
  const heights = await entries.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBe(Math.min(...heights));
  const widthOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width);
  const width = await widthOf(page.locator('.fw-side'));
  await page.route(/\.js$/, (route) => route.abort());
  await page.reload();
  const before = await widthOf(page.locator('#page-loader .side'));
  expect(Math.abs(before - width)).toBeLessThanOrEqual(1);
});
