import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { NodeButton, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { nodeButtons } from '@formwork/contract/workflow/graph.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const me = async (page: Page) =>
  (await (await page.request.get('/api/identity/me')).json()) as { id: string; name: string };

/** Start, one check, one decision; everything may be done everywhere. */
function graphFor(checker: string, decider: string, administrator: string): ProcessGraph {
  const task = {
    slaves: {},
    commentRequired: false,
    signatureRequired: false,
    fields: {},
    buttons: [...nodeButtons] as NodeButton[],
  };
  const by = (person: string) => ({
    executors: {
      rules: [{ by: 'persons' as const, persons: [person] }],
      nobody: 'refuse' as const,
      sameAsPrevious: 'again' as const,
      isInitiator: 'again' as const,
    },
    signing: { way: 'all' as const },
  });
  return {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '填报' }, x: 0, y: 0, ...task },
      { id: 'check', kind: 'approve', name: { zh: '核对' }, x: 0, y: 120, ...task, ...by(checker) },
      { id: 'decide', kind: 'approve', name: { zh: '决定' }, x: 0, y: 240, ...task, ...by(decider) },
      { id: 'end', kind: 'end', name: { zh: '结束' }, x: 0, y: 360 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'check' },
      { id: 'e2', source: 'check', target: 'decide' },
      { id: 'e3', source: 'decide', target: 'end' },
    ],
    settings: { starters: [], administrators: [administrator], urgeEveryMinutes: 10 },
  };
}

/** What a person does in the process of a record, by clicking. */
function acting(page: Page, address: string) {
  const panel = page.getByRole('region', { name: t('workflow.panel.title') });
  const dialogOf = (action: string) => page.getByRole('dialog', { name: t(`workflow.action.${action}`), exact: true });
  const confirm = async (action: string, done: string) => {
    await dialogOf(action)
      .getByRole('button', { name: t(`workflow.action.${action}`), exact: true })
      .click();
    await expect(page.getByText(t(`workflow.done.${done}`), { exact: true }).last()).toBeVisible();
  };
  return {
    panel,
    open: () => page.goto(address),
    choose: async (action: string) => {
      await panel.getByRole('button', { name: t('workflow.action.more') }).click();
      await page.getByRole('menuitem', { name: t(`workflow.action.${action}`), exact: true }).click();
    },
    dialogOf,
    confirm,
    person: async (action: string, name: string, login: string) => {
      await select(dialogOf(action).getByRole('combobox').first(), name, { search: login });
      // of several people the list stays open
      if (!['transfer', 'entrust'].includes(action))
        await dialogOf(action).getByRole('combobox').first().press('Escape');
    },
    reason: (action: string, text: string) => dialogOf(action).getByRole('textbox').last().fill(text),
    submit: async (button: 'start' | 'approve' | 'submit', done: 'submit' | 'ended' = 'submit') => {
      await panel.getByRole('button', { name: t(`workflow.action.${button}`), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('.process-next, .ant-alert')).toBeVisible();
      await dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true }).click();
      await expect(page.getByText(t(`workflow.done.${done}`), { exact: true }).last()).toBeVisible();
    },
  };
}

test('each action of a process is clicked by whom it concerns, and the history tells all of it', async ({ as }) => {
  test.slow();
  const [admin, user, safe, audit] = [await as('admin'), await as('user'), await as('safe'), await as('audit')];
  const [boss, initiator, checker, decider] = [await me(admin), await me(user), await me(safe), await me(audit)];
  const { appId, formId } = await makeForm(admin.request, '流程操作');
  await send(
    admin.request,
    'PUT',
    workflowApi.saveDefinition.path,
    { formId },
    { graph: graphFor(checker.id, decider.id, boss.id), expectedVersion: 0 },
  );
  await send(admin.request, 'POST', workflowApi.release.path, { formId }, { expectedVersion: 1 });
  const { id } = await addRecord(user.request, formId, { name: '四号铣床' });
  const address = `/${appId}/detail/${formId}?record=${id}`;
  const [u, s, a, b] = [acting(user, address), acting(safe, address), acting(audit, address), acting(admin, address)];

  // handed in, taken back, handed in again
  await u.open();
  await u.submit('start');
  await u.choose('retrieve');
  // asked once
  await user
    .getByRole('dialog', { name: t('workflow.retrieve.title') })
    .getByRole('button', { name: t('workflow.action.retrieve') })
    .click();
  await expect(user.getByText(t('workflow.done.retrieve'), { exact: true }).last()).toBeVisible();
  await u.submit('submit');
  // urged, and not again at once
  await u.choose('urge');
  await u.reason('urge', '请尽快');
  await u.confirm('urge', 'urge');
  await u.choose('urge');
  await u
    .dialogOf('urge')
    .getByRole('button', { name: t('workflow.action.urge'), exact: true })
    .click();
  await expect(u.dialogOf('urge').getByRole('alert')).toContainText('刚刚催办过');
  await u
    .dialogOf('urge')
    .getByRole('button', { name: t('workflow.action.cancel'), exact: true })
    .click();

  // transferred, entrusted and refused, entrusted and taken back, entrusted and accepted
  await s.open();
  await s.choose('transfer');
  await s.person('transfer', decider.name, 'audit');
  await s.confirm('transfer', 'transfer');
  await a.open();
  await a.choose('entrust');
  await a.person('entrust', boss.name, 'admin');
  await a.confirm('entrust', 'entrust');
  await b.open();
  await expect(b.panel.getByText(t('workflow.panel.entrusted', { name: decider.name }))).toBeVisible();
  await b.panel.getByRole('button', { name: t('workflow.action.refuseEntrusted') }).click();
  await expect(
    b.dialogOf('refuseEntrusted').getByRole('button', { name: t('workflow.action.refuseEntrusted'), exact: true }),
  ).toBeDisabled();
  await b.reason('refuseEntrusted', '不了解情况'.repeat(20));
  await expect(b.dialogOf('refuseEntrusted').getByRole('textbox')).toHaveValue('不了解情况'.repeat(12));
  await b.confirm('refuseEntrusted', 'refuseEntrusted');
  await a.choose('entrust');
  await a.person('entrust', boss.name, 'admin');
  await a.confirm('entrust', 'entrust');
  await a.choose('cancelEntrusted');
  await expect(audit.getByText(t('workflow.done.cancelEntrusted'), { exact: true }).last()).toBeVisible();
  await a.choose('entrust');
  await a.person('entrust', boss.name, 'admin');
  await a.confirm('entrust', 'entrust');
  await b.panel.getByRole('button', { name: t('workflow.action.acceptEntrusted') }).click();
  await expect(admin.getByText(t('workflow.done.acceptEntrusted'), { exact: true }).last()).toBeVisible();
  await b.submit('approve');

  // signers come and go; a copy with words
  await a.choose('addSigners');
  await a.person('addSigners', checker.name, 'safe');
  await a.confirm('addSigners', 'addSigners');
  await a.choose('removeSigners');
  await select(a.dialogOf('removeSigners').getByRole('combobox'), checker.name);
  await a.dialogOf('removeSigners').getByRole('combobox').press('Escape');
  await a.confirm('removeSigners', 'removeSigners');
  await a.choose('cc');
  await a.person('cc', checker.name, 'safe');
  await a.reason('cc', '请知悉');
  await a.confirm('cc', 'cc');

  // stopped and recovered by whom the process names over it
  await b.choose('interrupt');
  await b.reason('interrupt', '等备件');
  await b.confirm('interrupt', 'interrupt');
  await expect(a.panel.getByText('等备件').first()).toBeVisible();
  await expect(a.panel.getByRole('button', { name: t('workflow.action.approve'), exact: true })).toHaveCount(0);
  await b.choose('recover');
  await b.reason('recover', '备件到了');
  await b.confirm('recover', 'recover');

  // returned to come straight back, then to go through it again
  for (const mode of ['back', 'again']) {
    await a.panel.getByRole('button', { name: t('workflow.action.return'), exact: true }).click();
    const dialog = audit.getByRole('dialog', { name: t('workflow.return.title'), exact: true });
    await dialog.getByText(t(`workflow.return.mode_${mode}`)).click();
    await dialog.getByRole('textbox').last().fill('请补充');
    await dialog.getByRole('button', { name: t('workflow.action.return'), exact: true }).click();
    await expect(audit.getByText(t('workflow.done.return'), { exact: true }).last()).toBeVisible();
    await expect(u.panel.getByText(t('workflow.panel.returned', { name: decider.name }))).toBeVisible();
    await u.submit('submit');
  }
  // the first step finds its people anew
  await expect(s.panel.getByRole('button', { name: t('workflow.action.approve'), exact: true })).toBeVisible();
  await b.choose('invalidate');
  await b.reason('invalidate', '重复提交');
  await b.confirm('invalidate', 'invalidate');
  await expect(u.panel.getByText('重复提交').first()).toBeVisible();

  await u.panel.getByRole('tab', { name: t('workflow.panel.history') }).click();
  const history = user.locator('.process-history');
  const said = (kind: string, values: Record<string, string>) =>
    expect(history).toContainText(t(`workflow.event.${kind}`, values));
  await said('retrieved', { actor: initiator.name, node: '填报' });
  await said('urged', { actor: initiator.name, people: checker.name });
  await said('transferred', { actor: checker.name, node: '核对', people: decider.name });
  await said('entrustRefused', { actor: boss.name, people: decider.name });
  await said('entrustCancelled', { actor: decider.name, node: '核对', people: boss.name });
  await said('entrustAccepted', { actor: boss.name });
  await said('signersAdded', { actor: decider.name, people: checker.name, node: '决定' });
  await said('signersRemoved', { actor: decider.name, people: checker.name, node: '决定' });
  await said('copied', { people: checker.name });
  await said('interrupted', { actor: boss.name });
  await said('recovered', { actor: boss.name });
  await said('returned', { actor: decider.name, node: '决定', target: '填报' });
  await said('invalidated', { actor: boss.name });
});
