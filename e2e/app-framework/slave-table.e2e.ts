import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '排班', en: 'Shifts' },
  titleField: 'name',
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    { id: 'count', type: 'number', title: { zh: '人数' }, config: {} },
    {
      id: 'total',
      type: 'rollup',
      title: { zh: '总工时' },
      config: { table: 'rows', field: 'hours', function: 'sum', decimals: 0 },
    },
  ],
  tables: [
    {
      id: 'rows',
      title: { zh: '班次' },
      totals: ['hours'],
      fields: [
        { id: 'who', type: 'text', title: { zh: '人员' }, required: true, config: {} },
        { id: 'hours', type: 'number', title: { zh: '工时' }, config: {} },
        {
          id: 'slot',
          type: 'timeSlot',
          title: { zh: '时段' },
          config: {
            resources: [],
            choice: 'slots',
            minutes: 60,
            most: 1,
            opensAt: '08:00',
            closesAt: '18:00',
            weekdays: [1, 2, 3, 4, 5, 6, 7],
            daysAhead: 30,
          },
        },
      ],
      generators: [
        {
          id: 'people',
          title: { zh: '每人一行' },
          source: { by: 'range', from: '1', to: 'count' },
          values: [
            { field: 'who', value: '"人员 " + string(each)' },
            { field: 'hours', value: '8' },
          ],
        },
      ],
    },
  ],
  layout: [],
};

test('rows by rule and from a file, seen as a form, red while something is missing, out to a file, saved', async ({
  as,
}) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '从表测试', definition);
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  const slot = page.locator('.fw-record-table');
  await page.getByLabel('名称').fill('三月');
  await slot.getByRole('button', { name: '每人一行' }).click();
  await expect(page.getByText(t('records.slave.nothing_made'))).toBeVisible();
  await page.getByLabel('人数').fill('3');
  await slot.getByRole('button', { name: '每人一行' }).click();
  await expect(slot.getByText('共 3 行')).toBeVisible();
  await expect(page.locator('[data-field="total"]')).toContainText('24');

  await slot.getByRole('button', { name: t('records.slave.import') }).click();
  const dialog = page.getByRole('dialog', { name: t('records.slave.import') });
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('工时,人员\n4,张三\n5,\n') });
  await dialog.getByRole('button', { name: t('records.slave.take', { count: 2 }) }).click();
  await expect(slot.getByText('共 5 行')).toBeVisible();
  await expect(page.locator('[data-field="total"]')).toContainText('33');

  // who is missing is seen once the table is left, found from the list of errors, and mended in the form of the row
  await slot.locator('.fw-sheet-row[data-row="4"] .fw-sheet-cell[data-column="1"]').click();
  await page.getByLabel('名称').click();
  await expect(slot.locator('.fw-sheet-row[data-invalid]')).toHaveCount(1);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: /^班次 第 5 行 人员: / }).click();
  await expect(slot.getByLabel('人员 5', { exact: true })).toBeFocused();
  await slot.getByRole('button', { name: t('records.slave.as_form') }).click();
  const row = page.getByRole('dialog', { name: /班次/ });
  await row.getByLabel('人员').fill('李四');
  await row.getByRole('button', { name: t('records.record.previous') }).click();
  await expect(row.getByLabel('人员')).toHaveValue('张三');
  await page.keyboard.press('Escape');
  await expect(slot.locator('.fw-sheet-row[data-invalid]')).toHaveCount(0);

  // each row books for itself: what one of them wants is taken for the next
  const slotOf = (at: number) => slot.locator(`.fw-sheet-row[data-row="${at}"] .fw-sheet-cell[data-column="2"]`);
  await slotOf(0).dblclick();
  await page.getByRole('button', { name: t('records.slot.day_after') }).click();
  await page.getByRole('button', { name: /^09:00/ }).click();
  await page.getByLabel('名称').click();
  await expect(slotOf(0)).toContainText('09:00–10:00');
  await slotOf(1).dblclick();
  await page.getByRole('button', { name: t('records.slot.day_after') }).click();
  await expect(page.getByRole('button', { name: /^09:00/ })).toBeDisabled();
  await page.getByRole('button', { name: /^10:00/ }).click();
  await page.getByLabel('名称').click();
  await expect(slotOf(1)).toContainText('10:00–11:00');

  const saving = page.waitForEvent('download');
  await slot.getByRole('button', { name: t('records.slave.export') }).click();
  expect((await saving).suggestedFilename()).toBe('班次.csv');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('三月');
  await expect(slot.getByText('共 5 行')).toBeVisible();

  // one row shown to people, and to whoever holds a link
  await slot.locator('.fw-sheet-row[data-row="3"] .fw-sheet-cell[data-column="0"]').click();
  await slot.getByRole('button', { name: t('records.slave.share') }).click();
  await page.getByRole('menuitem', { name: t('records.slave.share_people') }).click();
  const people = page.getByRole('dialog', { name: t('records.share.rows_title', { count: 1 }) });
  await people.getByRole('button', { name: /^分\s*享$/ }).click();
  await expect(people.getByText(t('records.share.no_receivers'))).toBeVisible();
  await people.getByRole('button', { name: t('records.pick.choose') }).click();
  await page.getByPlaceholder(/搜索/).last().fill('审计');
  await page.getByRole('checkbox', { name: /审计/ }).first().click();
  await page
    .getByRole('dialog', { name: t('records.pick.choose') })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await people.getByRole('button', { name: /^分\s*享$/ }).click();
  await expect(page.getByText(t('records.share.rows_done', { count: 1 }))).toBeVisible();
  await page.getByRole('tab', { name: t('records.share.tab') }).click();
  await expect(page.getByText(t('records.share.rows_of', { table: '班次', count: 1 }))).toBeVisible();
  await slot.getByRole('button', { name: t('records.slave.share') }).click();
  await page.getByRole('menuitem', { name: t('records.slave.share_link') }).click();
  const link = page.getByRole('dialog', { name: t('records.link.make') });
  await link.getByRole('button', { name: t('records.link.make') }).click();
  const address = await page.getByLabel(t('records.link.address')).inputValue();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ui.action.close') })
    .last()
    .click();
  const visitor = await page.context().browser()!.newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('cell', { name: '张三' })).toBeVisible();
  await expect(visitor.getByRole('row')).toHaveCount(2);
  await visitor.close();

  // and given to another record
  await addRecord(page.request, formId, { name: '四月' });
  await slot.locator('.fw-sheet-row[data-row="3"] .fw-sheet-cell[data-column="0"]').click();
  await slot.getByRole('button', { name: t('records.slave.transfer') }).click();
  const target = page.getByRole('dialog', { name: t('records.slave.transfer_to', { count: 1 }) });
  await target.getByRole('button', { name: '四月' }).click();
  await target.getByRole('button', { name: t('records.pick.ok') }).click();
  await expect(page.getByText(t('records.slave.transferred', { count: 1, title: '四月' }))).toBeVisible();
  await expect(slot.getByText('共 4 行')).toBeVisible();
});

test('what is pasted and does not fit stays where it was pasted, red, and is mended there', async ({ as }) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '从表粘贴', definition);
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  const slot = page.locator('.fw-record-table');
  await slot.getByRole('button', { name: '添加一行' }).click();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, '张三\t8\n李四\t八小时');
  await expect(page.getByText(t('records.slave.misfits', { count: 1 }))).toBeVisible();
  const wrong = slot.locator('.fw-sheet-row[data-row="1"]');
  await expect(wrong).toHaveAttribute('data-invalid');
  await expect(wrong).toContainText('八小时');
  await expect(page.locator('[data-field="total"]')).toContainText('8');

  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: /^班次 第 2 行 工时: / }).click();
  await expect(slot.getByLabel('工时 2', { exact: true })).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(slot.locator('.fw-sheet-row[data-invalid]')).toHaveCount(0);
  await expect(page.locator('[data-field="total"]')).toContainText('15');

  // so does what is typed and left behind; saving would lose it
  await slot.locator('.fw-sheet-row[data-row="0"] .fw-sheet-cell[data-column="1"]').click();
  await page.keyboard.type('半天');
  await page.getByLabel('名称').click();
  await expect(slot.locator('.fw-sheet-row[data-invalid]')).toContainText('半天');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: /^班次 第 1 行 工时: / }).click();
  await expect(slot.getByLabel('工时 1', { exact: true })).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存')).toBeVisible();
});

test('on a phone rows are cards that open as forms, and nothing is missing before somebody tried', async ({ as }) => {
  const page = await as('admin', { width: 390 });
  const { appId, formId } = await makeForm(page.request, fresh('从表手机'), definition);
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  const cards = page.getByRole('list', { name: '班次' });
  const required = page.getByText(t('records.value.required'));
  await expect(page.getByRole('grid')).toHaveCount(0);
  await page.getByRole('button', { name: t('ui.sheet.add_row') }).click();
  const row = page.getByRole('dialog', { name: '班次 · 第 1 行' });
  await expect(row.getByLabel('人员')).toBeVisible();
  await expect(required).toHaveCount(0);
  await row.getByLabel('人员').click();
  await row.getByLabel('工时').click();
  await expect(row.getByText(t('records.value.required'))).toBeVisible();
  await row.getByLabel('人员').fill('张三');
  await row.getByLabel('工时').fill('8');
  await expect(required).toHaveCount(0);
  await row.getByRole('button', { name: t('records.slave.copy', { count: 1 }) }).click();
  const second = page.getByRole('dialog', { name: '班次 · 第 2 行' });
  await second.getByLabel('人员').fill('李四');
  await page.locator('.ant-drawer-close').click();
  await expect(cards.getByRole('listitem')).toHaveText([/第 1 行 张三.*8/, /第 2 行 李四.*8/]);

  // an empty row is red once its form was left, and the list of errors leads into it
  await page.getByRole('button', { name: t('ui.sheet.add_row') }).click();
  await expect(page.getByRole('dialog', { name: '班次 · 第 3 行' })).toBeVisible();
  await expect(required).toHaveCount(0);
  await page.locator('.ant-drawer-close').click();
  await expect(cards.getByRole('listitem').nth(2)).toContainText(t('records.value.required'));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: /^班次 第 3 行 人员: / }).click();
  const third = page.getByRole('dialog', { name: '班次 · 第 3 行' });
  await expect(third.getByLabel('人员')).toBeFocused();
  await third.getByRole('button', { name: t('ui.sheet.delete_rows', { count: 1 }) }).click();
  await expect(cards.getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('名称').fill('四月');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('四月');
  await cards.getByRole('button', { name: /李四/ }).click();
  await expect(page.getByRole('dialog', { name: '班次 · 第 2 行' })).toContainText('李四');
});
