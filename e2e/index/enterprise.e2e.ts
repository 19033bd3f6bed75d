import { expect, test } from '../testing/test.ts';

test('an administrator tries a colour and a watermark, and takes them back', async ({ as }) => {
  const admin = await as('admin');
  await admin.goto('/enterprise/themeColour');
  await admin
    .getByRole('radio', { name: /晨曦蓝|黎明蓝|曙光蓝/ })
    .or(admin.getByRole('radio').nth(7))
    .first()
    .click();
  await expect(admin.getByRole('button', { name: '保存' })).toBeEnabled();
  await admin.getByRole('button', { name: '放弃修改' }).click();
  await expect(admin.getByRole('button', { name: '保存' })).toBeDisabled();

  // also when an earlier try broke off in the middle
  const { watermark } = (await (await admin.request.get('/api/enterprise/appearance')).json()) as { watermark: object };
  await admin.request.put('/api/enterprise/watermark', { data: { ...watermark, enabled: false } });
  await admin.goto('/enterprise/watermark');
  const on = admin.getByRole('switch', { name: '启用水印' });
  await on.click();
  await admin.getByLabel('附加文字').fill('内部资料');
  await admin.getByRole('button', { name: '保存' }).click();
  await expect(admin.locator('.fw-watermark')).toBeAttached();
  const user = await as('user');
  await user.goto('/application');
  await expect(user.locator('.fw-watermark')).toBeAttached();
  await on.click();
  await admin.getByRole('button', { name: '保存' }).click();
  await expect(admin.locator('.fw-watermark')).toHaveCount(0);
  // the open page of somebody else follows without being loaded again
  await expect(user.locator('.fw-watermark')).toHaveCount(0);
});

test('a style sheet is checked as it is written, and open pages that carry it follow', async ({ as }) => {
  const admin = await as('admin');
  // also when an earlier try broke off in the middle
  await admin.request.put('/api/enterprise/style-sheet', { data: { text: '' } });
  const user = await as('user');
  await user.goto('/application');
  const title = user.getByRole('heading', { level: 1 });
  await expect(title).not.toHaveCSS('letter-spacing', '3px');
  await admin.goto('/sysop/styleSheet');
  const sheet = admin.getByLabel('样式表内容');
  await sheet.fill('h1 { letter-spacing: 3px; position: fixed }');
  await expect(admin.getByText(/不允许的属性.*position/)).toBeVisible();
  await expect(admin.getByRole('button', { name: '保存' })).toBeDisabled();
  await sheet.fill('h1 { letter-spacing: 3px }');
  await admin.getByRole('button', { name: '保存' }).click();
  await expect(title).toHaveCSS('letter-spacing', '3px');
  // the console, where it is taken back, carries none
  await expect(admin.getByRole('heading', { level: 1 })).not.toHaveCSS('letter-spacing', '3px');
  await user.reload();
  await expect(title).toHaveCSS('letter-spacing', '3px');
  await sheet.fill('');
  await admin.getByRole('button', { name: '保存' }).click();
  await expect(title).not.toHaveCSS('letter-spacing', '3px');
});

test('due times follow the calendar of work', async ({ as }) => {
  const admin = await as('admin', { locale: 'en' });
  await admin.goto('/enterprise/workTime');
  await expect(admin.getByRole('heading', { name: 'Work time' })).toBeVisible();
  await expect(admin.getByText(/^Due /).last()).toBeVisible();
  await admin.getByRole('button', { name: 'Add a shift' }).click();
  await expect(admin.getByLabel('Name of the shift')).toHaveCount(2);
  await admin.getByRole('button', { name: 'Discard changes' }).click();
  await expect(admin.getByLabel('Name of the shift')).toHaveCount(1);
});
