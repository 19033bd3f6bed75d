import { expect, type Locator } from '@playwright/test';
import { select } from '../testing/select.ts';
import { shown } from './make-form.ts';
import type { Person } from './sessions.ts';
import type { Words } from './words.ts';

/** Fills in a record as one does after looking at a machine: text, day, person, file, urgency and two rows with money. */
export async function fillIn(person: Person, words: Words, owner: string): Promise<void> {
  const { page, t, locale } = person;
  const field = (name: keyof Words['fields']) => page.getByLabel(shown(words.fields[name], locale), { exact: true });
  await page.getByRole('button', { name: t('records.list.edit') }).click();
  await field('findings').fill(words.finding);
  await field('due').fill('2026-05-20');
  await field('due').press('Enter');
  await select(field('owner'), owner, { search: owner });
  await select(field('urgency'), shown(words.urgencies[0]!, locale));
  await field('photos').setInputFiles({
    name: 'spindle.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('seen on the spot'),
  });
  await expect(page.getByRole('link', { name: 'spindle.txt' }).first()).toBeVisible();

  const rows = page.getByRole('grid', { name: shown(words.table, locale) });
  const table = page.locator('.fw-record-table').filter({ has: rows });
  await table.getByRole('button', { name: t('ui.sheet.add_row') }).click();
  await type(person, [words.items[0]!, '2', '120.5']);
  await expect(rows.getByRole('row').nth(1)).toContainText('241');
  await expect(total(person, words)).toContainText('241');
  // from the last cell the key leads to a new row
  await page.keyboard.press('Tab');
  await type(person, [words.items[1]!, '3', '10']);
  await expect(rows.getByRole('row').nth(2)).toContainText('30');
  await expect(total(person, words)).toContainText('271.00');
}

/** The quantity of the first row, corrected where it stands. */
export async function correctQuantity(person: Person, words: Words, quantity: string): Promise<void> {
  const { page, locale } = person;
  const rows = page.getByRole('grid', { name: shown(words.table, locale) });
  await rows.getByRole('row').nth(1).getByText('2', { exact: true }).dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(quantity);
  await page.keyboard.press('Enter');
}

export function total({ page, locale }: Person, words: Words): Locator {
  return page
    .locator('[data-field]')
    .filter({ has: page.getByText(shown(words.fields.total, locale), { exact: true }) })
    .last();
}

/** The dialog of a submission, the first one or a later one: says what comes next, then sends. */
export async function submit(
  { page, t }: Person,
  button: string,
  { next, comment, done = 'workflow.done.submit' }: { next?: string[]; comment?: string; done?: string } = {},
): Promise<void> {
  await page.getByRole('button', { name: t(button), exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const text of next ?? []) await expect(dialog.getByText(text).first()).toBeVisible();
  if (comment !== undefined) await dialog.getByRole('textbox').fill(comment);
  await dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true }).click();
  await expect(page.getByText(t(done)).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

/** Gives it back to whoever began, with the reason. */
export async function giveBack({ page, t }: Person, reason: string): Promise<void> {
  await page.getByRole('button', { name: t('workflow.action.return'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('workflow.reason.label')).fill(reason);
  await dialog.getByRole('button', { name: t('workflow.action.return'), exact: true }).click();
  await expect(page.getByText(t('workflow.done.return')).first()).toBeVisible();
}

/** The to-do of a record on the workbench, be it a row or, on a phone, a card. */
export function todo({ page }: Person, record: string): Locator {
  // a notice of it stands beside the page
  return page.getByRole('main').getByRole('link', { name: record });
}

export function side({ page, t }: Person): Locator {
  return page.getByRole('complementary', { name: t('records.record.side') });
}

async function type({ page }: Person, cells: string[]): Promise<void> {
  for (const cell of cells) {
    await page.keyboard.type(cell);
    await page.keyboard.press('Tab');
  }
}
