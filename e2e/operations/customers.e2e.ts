import { customersApi } from '@formwork/contract/operations/customers.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

// An enterprise of the test's own: nobody else is in it when it is shut.
test('the operator adds an enterprise, shuts it and opens it again', async ({ as, browser, baseURL }) => {
  const t = textsOf('zh-CN');
  const mark = Date.now().toString(36);
  const name = `长江阀门 ${mark}`;
  const login = `valve.${mark}`;
  const operator = await as('root');
  await operator.goto('/operation/customers');
  await operator.getByRole('button', { name: t('operations.customers.create') }).click();
  const form = operator.getByRole('dialog');
  await form.locator('#name').fill(name);
  await form.locator('#administratorName').fill('张工');
  await form.locator('#login').fill(login);
  await form.locator('#creditCode').fill('91350100M000100Y44');
  await form.getByRole('button', { name: t('operations.customers.save') }).click();
  await expect(form.getByText(t('joining.credit_code_wrong'))).toBeVisible();
  await form.locator('#creditCode').fill('');
  await form.getByRole('button', { name: t('operations.customers.save') }).click();
  const shown = operator.getByRole('dialog').filter({ has: operator.locator('code') });
  const password = (await shown.locator('code').innerText()).trim();
  await shown.getByRole('button', { name: t('organization.person.password_copied') }).click();

  // the one-time password leads to one of their own
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const person = await context.newPage();
  const signIn = async (given: string) => {
    await person.locator('#login').fill(login);
    await person.locator('#password').fill(given);
    await person.getByRole('button', { name: t('login.submit'), exact: true }).click();
  };
  await person.goto('/login?redirect=/application');
  await signIn(password);
  await person.locator('#next').fill('Valve-factory-7');
  await person.locator('#repeat').fill('Valve-factory-7');
  await person.locator('button[type=submit]').click();
  await expect(person).toHaveURL(/\/application$/);

  await operator.getByRole('searchbox').fill(mark);
  const row = operator.getByRole('row', { name: new RegExp(mark) });
  await row.getByRole('button', { name: t('operations.customers.suspend') }).click();
  await operator.locator('#because').fill('合同到期');
  await operator
    .getByRole('dialog')
    .getByRole('button', { name: t('operations.customers.suspend') })
    .click();
  await expect(row).toContainText(t('operations.customers.state_suspended'));

  // the open page may be on its way to the sign-in by itself, which ends the reload
  await person.reload().catch(() => undefined);
  await expect(person.getByRole('alert')).toHaveText(t('identity.space.suspended'));
  await signIn('Valve-factory-7');
  await expect(person.locator('.login-fields [role=alert]')).toHaveText(t('identity.space.suspended'));

  await row.getByRole('button', { name: t('operations.customers.resume') }).click();
  await operator
    .getByRole('dialog')
    .getByRole('button', { name: t('operations.customers.resume') })
    .click();
  await expect(row).toContainText(t('operations.customers.state_active'));
  await signIn('Valve-factory-7');
  await expect(person).toHaveURL(/\/application$/);
  await context.close();
});

test('a service provider sees none but its own customers, on a phone in English', async ({ as }) => {
  const t = textsOf('en');
  const page = await as('saas', { locale: 'en', width: 390 });
  const { rows } = (await (
    await page.request.get(`/api${customersApi.list.path}?search=${encodeURIComponent('示范企业')}`)
  ).json()) as { rows: unknown[] };
  expect(rows).toEqual([]);
  await page.goto('/operation/customers');
  await expect(page.getByRole('heading', { name: t('operations.customers.title') })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
