import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { addRecord, makeForm, makeProcess } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '设备台账', en: 'Machines' },
  titleField: 'name',
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: { similarity: 80 } },
    { id: 'torque', type: 'number', title: { zh: '扭矩' }, config: {} },
    { id: 'budget', type: 'number', title: { zh: '预算' }, config: {} },
  ],
  tables: [
    {
      id: 'parts',
      title: { zh: '备件' },
      fields: [{ id: 'item', type: 'text', title: { zh: '品名' }, config: { similarity: 80 } }],
    },
  ],
  layout: [],
};

test('what is like another record is told in rows of slave tables and before a step is submitted, and the person decides', async ({
  as,
}) => {
  const [admin, phone] = [await as('admin'), await as('admin', { width: 390 })];
  const { appId, formId } = await makeForm(admin.request, fresh('相似'), definition);
  await addRecord(admin.request, formId, { name: '离心泵 1' }, { parts: [{ values: { item: '轴承 6204' } }] });

  await phone.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  await phone.getByLabel('名称').fill('空压机');
  for (const item of ['轴承 6205', '轴承 6206']) {
    await phone.getByRole('button', { name: t('ui.sheet.add_row') }).click();
    await phone.getByRole('dialog').getByLabel('品名').fill(item);
    await phone.locator('.ant-drawer-close').click();
  }
  await phone.getByRole('button', { name: '保存', exact: true }).click();
  const told = phone.getByRole('alert').filter({ hasText: t('records.similar.title') });
  await expect(told).toContainText('“轴承 6205”与“轴承 6204”：备件 · 品名相似 85%');
  await expect(told).toContainText('“轴承 6206”与“轴承 6204”：备件 · 品名相似 85%');
  await expect(told).toContainText('本记录第 2 行与第 1 行：备件 · 品名相似 85%');
  await told.getByRole('button', { name: t('records.similar.anyway') }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('空压机');

  const me = (await (await admin.request.get('/api/identity/me')).json()) as { id: string };
  await makeProcess(admin.request, formId, me.id);
  const { id } = await addRecord(admin.request, formId, { name: '阀' });
  await admin.goto(`/${appId}/detail/${formId}?record=${id}&mode=edit`);
  await admin.getByLabel('名称').fill('离心泵 2');
  await admin.getByRole('button', { name: t('workflow.action.start'), exact: true }).click();
  const dialog = admin.getByRole('dialog');
  const hint = dialog.getByRole('alert').filter({ hasText: t('records.similar.title') });
  await expect(hint.getByRole('link', { name: '离心泵 1' })).toBeVisible();
  await expect(hint).toContainText('名称相似 80%');
  await dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true }).click();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('离心泵 2');

  // what was not changed is not asked again at the next step
  await admin.getByRole('button', { name: t('workflow.action.approve'), exact: true }).click();
  await expect(dialog.getByText(t('workflow.submit.last_step'))).toBeVisible();
  await expect(hint).toHaveCount(0);
  await dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true }).click();
  await expect(admin.getByRole('heading', { level: 1 }).locator('..')).toContainText('已完成');
});
