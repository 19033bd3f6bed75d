import { expect, test } from './gallery.ts';

test('the map shows layers, tells what was picked, and follows data that moves', async ({ scene }) => {
  const page = await scene('map', { lang: 'en' });
  const map = page.getByRole('application', { name: 'map', exact: true });
  await expect(page.locator('.fw-map-canvas[data-ready]')).toBeVisible();
  const box = (await map.boundingBox())!;
  // the map begins with the plant in its middle
  await expect(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByRole('status')).toHaveText('plants: plant', { timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'move' }).click();
  await expect(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByRole('status')).toHaveText('tracks: way', { timeout: 500 });
  }).toPass();
});

test('an area is drawn by clicks and keys', async ({ scene }) => {
  const page = await scene('map', { draw: 'yes', skin: 'black', lang: 'zh-CN' });
  const map = page.getByRole('application', { name: 'map', exact: true });
  await expect(page.locator('.fw-map-canvas[data-ready]')).toBeVisible();
  const box = (await map.boundingBox())!;
  for (const [count, [x, y]] of [
    [60, 60],
    [160, 60],
    [160, 160],
    [60, 160],
  ].entries()) {
    await page.mouse.click(box.x + x!, box.y + y!);
    await expect(page.locator('.fw-map-hint')).toContainText(`${count + 1} 个顶点`);
  }
  await page.keyboard.press('Backspace');
  await expect(page.locator('.fw-map-hint')).toContainText('3 个顶点');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('drawn 3');
});
