import { expect, test } from './gallery.ts';

const leastText = 4.5;

test('tools of a row come with the pointer and the cursor, and the head is one stop of the Tab key', async ({
  scene,
  complaints,
}) => {
  const page = await scene('list', { lang: 'en' });
  const row = page.getByRole('row').filter({ hasText: 'Work order 5' }).first();
  const edit = row.getByRole('button', { name: 'Edit' });
  await expect(edit).toHaveCount(0);
  await row.hover();
  await expect(edit).toBeVisible();
  await expect.poll(() => row.locator('.fw-row-tools').evaluate((tools) => getComputedStyle(tools).opacity)).toBe('1');

  const grid = page.getByRole('grid', { name: 'Work orders' });
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const focused = page.locator(':focus');
  await expect(focused).toHaveAccessibleName('Edit');
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAccessibleName('Delete');
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('What is wrong');
  await page.keyboard.press('End');
  await expect(focused).toHaveAccessibleName('Column menu: lime');
  await page.keyboard.press('Home');
  await expect(focused).toHaveRole('checkbox');
  await page.keyboard.press('ArrowDown');
  await expect(grid).toBeFocused();

  const rest = page.getByRole('row').filter({ hasText: 'Work order 12' }).first();
  expect(await rest.evaluate((element) => element.querySelectorAll('*').length)).toBeLessThanOrEqual(40);
  expect(complaints).toEqual([]);
});

for (const skin of ['white', 'black', 'purple', 'lime'])
  test(`words of options read on every row (${skin})`, async ({ scene }) => {
    const page = await scene('list', { skin });
    await page.locator('.fw-option').first().waitFor();
    const least = await page.evaluate(() => {
      const light = (colour: string) => {
        const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return Math.min(
        ...[...document.querySelectorAll('.fw-option')].map((option) => {
          const { color, backgroundColor } = getComputedStyle(option);
          const [high, low] = [light(color), light(backgroundColor)].sort((a, b) => b - a) as [number, number];
          return (high + 0.05) / (low + 0.05);
        }),
      );
    });
    expect(least).toBeGreaterThanOrEqual(leastText);
  });
