import path from 'node:path';
import { expect } from '@playwright/test';
import { select } from '../testing/select.ts';
import type { Person } from './sessions.ts';
import type { Words } from './words.ts';

/** Tab-separated with CRLF: 14 columns, 60 rows, 8 of them with a machine failure. */
export const sheet = { file: path.join(import.meta.dirname, 'machines.csv'), rows: 60, columns: 14, failures: 8 };

/** What the first column is called in the file, and the field every list here is filtered by. */
const firstColumn = 'UDI';
const failure = 'Machine failure';

/** A new application, and in it a form made of the file: a name and a type corrected, the records brought along. */
export async function makeForm({ page, t, locale }: Person, words: Words): Promise<{ appId: string; formId: string }> {
  await page.goto('/appdesign');
  await page
    .getByRole('button', { name: t('design.apps.create') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('design.field.name_zh')).first().fill(words.app.zh);
  await dialog.getByLabel(t('design.field.name_en')).fill(words.app.en!);
  await dialog.getByRole('button', { name: t('design.action.save'), exact: true }).click();
  const card = page.getByRole('article').filter({ hasText: shown(words.app, locale) });
  await card.getByRole('button', { name: t('design.forms.create_sheet') }).click();

  await page.locator('input[type=file]').setInputFiles(sheet.file);
  await expect(page.getByText(t('design.import.found', { rows: sheet.rows, columns: sheet.columns }))).toBeVisible();
  const typeOf = (title: string) =>
    page.getByRole('combobox', { name: t('design.import.type_of', { title }), exact: true });
  const chosen = (title: string) => page.getByRole('row').filter({ has: typeOf(title) });
  await expect(chosen('Product ID')).toContainText(t('design.type.text'));
  await expect(chosen('Type')).toContainText(t('design.type.singleSelect'));
  for (const title of ['Air temperature [K]', 'Tool wear [min]'])
    await expect(chosen(title)).toContainText(t('design.type.number'));
  for (const title of [failure, 'RNF']) await expect(chosen(title)).toContainText(t('design.type.switch'));

  await page.getByLabel(t('design.import.title_of', { title: firstColumn })).fill(words.number);
  await select(typeOf(firstColumn), t('design.type.text'));
  await page.getByLabel(t('design.import.form_name')).fill(words.form.zh);
  await page.getByLabel(t('design.field.name_en')).fill(words.form.en!);
  await page.getByRole('button', { name: t('design.import.make', { rows: sheet.rows }) }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText(t('exchange.import.finished', { imported: sheet.rows, failed: 0 }))).toBeVisible({});
  await page.getByRole('button', { name: t('design.import.open_list') }).click();
  await expect(page.getByText(t('records.list.total', { count: sheet.rows }))).toBeVisible();
  const address = new URL(page.url());
  return { appId: address.pathname.split('/').at(-1)!, formId: address.searchParams.get('form')! };
}

/** The list of machines that failed, by the words of the filter. */
export async function filterFailures({ page, t }: Person): Promise<void> {
  await page.getByRole('button', { name: t('records.filter.button') }).click();
  const panel = page.getByRole('dialog', { name: t('records.filter.button') });
  await select(panel.getByRole('combobox', { name: t('records.condition.field') }), failure);
  await expect(page.getByText(t('records.list.total', { count: sheet.failures }))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `${failure} ${t('records.operator.isTrue')}` })).toBeVisible();
}

export function shown({ zh, en }: { zh: string; en?: string | undefined }, locale: string): string {
  return locale === 'en' ? (en ?? zh) : zh;
}
