import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { select } from '../testing/select.ts';
import { startProduct, type Product } from '../testing/product.ts';
import { demoPassword } from '../testing/settings.ts';
import { textsOf } from '../testing/texts.ts';

// a server of its own: mails are asked for where they can be sent, and read from the outbox that development shows
let product: Product;
let folder: string;
const t = textsOf('zh-CN');

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'formwork-digest-'));
  product = await startProduct({
    FORMWORK_DATA: folder,
    FORMWORK_DEMO_PASSWORD: demoPassword,
    FORMWORK_DEVELOPMENT: 'true',
  });
});
test.afterAll(async () => {
  await product.end();
  rmSync(folder, { recursive: true, force: true });
});

test('a digest is asked for once a mailbox is bound, and stays as it was settled', async ({ page }) => {
  await page.request.post(`${product.url}/api/identity/sessions`, { data: { login: 'user', password: demoPassword } });
  await page.goto(`${product.url}/setting/center?tab=push`);
  const wanted = page.getByRole('switch', { name: t('personal.push.digest') });
  await expect(page.getByText(t('personal.push.mail_no_mailbox'))).toBeVisible();
  await expect(wanted).toBeDisabled();

  await page.request.post(`${product.url}/api/identity/bindings/email/codes`, {
    data: { email: 'digest@example.com', password: demoPassword },
  });
  const outbox = await page.context().newPage();
  await expect(async () => {
    await outbox.goto(`${product.url}/dev/outbox`);
    await expect(outbox.locator('article').filter({ hasText: 'digest@example.com' })).toHaveCount(1, {
      timeout: 5_000,
    });
  }).toPass();
  const code = /\b\d{6}\b/.exec(
    await outbox.locator('article').filter({ hasText: 'digest@example.com' }).locator('pre').first().innerText(),
  )?.[0];
  expect(
    (
      await page.request.put(`${product.url}/api/identity/bindings/email`, {
        data: { email: 'digest@example.com', code },
      })
    ).ok(),
  ).toBe(true);

  await page.reload();
  await expect(page.getByText(t('personal.push.mail_no_mailbox'))).toHaveCount(0);
  await wanted.click();
  await select(page.getByRole('combobox', { name: t('personal.push.digest_every') }), t('personal.push.digest_weekly'));
  await page.getByLabel(t('personal.push.digest_at')).fill('07:45');
  await page.getByLabel(t('personal.push.digest_at')).press('Enter');
  await page.getByRole('button', { name: t('personal.info.save') }).click();
  await expect(page.getByText(t('personal.push.saved'))).toBeVisible();
  await page.reload();
  await expect(wanted).toBeChecked();
  await expect(page.getByLabel(t('personal.push.digest_at'))).toHaveValue('07:45');
  await expect(
    page.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: t('personal.push.digest_every') }) }),
  ).toContainText(t('personal.push.digest_weekly'));
});
