import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';
import { troublesOf } from '../testing/troubles.ts';

const t = textsOf('zh-CN');

test('a record is found from everywhere, by pinyin too, and an app is kept as a favourite', async ({
  as,
  browser,
  baseURL,
}) => {
  const mark = Date.now().toString(36);
  const [title, name] = [`寻找测试 ${mark}`, `龙门刨床九号 ${mark}`];
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  const made = await makeForm(context.request, title);
  await context.close();
  const page = await as('user');
  await addRecord(page.request, made.formId, { name });
  await expect
    .poll(
      async () =>
        (
          (await (await page.request.get(`/api/search/records?search=${encodeURIComponent('刨床九号')}`)).json()) as {
            found: number;
          }
        ).found,
    )
    .toBeGreaterThan(0);

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('longmen');
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
  await page.getByRole('option', { name: /在全部内容中搜索/ }).click();
  await expect(page).toHaveURL(/\/search\?search=longmen/);
  const records = page.getByRole('region', { name: '记录' });
  await expect(records.getByRole('link', { name: new RegExp(name) })).toBeVisible();
  const box = page
    .getByRole('searchbox', { name: /搜索记录/ })
    .or(page.getByPlaceholder(/搜索记录/))
    .first();
  await box.fill('刨床%');
  await expect(page.getByText('搜索内容不能包含特殊字符')).toBeVisible();
  // on the way to 1#泵: too short for the index, and no error of the page
  const troubles = troublesOf(page, []);
  await box.fill('1#');
  await expect(records.getByText(t('records.search.too_short'))).toBeVisible();
  expect(troubles).toEqual([]);
  await box.fill('没有人这样称呼一台机器');
  // said once, not of each kind
  await expect(page.getByText('没有找到').filter({ visible: true })).toHaveCount(1);
  await box.fill('刨床九号');
  await records.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.goto('/appcenter?search=xzcs');
  await page
    .getByRole('button', { name: t('shell.launcher.mark', { title }) })
    .first()
    .click();
  // a page that is left at once may take its call with it
  await expect(page.getByRole('button', { name: t('shell.launcher.unmark', { title }) }).first()).toBeVisible();
  await page.goto('/appcenter');
  const favourites = page.getByRole('region', { name: '收藏' });
  const visited = page.waitForResponse(/\/visits$/);
  await favourites.getByRole('link', { name: new RegExp(title) }).click();
  await expect(page).toHaveURL(new RegExp(`/app/!/${made.appId}`));
  await visited;
  await page.goto('/appcenter');
  await expect(
    page.getByRole('region', { name: '最近使用' }).getByRole('link', { name: new RegExp(title) }),
  ).toBeVisible();
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
    // the phone hears of it by itself
    const heard = phone.waitForResponse(
      async (answer) => answer.url().endsWith('/enterprise/appearance') && !(await answer.json()).scanning,
    );
    await admin.getByRole('switch', { name: '开放扫码录入' }).click();
    await expect(admin.getByRole('switch', { name: '开放扫码录入' })).not.toBeChecked();
    await heard;
    await phone.getByRole('button', { name: 'Scan a code' }).click();
    await expect(phone.getByText('Sweep entry function is closed!')).toBeVisible();
    await admin.getByRole('switch', { name: '开放扫码录入' }).click();
    await expect(admin.getByRole('switch', { name: '开放扫码录入' })).toBeChecked();
  } finally {
    await open();
  }
});
