import { expect, test } from '../testing/test.ts';

test('an auditor finds a refusal, opens it, checks the trail and takes it as a file', async ({ as }) => {
  const stranger = await as('user');
  expect((await stranger.goto('/enterprise/roleManage'))?.status()).toBe(403);

  const page = await as('audit');
  await page.goto('/securityaudit/audit');
  await page.getByRole('combobox', { name: '类型' }).click();
  await page
    .getByRole('option', { name: '拒绝访问' })
    .or(page.locator('.ant-select-item-option', { hasText: '拒绝访问' }))
    .last()
    .click();
  await expect(page).toHaveURL(/kind=refusal/);
  const search = page.getByRole('searchbox', { name: '对象名称或编号' }).or(page.getByLabel('对象名称或编号')).first();
  await search.fill('roleManage');
  await expect(page).toHaveURL(/object=roleManage/);
  const row = page.getByRole('row', { name: /访问被拒绝/ }).first();
  await expect(row).toContainText('普通用户');
  await row.getByRole('button').first().click();
  const detail = page.getByRole('dialog', { name: '访问被拒绝' });
  await expect(detail).toContainText('/enterprise/roleManage');
  await detail.getByRole('button', { name: '此人的全部操作' }).click();
  await expect(page).toHaveURL(/person=/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);

  await page.getByRole('button', { name: '校验完整性' }).click();
  await expect(page.getByRole('dialog')).toContainText('未被篡改');
});
