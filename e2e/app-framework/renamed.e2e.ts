import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';

const title = { zh: '归属' };
const definition: FormDefinition = {
  format: 1,
  title,
  titleField: 'name',
  fields: [newField('text', { zh: '名称' }, 'name'), newField('department', { zh: '部门' }, 'unit')],
  tables: [],
  layout: [],
};

test('a department that was renamed meanwhile is called by its new name without another load of the page', async ({
  as,
}) => {
  const page = await as('admin');
  const mark = Date.now().toString(36);
  const [before, after] = [`旧名 ${mark}`, `新名 ${mark}`];
  const made = await page.request.post('/api/organization/departments', { data: { name: before, parentId: null } });
  const { id: department } = (await made.json()) as { id: string };
  const { appId, formId } = await makeForm(page.request, '归属', definition);
  await addRecord(page.request, formId, { name: '甲', unit: [department] });
  await page.clock.install();
  await page.goto(`/app/!/${appId}?form=${formId}`);
  await expect(page.getByRole('gridcell', { name: before })).toBeVisible();

  await page.request.patch(`/api/organization/departments/${department}`, { data: { name: after } });
  await page.clock.fastForward(31_000);
  await page.getByRole('link', { name: '甲' }).click();
  await expect(page.getByText(after).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('gridcell', { name: after })).toBeVisible();
});
