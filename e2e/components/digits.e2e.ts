import type { Page } from '@playwright/test';
import { expect, test } from './gallery.ts';

const turned = (page: Page) => page.locator('.stage-digit > [data-turned]');

for (const [motion, animation] of [
  ['no-preference', 'stage-flip'],
  ['reduce', 'none'],
] as const)
  test(`digits become others where the figure does, motion: ${motion}`, async ({ page, scene }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await scene('digits', { lang: 'en' });
    await expect(page.getByRole('img', { name: '1,198' })).toBeVisible();
    await expect(turned(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'next' }).click();
    await expect(turned(page)).toHaveText(['9']);
    await expect(turned(page)).toHaveCSS('animation-name', animation);
  });
