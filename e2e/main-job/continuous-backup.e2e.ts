import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { startProduct } from '../testing/product.ts';
import { demoPassword } from '../testing/settings.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const english = textsOf('en');
const root = path.resolve(import.meta.dirname, '../..');

test('the product keeps a continuous backup by itself, and what was written last comes back elsewhere, held', async ({
  browser,
  playwright,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-continuous-'));
  // as root the database runs as another user, who passes through
  chmodSync(folder, 0o711);
  const place = path.join(folder, 'backups');
  const own = {
    FORMWORK_DATA: path.join(folder, 'own'),
    FORMWORK_DEMO_PASSWORD: demoPassword,
    FORMWORK_BACKUP_CONTINUOUS: place,
  };
  try {
    const product = await startProduct(own);
    const admin = await playwright.request.newContext({ baseURL: product.url });
    await signIn(admin, 'admin');
    const { appId, formId } = await makeForm(admin, '连续备份');
    await addRecord(admin, formId, { name: '备份前的设备', torque: 1 });
    await expect.poll(() => bases(place), { timeout: 240_000 }).toHaveLength(1);
    await addRecord(admin, formId, { name: '最后一刻的设备', torque: 2 });
    await admin.dispose();
    // ends in order: what was written until here goes along
    await product.end();

    const elsewhere = { FORMWORK_DATA: path.join(folder, 'elsewhere'), FORMWORK_BACKUP_CONTINUOUS: '' };
    const { code, text } = await restore(['--from', place, '--at', 'latest'], elsewhere);
    expect(code, text).toBe(0);
    const restored = await startProduct(elsewhere);
    try {
      const context = await browser.newContext({ baseURL: restored.url });
      await signIn(context.request, 'admin');
      const page = await context.newPage();
      await page.goto(`/app/!/${appId}?form=${formId}`);
      await expect(page.getByText('最后一刻的设备')).toBeVisible();
      await expect(page.getByText('备份前的设备')).toBeVisible();
      await expect(page.locator('[data-held]')).toContainText('备份时刻');
      await expect(page.getByRole('button', { name: t('held.open') })).toHaveCount(0);

      // on a phone, in English, the operator looks at what came back and decides later
      const phone = await browser.newContext({
        baseURL: restored.url,
        locale: 'en',
        viewport: { width: 390, height: 844 },
      });
      await phone.addInitScript({
        content: `localStorage.setItem('lang', 'en'); localStorage.setItem('skin', 'black')`,
      });
      await signIn(phone.request, 'root');
      const look = await phone.newPage();
      await look.goto('/');
      await expect(look.locator('[data-held]')).toContainText(english('held.banner.installation'));
      await look.getByRole('button', { name: english('held.open') }).click();
      const dialog = look.getByRole('dialog', { name: english('held.title') });
      await dialog.getByText(english('held.returned.administrator', { count: 5 })).click();
      await expect(dialog).toContainText('root (operator)');
      expect(await look.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      // nothing waits that could be dropped
      await expect(dialog.getByRole('button', { name: english('held.go') })).toBeVisible();
      await expect(dialog.getByRole('button', { name: english('held.drop') })).toHaveCount(0);
      await dialog.getByRole('button', { name: english('held.later') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(look.locator('[data-held]')).toBeVisible();
      await phone.close();

      // the operator lets it go on
      const operator = await browser.newContext({ baseURL: restored.url });
      await signIn(operator.request, 'root');
      const overview = await operator.newPage();
      await overview.goto('/');
      await overview.getByRole('button', { name: t('held.open') }).click();
      await overview
        .getByRole('dialog', { name: t('held.title') })
        .getByRole('button', { name: t('held.go') })
        .click();
      await expect(overview.locator('[data-held]')).toHaveCount(0);
      await operator.close();
      await page.reload();
      await expect(page.getByText('最后一刻的设备')).toBeVisible();
      await expect(page.locator('[data-held]')).toHaveCount(0);
      await context.close();
    } finally {
      await restored.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function signIn(request: APIRequestContext, login: string): Promise<void> {
  const answer = await request.post('/api/identity/sessions', { data: { login, password: demoPassword } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The bases that are whole. */
function bases(place: string): string[] {
  try {
    return readdirSync(path.join(place, 'log'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('manifest.json') && !name.includes('backup'));
  } catch {
    return [];
  }
}

/** `npm run restore`, without npm around it. */
function restore(args: string[], env: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [path.join(root, 'server/src/backup/run-restore.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, text }));
  });
}
