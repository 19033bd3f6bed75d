import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, fresh, test } from '../testing/test.ts';

test('a record is found from everywhere, by pinyin too, and an app is kept as a favourite', async ({ as, browser, baseURL }) => {
  const [title, name] = [fresh('寻找测试'), fresh('龙门刨床九号')];
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  const made = await makeForm(context.request, title);
  await context.close();
  const page = await as('user');
  await addRecord(page.request, made.formId, { name });
  await expect.poll(async () => ((await (await page.request.get(`/api/search/records?search=${encodeURIComponent('刨床九号')}`)).json()) as { found: number }).found, { timeout: 20_000 }).toBeGreaterThan(0);

  await page.goto('/');
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('longmen');
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
  await page.getByRole('option', { name: /在全部内容中搜索/ }).click();
  await expect(page).toHaveURL(/\/search\?search=longmen/);
  const records = page.getByRole('region', { name: '记录' });
  await expect(records.getByRole('link', { name: new RegExp(name) })).toBeVisible();
  const box = page.getByRole('searchbox', { name: /搜索记录/ }).or(page.getByPlaceholder(/搜索记录/)).first();
  await box.fill('刨床%');
  await expect(page.getByText('搜索内容不能包含特殊字符')).toBeVisible();
  await box.fill('没有人这样称呼一台机器');
  // said once, not of each kind
  await expect(page.getByText('没有找到').filter({ visible: true })).toHaveCount(1);
  await box.fill('刨床九号');
  await records.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.goto('/appcenter?search=xzcs');
  await page.getByRole('button', { name: `收藏 ${title}` }).first().click();
  await page.goto('/appcenter');
  const favourites = page.getByRole('region', { name: '收藏' });
  await favourites.getByRole('link', { name: new RegExp(title) }).click();
  await expect(page).toHaveURL(new RegExp(`/app/!/${made.appId}`));
  await page.goto('/appcenter');
  await expect(page.getByRole('region', { name: '最近使用' }).getByRole('link', { name: new RegExp(title) })).toBeVisible();
});

test('a phone scans codes from its bar until the administrator closes it', async ({ as }) => {
  const admin = await as('admin');
  const open = () => admin.request.put('/api/enterprise/scanning', { data: { enabled: true } });
  await open();
  const phone = await as('user', { width: 390, locale: 'en' });
  try {
    await phone.goto('/appcenter');
    await phone.getByRole('button', { name: 'Scan a code' }).click();
    await expect(phone.getByRole('button', { name: /photo/i }).first()).toBeVisible();
    await phone.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await admin.goto('/sysop/appNavigation');
    await admin.getByRole('switch', { name: '开放扫码录入' }).click();
    await expect(admin.getByRole('switch', { name: '开放扫码录入' })).not.toBeChecked();
    await phone.getByRole('button', { name: 'Scan a code' }).click();
    await expect(phone.getByText('Sweep entry function is closed!')).toBeVisible();
    await admin.getByRole('switch', { name: '开放扫码录入' }).click();
    await expect(admin.getByRole('switch', { name: '开放扫码录入' })).toBeChecked();
  } finally {
    await open();
  }
});
