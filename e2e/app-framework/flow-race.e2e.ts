import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { nodeButtons, type NodeButton, type ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { reasonMax } from '@formwork/contract/workflow/process.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';

const me = async (page: Page) =>
  (await (await page.request.get('/api/identity/me')).json()) as { id: string; name: string };

/** One approval and its end; everything may be done there. */
function graphFor(approver: string): ProcessGraph {
  const task = {
    slaves: {},
    commentRequired: false,
    signatureRequired: false,
    fields: {},
    buttons: [...nodeButtons] as NodeButton[],
  };
  return {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '填报', en: 'Report' }, x: 0, y: 0, ...task },
      {
        id: 'check',
        kind: 'approve',
        name: { zh: '核对', en: 'Check' },
        x: 0,
        y: 120,
        ...task,
        executors: {
          rules: [{ by: 'persons', persons: [approver] }],
          nobody: 'refuse',
          sameAsPrevious: 'again',
          isInitiator: 'again',
        },
        signing: { way: 'any' },
      },
      { id: 'end', kind: 'end', name: { zh: '结束', en: 'End' }, x: 0, y: 240 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'check' },
      { id: 'e2', source: 'check', target: 'end' },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 10 },
  };
}

for (const [locale, width] of [
  ['zh-CN', 1280],
  ['en', 390],
] satisfies [Locale, number][]) {
  const t = textsOf(locale);

  test(`two tabs approve the same: one wins, the other is told who did and when (${locale})`, async ({ as }) => {
    const [admin, user, first, second] = [
      await as('admin'),
      await as('user'),
      await as('safe', { locale, width }),
      await as('safe', { locale, width }),
    ];
    const approver = await me(first);
    const { appId, formId } = await makeForm(admin.request, `同时办理 ${locale}`);
    await send(
      admin.request,
      'PUT',
      workflowApi.saveDefinition.path,
      { formId },
      { graph: graphFor(approver.id), expectedVersion: 0 },
    );
    await send(admin.request, 'POST', workflowApi.release.path, { formId }, { expectedVersion: 1 });
    const { id: recordId } = await addRecord(user.request, formId, { name: '九号铣床' });
    await send(user.request, 'POST', workflowApi.start.path, { formId, recordId }, { commandId: crypto.randomUUID() });
    for (const page of [first, second]) {
      await page.goto(`/${appId}/detail/${formId}?record=${recordId}`);
      await page.getByRole('button', { name: t('workflow.action.approve'), exact: true }).click();
      await expect(page.getByRole('dialog').getByText(t('workflow.submit.last_step'))).toBeVisible();
    }
    const submit = (page: Page) =>
      page.getByRole('dialog').getByRole('button', { name: t('workflow.action.submit'), exact: true });
    // over a slow network an impatient double click is one submission
    let sent = 0;
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await first.route(/\/tasks\/[^/]+\/submissions?$/, async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await submit(first).dblclick();
    await expect.poll(() => sent).toBe(1);
    go();
    await expect(first.getByText(t('workflow.done.ended'))).toBeVisible();
    expect(sent).toBe(1);

    await second.getByRole('dialog').getByRole('textbox').first().fill('同意，请尽快处理');
    await submit(second).click();
    const told = second.getByRole('dialog').getByRole('alert').last();
    await expect(told).toContainText(t('workflow.task.stale', { name: approver.name, at: '@' }).split('@')[0]!);
    await expect(told).toContainText(/20\d\d|\d:\d\d/);
    // what was written is still there
    await expect(second.getByRole('dialog').getByRole('textbox').first()).toHaveValue('同意，请尽快处理');
  });

  test(`no reason and no message is longer than ${reasonMax} signs (${locale})`, async ({ as }) => {
    const [admin, user, page] = [await as('admin'), await as('user'), await as('safe', { locale, width })];
    const { appId, formId } = await makeForm(admin.request, `意见长度 ${locale}`);
    await send(
      admin.request,
      'PUT',
      workflowApi.saveDefinition.path,
      { formId },
      { graph: graphFor((await me(page)).id), expectedVersion: 0 },
    );
    await send(admin.request, 'POST', workflowApi.release.path, { formId }, { expectedVersion: 1 });
    const { id: recordId } = await addRecord(user.request, formId, { name: '十号铣床' });
    await send(user.request, 'POST', workflowApi.start.path, { formId, recordId }, { commandId: crypto.randomUUID() });
    await page.goto(`/${appId}/detail/${formId}?record=${recordId}`);
    const long = '长'.repeat(reasonMax + 5);
    for (const action of ['transfer', 'entrust', 'addSigners', 'cc'] as const) {
      await page.getByRole('button', { name: t('workflow.action.more') }).click();
      await page.getByRole('menuitem', { name: t(`workflow.action.${action}`), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t(`workflow.action.${action}`), exact: true });
      await expect(dialog.getByRole('button', { name: t(`workflow.action.${action}`), exact: true })).toBeDisabled();
      await dialog.getByRole('textbox').last().fill(long);
      await expect(dialog.getByRole('textbox').last()).toHaveValue('长'.repeat(reasonMax));
      await dialog.getByRole('button', { name: t('workflow.action.cancel'), exact: true }).click();
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole('button', { name: t('workflow.action.return'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('workflow.return.title'), exact: true });
    await dialog.getByRole('textbox').last().fill(long);
    await expect(dialog.getByRole('textbox').last()).toHaveValue('长'.repeat(reasonMax));
  });
}
