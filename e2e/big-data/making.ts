import type { Page } from '@playwright/test';
import { expect } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

/** Names a new chart, dashboard or data set in the dialog that its editor begins with. */
export async function begin(page: Page, title: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel(t('resources.name')).first().fill(name);
  await dialog.getByRole('button', { name: t('resources.create') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

export async function release(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('document.release'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('document.release'), exact: true }).click();
  await expect(dialog).toBeHidden();
}
