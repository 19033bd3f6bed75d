import type { Page } from '@playwright/test';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { addRecord, makeForm, makeProcess, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { followed } from '../testing/settled.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const me = async (page: Page) =>
  (await (await page.request.get('/api/identity/me')).json()) as { id: string; name: string };

test('an agent finds the to-dos, handles them on behalf of the other, and has nothing left once recycled', async ({
  as,
}) => {
  const [admin, user, safe, audit] = [await as('admin'), await as('user'), await as('safe'), await as('audit')];
  const [principal, agent] = [await me(safe), await me(audit)];
  const mark = Date.now().toString(36);
  const { appId, formId } = await makeForm(admin.request, '代理办理');
  await makeProcess(admin.request, formId, principal.id);
  const begin = async (name: string) => {
    const { id } = await addRecord(user.request, formId, { name: `${name} ${mark}` });
    await send(
      user.request,
      'POST',
      workflowApi.start.path,
      { formId, recordId: id },
      { commandId: crypto.randomUUID() },
    );
    return id;
  };
  const recordId = await begin('甲');

  await safe.goto('/setting/center?tab=agents');
  await safe.getByRole('button', { name: t('personal.agents.create') }).click();
  const dialog = safe.getByRole('dialog', { name: t('personal.agents.create') });
  await select(dialog.getByRole('combobox', { name: t('personal.agents.agent') }), agent.name, { search: 'audit' });
  await dialog.getByLabel('结束时间').fill('2099-12-31 18:00');
  await dialog.getByLabel('结束时间').press('Enter');
  for (const permission of ['todo', 'existingTodo', 'return'])
    await dialog.getByRole('checkbox', { name: t(`personal.agents.may_${permission}`), exact: true }).check();
  await dialog.getByRole('button', { name: '确定' }).click();
  const line = safe.getByRole('row').filter({ hasText: agent.name }).first();
  await expect(line).toContainText(t('personal.agents.state_agenting'));

  await audit.goto(`/user/workbench?search=${mark}`);
  const todo = audit.getByRole('row').filter({ hasText: `甲 ${mark}` });
  await expect(todo).toContainText(t('workflow.workbench.on_behalf_of', { name: principal.name }));
  const refused: string[] = [];
  audit.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  await todo.getByText(`甲 ${mark}`).click();
  await expect(audit.getByRole('heading', { level: 1 })).toHaveText(`甲 ${mark}`);
  const settled = followed(audit);
  await audit.getByRole('tab', { name: t('records.comment.title') }).click();
  await settled();
  expect(refused, 'nothing is asked that an agent is refused').toEqual([]);
  await expect(audit.getByRole('button', { name: t('records.list.edit'), exact: true })).toHaveCount(0);
  const panel = audit.getByRole('region', { name: t('workflow.panel.title') });
  await panel.getByRole('button', { name: t('workflow.action.approve'), exact: true }).click();
  await audit
    .getByRole('dialog')
    .getByRole('button', { name: t('workflow.action.submit'), exact: true })
    .click();
  await expect(audit.getByText(t('workflow.done.ended'))).toBeVisible();

  // everybody sees whose hand it was: on the track, in the history, in the audit trail
  const behalf = t('workflow.event.on_behalf_of', { deputy: agent.name, name: principal.name });
  await user.goto(`/${appId}/detail/${formId}?record=${recordId}`);
  const seen = user.getByRole('region', { name: t('workflow.panel.title') });
  await expect(seen.locator('.process-sheet')).toContainText(behalf);
  await seen.getByRole('tab', { name: t('workflow.panel.history') }).click();
  await expect(seen.locator('.process-history')).toContainText(
    t('workflow.event.submitted', { actor: behalf, node: '设备主管审批' }),
  );

  await begin('乙');
  await audit.goto(`/user/workbench?search=${mark}`);
  await expect(audit.getByRole('row').filter({ hasText: `乙 ${mark}` })).toBeVisible();
  await line.hover();
  await line.getByRole('button', { name: t('personal.agents.recycle') }).click();
  await expect(line).toContainText(t('personal.agents.state_recycled'));
  await audit.reload();
  await expect(audit.getByText(t('workflow.workbench.none_found'))).toBeVisible();
  await safe.goto(`/user/workbench?search=${mark}`);
  await expect(safe.getByRole('row').filter({ hasText: `乙 ${mark}` })).toBeVisible();
});
