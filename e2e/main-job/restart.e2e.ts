import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { addRecord, makeForm, makeProcess } from '../testing/inspection-form.ts';
import { startProduct, type Product } from '../testing/product.ts';
import { demoPassword } from '../testing/settings.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
/** How long an approval has been under way when the power goes: on the way in, in the middle, perhaps answered already. */
const momentsMs = [0, 8, 25];

test('killed in the middle of an approval and started again: nothing lost, nothing doubled', async ({ browser }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-restart-'));
  const settings = {
    FORMWORK_DATA: folder,
    FORMWORK_DEMO_PASSWORD: demoPassword,
    FORMWORK_PORT: String(await freePort()),
  };
  let product = await startProduct(settings);
  try {
    const admin = await enter(browser, product, 'admin');
    const user = await enter(browser, product, 'user');
    const { appId, formId } = await makeForm(admin.request, '断电');
    const { id: approver } = (await (await admin.request.get('/api/identity/me')).json()) as { id: string };
    await makeProcess(admin.request, formId, approver);

    for (const [at, moment] of momentsMs.entries()) {
      const name = `铣床${at + 1}`;
      const { id } = await addRecord(user.request, formId, { name, torque: 30 });
      const address = `/${appId}/detail/${formId}?record=${id}`;
      await user.goto(address);
      await user.getByRole('button', { name: t('workflow.action.start'), exact: true }).click();
      await send(user);
      await expect(user.getByRole('dialog')).toHaveCount(0);

      await admin.goto(address);
      await admin.locator('[data-field="torque"] input').fill('34.4');
      await admin.getByRole('button', { name: t('workflow.action.approve'), exact: true }).click();
      const approval = admin.waitForRequest((request) => /\/workflow\/tasks\/[^/]+\/submission$/.test(request.url()));
      await send(admin);
      await approval;
      await sleep(moment);
      await product.end('SIGKILL');
      product = await startProduct(settings);

      await finish(admin);
      await admin.goto(address);
      await expect(admin.locator('[data-field="torque"]').first()).toBeVisible();
      const stored = await admin.request.get(`/api/records/${formId}/${id}`);
      expect(await stored.text()).toContain('34.4');
      const history = await admin.request.get(`/api/workflow/forms/${formId}/records/${id}/history`);
      const events = (await history.json()) as { kind: string }[];
      expect(events.map(({ kind }) => kind).sort(), `after ${moment} ms`).toEqual([
        'finished',
        'opened',
        'started',
        'submitted',
      ]);
    }
    await user.goto(`/app/!/${appId}?form=${formId}`);
    await expect(user.getByText(t('records.list.total', { count: momentsMs.length }))).toBeVisible();
    await expect(user.getByRole('row').filter({ hasText: t('workflow.state.finished') })).toHaveCount(momentsMs.length);
    await admin.goto('/user/workbench');
    await expect(admin.getByText(t('workflow.workbench.empty_todo'), { exact: true })).toBeVisible();
  } finally {
    await product.end();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Whoever got no answer presses again, in the dialog that is still open; whoever got one has a record that is finished. */
async function finish(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    if (await dialog.isVisible()) await send(page);
    await expect(dialog).toHaveCount(0);
  }).toPass();
}

async function send(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('workflow.action.submit'), exact: true })
    .click();
}

async function enter(browser: Browser, { url }: Product, login: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const answer = await context.request.post('/api/identity/sessions', { data: { login, password: demoPassword } });
  if (!answer.ok()) throw new Error(`${login} cannot sign in: ${await answer.text()}`);
  return context.newPage();
}

/** The same one before and after: open pages come back to it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
