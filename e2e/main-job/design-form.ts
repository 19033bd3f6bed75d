import { expect, type Locator } from '@playwright/test';
import type { Text } from '@formwork/contract/text.ts';
import { select } from '../testing/select.ts';
import { shown } from './make-form.ts';
import type { Person } from './sessions.ts';
import type { Words } from './words.ts';

/** Fields and a slave table with a formula and a total, by clicks in the form designer; then the release. */
export async function designForm(person: Person, words: Words): Promise<void> {
  const { page, t, locale } = person;
  const palette = page.getByRole('complementary', { name: t('design.form.palette') });
  const inspector = page.getByRole('complementary', { name: t('design.form.inspector') });
  const add = (kind: string) => palette.getByRole('button', { name: t(kind), exact: true }).click();
  const name = async ({ zh, en }: Text) => {
    await inspector.getByLabel(`${t('design.field.title')} ${t('design.field.zh')}`, { exact: true }).fill(zh);
    await inspector.getByLabel(`${t('design.field.title')} ${t('design.field.en')}`, { exact: true }).fill(en!);
  };
  const part = (text: Text) => page.getByRole('button', { name: shown(text, locale), exact: true });

  await page
    .getByRole('button', { name: t('ui.action.more'), exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: t('records.app.design') }).click();
  for (const [kind, title] of [
    ['longText', words.fields.findings],
    ['date', words.fields.due],
    ['member', words.fields.owner],
    ['attachment', words.fields.photos],
    ['singleSelect', words.fields.urgency],
  ] as const) {
    await add(`design.type.${kind}`);
    await name(title);
  }
  for (const [at, option] of words.urgencies.entries()) {
    await inspector.getByRole('button', { name: t('design.config.option_add') }).click();
    await inspector.getByLabel(t('design.config.option_zh', { n: at + 1 }), { exact: true }).fill(option.zh);
    await inspector.getByLabel(t('design.config.option_en', { n: at + 1 }), { exact: true }).fill(option.en!);
  }

  await add('design.form.table');
  await name(words.table);
  for (const [kind, title] of [
    ['text', words.columns.item],
    ['number', words.columns.quantity],
    ['money', words.columns.price],
    ['formula', words.columns.amount],
  ] as const) {
    // beside the grip, on the title: what is drawn there lets the click through to the item
    await part(words.table).click({ position: { x: 60, y: 12 }, force: true });
    await add(`design.type.${kind}`);
    await name(title);
  }
  const formula = inspector.getByLabel(t('design.config.expression'), { exact: true });
  await insert(person, formula, words.columns.quantity);
  await formula.pressSequentially(' * ');
  await insert(person, formula, words.columns.price);
  await expect(inspector.locator('.formula-problem')).toHaveCount(0);
  await inspector.getByRole('spinbutton', { name: t('design.config.decimals') }).fill('2');

  await part(words.form).click();
  await add('design.type.rollup');
  await name(words.fields.total);
  await select(inspector.getByRole('combobox', { name: t('design.config.rollup_over') }), shown(words.table, locale));
  await select(
    inspector.getByRole('combobox', { name: t('design.config.rollup_field') }),
    shown(words.columns.amount, locale),
  );
  await inspector.getByRole('spinbutton', { name: t('design.config.decimals') }).fill('2');
  await inspector.getByRole('spinbutton', { name: t('design.config.decimals') }).blur();
  await expect(page.getByRole('status').filter({ hasText: t('design.save.saved') })).toBeVisible();

  await page.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('design.release.title') });
  await expect(dialog.getByText(t('design.change.added_table', { title: shown(words.table, locale) }))).toBeVisible();
  await dialog.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  await expect(page.getByText(t('design.release.done', { number: 2 }))).toBeVisible();
}

/** Puts a field into a formula by the menu below it. */
export async function insert({ page, t, locale }: Person, formula: Locator, field: Text): Promise<void> {
  await formula
    .locator('xpath=ancestor::div[contains(@class, "formula")][1]')
    .getByRole('button', { name: t('formula.fields') })
    .click();
  await page.getByRole('menuitem', { name: shown(field, locale), exact: true }).click();
  await expect(formula).toBeFocused();
}
