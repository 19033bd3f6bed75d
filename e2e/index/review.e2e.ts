import { expect, test } from '../testing/test.ts';

// Switched on it would hold back what other tests do in the same space: that path is tried through HTTP, in a space of its own.
test('the three officers see who holds which part, and switching on asks first', async ({ as }) => {
  const admin = await as('admin');
  await admin.goto('/sysop/threeAdmin');
  for (const name of ['企业管理员', '安全员', '审计员']) await expect(admin.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
  await admin.getByRole('button', { name: '启用三员管理' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText('停用也需要安全管理员放行');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(admin.getByText('未启用')).toBeVisible();

  const auditor = await as('audit');
  await auditor.goto('/sysop/threeAdmin');
  await expect(auditor.getByRole('heading', { name: '三员管理' })).toBeVisible();
  await expect(auditor.getByRole('button', { name: '启用三员管理' })).toHaveCount(0);

  const safe = await as('safe');
  await safe.goto('/securityaudit/management');
  await expect(safe.getByText('三员管理尚未启用')).toBeVisible();
});
