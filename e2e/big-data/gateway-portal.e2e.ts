import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

async function put(page: Page, method: 'post' | 'put', path: string, data: unknown): Promise<Record<string, unknown>> {
  const answer = await page.request[method](`/api${path}`, { data });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** An API that is live and asks for a subscription, with a plan that somebody looks at. */
async function served(page: Page, name: string, mark: string): Promise<string> {
  const id = randomUUID();
  const draft: GatewayApi = {
    ...emptyApi(),
    basePath: `/stock-${mark}`,
    version: '1.2',
    about: '各仓库的备件库存',
    security: { open: false, ways: ['key'], subscription: true },
    operations: [
      newOperation('get', {
        path: '/parts/{id}',
        title: '查询备件',
        parameters: [{ id: 'id', name: 'id', in: 'path', type: 'text', required: true, about: '备件编号' }],
        mock: { status: 200, type: 'application/json', body: '{"part":"valve"}', delayMs: 0 },
      }),
    ],
  };
  const of = (path: string) => path.replace(':kind', 'gateway_api').replace(':id', id).replace(':apiId', id);
  await put(page, 'post', of(definitionsApi.create.path), { commandId: id, name: { zh: name }, draft });
  await put(page, 'post', of(definitionsApi.release.path), { version: 1 });
  await put(page, 'put', of(gatewayApi.putLive.path).replace(':environment', mainEnvironment), {
    number: 1,
    state: 'live',
    sunset: null,
  });
  await put(page, 'post', gatewayApi.createPlan.path, {
    name: `标准 ${mark}`,
    about: '',
    rate: null,
    quota: { calls: 100, bytes: null, period: 'day' },
    approval: true,
  });
  return id;
}

test('an API is found in the portal, subscribed to, approved and called', async ({ as }) => {
  const mark = Date.now().toString(36);
  const name = `备件库存 ${mark}`;
  const admin = await as('admin');
  const id = await served(admin, name, mark);
  await admin.goto('/esb?tab=portal');
  await admin.getByRole('button', { name, exact: true }).click();
  const listing = admin.getByRole('dialog');
  await listing.getByRole('button', { name: t('shell.form.save'), exact: true }).click();
  await expect(listing).toBeHidden();

  const user = await as('user');
  await user.goto('/esb/portal');
  await user.getByRole('searchbox', { name: t('gatewayportal.directory.search') }).fill(mark);
  await user.getByRole('link', { name: new RegExp(name) }).click();
  await user.getByRole('button', { name: t('gatewayportal.subscribe'), exact: true }).click();
  const dialog = user.getByRole('dialog').last();
  const subscribe = dialog.getByRole('button', { name: t('gatewayportal.subscribe'), exact: true });
  const application = dialog.getByRole('textbox', { name: t('gateway.name') });
  // whoever has no application yet names one first
  await expect(subscribe.or(application)).toBeVisible();
  if (await application.isVisible()) {
    await application.fill(`网店 ${mark}`);
    await dialog.getByRole('button', { name: t('shell.form.save'), exact: true }).click();
  }
  await dialog.getByRole('combobox', { name: t('gateway.subscription.column.plan') }).fill(`标准 ${mark}`);
  await user.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: t('gatewayportal.wish') }).fill('网店查询库存');
  await subscribe.click();
  await expect(user.getByText(t('gateway.subscription.state.requested'), { exact: true })).toBeVisible();

  await admin.goto('/esb?tab=subscriptions');
  const wish = admin.getByRole('row').filter({ hasText: name });
  await expect(wish).toContainText('网店查询库存');
  await wish.getByRole('button', { name: t('ui.action.more'), exact: true }).click();
  await admin.getByRole('menuitem', { name: t('gateway.subscription.to.approved'), exact: true }).click();
  const decision = admin.getByRole('dialog');
  await decision.getByRole('textbox', { name: t('gateway.subscription.answer') }).fill(`同意 ${mark}`);
  await decision.getByRole('button', { name: t('gateway.subscription.to.approved'), exact: true }).click();
  await expect(wish).toContainText(t('gateway.subscription.state.approved'));

  // the answer came as a message; a key is drawn and shown this once
  await user.goto('/user/messagecenter');
  await expect(user.getByText(`同意 ${mark}`).first()).toBeVisible();
  await user.goto('/esb/portal?tab=applications');
  const card = user.getByRole('region').filter({ hasText: name });
  await card.getByRole('button', { name: t('gateway.credential.add'), exact: true }).click();
  await user
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.form.save'), exact: true })
    .click();
  const secret = user.getByRole('dialog').filter({ hasText: t('gateway.credential.hint') });
  const key = (await secret.locator('code').last().textContent())!.trim();
  expect(key).toMatch(/^fwg_/);
  await secret.getByRole('button', { name: t('gateway.credential.kept'), exact: true }).click();

  await user.goto(`/esb/portal?api=${id}`);
  await user.getByText('查询备件').click();
  await user.getByRole('textbox', { name: t('gateway.try.key') }).fill(key);
  await user.getByRole('textbox', { name: 'id', exact: true }).fill('7');
  await expect(async () => {
    await user.getByRole('button', { name: t('gateway.try.run'), exact: true }).click();
    await expect(user.getByText('"part": "valve"').filter({ visible: true })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  // calls are written a moment later
  await expect(async () => {
    await user.goto('/esb/portal?tab=calls');
    await expect(
      user
        .getByRole('row')
        .filter({ hasText: `/stock-${mark}/parts/7` })
        .first(),
    ).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await user.goto('/esb/portal?tab=use');
  await expect(user.getByText(name).first()).toBeVisible();
});
