import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startProduct, type Product } from '../testing/product.ts';
import { demoPassword } from '../testing/settings.ts';

// A server of its own: passwords change here and accounts are locked.
let product: Product;
let folder: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'formwork-password-'));
  product = await startProduct({ FORMWORK_DATA: folder, FORMWORK_DEMO_PASSWORD: demoPassword });
});
test.afterAll(async () => {
  await product.end();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.goto(`${product.url}/login?redirect=/home/modifyPassword`);
  await page.getByLabel('登录账号').fill(login);
  await page.locator('#password').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('three wrong passwords in a row wait a minute', async ({ page }) => {
  await signIn(page, 'audit', 'wrong one');
  const error = page.locator('[data-field=password]');
  const submit = page.locator('button[type=submit]');
  const answered = () => page.waitForResponse((response) => response.url().endsWith('/identity/sessions'));
  await expect(error).toContainText('登录密码错误');
  await page.locator('#password').fill('wrong two');
  await Promise.all([answered(), submit.click()]);
  await page.locator('#password').fill('wrong three');
  await Promise.all([answered(), submit.click()]);
  await expect(error).toContainText(/请等待 (60|5\d) 秒/);
  await expect(submit).toBeDisabled();
  const answer = await page.request.post(`${product.url}/api/identity/sessions`, {
    data: { login: 'audit', password: demoPassword },
  });
  expect(answer.status()).toBe(429);
});

test('a password is changed, and the old one no longer opens', async ({ page }) => {
  await signIn(page, 'user', demoPassword);
  await page.locator('#current').fill('not mine');
  await page.locator('#next').fill('A-better-1-than-before');
  await expect(page.getByText('密码强度：高')).toBeVisible();
  await page.locator('#repeat').fill('another');
  const submit = page.getByRole('button', { name: '修改密码', exact: true });
  await submit.click();
  await expect(page.getByText('两次输入的密码不一致！')).toBeVisible();
  await page.locator('#repeat').fill('A-better-1-than-before');
  await submit.click();
  await expect(page.locator('[data-field=current]')).toContainText('当前密码错误');
  await page.locator('#current').fill(demoPassword);
  await submit.click();
  await expect(page.getByText('密码已修改')).toBeVisible();
  const enter = (password: string) =>
    page.request.post(`${product.url}/api/identity/sessions`, { data: { login: 'user', password } });
  expect((await enter(demoPassword)).status()).toBe(401);
  expect((await enter('A-better-1-than-before')).status()).toBe(200);
});
