import { makeForm } from '../testing/inspection-form.ts';
import { textsOf } from '../testing/texts.ts';
import { expect, test } from '../testing/test.ts';

for (const locale of ['zh-CN', 'en'] as const) {
  test(`an administrator groups applications into systems (${locale})`, async ({ as }) => {
    const t = textsOf(locale);
    const page = await as('admin', { locale });
    const mark = Date.now().toString(36);
    const app = `系统 ${mark}`;
    await makeForm(page.request, app);
    await page.goto('/sysop/systemManage');
    await page.getByRole('button', { name: t('systems.create') }).click();
    const dialog = page.getByRole('dialog', { name: t('systems.create') });
    await dialog.getByLabel(t('systems.name_zh')).fill(`甲 ${mark}`);
    await dialog.getByRole('button', { name: t('systems.save') }).click();
    const card = page.getByRole('region', { name: `甲 ${mark}` });
    await expect(card).toBeVisible();

    await page.getByRole('button', { name: t('systems.more', { title: app }) }).click();
    await page.getByRole('menuitemradio', { name: `甲 ${mark}` }).click();
    await expect(card.getByText(app)).toBeVisible();
    const user = await as('user', { locale });
    await user.goto('/application');
    await expect(user.getByRole('heading', { name: `甲 ${mark}` })).toBeVisible();
    await user.getByRole('button', { name: t('shell.bar.launcher') }).click();
    await expect(user.getByRole('dialog').getByRole('link', { name: app }).first()).toBeVisible();

    await page.getByRole('button', { name: t('systems.more', { title: `甲 ${mark}` }) }).click();
    await page.getByRole('menuitem', { name: t('ui.action.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ui.action.delete') })
      .click();
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('region', { name: t('shell.apps.no_system') }).getByText(app)).toBeVisible();
  });
}

test('a configured menu is shown to whom it is meant for, on the web and on phones, until it is taken back', async ({
  as,
}) => {
  const t = textsOf('zh-CN');
  const mark = Date.now().toString(36);
  const page = await as('admin');
  const roles = await page.request.post('/api/organization/roles', { data: { name: `班长 ${mark}` } });
  const { id: roleId } = (await roles.json()) as { id: string };
  const reset = () =>
    Promise.all(['web', 'phone'].map((terminal) => page.request.delete(`/api/console/navigation/${terminal}`)));
  await reset();
  const [user, handset] = await Promise.all([as('user'), as('user', { width: 390 })]);
  const add = async (button: string, kind: string, name: string) => {
    await page.getByRole('button', { name: t(button) }).click();
    await page.getByRole('menuitem', { name: t(kind) }).click();
    await page.getByLabel(t('navigation.url')).fill('/setting/center');
    await page.getByLabel(t('navigation.name_zh')).fill(name);
  };
  try {
    await page.goto('/sysop/webNavigation');
    await page.getByRole('button', { name: t('navigation.start') }).click();
    await expect(page.getByRole('button', { name: '我的应用', exact: true })).toBeVisible();
    await user.goto('/application');
    // an entry has a page of its own; one that is not there says so
    for (const id of ['not-an-id', '01980000-0000-7000-8000-000000000001']) {
      await page.goto(`/sysop/webNavigation/webConfigEntry/${id}`);
      await expect(page.getByText(t('navigation.entry_gone'), { exact: true })).toBeVisible();
    }
    await page.goto('/sysop/webNavigation');
    await add('navigation.add', 'navigation.add_link', `我的资料 ${mark}`);
    await expect(page).toHaveURL(/webConfigEntry\/new/);
    await page.getByRole('button', { name: t('navigation.save') }).click();
    await expect(page).toHaveURL(/webNavigation$/);
    await expect(
      page.getByRole('complementary', { name: t('navigation.preview') }).getByText(`我的资料 ${mark}`),
    ).toBeVisible();
    // the open page of somebody else follows
    await user
      .getByRole('navigation')
      .getByRole('link', { name: `我的资料 ${mark}` })
      .click();
    await expect(user).toHaveURL(/setting\/center/);

    // held to a role that nobody has, it is gone for them
    await page.getByRole('button', { name: `我的资料 ${mark}`, exact: true }).click();
    await page.getByLabel(t('navigation.roles')).last().fill(mark);
    await page.locator('.ant-select-item-option').filter({ hasText: mark }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('navigation.save') }).click();
    await expect(page.getByText(t('navigation.limited', { count: 1 }))).toBeVisible();
    await expect(user.getByRole('navigation').getByRole('link', { name: `我的资料 ${mark}` })).toHaveCount(0);

    await page.goto('/sysop/appNavigation');
    await page.getByRole('button', { name: t('navigation.start') }).click();
    await expect(
      page.getByRole('region', { name: t('navigation.tabs') }).getByRole('button', { name: '工作台', exact: true }),
    ).toBeVisible();
    // there are five already
    const entries = (await (await page.request.get('/api/console/navigation/phone')).json()) as {
      id: string;
      tab: boolean;
      title: { zh: string } | null;
    }[];
    await page.request.delete(
      `/api/console/entries/${entries.find(({ tab, title }) => tab && title?.zh === '我')?.id}`,
    );
    await page.reload();
    await add('navigation.add_tab', 'navigation.add_link', `我 ${mark}`);
    await expect(page).toHaveURL(/appNavigation\/webConfigEntry\/new/);
    await page.getByRole('button', { name: t('navigation.save') }).click();
    await expect(page).toHaveURL(/sysop\/appNavigation$/);
    await handset.goto('/application');
    await handset
      .getByRole('navigation', { name: t('ui.frame.tabs') })
      .getByRole('link', { name: `我 ${mark}` })
      .click();
    await expect(handset).toHaveURL(/\/m\/setting\/center/);
  } finally {
    await reset();
    await page.request.delete(`/api/organization/roles/${roleId}`);
  }
  await expect(
    handset.getByRole('navigation', { name: t('ui.frame.tabs') }).getByRole('link', { name: `我 ${mark}` }),
  ).toHaveCount(0);
});
