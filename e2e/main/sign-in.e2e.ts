import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startProduct, type Product } from '../testing/product.ts';
import { demoPassword } from '../testing/settings.ts';
import { textsOf } from '../testing/texts.ts';

// A server of its own: accounts wait here, get a second step, and their enterprise a policy.
let product: Product;
let folder: string;
const t = textsOf('zh-CN');

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'formwork-sign-in-'));
  // codes are read from the outbox, which development shows
  product = await startProduct({
    FORMWORK_DATA: folder,
    FORMWORK_DEMO_PASSWORD: demoPassword,
    FORMWORK_DEVELOPMENT: 'true',
    FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '',
  });
});
test.afterAll(async () => {
  await product.end();
  rmSync(folder, { recursive: true, force: true });
});

async function enter(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel(t('login.login.label')).fill(login);
  await page.locator('#password').fill(password);
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/identity/sessions')),
    page.locator('button[type=submit]').click(),
  ]);
}

/** The code of an authenticator app (RFC 6238). */
function totp(secret: string, at = Date.now()): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const sum = createHmac('sha1', key).update(step).digest();
  return String((sum.readUInt32BE(sum.at(-1)! & 15) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

test('a link into an enterprise asks to sign in, and goes on there', async ({ page }) => {
  await page.goto(`${product.url}/loginMiddle?space=demo&redirect=/application`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await enter(page, 'user', demoPassword);
  await expect(page).toHaveURL(/\/space-demo\/application$/);
  await page.goto(`${product.url}/loginMiddle?space=elsewhere&redirect=/application`);
  await expect(page.getByRole('alert')).toHaveText(t('login.middle.not_a_member'));
});

test('the app on the phone is the second step', async ({ page, request }) => {
  await request.post(`${product.url}/api/identity/sessions`, { data: { login: 'safe', password: demoPassword } });
  const { secret } = (await (
    await request.post(`${product.url}/api/identity/two-step/totp`, { data: { password: demoPassword } })
  ).json()) as { secret: string };
  expect(
    (await request.put(`${product.url}/api/identity/two-step/totp`, { data: { code: totp(secret) } })).status(),
  ).toBe(200);
  await page.goto(`${product.url}/login?redirect=/application`);
  await enter(page, 'safe', demoPassword);
  const code = page.locator('[data-field=code]');
  await code.locator('input').fill('000000');
  await page.locator('button[type=submit]').click();
  await expect(code).toContainText(t('identity.code.wrong'));
  // a code is good once, and the one before it is spent: the next one counts already
  await code.locator('input').fill(totp(secret, Date.now() + 30_000));
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/application$/);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // a browser that is closed while a page is still on its way may not come to an end
  await page.goto('about:blank');
});

test('the policy of the enterprise refuses a weak password', async ({ page, playwright }) => {
  const administrator = await playwright.request.newContext({ baseURL: product.url });
  await administrator.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  const { policy } = (await (await administrator.get('/api/identity/security-policy')).json()) as { policy: object };
  expect(
    (
      await administrator.put('/api/identity/security-policy', { data: { ...policy, minLength: 12, kinds: 3 } })
    ).status(),
  ).toBe(200);
  try {
    await page.goto(`${product.url}/login?redirect=/home/modifyPassword`);
    await enter(page, 'user', demoPassword);
    await page.locator('#current').fill(demoPassword);
    const change = async (next: string) => {
      await page.locator('#next').fill(next);
      await page.locator('#repeat').fill(next);
      await page.getByRole('button', { name: t('login.change.submit'), exact: true }).click();
    };
    await change('Shorter-1');
    await expect(page.locator('[data-field=next]')).toContainText(t('identity.password.too_short', { min: 12 }));
    await change('longenoughbutplain');
    await expect(page.locator('[data-field=next]')).toContainText(t('identity.password.too_few_kinds', { kinds: 3 }));
  } finally {
    expect((await administrator.put('/api/identity/security-policy', { data: policy })).status()).toBe(200);
  }
  await administrator.dispose();
});

test('an enterprise signs up with a code, and its administrator comes in', async ({ page }) => {
  await page.goto(`${product.url}/entRegist`);
  await page.locator('[data-field=enterprise] input').fill('长江阀门');
  await page.locator('[data-field=creditCode] input').fill('91350100M000100Y44');
  const submit = page.locator('button[type=submit]');
  await submit.click();
  await expect(page.locator('[data-field=creditCode]')).toContainText(t('joining.credit_code_wrong'));
  await page.locator('[data-field=creditCode] input').fill('91350100M000100Y43');
  await page.locator('[data-field=name] input').fill('张工');
  await page.locator('[data-field=login] input').fill('valve');
  await page.locator('[data-field=password] input').fill('Bearing-plant-7');
  await page.locator('[data-field=repeat] input').fill('Bearing-plant-7');
  await page.locator('[data-field=target] input').fill('13912345678');
  await page.getByRole('button', { name: t('joining.send_code') }).click();
  const outbox = await page.context().newPage();
  let sent = '';
  await expect
    .poll(async () => {
      await outbox.goto(`${product.url}/dev/outbox`);
      const [text = ''] = await outbox
        .locator('article')
        .filter({ hasText: '13912345678' })
        .locator('pre')
        .allInnerTexts();
      sent = /\d{6}/.exec(text)?.[0] ?? '';
      return sent;
    })
    .toMatch(/^\d{6}$/);
  await page.locator('[data-field=code] input').fill(sent);
  await submit.click();
  await expect(page.getByText(t('joining.signed_up', { name: '长江阀门' }))).toBeVisible();
  await page.goto(`${product.url}/login?redirect=/enterprise/organization`);
  await enter(page, 'valve', 'Bearing-plant-7');
  await expect(page).toHaveURL(/\/enterprise\/organization$/);
});

// last: afterwards nobody signs in from here for a minute
test('three wrong passwords make the account wait, and nobody else behind the address', async ({ page }) => {
  await page.goto(`${product.url}/login`);
  for (const wrong of ['wrong one', 'wrong two', 'wrong three']) await enter(page, 'audit', wrong);
  await expect(page.locator('[data-field=password]')).toContainText(/请等待 \d+ 秒/);
  await expect(page.locator('button[type=submit]')).toBeDisabled();
  await page.goto(`${product.url}/login?redirect=/application`);
  await enter(page, 'user', demoPassword);
  await expect(page).toHaveURL(/\/application$/);
});
