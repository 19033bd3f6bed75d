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

test('a delegate keeps the system given to them: its applications, what roles may do there, and its roles', async ({
  as,
  baseURL,
}) => {
  const admin = await as('admin');
  const mark = Date.now().toString(36);
  const forms = async <T>(path: string, data: object): Promise<T> => {
    const answer = await admin.request.post(`/api/forms${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
  const system = async (name: string) => {
    const { id } = await forms<{ id: string }>('/systems', { title: { zh: `${name}系统 ${mark}` } });
    await forms('/apps', { title: { zh: `${name}应用 ${mark}` }, systemId: id });
    return id;
  };
  const own = await system('自己');
  const other = await system('别的');
  const role = (name: string, systemId: string | null) =>
    made(admin, '/roles', { name: `${name} ${mark}`, description: '', systemId });
  await role('自己的角色', own);
  await role('别人的角色', null);
  const { password } = await made<{ password: string }>(admin, '/people', {
    login: `keeper.${mark}`,
    name: `keeper ${mark}`,
    role: 'user',
    departmentId: null,
    superiorId: null,
  });
  const chosen = await chooseOwnPassword(baseURL!, `keeper.${mark}`, password);

  await admin.goto(`/sysop/systemManage?delegates=${own}`);
  await admin.getByRole('button', { name: '授权分管系统' }).click();
  const dialog = admin.getByRole('dialog', { name: '授权分管系统' });
  await dialog.getByRole('combobox', { name: '人员' }).fill(`keeper.${mark}`);
  await admin
    .locator('.ant-select-item-option')
    .filter({ hasText: `keeper ${mark}` })
    .click();
  await dialog.getByRole('button', { name: /^授\s*权$/ }).click();
  await expect(dialog.getByText('至少选择一项')).toBeVisible();
  for (const part of ['应用：新建、删除、名称、图标与顺序', '应用与表单的权限', '系统的角色及其成员'])
    await dialog.getByLabel(part).check();
  await dialog.getByRole('button', { name: /^授\s*权$/ }).click();
  await expect(admin.getByRole('listitem', { name: new RegExp(`keeper ${mark}`) })).toContainText(`自己系统 ${mark}`);

  const keeper = await as(`keeper.${mark}`, { password: chosen });
  await keeper.goto('/sysop/systemManage');
  await expect(keeper.getByRole('heading', { name: `自己系统 ${mark}` })).toBeVisible();
  await expect(keeper.getByRole('heading', { name: `别的系统 ${mark}` })).toHaveCount(0);
  await keeper.getByRole('button', { name: `自己应用 ${mark}：更多操作` }).click();
  await keeper.getByRole('menuitem', { name: '编辑应用' }).click();
  await keeper.getByRole('textbox', { name: '分类' }).fill('现场');
  await keeper.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(keeper.getByRole('dialog')).toHaveCount(0);

  await keeper.getByRole('button', { name: '新建应用' }).click();
  await keeper.getByRole('textbox', { name: '中文名称' }).fill(`新应用 ${mark}`);
  await keeper.getByRole('button', { name: /^保\s*存$/ }).click();
  await keeper.getByRole('button', { name: `新应用 ${mark}：更多操作` }).click();
  await keeper.getByRole('menuitem', { name: '删除' }).click();
  await keeper.getByRole('button', { name: /^删\s*除$/ }).click();
  await expect(keeper.getByText(`新应用 ${mark}`)).toHaveCount(0);
  await keeper.getByRole('button', { name: '回收站' }).click();
  await keeper.getByRole('button', { name: `恢复: 新应用 ${mark}` }).click();
  await expect(keeper.getByText('回收站是空的')).toBeVisible();
  await keeper.keyboard.press('Escape');
  await expect(keeper.getByRole('button', { name: `新应用 ${mark}：更多操作` })).toBeVisible();

  await keeper.goto('/enterprise/roleManage');
  await keeper
    .getByRole('button', { name: new RegExp(`别人的角色 ${mark}`) })
    .first()
    .click();
  await expect(keeper.getByText(`自己应用 ${mark}`)).toBeVisible();
  await expect(keeper.getByText(`别的应用 ${mark}`)).toHaveCount(0);
  await expect(keeper.getByRole('button', { name: `别人的角色 ${mark} 的操作` })).toHaveCount(0);
  await keeper
    .getByRole('button', { name: new RegExp(`自己的角色 ${mark}`) })
    .first()
    .click();
  await keeper.getByText('成员', { exact: true }).click();
  await expect(keeper.getByRole('button', { name: '添加成员' })).toBeVisible();

  const safe = await as('safe');
  await safe.goto('/securityaudit/management?tab=delegates');
  const card = safe.getByRole('listitem', { name: new RegExp(`keeper ${mark}`) });
  await card.getByRole('button', { name: '收回' }).click();
  await safe
    .getByRole('dialog')
    .getByRole('button', { name: /^收\s*回$/ })
    .click();
  await expect(card).toHaveCount(0);
  await keeper.goto('/sysop/systemManage');
  await expect(keeper.getByRole('heading', { name: '无权限！' })).toBeVisible();
  for (const id of [own, other]) await admin.request.delete(`/api/forms/systems/${id}`);
});
