import { expect, test } from '../testing/test.ts';
import { chooseOwnPassword } from '../testing/own-password.ts';

test('an administrator builds departments, lets a person in and gives them a role', async ({
  as,
  browser,
  baseURL,
}) => {
  const page = await as('admin');
  const mark = Date.now().toString(36);
  const department = `装配部 ${mark}`;
  const person = `李晓红 ${mark}`;
  await page.goto('/enterprise/organization');
  await page.getByRole('button', { name: '新建部门' }).first().click();
  await page.getByLabel('部门名称').fill(department);
  await page.getByRole('button', { name: '保存', exact: false }).click();
  const tree = page.getByRole('navigation', { name: '部门' });
  await tree.getByText(department).click();
  await expect(page.getByText('这里还没有人员')).toBeVisible();

  await page.getByRole('button', { name: '新增人员' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请填写姓名')).toBeVisible();
  await dialog.getByLabel('姓名').fill(person);
  await dialog.getByLabel('登录名').fill(`li.${mark}`);
  await dialog.getByRole('button', { name: '保存' }).click();
  const shown = page.getByRole('dialog', { name: /的初始密码/ });
  const password = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: '我已记下' }).click();
  await expect(page.getByRole('row', { name: new RegExp(person) })).toContainText(department);

  await page.getByLabel('姓名、拼音或登录名').fill('lixiaohong');
  await expect(page.getByRole('row', { name: new RegExp(person) })).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const entered = await context.request.post('/api/identity/sessions', {
    data: { login: `li.${mark}`, password: await chooseOwnPassword(baseURL!, `li.${mark}`, password.trim()) },
  });
  expect(entered.status()).toBe(200);

  await page.goto('/enterprise/roleManage');
  await page.getByRole('button', { name: '新建角色' }).first().click();
  await page.getByLabel('角色名称').fill(`设备管理员 ${mark}`);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('该角色还没有成员')).toBeVisible();
  await page.getByRole('combobox', { name: '添加成员' }).fill('lxh');
  await page.locator('.ant-select-item-option').filter({ hasText: person }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '添加成员' }).click();
  await expect(page.getByRole('row', { name: new RegExp(person) })).toBeVisible();
  await expect(page.getByText('成员 1 人').first()).toBeVisible();

  // Out at once, with a page open.
  const theirs = await context.newPage();
  await theirs.goto('/user/workbench');
  await page.goto(`/enterprise/organization?search=li.${mark}`);
  await page
    .getByRole('row', { name: new RegExp(person) })
    .getByRole('button', { name: '停用' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await expect(page.getByText('没有找到')).toBeVisible();
  expect((await context.request.get('/api/identity/me')).status()).toBe(401);
  await context.close();
});

test('works on a phone, in English', async ({ as }) => {
  const page = await as('admin', { locale: 'en', width: 390 });
  await page.goto('/enterprise/organization');
  await expect(page.getByRole('heading', { name: 'Organisation structure' })).toBeVisible();
  await page.getByRole('button', { name: 'Everybody' }).click();
  await expect(page.getByRole('navigation', { name: 'Departments' })).toBeVisible();
  await page.getByRole('button', { name: 'Without a department' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'admin' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto('/enterprise/roleManage');
  await expect(page.getByRole('heading', { name: 'Role management' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('is for administrators', async ({ as }) => {
  const page = await as('user');
  await page.goto('/enterprise/organization');
  await expect(page.getByRole('heading', { name: '无权限！' })).toBeVisible();
});
