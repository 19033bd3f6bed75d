import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, startInstallation } from '../testing/hosts.ts';
import { startProduct } from '../testing/product.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';
import { troublesOf } from '../testing/troubles.ts';

const t = textsOf('zh-CN');
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('built files, uploads and live messages come from a second server, at addresses of their own', async ({
  browser,
}) => {
  const [port, other] = [await freePort(), await freePort()];
  const main = `http://www.localhost:${port}`;
  const files = `http://files.localhost:${other}`;
  const live = `live.localhost:${other}`;
  const built = `http://static.localhost:${other}`;
  const addresses = {
    FORMWORK_PUBLIC_URL: main,
    FORMWORK_BASE_ADDRESSES: JSON.stringify({ fileIo: files, socket: `http://${live}`, static: built }),
  };
  const installation = await startInstallation({ ...addresses, FORMWORK_PORT: String(port) });
  const { folder } = installation;
  const password = readFileSync(path.join(folder, 'postgres.password'), 'utf8').trim();
  const second = await startProduct({
    ...addresses,
    FORMWORK_PORT: String(other),
    FORMWORK_ROLE: 'web',
    FORMWORK_DATA: folder,
    DATABASE_URL: `postgres://formwork:${password}@localhost:5432/formwork?host=${encodeURIComponent(path.join(folder, 'postgres'))}`,
  });
  const context = await browser.newContext({ baseURL: main, locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel(t('login.login.label')).fill('admin');
    await page.locator('#password').fill(demoPassword);
    await page.locator('button[type=submit]').click();
    await expect(page).not.toHaveURL(/\/login/);
    const troubles = troublesOf(page);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(`${request.method()} ${request.url().split('?')[0]}`));
    const heard: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => void heard.push(`${new URL(socket.url()).host} ${String(payload)}`)),
    );

    await test.step('a picture is sent there, and shown from there', async () => {
      await page.goto('/enterprise/logo');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
      const shown = page.locator('.logo-shown img').first();
      await expect(shown).toHaveAttribute('src', new RegExp(`^${files}/`));
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
      expect(asked.filter((one) => one.startsWith('POST') && one.includes('/api/files'))).toEqual([
        expect.stringContaining(files),
      ]);
    });

    await test.step('the socket is there, and its person is known', async () => {
      await expect.poll(() => heard).toContainEqual(`${live} {"type":"bound"}`);
    });

    await test.step('a document is read and downloaded from there', async () => {
      await page.getByRole('button', { name: t('enterprise.setting.save') }).click();
      await expect(page.getByText(t('enterprise.setting.saved'))).toBeVisible();
      const address = new URL((await page.locator('.logo-shown img').first().getAttribute('src'))!);
      const file = /files\/([^/]+)/.exec(address.pathname)![1]!;
      await page.goto(`/preview?file=${file}`);
      await expect.poll(() => page.locator(`img[src^="${files}/"]`).count()).toBeGreaterThan(0);
    });

    expect(asked.filter((one) => one.startsWith(`GET ${main}`) && one.includes('/api/files'))).toEqual([]);
    const parts = asked.filter((one) => one.includes('/assets/'));
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((one) => !one.startsWith(`GET ${built}/assets/`))).toEqual([]);
    expect(troubles, 'errors in the browser').toEqual([]);

    await test.step('once the session has ended, its tickets open nothing', async () => {
      const address = await page.locator(`img[src^="${files}/"]`).first().getAttribute('src');
      expect(await page.evaluate((url) => fetch(url).then(({ status }) => status), address!)).toBe(200);
      await page.evaluate(() => fetch('/api/identity/sessions/current', { method: 'DELETE' }));
      await expect.poll(() => page.evaluate((url) => fetch(url).then(({ status }) => status), address!)).toBe(401);
    });
  } finally {
    await context.close();
    await second.end();
    await installation.end();
  }
});
