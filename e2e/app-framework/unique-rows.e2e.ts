import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '领用', en: 'Issue' },
  titleField: 'name',
  fields: [{ id: 'name', type: 'text', title: { zh: '名称' }, config: {} }],
  tables: [
    {
      id: 'rows',
      title: { zh: '工具' },
      fields: [
        { id: 'serial', type: 'text', title: { zh: '序列号' }, config: {} },
        { id: 'count', type: 'number', title: { zh: '数量' }, config: {} },
      ],
    },
  ],
  layout: [],
};

test('a column of a slave table is made unique, rows that repeat are told at once, those of other records when it is saved', async ({
  as,
}) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '不可重复测试', definition);
  await addRecord(page.request, formId, { name: '第一张' }, { rows: [{ values: { serial: 'T-1' } }] });

  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  const inspector = page.getByRole('complementary', { name: t('design.form.inspector') });
  await page.locator('.designer-item').getByRole('button', { name: '序列号', exact: true }).click();
  await inspector.getByLabel(t('design.field.unique'), { exact: true }).click();
  await expect(inspector.getByText(t('design.field.unique_everywhere'))).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: t('design.save.saved') })).toBeVisible();
  await page.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('design.release.title') })
    .getByRole('button', { name: t('design.action.release'), exact: true })
    .click();
  await expect(page.getByText(t('design.release.done', { number: 2 }))).toBeVisible();

  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  const table = page.locator('.fw-record-table');
  const cell = (row: number) => table.locator(`.fw-sheet-row[data-row="${row}"] .fw-sheet-cell[data-column="0"]`);
  await page.getByLabel('名称').fill('第二张');
  await table.getByRole('button', { name: t('ui.sheet.add_row') }).click();
  await table.getByRole('button', { name: t('ui.sheet.add_row') }).click();
  // typing into a chosen cell replaces what it holds
  const write = async (row: number, serial: string) => {
    await cell(row).click();
    await page.keyboard.type(serial, { delay: 30 });
    await page.keyboard.press('Enter');
    await expect(cell(row)).toHaveText(serial);
  };
  await write(0, 'T-2');
  await write(1, 'T-2');
  await page.getByLabel('名称').click();
  await expect(table.getByRole('status').filter({ hasText: t('records.value.repeated', { row: 1 }) })).toBeVisible();
  await write(1, 'T-1');
  await expect(table.getByRole('status')).toHaveCount(0);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(table.getByRole('status').filter({ hasText: t('records.value.taken') })).toBeVisible();
  await write(1, 'T-3');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('第二张');
});
