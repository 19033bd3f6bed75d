import { expect, test } from './gallery.ts';

test('SQL completes what it is told of, and a problem is mended with one press', async ({ scene, complaints }) => {
  const page = await scene('code', { lang: 'en' });
  const sql = page.getByRole('textbox', { name: 'sql' });
  await sql.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('select * from mach');
  await page.getByRole('option', { name: 'machines' }).click();
  await expect(sql).toHaveText('select * from machines');
  const star = page.locator('.cm-lintRange-warning');
  await star.hover();
  await page.getByRole('button', { name: 'id' }).click();
  await expect(sql).toHaveText('select id from machines');
  await expect(star).toHaveCount(0);
  await sql.locator('.tok-keyword').first().hover();
  await expect(page.locator('.fw-code-told')).toHaveText('Reads rows');
  expect(complaints).toEqual([]);
});

test('Tab indents, and leaves after Escape', async ({ scene }) => {
  const page = await scene('code', { lang: 'en' });
  const sql = page.getByRole('textbox', { name: 'sql' });
  await sql.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Tab');
  await expect(sql).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(sql).not.toBeFocused();
});

test('each language is coloured and marks what cannot be read', async ({ scene }) => {
  const page = await scene('code', { skin: 'black', lang: 'en' });
  for (const name of ['sql', 'javascript', 'feel'])
    await expect(page.getByRole('textbox', { name }).locator('.tok-keyword').first()).toBeVisible();
  const json = page.getByRole('textbox', { name: 'json' });
  await json.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{ "ki');
  const kind = page.getByRole('option', { name: '"kind"' });
  // what is typed faster than it is read closes the list again; the key for it opens it
  await expect(async () => {
    if (!(await kind.isVisible())) await page.keyboard.press('Control+Space');
    await expect(kind).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{ nothing');
  await expect(json.locator('.cm-lintRange-error, .cm-lintPoint-error').first()).toBeVisible();
  const javascript = page.getByRole('textbox', { name: 'javascript' });
  await javascript.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\nconst = 4;');
  await expect(javascript.locator('.cm-lintRange-error').first()).toBeVisible();
});

test('two versions stand beside or below each other, and what is read only stays', async ({ scene }) => {
  const page = await scene('code', { lang: 'en' });
  await expect(page.getByRole('textbox', { name: 'diff: before' })).toContainText('80');
  await expect(page.getByRole('textbox', { name: 'diff: after' })).toContainText('95');
  await expect(page.getByRole('textbox', { name: 'diff inline: after' })).toContainText('80');
  const fixed = page.getByRole('textbox', { name: 'read only' });
  await fixed.click();
  await page.keyboard.type('x');
  await expect(fixed).toHaveText('{ "a": 1 }');
  await scene('code', { lang: 'zh-CN' });
  await expect(page.getByText('按 Esc 再按 Tab 离开编辑器').first()).toBeAttached();
});
