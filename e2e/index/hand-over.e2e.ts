import { organizationApi } from '@formwork/contract/organization/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, makeProcess, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const me = async (page: Page) =>
  (await (await page.request.get('/api/identity/me')).json()) as { id: string; name: string };

test('whoever leaves hands over: the to-dos are there at the other one, who is told, and the history says so', async ({
  as,
}) => {
  const [admin, user, safe] = [await as('admin'), await as('user'), await as('safe')];
  const mark = Date.now().toString(36);
  const { person: leaver } = (await send(
    admin.request,
    'POST',
    organizationApi.createPerson.path,
    {},
    { name: `离职 ${mark}`, login: `leaver-${mark}`, role: 'user', departmentId: null },
  )) as unknown as { person: { id: string; name: string } };
  const successor = await me(safe);
  const { appId, formId } = await makeForm(admin.request, '离职交接');
  await makeProcess(admin.request, formId, leaver.id);
  const records: string[] = [];
  for (const name of [`甲 ${mark}`, `乙 ${mark}`]) {
    const { id } = await addRecord(user.request, formId, { name });
    await send(
      user.request,
      'POST',
      workflowApi.start.path,
      { formId, recordId: id },
      { commandId: crypto.randomUUID() },
    );
    records.push(id);
  }

  // the other one looks on: nothing has to be loaded again
  await safe.goto(`/user/workbench?search=${mark}`);
  await expect(safe.getByText(t('workflow.workbench.none_found'))).toBeVisible();
  await admin.goto('/enterprise/organization');
  await admin.getByLabel(t('organization.people.search')).fill(`leaver-${mark}`);
  const row = admin.getByRole('row').filter({ hasText: `leaver-${mark}` });
  await row.hover();
  await row.getByRole('button', { name: t('organization.people.hand_over') }).click();
  const dialog = admin.getByRole('dialog', { name: t('organization.handover.title', { name: leaver.name }) });
  await select(dialog.getByRole('combobox', { name: t('organization.handover.to') }), successor.name, {
    search: 'safe',
  });
  await dialog.getByRole('button', { name: t('organization.handover.start') }).click();
  await expect(
    admin.getByText(t('organization.handover.done', { tasks: 2, records: 0, definitions: 0, roles: 0 })),
  ).toBeVisible();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: t('organization.handover.close'), exact: true })
    .last()
    .click();

  for (const name of ['甲', '乙'])
    await expect(safe.getByRole('row').filter({ hasText: `${name} ${mark}` })).toBeVisible();
  await safe.goto('/user/messagecenter?kind=todo');
  await expect(safe.getByRole('row').filter({ hasText: `甲 ${mark}` })).toBeVisible();
  await safe.goto(`/${appId}/detail/${formId}?record=${records[0]}`);
  const panel = safe.getByRole('region', { name: t('workflow.panel.title') });
  await panel.getByRole('tab', { name: t('workflow.panel.history') }).click();
  await expect(panel.locator('.process-history')).toContainText(
    t('workflow.event.transferred', { actor: leaver.name, node: '设备主管审批', people: successor.name }),
  );
  await panel.getByRole('button', { name: t('workflow.action.approve'), exact: true }).click();
  await safe
    .getByRole('dialog')
    .getByRole('button', { name: t('workflow.action.submit'), exact: true })
    .click();
  await expect(safe.getByText(t('workflow.done.ended'))).toBeVisible();

  // whoever began urges the other at once, and all of theirs together
  await user.goto(`/user/workbench/started?search=${mark}`);
  await user
    .getByRole('row')
    .filter({ hasText: `乙 ${mark}` })
    .getByRole('checkbox')
    .check();
  await user
    .getByRole('row')
    .filter({ hasText: `甲 ${mark}` })
    .getByRole('checkbox')
    .check();
  await user
    .getByRole('toolbar')
    .getByRole('button', { name: t('workflow.batch.urge') })
    .click();
  await user
    .getByRole('dialog')
    .getByRole('button', { name: t('workflow.action.urge'), exact: true })
    .click();
  await expect(user.getByText(t('workflow.batch.done', { done: 1 }))).toBeVisible();
  await expect(user.getByText(t('workflow.batch.refused', { count: 1 }))).toBeVisible();
  await safe.goto('/user/messagecenter?kind=urged');
  await expect(safe.getByRole('row').filter({ hasText: `乙 ${mark}` })).toBeVisible();
});
