import { randomUUID } from 'node:crypto';
import { readRules } from '@formwork/logic/qlang/read.ts';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('a value leads to the rule that set it, and the rule to its release as it is drawn', async ({ as }) => {
  const page = await as('admin');
  const name = fresh('点检预算');
  const { appId, formId } = await makeForm(page.request, fresh('设备原因'));
  const { rules } = readRules(`rule "${name}" on created of ${formId} as system
  when failed = true then
    set remark = "故障"
  end
  match (first) set budget by torque
    | < 10 | 100 |
    | >= 10 | 500 |
  end
`);
  const draft = { rule: rules[0]!.rule, tests: [] };
  const made = await send(
    page.request,
    'POST',
    '/definitions/rule',
    {},
    { commandId: randomUUID(), name: { zh: name }, draft },
  );
  const body = { version: made.version, accept: true };
  await send(page.request, 'POST', '/definitions/rule/:id/releases', { id: made.id }, body);
  const record = await addRecord(page.request, formId, { name: '一号铣床', torque: 12 });

  await page.goto(`/${appId}/detail/${formId}?record=${record.id}`);
  const budget = page.locator('[data-field="budget"]');
  await expect(async () => {
    await page.reload();
    await expect(budget).toContainText('500.00', { timeout: 3_000 });
  }).toPass();
  await budget.getByRole('button', { name: t('records.history.of_field') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('records.history.by_rule', { name }))).toBeVisible();
  await page.getByRole('link', { name: t('records.history.see_why'), exact: true }).click();
  await expect(page).toHaveURL(/\/rulesengine\?.*trace=/);
  await expect(page.getByRole('dialog').getByText(name, { exact: true }).first()).toBeVisible();

  await page.goto(`/ruledesigner/designer/${made.id}/0/1`);
  await expect(page.locator('.react-flow__node').filter({ hasText: t('rules.kind.match') })).toBeVisible();
  await page.getByRole('button', { name: t('rules.view.table'), exact: true }).click();
  await expect(page.getByText('>= 10', { exact: true })).toBeVisible();
});
