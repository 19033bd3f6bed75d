import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { addRecord, inspection, makeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';

const ownOnly: PermissionRule[] = [
  {
    id: 'own',
    subject: { kind: 'role', id: 'user' },
    actions: ['view', 'create', 'edit', 'share', 'transfer'],
    scope: 'own',
  },
];

test('comment, follow, share, see each other, go back to what was', async ({ as }) => {
  const admin = await as('admin');
  const { appId, formId } = await makeForm(admin.request, '协作测试', inspection, [
    ...ownOnly,
    { id: 'a', subject: { kind: 'role', id: 'audit' }, actions: ['create'], scope: 'own' },
  ]);
  const page = await as('user');
  const { id } = await addRecord(page.request, formId, { name: '协作的设备', torque: 10 });
  const address = `/${appId}/detail/${formId}?record=${id}`;
  await page.goto(address);

  // a comment is never empty, and may mention somebody
  await page.getByRole('tab', { name: '评论' }).click();
  const box = page.getByRole('textbox', { name: '评论内容' });
  await page.getByRole('button', { name: '发表' }).click();
  await expect(page.getByText('评论内容不能为空')).toBeVisible();
  // what is written and not sent is there again after a reload
  await box.fill('写到一半');
  await page.reload();
  await page.getByRole('tab', { name: '评论' }).click();
  await expect(box).toHaveValue('写到一半');
  await box.fill('请看看 ');
  await box.pressSequentially('@企业管理');
  await page
    .getByRole('option', { name: /企业管理员/ })
    .or(page.locator('.ant-mentions-dropdown-menu-item', { hasText: '企业管理员' }))
    .first()
    .click();
  await page.getByRole('button', { name: '发表' }).click();
  await expect(page.locator('.fw-mention')).toHaveText('@企业管理员');
  // a notice on the page goes by, the message stays
  await admin.goto('/user/messagecenter?kind=mentioned');
  await expect(admin.getByRole('row', { name: /评论中提到我 · 协作的设备/ }).first()).toBeVisible();

  // shared with somebody who could not see it
  const audit = await as('audit');
  await audit.goto(address);
  await expect(audit.getByRole('heading', { name: '内容不存在，或您无权查看' })).toBeVisible();
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '分享' }).click();
  const dialog = page.getByRole('dialog', { name: '分享 1 条数据' });
  await dialog.getByRole('button', { name: /^分\s*享$/ }).click();
  await expect(dialog.getByText('接收人不能为空')).toBeVisible();
  await dialog.getByRole('button', { name: '选择成员' }).click();
  await page.getByRole('searchbox', { name: '搜索人员' }).or(page.getByPlaceholder(/搜索/)).last().fill('审计');
  await page.getByRole('checkbox', { name: /审计/ }).first().click();
  await page
    .getByRole('dialog', { name: '选择成员' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await dialog.getByRole('button', { name: /^分\s*享$/ }).click();
  await expect(page.getByText('已分享 1 条')).toBeVisible();
  await audit.reload();
  await expect(audit.getByRole('heading', { level: 1 })).toHaveText('协作的设备');
  await expect(page.getByRole('status', { name: /正在查看/ })).toBeVisible();
  await audit.getByRole('button', { name: '关注' }).click();
  await expect(audit.getByRole('button', { name: '取消关注' })).toBeVisible();

  // a change that the follower hears of, taken back, and an earlier value put into the form again
  await page.getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('扭矩').fill('12');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('12.00 Nm').first()).toBeVisible();
  await expect(audit.getByText('您关注的数据有变化')).toBeVisible();
  await expect(audit.getByText('12.00 Nm').first()).toBeVisible();
  await page.getByRole('button', { name: '撤销保存' }).click();
  await expect(page.locator('[data-field="torque"]')).toContainText('10.00 Nm');
  await page.getByRole('tab', { name: '修改历史' }).click();
  await page.getByRole('button', { name: '恢复为此前的值' }).first().click();
  await expect(page.getByLabel('扭矩')).toHaveValue('12');

  await page.getByRole('tab', { name: '分享' }).click();
  await page.getByRole('button', { name: '结束分享' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '结束分享' }).click();
  await expect(page.getByText('还没有分享给任何人')).toBeVisible();
  await audit.reload();
  await expect(audit.getByRole('heading', { name: '内容不存在，或您无权查看' })).toBeVisible();
});

test('several records are shared at once, with a department but for one of its people', async ({ as }) => {
  const admin = await as('admin');
  const mark = fresh(Date.now().toString(36));
  const post = async (path: string, data: unknown) =>
    (await (await admin.request.post(`/api/organization${path}`, { data })).json()) as { id: string };
  const { id: departmentId } = await post('/departments', { name: `维修组 ${mark}`, parentId: null });
  for (const name of ['赵工', '钱工'])
    await post('/people', {
      login: `${name === '赵工' ? 'zhao' : 'qian'}.${mark.replaceAll(' ', '.')}`,
      name: `${name} ${mark}`,
      role: 'user',
      departmentId,
    });
  const { appId, formId } = await makeForm(admin.request, '多条分享', inspection, [
    { id: 'all', subject: { kind: 'role', id: 'user' }, actions: ['view', 'create', 'share', 'batch'], scope: 'own' },
  ]);
  const page = await as('user');
  for (const name of ['一号泵', '二号泵']) await addRecord(page.request, formId, { name });
  await page.goto(`/app/!/${appId}?form=${formId}`);
  for (const name of ['一号泵', '二号泵'])
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog', { name: '分享 2 条数据' });
  await dialog.getByRole('button', { name: '选择成员' }).click();
  const chooser = page.getByRole('dialog', { name: '选择成员' });
  await chooser.getByRole('tab', { name: '部门' }).click();
  await chooser.getByText(`维修组 ${mark}`).first().click();
  await chooser.getByRole('tab', { name: '人员' }).click();
  // with many departments these have a search of their own before it
  await chooser.getByPlaceholder('姓名、拼音或登录名').fill(`钱工 ${mark}`);
  await chooser
    .getByRole('checkbox', { name: new RegExp(`钱工 ${mark}`) })
    .or(chooser.getByText(`钱工 ${mark}`))
    .first()
    .click();
  await chooser.getByRole('listitem').filter({ hasText: '钱工' }).getByText('排除').click();
  await chooser.getByRole('button', { name: /确\s*定/ }).click();
  await dialog.getByRole('button', { name: /^分\s*享$/ }).click();
  await expect(page.getByText('已分享 2 条')).toBeVisible();

  await page.getByRole('link', { name: '二号泵' }).click();
  await page.getByRole('tab', { name: '分享' }).click();
  await expect(page.getByText(`维修组 ${mark}`).first()).toBeVisible();
  await expect(page.getByText(`（钱工 ${mark} 除外）`)).toBeVisible();
});
