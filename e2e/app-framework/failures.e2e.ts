import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { addRecord, inspection, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '泵站', en: 'Pump stations' },
  titleField: 'name',
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    { id: 'place', type: 'location', title: { zh: '位置' }, config: { here: false } },
  ],
  tables: [
    { id: 'pumps', title: { zh: '水泵' }, fields: [{ id: 'code', type: 'text', title: { zh: '编号' }, config: {} }] },
  ],
  layout: [],
};

test('what fails says what it was: positioning, deleting; a slave table fills the window', async ({ as }) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '泵站', definition);
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  // nobody let the page know where it is
  await page.getByRole('button', { name: t('records.place.here') }).click();
  await expect(page.getByText(t('records.place.failed_denied'))).toBeVisible();

  const table = page.locator('.fw-record-table');
  await table.getByRole('button', { name: t('ui.sheet.full_screen') }).click();
  await expect
    .poll(async () => (await page.getByRole('grid').first().boundingBox())!.width)
    .toBeGreaterThan(page.viewportSize()!.width * 0.9);
  await page.getByRole('button', { name: t('ui.sheet.leave_full_screen') }).click();
  await expect(table.getByRole('button', { name: t('ui.sheet.full_screen') })).toBeVisible();

  const { id: record } = await addRecord(page.request, formId, { name: '一号泵站' });
  await page.goto(`/app/!/${appId}?form=${formId}`);
  await page.route(`**/api/records/${formId}/${record}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  const row = page.getByRole('row').filter({ hasText: '一号泵站' });
  await row.hover();
  await row.getByRole('button', { name: t('ui.action.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ui.action.delete') })
    .click();
  await expect(page.getByText(t('records.delete.failed', { count: 1 }))).toBeVisible();
});

test('without its service the message centre says so, and comes back', async ({ as }) => {
  const page = await as('user');
  await page.route(/\/api\/messages(\?|$)/, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/user/messagecenter');
  await expect(page.getByText(t('messages.unavailable'))).toBeVisible();
  await page.unroute(/\/api\/messages(\?|$)/);
  await page
    .getByRole('button', { name: t('ui.action.retry') })
    .first()
    .click();
  await expect(page.getByText(t('messages.unavailable'))).toBeHidden();
});

test('sharing several says which were refused, and that a call failed', async ({ as }) => {
  const admin = await as('admin');
  const mark = crypto.randomUUID().slice(0, 8);
  const receiver = `接收人 ${mark}`;
  await admin.request.post('/api/organization/people', {
    data: { login: `receiver.${mark}`, name: receiver, role: 'user', departmentId: null },
  });
  const everyone = { kind: 'everyone' } as const;
  const { appId, formId } = await makeForm(admin.request, '分享失败', inspection, [
    { id: 'all', subject: everyone, actions: ['view', 'create', 'batch'], scope: 'all' },
    { id: 'own', subject: everyone, actions: ['share'], scope: 'own' },
  ]);
  await addRecord(admin.request, formId, { name: '别人的泵' });
  const page = await as('user');
  await addRecord(page.request, formId, { name: '自己的泵' });
  await page.goto(`/app/!/${appId}?form=${formId}`);
  for (const name of ['自己的泵', '别人的泵'])
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('records.share.action') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('records.share.title', { count: 2 }) });
  await dialog.getByRole('button', { name: t('records.pick.choose') }).click();
  const chooser = page.getByRole('dialog', { name: t('records.pick.choose') });
  await chooser.getByRole('searchbox', { name: t('records.pick.search_people') }).fill(mark);
  // those listed before the search are on their way out: a press on one of them would be lost
  await expect(chooser.getByRole('checkbox')).toHaveCount(1);
  await chooser.getByRole('checkbox', { name: new RegExp(receiver) }).click();
  await chooser.getByRole('button', { name: /确\s*定/ }).click();
  const shares = `**/api/records/${formId}/shares`;
  await page.route(shares, (route) => route.fulfill({ status: 500, body: '' }));
  await dialog.getByRole('button', { name: /^分\s*享$/ }).click();
  // the dialog stays, with what was chosen
  await expect(dialog.getByText(t('records.share.failed_call'), { exact: false })).toBeVisible();
  await page.unroute(shares);
  await dialog.getByRole('button', { name: /^分\s*享$/ }).click();
  await expect(page.getByText(t('records.share.done', { count: 1 }))).toBeVisible();
  const told = page.getByRole('dialog', { name: t('records.share.failed', { count: 1 }) });
  await expect(told.getByRole('listitem')).toHaveText(`${t('records.record.no_share')}：别人的泵`);
  await told.getByRole('button', { name: t('ui.action.close') }).click();
  await expect(told).toBeHidden();
});
