import type { Page } from '@playwright/test';
import { makeForm } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, fresh, test } from '../testing/test.ts';

/** A mark on the window is gone after a full load. */
const mark = (page: Page) =>
  page.evaluate(() => {
    (window as { marked?: boolean }).marked = true;
  });
const isMarked = (page: Page) => page.evaluate(() => (window as { marked?: boolean }).marked === true);

/** Watches for anything that the content-security policy stops. */
function violations(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text());
  });
  return found;
}

test('visitors are sent to sign-in and come back', async ({ page }) => {
  const stopped = violations(page);
  await page.goto('/application?search=abc');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page).toHaveTitle('Formwork 登录');
  await expect(page.locator('#page-loader')).toHaveCount(0);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('请输入登录账号')).toBeVisible();
  await page.getByLabel('登录账号').fill('user');
  await page.locator('#password').fill('not this one');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.locator('[data-field=password]')).toContainText('登录密码错误');
  await page.locator('#password').fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/space-demo/application?search=abc');
  await expect(page).toHaveTitle(/^Formwork 我的应用 - /);
  expect(stopped).toEqual([]);
});

test('pages are mounted in place, kept alive and restored', async ({ as }) => {
  const page = await as('user');
  const stopped = violations(page);
  await page.goto('/application');
  await mark(page);
  await page.getByRole('button', { name: /账号/ }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await expect(page).toHaveURL('/space-demo/home/modifyPassword');
  await page.locator('#next').fill('abc');
  await expect(page.getByText('密码强度：低')).toBeVisible();
  await page.goBack();
  const question = page.getByRole('dialog').filter({ hasText: /离开/ });
  await question.getByRole('button').first().click();
  await expect(page).toHaveURL('/space-demo/home/modifyPassword');
  await page.goBack();
  await question.getByRole('button').last().click();
  await expect(page).toHaveURL('/space-demo/application');
  await page.goForward();
  await expect(page.locator('#next')).toHaveValue('abc');
  expect(await isMarked(page)).toBe(true);
  expect(stopped).toEqual([]);
});

test('ten pages live; the eleventh ends the oldest, which back makes anew', async ({ as }) => {
  const page = await as('user');
  await page.goto('/application?visit=0');
  await expect(page).toHaveURL('/space-demo/application?visit=0');
  await mark(page);
  const go = (visit: number) =>
    page.evaluate((n) => {
      const link = Object.assign(document.createElement('a'), { href: `/application?visit=${n}` });
      document.body.append(link);
      link.click();
      link.remove();
    }, visit);
  for (let visit = 1; visit <= 11; visit += 1) {
    await go(visit);
    await expect(page).toHaveURL(`/space-demo/application?visit=${visit}`);
  }
  await expect(page.locator('.fw-page')).toHaveCount(10);
  await page.evaluate(() => history.go(-11));
  await expect(page).toHaveURL('/space-demo/application?visit=0');
  await expect(page.locator('.fw-page:visible')).toHaveCount(1);
  await expect(page.locator('.fw-page')).toHaveCount(10);
  expect(await isMarked(page)).toBe(true);
});

test('console pages are reached by a full page load', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/application');
  await mark(page);
  await page.getByRole('link', { name: '企业控制台' }).click();
  await expect(page).toHaveURL('/space-demo/enterprise/organization');
  await expect.poll(() => isMarked(page)).toBe(false);
});

test('roles guard pages, and strangers see nothing of a space', async ({ as }) => {
  const page = await as('user');
  for (const path of ['/appdesign', '/operation/operationLog', '/space-operator/application']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(403);
    await expect(page.getByRole('heading', { name: '无权限！' })).toBeVisible();
    for (const hint of ['检查访问地址是否正确', '联系管理员开通权限', '返回上一页'])
      await expect(page.getByText(hint)).toBeVisible();
  }
  await page.goto('/application');
  await expect(page.getByRole('link', { name: '应用设计' })).toHaveCount(0);
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
});

test('language and skin are chosen and kept', async ({ as }) => {
  const own = await as('user');
  await own.goto('/application');
  await own.getByRole('button', { name: /账号/ }).click();
  await own.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(own).toHaveTitle(/^Formwork Applications - /);
  await own.getByRole('button', { name: /Account/ }).click();
  await own.getByRole('menuitemradio', { name: 'Deep black' }).click();
  await expect(own.locator('html')).toHaveAttribute('data-skin', 'black');
  // before any script is there
  expect(await (await own.request.get('/')).text()).toMatch(/<html [^>]*data-ground="dark"/);
  expect(await own.evaluate(() => localStorage.getItem('lang'))).toBe('en');
});

test('phones get tabs below /m/, without a loading bar', async ({ as }) => {
  const page = await as('user', { width: 390 });
  await page.goto('/application');
  await expect(page).toHaveURL('/space-demo/m/application');
  await expect(page.getByRole('navigation', { name: '底部导航' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.locator('.fw-loading[data-on]')).toHaveCount(0);
});

test('an embedded page keeps its frame away', async ({ as }) => {
  const page = await as('user');
  await page.goto('/home/modifyPassword?__NAKED__=1');
  await expect(page.locator('#current')).toBeVisible();
  await expect(page.locator('.fw-bar')).toHaveCount(0);
  await page.goto('/application');
  await expect(page.getByRole('heading', { name: '我的应用' })).toBeVisible();
  await expect(page.locator('.fw-bar')).toHaveCount(0);
});

test('a visit greets: cookie, socket, texts of the server', async ({ as }) => {
  const page = await as('user');
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.url());
  });
  const [socket] = await Promise.all([page.waitForEvent('websocket'), page.goto('/application')]);
  expect(socket.url()).toContain('/space-demo/socket');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('socketStatus'))).toBe('1');
  expect(await page.evaluate(() => document.cookie)).toContain('client_string=');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lang.json'))).toContain('version');
  expect(asked.some((url) => url.includes('/space-demo/napi/lang/json?lang=zh-CN'))).toBe(true);
  // what the page is told goes out with it
  const html = await (await page.request.get('/application')).text();
  expect(html).toContain('"ruleVersion":"20201130"');
  expect(html).toMatch(/"singleSignOn":\{"qpaas":false,"qycloud":false\}/);
});

test('a page module that does not come is an error with a way on', async ({ as }) => {
  const page = await as('user');
  await page.goto('/application');
  await page.route(/ModifyPasswordPage/, (route) => route.abort());
  const raised = page.waitForEvent('pageerror');
  await page.getByRole('button', { name: /账号/ }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await expect(page.getByText('Load error page module')).toBeVisible();
  expect((await raised).message).toContain('Load error page module');
});

test('the operator starts at the figures of the house', async ({ as }) => {
  const page = await as('root');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '平台概览' })).toBeVisible();
  await expect(page.locator('dl')).toContainText('企业数');
  await page.getByRole('button', { name: /账号/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
});

test('whoever signs out leaves nothing of what they typed on the device, and is asked before', async ({ as }) => {
  const admin = await as('admin');
  const { appId, formId } = await makeForm(admin.request, fresh('退出清除'));
  const page = await as('user');
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  await page.locator('[data-field="name"] input').fill('没有保存的设备');
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('recordDraft ')).length);
  await expect.poll(drafts).toBe(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/user/workbench');
  await page.getByRole('button', { name: /账号/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const asked = page.getByRole('dialog', { name: '退出登录？' });
  await expect(asked).toContainText('1 处未保存的内容');
  await asked.getByRole('button', { name: /取\s*消/ }).click();
  expect(await drafts()).toBe(1);
  await page.getByRole('button', { name: /账号/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await asked.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
  expect(await drafts()).toBe(0);
});
