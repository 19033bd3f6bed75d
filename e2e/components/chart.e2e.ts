import { chartKinds } from '@formwork/contract/analytics/chart.ts';
import { expect, test } from './gallery.ts';

const onCanvas = chartKinds.filter((kind) => !['table', 'pivot', 'kpi'].includes(kind));

for (const [skin, lang] of [
  ['white', 'zh-CN'],
  ['black', 'en'],
] as const)
  test(`every kind is drawn (${skin}, ${lang})`, async ({ scene, complaints }) => {
    const page = await scene('charts', { skin, lang });
    for (const kind of onCanvas) {
      const panel = page.locator(`.gallery-panel`).nth(chartKinds.indexOf(kind));
      await panel.scrollIntoViewIfNeeded();
      await expect(panel.locator(`[data-drawn="${kind}"] canvas`).first()).toBeVisible();
    }
    await expect(page.locator('.fw-chart-table')).toHaveCount(2);
    await expect(page.locator('.fw-kpi')).toHaveCount(1);
    expect(complaints).toEqual([]);
  });

test('a chart is walked, picked and left by keys', async ({ scene }) => {
  const page = await scene('charts', { kind: 'bar', lang: 'en' });
  const chart = page.getByRole('img', { name: /Columns: 产量/ });
  await expect(page.locator('[data-drawn]')).toBeVisible();
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.fw-chart-spoken')).toContainText('二号线');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('picked {"line":"b"}');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('status')).toHaveText('drilled {"line":"b"}');
  await page.keyboard.press('t');
  const table = page.getByRole('region', { name: 'Columns' }).getByRole('table');
  await expect(table.getByRole('rowheader', { name: '三号线' })).toBeVisible();
});

test('a click picks, a stretch is brushed over', async ({ scene }) => {
  const page = await scene('charts', { kind: 'bar', lang: 'en' });
  const canvas = page.locator('[data-drawn="bar"] canvas');
  const box = (await canvas.boundingBox())!;
  // a bar that still grows is not hit
  await expect(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.8);
    await expect(page.getByRole('status')).toHaveText('picked {"line":"b"}', { timeout: 500 });
  }).toPass();

  await scene('charts', { kind: 'area', lang: 'en', brush: 'yes' });
  const area = (await page.locator('[data-drawn="area"] canvas').boundingBox())!;
  await page.mouse.move(area.x + area.width * 0.3, area.y + 100);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.7, area.y + 120, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('status')).toHaveText(/brushed [1-6]/);
});

test('one instance takes new sizes, and is saved as a picture', async ({ scene }) => {
  const page = await scene('charts', { kind: 'line', lang: 'en' });
  const canvas = page.locator('[data-drawn="line"] canvas');
  await canvas.evaluate((element) => element.setAttribute('data-mark', 'same'));
  const before = (await canvas.boundingBox())!;
  await page.setViewportSize({ width: 600, height: 700 });
  await expect.poll(async () => (await canvas.boundingBox())!.width).toBeLessThan(before.width + 200);
  await expect(canvas).toHaveAttribute('data-mark', 'same');
  await page.getByRole('button', { name: 'Menu of Line' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Save as picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Line.png');
});

test('says in both languages why there is no picture', async ({ scene }) => {
  const page = await scene('chart-states', { lang: 'en' });
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(panel('loading').getByRole('status')).toHaveAccessibleName('The chart is loading');
  await expect(panel('empty')).toContainText('There is no data here');
  await expect(panel('refused')).toContainText('You may not see the data of this chart');
  await expect(panel('broken')).toContainText('4711');
  await expect(panel('field gone')).toContainText('Fields of this chart are gone');
  await expect(panel('incomplete')).toContainText('X axis');
  await expect(panel('too much')).toContainText('too much data');
  await expect(panel('cut')).toContainText('3 of 12000 rows');
  await panel('negative').getByRole('button', { name: 'Show as Columns' }).click();
  await expect(panel('negative').locator('[data-drawn="bar"]')).toBeVisible();
  await scene('chart-states', { lang: 'zh-CN' });
  await expect(panel('empty')).toContainText('没有符合条件的数据');
});

test('rows that stream in are shown without a new instance', async ({ scene }) => {
  const page = await scene('chart-states', { lang: 'en' });
  const panel = page.getByRole('region', { name: 'streaming', exact: true });
  await panel.scrollIntoViewIfNeeded();
  const picture = () => panel.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expect(panel.locator('[data-drawn]')).toBeVisible();
  const before = await picture();
  await panel.getByRole('button', { name: 'append' }).click();
  await expect.poll(picture).not.toBe(before);
});
