import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { customersApi } from '@formwork/contract/operations/customers.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '班次', en: 'Shifts' },
  titleField: 'name',
  tables: [],
  layout: [],
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称', en: 'Name' }, config: {} },
    { id: 'at', type: 'dateTime', title: { zh: '时刻', en: 'Moment' }, config: { precision: 'minute' } },
  ],
};

test('every time is told and typed by the clock of the enterprise, whatever zone the browser is in', async ({
  as,
  browser,
  baseURL,
}) => {
  // the browser is in Shanghai; an enterprise of the test's own works in New York, where 2026-03-08 has 23 hours
  const operator = await as('root');
  const mark = Date.now().toString(36);
  const made = await operator.request.post(`/api${customersApi.create.path}`, {
    data: { name: `时区 ${mark}`, administrator: { name: '周管理', login: `zone.${mark}` } },
  });
  const { login, password } = (await made.json()) as { login: string; password: string };
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/login?redirect=/application');
  await page.locator('#login').fill(login);
  await page.locator('#password').fill(password);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
  await page.locator('#next').fill('Zone-of-our-own-7');
  await page.locator('#repeat').fill('Zone-of-our-own-7');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/application');
  const setZone = (timeZone: string) =>
    send(page.request, 'PUT', enterpriseApi.setWorkTime.path, {}, { ...usualWorkTime, timeZone });
  await setZone('America/New_York');
  const { appId, formId } = await makeForm(page.request, fresh('班次'), definition);
  const { id } = await addRecord(page.request, formId, { name: '早班', at: '2026-03-08T07:30:00.000Z' });
  await page.goto(`/app/!/${appId}?form=${formId}`);
  await expect(page.getByText('2026-03-08 03:30')).toBeVisible();
  await page.getByRole('link', { name: '早班' }).click();
  // the list that is left has it too
  await expect(page.locator('#at').getByText('2026-03-08 03:30')).toBeVisible();
  await page.getByRole('button', { name: '编辑' }).first().click();
  const input = page.getByRole('textbox', { name: '时刻' });
  await expect(input).toHaveValue('2026-03-08 03:30');
  await input.fill('2026-03-08 18:00');
  await input.press('Enter');
  await page
    .getByRole('button', { name: /^保\s?存/ })
    .first()
    .click();
  const stored = async () =>
    (await send(page.request, 'GET', recordsApi.get.path, { formId, recordId: id })).values as { at: string };
  await expect.poll(async () => (await stored()).at).toBe('2026-03-08T22:00:00.000Z');
  // a page that is open follows another zone
  await page.goto(`/app/!/${appId}?form=${formId}`);
  await expect(page.getByText('2026-03-08 18:00')).toBeVisible();
  await setZone('Asia/Kolkata');
  await expect(page.getByText('2026-03-09 03:30')).toBeVisible();
  await context.close();
});
