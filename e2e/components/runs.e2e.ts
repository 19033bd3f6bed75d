import { expect, test } from './gallery.ts';

test('a run is read along the time, step by step', async ({ scene, complaints }) => {
  const page = await scene('runs', { lang: 'en' });
  await expect(page.getByRole('list', { name: 'Steps along the time' }).getByRole('listitem')).toHaveCount(4);
  const [first, second] = [
    page.getByRole('button', { name: 'Read the meters, took 1.8 s' }),
    page.getByRole('button', { name: 'Write, took 2.6 s' }),
  ];
  const [read, write] = [(await first.boundingBox())!, (await second.boundingBox())!];
  expect(write.x).toBeGreaterThan(read.x + read.width);
  expect(write.width).toBeGreaterThan(read.width);
  await second.click();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.run-value').last()).toContainText('"written": 4180');
  await page.getByRole('button', { name: 'Write, failed, took 400 ms' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.run-error')).not.toBeEmpty();
  expect(complaints).toEqual([]);
});
