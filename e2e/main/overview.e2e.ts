import { readFileSync } from 'node:fs';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { addRecord, makeForm, makeProcess, send } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('the overview goes onto paper whole and alone, and out as a spreadsheet', async ({ as }) => {
  const [admin, user] = [await as('admin'), await as('user')];
  const { id: approver } = (await (await admin.request.get('/api/identity/me')).json()) as { id: string };
  const { formId } = await makeForm(admin.request, '概览打印');
  await makeProcess(admin.request, formId, approver);
  const { id: recordId } = await addRecord(user.request, formId, { name: '十一号铣床' });
  await send(user.request, 'POST', workflowApi.start.path, { formId, recordId }, { commandId: crypto.randomUUID() });

  await admin.goto(`/user/workbench/overview?flow=${formId}`);
  await expect(admin.getByRole('row').filter({ hasText: '设备主管审批' })).toBeVisible();
  await admin.emulateMedia({ media: 'print' });
  await admin.evaluate(() => void dispatchEvent(new Event('beforeprint')));
  const paper = admin.getByRole('table', { name: t('workflow.overview.part_nodes') });
  await expect(paper.getByRole('row')).toHaveCount(2);
  await expect(admin.getByRole('heading', { name: t('workflow.workbench.overview') })).toBeVisible();
  await expect(admin.getByRole('button', { name: t('workflow.panel.print') })).toBeHidden();
  await expect(admin.getByRole('navigation').first()).toBeHidden();
  await admin.evaluate(() => void dispatchEvent(new Event('afterprint')));
  await admin.emulateMedia({ media: 'screen' });
  await expect(admin.getByRole('button', { name: t('workflow.panel.print') })).toBeVisible();

  const saved = admin.waitForEvent('download');
  await admin.getByText(t('workflow.overview.export')).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});
