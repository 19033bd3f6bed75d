import { frameOf, isWhole, mayOpen, navOf, routes, type Route } from '@formwork/contract/routes.ts';
import { roles } from '@formwork/contract/roles.ts';
import type { Page } from '@playwright/test';
import { makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';

test.describe.configure({ mode: 'parallel' });

const placed = (routes as readonly Route[]).filter((route) => isWhole(route) && navOf(route));
/** What the operator's home is called there. */
const nameFor = (route: Route, operator: boolean) => (operator && route.id === 'home' ? '概览' : route.title.zh);

async function openLauncher(page: Page) {
  await page.getByRole('button', { name: '全部功能' }).click();
  const launcher = page.getByRole('dialog', { name: '全部功能' });
  await expect(launcher.getByRole('navigation', { name: '功能' })).toBeVisible();
  return launcher;
}

for (const role of roles)
  test(`${role} finds every page they may open in the launcher and no other, and opens it by name and Enter`, async ({
    as,
  }) => {
    const operator = role === 'root' || role === 'saas';
    const page = await as(role, { width: 1440 });
    const own = placed.filter((route) => mayOpen(route, role));
    await page.goto('/');
    const launcher = await openLauncher(page);
    const links = launcher.getByRole('navigation', { name: '功能' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    expect((await links.allTextContents()).toSorted()).toEqual(own.map((route) => nameFor(route, operator)).toSorted());
    const named = own.filter((route) => !(operator && route.id === 'home'));
    const main = launcher.getByRole('textbox');
    const best = launcher.locator('a[data-best]');
    for (const route of named) {
      await main.fill(route.title.zh);
      await expect(best).toHaveText(route.title.zh);
    }
    await page.keyboard.press('Escape');
    // that each of them opens is seen in `every-page.e2e.ts`; here the way to one of each application
    for (const route of [...Map.groupBy(named, ({ app }) => app).values()].map(([first]) => first!)) {
      await openLauncher(page);
      await main.fill(route.title.zh);
      await expect(best).toHaveText(route.title.zh);
      const target = new URL((await best.getAttribute('href')) ?? '', page.url()).pathname;
      await main.press('Enter');
      await page.waitForURL((url) => url.pathname.startsWith(target.replace(/\/$/, '')));
      // the way goes on from there, unless the page has the window to itself
      if (route.layout === 'access' || frameOf(route, {}) !== undefined) await page.goto('/');
    }
  });

test('an application has its forms alone at the side, its name above leads to the others, a designer has the window', async ({
  as,
}) => {
  const page = await as('admin', { width: 1440 });
  const mark = Date.now().toString(36);
  const { appId, formId } = await makeForm(page.request, `应用 ${mark}`);
  const other = await makeForm(page.request, `另一 ${mark}`);
  // the menu begins with what one was at last
  const visited = page.waitForResponse(/\/visits$/);
  await page.goto(`/app/!/${other.appId}?form=${other.formId}`);
  await visited;
  await page.goto(`/app/!/${appId}?form=${formId}`);
  const side = page.getByRole('navigation', { name: '导航', exact: true });
  await expect(side.getByRole('link')).toHaveCount(1);
  await expect(side.getByRole('link')).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: `应用 ${mark} · 切换应用` }).click();
  await expect(page.getByRole('menuitem', { name: `另一 ${mark}` })).toBeVisible();
  await page.keyboard.press('Escape');

  await side.getByRole('button', { name: '应用设置' }).click();
  await side.getByRole('link', { name: '表单与流程设计' }).click();
  await expect(page).toHaveURL(/form\/app\/setting/);
  await expect(page.getByRole('button', { name: '全部功能' })).toHaveCount(0);
  await expect(side).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(side).toBeVisible();
});

test('a maker arranges the menu of an application', async ({ as }) => {
  const page = await as('admin', { width: 1440 });
  const mark = Date.now().toString(36);
  const { appId, formId } = await makeForm(page.request, `菜单 ${mark}`);
  await page.goto(`/appdesign?menu=${appId}`);
  const dialog = page.getByRole('dialog', { name: `菜单 ${mark}的菜单` });
  await dialog.getByLabel('分组名称', { exact: true }).fill('日常');
  await dialog.getByRole('button', { name: '添加链接' }).click();
  await dialog.getByLabel('名称', { exact: true }).last().fill(`待办 ${mark}`);
  await dialog.getByLabel(/链接地址/).fill('/user/workbench');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  const user = await as('user', { width: 1440 });
  await user.goto(`/app/!/${appId}?form=${formId}`);
  const side = user.getByRole('navigation', { name: '导航', exact: true });
  await expect(side.getByRole('button', { name: '日常' })).toBeVisible();
  await side.getByRole('link', { name: `待办 ${mark}` }).click();
  await expect(user).toHaveURL(/user\/workbench/);
});

test('the start page helps a new administrator, and what is put away stays away', async ({ as }) => {
  const page = await as('admin', { width: 1440 });
  await page.request.put('/api/profile/first-steps', { data: { closed: false } });
  await page.goto('/');
  const steps = page.getByRole('region', { name: '开始使用' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await steps.getByRole('button', { name: '不再显示' }).click();
  await expect(steps).toHaveCount(0);
  const again = await as('admin', { width: 1440 });
  await again.goto('/');
  await expect(again.getByRole('region', { name: '企业概况' })).toBeVisible();
  await expect(again.getByRole('region', { name: '开始使用' })).toHaveCount(0);
  await page.request.put('/api/profile/first-steps', { data: { closed: false } });
});
