import { expect, test } from '../testing/test.ts';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { chooseOwnPassword } from '../testing/own-password.ts';

test('an administrator gives a role its rights in the matrix, copies it, and sees why a person sees a record', async ({
  as,
  browser,
  baseURL,
}) => {
  const page = await as('admin');
  const mark = Date.now().toString(36);
  const role = `巡检班 ${mark}`;
  const app = `点检 ${mark}`;
  const { formId, appId } = await makeForm(page.request, app, undefined, []);
  const record = await addRecord(page.request, formId, { name: `泵 ${mark}`, budget: 7 });
  const person = (await (
    await page.request.post('/api/organization/people', {
      data: { login: `xun.${mark}`, name: `周巡 ${mark}`, role: 'user', departmentId: null },
    })
  ).json()) as { person: { id: string; name: string }; password: string };

  await page.goto('/enterprise/roleManage');
  await page.getByRole('button', { name: '新建分组' }).click();
  await page.getByLabel('角色组名称').fill(`生产 ${mark}`);
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(`生产 ${mark}`)).toBeVisible();
  await page.getByRole('button', { name: '新建角色' }).click();
  const dialog = page.getByRole('dialog', { name: '新建角色' });
  await dialog.getByLabel('角色名称').fill(role);
  await select(dialog.getByLabel('角色组'), `生产 ${mark}`);
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByRole('combobox', { name: '添加成员' }).fill(`xun.${mark}`);
  await page.locator('.ant-select-item-option').filter({ hasText: person.person.name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '添加成员' }).click();
  await expect(page.getByRole('row', { name: new RegExp(person.person.name) })).toBeVisible();

  await page.getByText('应用与表单', { exact: true }).click();
  await page.getByRole('searchbox', { name: '搜索应用或表单' }).fill(mark);
  const form = page.getByRole('row').filter({ hasText: /点检/ }).last();
  const choose = async (action: string, choice: string) => {
    await form.getByRole('button', { name: new RegExp(`· ${action}:`) }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
  };
  await choose('查看', '全部数据');
  await choose('删除', '拒绝');
  await form.getByRole('button', { name: '全部字段' }).click();
  const fields = page.getByRole('dialog', { name: /字段与条件/ });
  await select(fields.getByRole('combobox', { name: '预算 · 已有数据' }), '隐藏');
  await fields.getByRole('button', { name: '完成' }).click();
  await expect(form.getByRole('button', { name: '限制 1 项' })).toBeVisible();
  await form.getByRole('button', { name: /· 按钮: 全部按钮/ }).click();
  const buttons = page.getByRole('dialog', { name: /：按钮/ });
  await select(buttons.getByRole('combobox', { name: '列表工具栏 · 导出记录' }), '拒绝使用');
  await select(buttons.getByRole('combobox', { name: '行操作 · 编辑' }), '拒绝使用');
  await expect(buttons.getByText(/做同样的事且未限制/).first()).toBeVisible();
  await buttons.getByRole('button', { name: '完成' }).click();
  await expect(form.getByRole('button', { name: /· 按钮: 限制 2 个/ })).toBeVisible();
  await page.getByRole('button', { name: '保存权限' }).click();
  await expect(page.getByText('权限已保存，立即生效')).toBeVisible();

  // it holds at once
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const own = await chooseOwnPassword(baseURL!, `xun.${mark}`, person.password);
  await context.request.post('/api/identity/sessions', { data: { login: `xun.${mark}`, password: own } });
  const seen = (await (await context.request.get(`/api/records/${formId}/${record.id}`)).json()) as {
    values: Record<string, unknown>;
    can: unknown;
  };
  expect(seen.values).toMatchObject({ name: `泵 ${mark}`, budget: null });
  expect(seen.can).toMatchObject({ edit: false, delete: false });
  const theirs = await context.newPage();
  await theirs.goto(`/app/!/${appId}?form=${formId}`);
  await expect(theirs.getByText(`泵 ${mark}`).first()).toBeVisible();
  await expect(theirs.getByRole('columnheader', { name: '预算' })).toHaveCount(0);

  await page.getByRole('button', { name: `${role} 的操作` }).click();
  await page.getByRole('menuitem', { name: '复制角色' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '复制角色' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${role} 副本 成员 0 人`) })).toBeVisible();

  await page.getByRole('button', { name: new RegExp(`^${role} 成员 1 人`) }).click();
  await page.getByText('页面', { exact: true }).click();
  await select(page.getByRole('combobox', { name: '我的应用' }), '拒绝打开');
  await expect.poll(async () => (await theirs.goto('/application'))?.status()).toBe(403);
  await expect(theirs.getByText('无权限').first()).toBeVisible();
  await expect(theirs.getByRole('link', { name: '我的应用' })).toHaveCount(0);
  await context.close();

  await page.goto(`/enterprise/roleManage?tab=explain&person=${person.person.id}&form=${formId}`);
  await select(page.getByRole('combobox', { name: '记录（可选）' }), `泵 ${mark}`);
  await expect(page.getByRole('heading', { name: `${person.person.name} 可以看到“泵 ${mark}”` })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '授予 查看' })).toContainText(`角色“${role}”（直接授予）`);
  await expect(page.getByRole('listitem').filter({ hasText: '拒绝 删除' })).toContainText('涉及此记录');
  await expect(page.getByRole('listitem').filter({ hasText: '预算' })).toContainText('隐藏');
  await expect(page.getByRole('definition').filter({ hasText: `被角色“${role}”拒绝` })).toHaveCount(2);

  // the page of buttons says the same
  await page.goto(`/appconfig/sysbutton/form/${appId}?form=${formId}`);
  await expect(page.getByRole('region', { name: '行操作', exact: true }).getByText('有限制')).toHaveCount(1);
});

test('the matrix compares roles on a phone, in English', async ({ as }) => {
  const page = await as('admin', { locale: 'en', width: 390 });
  await page.goto('/enterprise/roleManage?role=everyone');
  await expect(page.getByText('What is set here holds for every member of the enterprise.')).toBeVisible();
  await select(page.getByRole('combobox', { name: 'Compare with a role' }), 'User');
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
});
