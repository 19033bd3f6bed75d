import type { Page } from '@playwright/test';
import { expect, test } from './gallery.ts';

const element = (page: Page, id: string) => page.locator(`[data-box="${id}"]`);
const place = (page: Page, id: string) =>
  element(page, id).evaluate((box: HTMLElement) => ({ x: parseFloat(box.style.left), y: parseFloat(box.style.top) }));
const spoken = (page: Page) => page.locator('.fw-surface-spoken');

async function drag(page: Page, from: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx, from.y + dy, { steps: 6 });
  await page.mouse.up();
}

const middle = async (page: Page, id: string) => {
  const box = (await element(page, id).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('an element is moved, snaps to the others, and undo takes it back', async ({ scene, complaints }) => {
  const page = await scene('surface', { lang: 'en' });
  const [before, other] = [await place(page, 'e0'), await place(page, 'e1')];
  await drag(page, await middle(page, 'e0'), 4, 90);
  await expect.poll(async () => (await place(page, 'e0')).y).toBeGreaterThan(before.y + 100);
  // four dots of the screen aside it comes to lie below where it was: a line of its neighbours below draws it there
  await expect.poll(async () => (await place(page, 'e0')).x).toBe(before.x);
  expect(await place(page, 'e1')).toEqual(other);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => place(page, 'e0')).toEqual(before);
  expect(complaints).toEqual([]);
});

test('keys go through the elements, move, group, copy, lock and take away', async ({ scene }) => {
  const page = await scene('surface', { lang: 'en' });
  await page.getByRole('application', { name: 'stage' }).focus();
  await page.keyboard.press('Enter');
  const before = await place(page, 'e0');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await place(page, 'e0')).toEqual({ x: before.x + 10, y: before.y + 1 });
  await page.keyboard.press('Tab');
  await expect(spoken(page)).toContainText('e1:');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(spoken(page)).toHaveText('6 selected');
  await page.keyboard.press('ControlOrMeta+g');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(spoken(page)).toHaveText('6 selected');
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.locator('[data-box]')).toHaveCount(12);
  await page.keyboard.press('ControlOrMeta+l');
  const locked = await place(page, 'n3');
  await page.keyboard.press('ArrowRight');
  expect(await place(page, 'n3')).toEqual(locked);
  await page.keyboard.press('Delete');
  await expect(page.locator('[data-box]')).toHaveCount(6);
});

test('a rectangle selects, the corner sizes, the knob turns, buttons align', async ({ scene }) => {
  const page = await scene('surface', { skin: 'black', lang: 'zh-CN' });
  const stage = (await page.getByRole('application', { name: 'stage' }).boundingBox())!;
  await drag(page, { x: stage.x + 5, y: stage.y + 5 }, stage.width - 20, stage.height - 20);
  await expect(spoken(page)).toHaveText('已选择 6 个');
  await page.getByRole('button', { name: 'left' }).click();
  await expect.poll(async () => (await place(page, 'e1')).x).toBe((await place(page, 'e0')).x);
  await page.keyboard.press('ControlOrMeta+z');

  const one = await middle(page, 'e2');
  await page.mouse.click(stage.x + 5, stage.y + 5);
  await page.mouse.click(one.x, one.y);
  const width = () => element(page, 'e2').evaluate((box: HTMLElement) => parseFloat(box.style.width));
  const before = await width();
  const corner = (await page.locator('[data-side="1 1"]').boundingBox())!;
  await drag(page, { x: corner.x + 4, y: corner.y + 4 }, 30, 30);
  await expect.poll(width).toBeGreaterThan(before);
  const knob = (await page.locator('.fw-surface-turn').boundingBox())!;
  await drag(page, { x: knob.x + 4, y: knob.y + 4 }, 200, 60);
  await expect.poll(() => element(page, 'e2').evaluate((box: HTMLElement) => box.style.rotate)).toMatch(/deg/);
});

test('a display shows the whole stage at any size, and values reach their elements alone', async ({ scene }) => {
  const page = await scene('surface', { view: 'contain', lang: 'en' });
  const ratio = async () => {
    const box = (await page.locator('.fw-surface-stage').boundingBox())!;
    return Math.round((box.width / box.height) * 100);
  };
  await expect.poll(ratio).toBe(178);
  await page.getByRole('button', { name: 'values' }).click();
  await expect(element(page, 'e3')).toHaveText('e3: 6');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(ratio).toBe(178);
  // the ratio is the same before it has become smaller
  await expect
    .poll(async () => (await page.locator('.fw-surface-stage').boundingBox())!.width)
    .toBeLessThanOrEqual(390);
});
