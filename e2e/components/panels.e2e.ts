import type { Page } from '@playwright/test';
import { expect, test } from './gallery.ts';

const boxOf = async (page: Page, id: string) => (await page.locator(`[data-panel="${id}"]`).boundingBox())!;

test('a panel is dragged by its frame: the others make room, and undo takes it back', async ({ scene, complaints }) => {
  const page = await scene('panels', { lang: 'en' });
  const [first, second] = [await boxOf(page, 'p0'), await boxOf(page, 'p1')];
  await page.mouse.move(second.x + 60, second.y + 18);
  await page.mouse.down();
  await page.mouse.move(first.x + 60, first.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await boxOf(page, 'p1')).x)).toBe(Math.round(first.x));
  await expect.poll(async () => Math.round((await boxOf(page, 'p0')).y)).toBeGreaterThan(first.y + 100);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => Math.round((await boxOf(page, 'p1')).x)).toBe(Math.round(second.x));
  expect(complaints).toEqual([]);
});

test('Escape leaves everything where it was, the corner sizes', async ({ scene }) => {
  const page = await scene('panels', { lang: 'en' });
  const before = await boxOf(page, 'p2');
  await page.mouse.move(before.x + 40, before.y + 18);
  await page.mouse.down();
  await page.mouse.move(before.x - 300, before.y + 200, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await boxOf(page, 'p2')).toEqual(before);
  await page.mouse.move(before.x + before.width - 10, before.y + before.height - 10);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width - 10, before.y + before.height + 100, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await boxOf(page, 'p2')).height).toBeGreaterThan(before.height + 60);
});

test('arrows move, with Shift they size, Delete takes away; all of it is said', async ({ scene }) => {
  const page = await scene('panels', { lang: 'zh-CN' });
  const panel = page.getByRole('group', { name: 'p0' });
  await panel.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.locator('.fw-panels-spoken')).toHaveText('p0：第 1 列，第 1 行，宽 7，高 6');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.fw-panels-spoken')).toHaveText('p0：第 2 列，第 1 行，宽 7，高 6');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.fw-panels-spoken')).toContainText('第 7 行');
  await page.keyboard.press('Delete');
  await expect(panel).toHaveCount(0);
});

test('readers see a grid, and on a phone one column by rows', async ({ scene }) => {
  const page = await scene('panels', { view: 'yes', skin: 'black', lang: 'en' });
  const [first, second] = [await boxOf(page, 'p0'), await boxOf(page, 'p1')];
  expect(second.y).toBe(first.y);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await boxOf(page, 'p1')).y).toBeGreaterThan(first.y + 100);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
