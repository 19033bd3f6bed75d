import { expect, test } from '../testing/test.ts';

test('an administrator invites somebody, refuses their request, and makes accounts for several at once', async ({
  as,
}) => {
  const mark = Date.now().toString(36);
  const admin = await as('admin');
  await admin.goto('/enterprise/userRegister?tab=invitations');
  await admin.getByRole('button', { name: '新建邀请' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('说明').fill(`外协 ${mark}`);
  await dialog.getByLabel('每人加入前需审核').check();
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const shown = admin.getByRole('dialog', { name: '邀请链接' });
  const link = (await shown.locator('code').innerText()).trim();
  await shown.getByRole('button', { name: '我已复制' }).click();
  await expect(admin.getByRole('row', { name: new RegExp(`外协 ${mark}`) })).toContainText('0 / 1');

  // somebody of another enterprise, who stays one: the request is refused
  const guest = await as('root');
  await guest.goto(link);
  await guest.getByRole('button', { name: /的身份加入/ }).click();
  await expect(guest.getByText('请等待管理员审核')).toBeVisible();

  await admin.goto('/enterprise/userRegister');
  await admin
    .getByRole('row', { name: new RegExp(`外协 ${mark}`) })
    .getByRole('button')
    .first()
    .click();
  const request = admin.getByRole('dialog');
  await request.getByRole('button', { name: '不通过' }).click();
  await expect(request.getByText('请填写不通过的原因')).toBeVisible();
  await request.getByLabel('审核意见').fill('请联系采购部');
  await request.getByRole('button', { name: '不通过' }).click();
  await admin.getByText('未通过', { exact: true }).first().click();
  await expect(admin.getByRole('row', { name: new RegExp(`外协 ${mark}`) })).toContainText('请联系采购部');

  await admin.goto('/enterprise/userRegister?tab=batch');
  await admin.getByRole('button', { name: '粘贴多行' }).click();
  await admin.getByRole('textbox', { name: '粘贴多行' }).fill(`李一\tli.${mark}\t0595-1234\n王二\tADMIN`);
  await admin.getByRole('button', { name: '放入表格（2 行）' }).click();
  await admin.getByRole('button', { name: '创建 2 个账号' }).click();
  await expect(admin.getByRole('row', { name: /李一/ })).toContainText('已创建');
  await expect(admin.getByRole('row', { name: /王二/ })).toContainText('未创建');
  const password = (await admin.getByRole('row', { name: /李一/ }).locator('code').innerText()).trim();
  expect(
    (await guest.request.post('/api/identity/sessions', { data: { login: `li.${mark}`, password } })).status(),
  ).toBe(200);
});

test('works on a phone, in English, for administrators alone', async ({ as }) => {
  const admin = await as('admin', { locale: 'en', width: 390 });
  for (const [tab, text] of [
    ['requests', 'Waiting'],
    ['invitations', 'New invitation'],
    ['batch', 'Paste lines'],
  ] as const) {
    await admin.goto(`/enterprise/userRegister?tab=${tab}`);
    await expect(admin.getByText(text).first()).toBeVisible();
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  const user = await as('user');
  await user.goto('/enterprise/userRegister');
  await expect(user.getByRole('heading', { name: '无权限！' })).toBeVisible();
});
