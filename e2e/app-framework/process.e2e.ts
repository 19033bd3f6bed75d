import { makeForm, addRecord, makeProcess } from '../testing/inspection-form.ts';
import { askForEverything } from '../testing/first-answers.ts';
import { expect, test } from '../testing/test.ts';

test('a record in a process: the step decides what may be seen and changed, on the spot', async ({ as }) => {
  const admin = await as('admin');
  const user = await as('user');
  const { appId, formId } = await makeForm(admin.request, '流程中的记录');
  const approver = (await (await admin.request.get('/api/identity/me')).json()) as { id: string };
  await makeProcess(admin.request, formId, approver.id);
  const { id } = await addRecord(user.request, formId, { name: '三号铣床', torque: 30, budget: 500 });
  const address = `/${appId}/detail/${formId}?record=${id}`;

  // what was written and not saved goes along with the start
  await user.goto(`${address}&mode=edit`);
  await user.getByLabel('扭矩').fill('33.3');
  await user.getByRole('button', { name: '提交流程', exact: true }).click();
  await user.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click();
  await expect(user.getByText('33.30 Nm').first()).toBeVisible();
  await expect(user.getByLabel('扭矩').locator('input')).toHaveCount(0);
  await expect(user.getByRole('heading', { level: 1 }).locator('..')).toContainText('处理中');

  // what is said about it stands on the track, and is told to whoever has it in hand
  await user.getByRole('button', { name: '更多流程操作' }).click();
  await user.getByRole('menuitem', { name: '评论' }).click();
  const said = user.getByRole('dialog', { name: '评论' });
  await said.getByRole('textbox').fill('请尽快处理');
  await said.getByRole('button', { name: '评论' }).click();
  await expect(user.locator('.process-sheet')).toContainText('请尽快处理');
  await admin.goto('/user/messagecenter?kind=commented');
  await expect(admin.getByRole('row', { name: '新评论 · 三号铣床' }).first()).toBeVisible();

  // on a slow line the record waits for its step: what that hides does not show for a moment
  await askForEverything(admin);
  const held = Promise.withResolvers<undefined>();
  await admin.route(/\/process$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await admin.goto(address);
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('三号铣床');
  expect(await admin.locator('[data-field]').count()).toBe(0);
  held.resolve(undefined);
  await expect(admin.locator('[data-field="torque"] input')).toBeVisible();
  await admin.unroute(/\/process$/);
  await expect(admin.getByText('500.00')).toHaveCount(0);
  await expect(admin.locator('[data-field="budget"]')).toHaveCount(0);
  await expect(admin.locator('[data-field="name"] input')).toHaveCount(0);
  await admin.locator('[data-field="torque"] input').fill('34.4');
  await admin.getByRole('button', { name: '同意', exact: true }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^(同意|提交)$/ })
    .click();
  await expect(admin.getByText('34.40 Nm').first()).toBeVisible();

  // the initiator's page follows without a reload
  await expect(user.getByText('34.40 Nm').first()).toBeVisible();
  await expect(user.getByRole('heading', { level: 1 }).locator('..')).toContainText('已完成');
  await user.goto(`/app/!/${appId}?form=${formId}`);
  await expect(user.getByRole('row', { name: /三号铣床/ })).toContainText('已完成');
});
