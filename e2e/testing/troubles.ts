import type { Page } from '@playwright/test';

/** What a page complains about from now on, refusals of the content-security policy included. */
export function troublesOf(page: Page, expected: readonly number[] = [403]): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // what is refused is answered so, which the browser reports as well
    if (message.type() === 'error' && !expected.some((status) => message.text().includes(`status of ${status}`)))
      troubles.push(`${page.url()}: ${message.text()}`);
  });
  return troubles;
}

/** A key of a dictionary that is shown instead of its text. */
export const shownKey = /\b[a-z]+\.[a-z_]+\.[a-z_]+\b/;
