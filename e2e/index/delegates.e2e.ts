import type { Page } from '@playwright/test';
import { chooseOwnPassword } from '../testing/own-password.ts';
import { expect, test } from '../testing/test.ts';

async function made<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(`/api/organization${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

test('a delegate keeps the department given to them, sees no other, and the security administrator ends it', async ({
  as,
  baseURL,
}) => {
  const admin = await as('admin');
  const mark = Date.now().toString(36);
  const department = (name: string, parentId: string | null) =>
    made<{ id: string }>(admin, '/departments', { name: `${name} ${mark}`, parentId });
  const person = (name: string, departmentId: string) =>
    made<{ password: string }>(admin, '/people', {
      login: `${name}.${mark}`,
      name: `${name} ${mark}`,
      role: 'user',
      departmentId,
      superiorId: null,
    });
  const own = await department('分管一部', null);
  const inside = await department('一部下级', own.id);
  const other = await department('别的部门', null);
  await person('insider', inside.id);
  await person('stranger', other.id);
  const { password } = await person('delegate', own.id);
  const chosen = await chooseOwnPassword(baseURL!, `delegate.${mark}`, password);

  await admin.goto(`/enterprise/organization?delegates=${own.id}`);
  await admin.getByRole('button', { name: '授权分管' }).click();
  const dialog = admin.getByRole('dialog', { name: '授权分管' });
  await dialog.getByRole('button', { name: /^授\s*权$/ }).click();
  await expect(dialog.getByText('请选择人员')).toBeVisible();
  await dialog.getByRole('combobox', { name: '人员' }).fill(`delegate.${mark}`);
  await admin
    .locator('.ant-select-item-option')
    .filter({ hasText: `delegate ${mark}` })
    .click();
  await dialog.getByLabel('人员与下级部门').check();
  await dialog.getByLabel('注册与邀请').check();
  await dialog.getByRole('button', { name: /^授\s*权$/ }).click();
  await expect(admin.getByRole('listitem', { name: new RegExp(`delegate ${mark}`) })).toContainText(
    '人员与下级部门；注册与邀请',
  );

  const delegate = await as(`delegate.${mark}`, { password: chosen });
  await delegate.goto('/enterprise/organization');
  const tree = delegate.getByRole('navigation', { name: '部门' });
  await expect(tree.getByText(`一部下级 ${mark}`)).toBeVisible();
  await expect(tree.getByText(`别的部门 ${mark}`)).toHaveCount(0);
  await expect(tree.getByText('供应商人员')).toHaveCount(0);
  await expect(delegate.getByRole('row', { name: new RegExp(`insider ${mark}`) })).toBeVisible();
  await expect(delegate.getByRole('row', { name: new RegExp(`stranger ${mark}`) })).toHaveCount(0);
  await delegate.getByLabel('姓名、拼音或登录名').fill(`stranger`);
  await expect(delegate.getByText('没有找到“stranger”')).toBeVisible();
  await delegate.goto('/enterprise/userRegister');
  await expect(delegate.getByRole('heading', { name: '用户注册' })).toBeVisible();
  await delegate.goto('/enterprise/postManage');
  await expect(delegate.getByRole('heading', { name: '无权限！' })).toBeVisible();

  const safe = await as('safe');
  await safe.goto('/securityaudit/management?tab=delegates');
  const card = safe.getByRole('listitem', { name: new RegExp(`delegate ${mark}`) });
  await card.getByRole('button', { name: '收回' }).click();
  await safe
    .getByRole('dialog')
    .getByRole('button', { name: /^收\s*回$/ })
    .click();
  await expect(card).toHaveCount(0);
  await delegate.goto('/enterprise/organization');
  await expect(delegate.getByRole('heading', { name: '无权限！' })).toBeVisible();
});
