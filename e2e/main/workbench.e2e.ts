import { newApprove } from '@formwork/process/starting-graph.ts';
import type { Definition } from '@formwork/contract/workflow/api.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';

test('several approved at once, what waits as a draft, and the overview of whoever watches over it', async ({ as }) => {
  const [admin, user, safe] = [await as('admin'), await as('user'), await as('safe')];
  const { formId } = await makeForm(admin.request, '批量审批');
  await admin.request.put(`/api/forms/${formId}/permissions`, {
    data: { rules: [{ id: 'all', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'own' }] },
  });
  await drawOneApproval(admin, formId, await idOf(safe));
  const mark = Date.now().toString(36);
  for (const name of [`甲 ${mark}`, `乙 ${mark}`]) {
    const { id } = await addRecord(user.request, formId, { name });
    await user.request.post(`/api/workflow/forms/${formId}/records/${id}/instances`, {
      data: { commandId: crypto.randomUUID() },
    });
  }
  await addRecord(user.request, formId, { name: `丙 ${mark}` });

  await safe.goto(`/user/workbench?search=${mark}`);
  await expect(safe.getByRole('link', { name: `甲 ${mark}` })).toBeVisible();
  for (const name of [`甲 ${mark}`, `乙 ${mark}`])
    await safe.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await safe.getByRole('toolbar').getByRole('button', { name: '批量同意' }).click();
  await safe.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
  await expect(safe.getByText('2 项成功')).toBeVisible();
  await safe.getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(safe.getByText('没有符合条件的事项')).toBeVisible();

  await user.goto('/user/workbench/drafts');
  await expect(user.getByText(`丙 ${mark}`)).toBeVisible();
  await expect(user.getByRole('button', { name: '流程概览' })).toHaveCount(0);

  const watcher = await as('admin', { locale: 'en', width: 390 });
  await watcher.goto('/user/workbench/overview?part=flows');
  await expect(watcher.getByText('Equipment inspections').first()).toBeVisible();
});

async function idOf(page: Page): Promise<string> {
  return ((await (await page.request.get('/api/identity/me')).json()) as { id: string }).id;
}

async function drawOneApproval(admin: Page, formId: string, approver: string): Promise<void> {
  const { graph, version } = (await (
    await admin.request.get(`/api/workflow/forms/${formId}/definition`)
  ).json()) as Definition;
  const start = graph.nodes.find((node) => node.kind === 'start')!;
  const approve = newApprove('lead', 0, 0);
  approve.executors.rules = [{ by: 'persons', persons: [approver] }];
  const drawn = {
    ...graph,
    nodes: [start, approve, { id: 'end', kind: 'end', name: { zh: '结束' }, x: 0, y: 0 }],
    edges: [
      { id: 'one', source: start.id, target: 'lead' },
      { id: 'two', source: 'lead', target: 'end' },
    ],
  };
  await admin.request.put(`/api/workflow/forms/${formId}/definition`, {
    data: { graph: drawn, expectedVersion: version },
  });
  const released = await admin.request.post(`/api/workflow/forms/${formId}/releases`, {
    data: { expectedVersion: version + 1 },
  });
  expect(released.status(), await released.text()).toBe(200);
}
