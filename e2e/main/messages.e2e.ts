import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { addRecord, makeForm, makeProcess, send } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('messages are searched, read one by one and all, opened, and deleted', async ({ as }) => {
  const [admin, user, page] = [await as('admin'), await as('user'), await as('safe')];
  const { appId, formId } = await makeForm(admin.request, '消息中心');
  const { id } = (await (await page.request.get('/api/identity/me')).json()) as { id: string };
  await makeProcess(admin.request, formId, id);
  for (const name of ['一号铣床', '二号铣床', '三号车床', '四号车床']) {
    const record = await addRecord(user.request, formId, { name });
    await send(
      user.request,
      'POST',
      workflowApi.start.path,
      { formId, recordId: record.id },
      { commandId: crypto.randomUUID() },
    );
  }
  await page.goto(`/user/messagecenter?app=${appId}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(page.getByRole('row').filter({ hasText: t('messages.kind.todo') })).toHaveCount(4);

  const search = page.getByRole('searchbox', { name: t('messages.search') });
  await search.fill('车床');
  await expect(row('铣床')).toHaveCount(0);
  await expect(row('车床')).toHaveCount(2);
  await expect(page).toHaveURL(/search=/);
  // the box keeps the cursor while the list changes
  await expect(search).toBeFocused();
  await search.fill('没有这样的消息');
  await expect(page.getByText(t('messages.none_found'))).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('row').filter({ hasText: t('messages.kind.todo') })).toHaveCount(4);

  // one, then all of the page
  const dot = (name: string) => row(name).getByRole('img', { name: t('messages.is_unread') });
  await expect(dot('一号铣床')).toBeVisible();
  await row('一号铣床').hover();
  await row('一号铣床')
    .getByRole('button', { name: t('messages.read'), exact: true })
    .click();
  await expect(dot('一号铣床')).toHaveCount(0);
  await expect(dot('二号铣床')).toBeVisible();
  await page.getByRole('button', { name: t('messages.read_page') }).click();
  await expect(dot('二号铣床')).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('messages.read_page') })).toBeDisabled();

  // one, then all of the page; what is deleted cannot come back, so it is asked
  const confirm = async (count: number) => {
    const dialog = page.getByRole('dialog', { name: t('messages.delete_title', { count }) });
    await dialog.getByRole('button', { name: t('messages.delete'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  await row('一号铣床').hover();
  await row('一号铣床')
    .getByRole('button', { name: t('messages.delete'), exact: true })
    .click();
  await confirm(1);
  await expect(row('一号铣床')).toHaveCount(0);
  await row('四号车床').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/${appId}/detail/${formId}`));
  await expect(page.getByRole('button', { name: t('workflow.action.approve'), exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('columnheader').getByRole('checkbox').check();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('messages.delete'), exact: true })
    .click();
  await confirm(3);
  await expect(page.getByText(t('messages.none_found'))).toBeVisible();
});
