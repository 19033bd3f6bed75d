import type { Locator } from '@playwright/test';

/** Chooses from a drop-down by the words people read; `search` finds what a server looks up, `beside` tells namesakes apart. */
export async function select(
  box: Locator,
  option: string,
  { search, beside = '', exact = true }: { search?: string; beside?: string; exact?: boolean } = {},
): Promise<void> {
  await box.click();
  if (search !== undefined) await box.fill(search);
  const page = box.page();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .and(page.getByTitle(option, { exact }))
    .filter({ hasText: beside })
    .click();
}

/** Chooses several and closes the list. */
export async function selectEach(box: Locator, chosen: { option: string; search: string }[]): Promise<void> {
  for (const { option, search } of chosen) await select(box, option, { search, beside: search });
  await box.press('Escape');
}
