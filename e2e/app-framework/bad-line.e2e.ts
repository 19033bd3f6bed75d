import { recordsApi } from '@formwork/contract/records/api.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import type { Page } from '@playwright/test';
import { makeForm, send } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('en');

/** The next answer to such a call gets lost: the server has done what was asked, and the browser does not hear of it. */
async function loseAnswer(page: Page, method: string, address: RegExp): Promise<void> {
  let lost = false;
  await page.route(address, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

test('over a bad line nothing is lost and nothing is done twice', async ({ as }) => {
  test.slow();
  const admin = await as('admin');
  const { appId, formId } = await makeForm(admin.request, fresh('断网测试'));
  const page = await as('user', { locale: 'en', width: 390 });
  const rows = async (): Promise<{ values: { name?: string } }[]> =>
    (await send(page.request, 'GET', recordsApi.list.path, { formId })).rows as never;

  // a new record whose answer is lost, saved again
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  await page.getByLabel('Machine').fill('Pump 1');
  await loseAnswer(page, 'POST', new RegExp(`/api/records/${formId}$`));
  await page.getByRole('button', { name: t('records.save.button'), exact: true }).click();
  await expect(page.getByText(t('records.save.failed_main'))).toBeVisible();
  await expect(page.getByLabel('Machine')).toHaveValue('Pump 1');
  await page.getByRole('button', { name: t('records.save.button'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pump 1');
  expect(await rows()).toHaveLength(1);

  // changed with the answer lost: saved again, there is nobody to be in conflict with
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Torque').fill('12.5');
  await loseAnswer(page, 'PATCH', new RegExp(`/api/records/${formId}/`));
  // that it failed is told until the page hears by its socket that the record has changed: maybe for a moment only
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: t('records.save.button'), exact: true }).click();
  await failed;
  await page.getByRole('button', { name: t('records.save.button'), exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(page.locator('[data-field="torque"]')).toContainText('12.50');

  // said once, though the key was held down and the answer was lost
  await loseAnswer(page, 'POST', /\/comments$/);
  const box = page.getByRole('textbox', { name: t('records.comment.text') });
  await page.getByRole('tab', { name: new RegExp(`^${t('records.comment.title')}`) }).click();
  await box.fill('Seal changed');
  await box.press('Control+Enter');
  await expect(page.getByText('Network Error')).toBeVisible();
  await expect(box).toHaveValue('Seal changed');
  await box.evaluate((element) => {
    for (let press = 0; press < 4; press += 1)
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, repeat: press > 0 }),
      );
  });
  await expect(box).toHaveValue('');
  const [only] = (await rows()) as unknown as { id: string }[];
  expect(await send(page.request, 'GET', talkApi.comments.path, { formId, recordId: only!.id })).toMatchObject({
    total: 1,
  });

  // without any line it is said so, what was typed stays, and the saving key held down makes one record
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  await page.getByLabel('Machine').fill('Pump 2');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: t('records.save.button'), exact: true }).click();
  await expect(page.getByText(t('records.save.failed_main'))).toBeVisible();
  await page.context().setOffline(false);
  await page.evaluate(() => {
    for (let press = 0; press < 5; press += 1)
      dispatchEvent(
        new KeyboardEvent('keydown', { key: 's', code: 'KeyS', ctrlKey: true, bubbles: true, repeat: press > 0 }),
      );
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pump 2');
  expect((await rows()).filter(({ values }) => values.name === 'Pump 2')).toHaveLength(1);
});

test('a record whose answer was lost stays one record after the page was loaded again, also with what was changed since', async ({
  as,
}) => {
  test.slow();
  const admin = await as('admin');
  const { appId, formId } = await makeForm(admin.request, fresh('断网草稿'));
  const page = await as('user', { locale: 'en' });
  const rows = async (): Promise<{ values: { name?: string; torque?: number } }[]> =>
    (await send(page.request, 'GET', recordsApi.list.path, { formId })).rows as never;
  const save = () => page.getByRole('button', { name: t('records.save.button'), exact: true }).click();
  for (const [name, torque] of [
    ['Pump 1', undefined],
    ['Pump 2', 7],
  ] as const) {
    await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
    await page.getByLabel('Machine').fill(name);
    await loseAnswer(page, 'POST', new RegExp(`/api/records/${formId}$`));
    await save();
    await expect(page.getByText(t('records.save.failed_main'))).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(page.getByText(t('records.draft.restored'))).toBeVisible();
    await expect(page.getByLabel('Machine')).toHaveValue(name);
    if (torque !== undefined) await page.getByLabel('Torque').fill(String(torque));
    await save();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    expect(
      (await rows()).filter(({ values }) => values.name === name).map(({ values }) => values.torque ?? undefined),
    ).toEqual([torque]);
  }
});

test('a draft that is restored says again what is wrong with it, a date that cannot be read among it', async ({
  as,
}) => {
  const admin = await as('admin');
  const { appId, formId } = await makeForm(admin.request, fresh('草稿日期'));
  const page = await as('user', { locale: 'en' });
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  const field = page.locator('[data-field="day"]');
  await page.getByLabel('Machine').fill('Pump 1');
  await field.getByRole('textbox').fill('next week');
  await page.getByLabel('Machine').click();
  await expect(field.getByText(t('records.value.not_date'))).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes('next week'))),
    )
    .toBe(true);
  await page.reload();
  await expect(field.getByText(t('records.value.not_date'))).toBeVisible();
  await expect(field.getByRole('textbox')).toHaveAttribute('placeholder', 'next week');
});
