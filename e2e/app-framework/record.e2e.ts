import type { Page } from '@playwright/test';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { demoPassword } from '../testing/settings.ts';
import { addRecord, inspection, makeForm, type MadeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';

let made: MadeForm;
const newOf = ({ appId, formId }: MadeForm) => `/form?app=${appId}&table=${formId}&mode=new`;
const recordOf = ({ appId, formId }: MadeForm, id: string) => `/${appId}/detail/${formId}?record=${id}`;

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  made = await makeForm(context.request, '记录测试');
  await context.close();
});

test('a new record: errors at their fields, conditions and totals as one types, saved with its rows', async ({
  as,
}) => {
  const page = await as('user');
  await page.goto(newOf(made));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('有 1 处需要修改')).toBeVisible();
  await page.getByRole('button', { name: /^设备名称/ }).click();
  await expect(page.getByLabel('设备名称')).toBeFocused();
  await page.getByLabel('设备名称').fill('数控铣床 7 号');
  await page.getByLabel('扭矩').fill('四十');
  await page.getByLabel('扭矩').blur();
  await expect(page.locator('[data-field="torque"] [role="alert"]')).toBeVisible();
  await page.getByLabel('扭矩').fill('1,234.5');
  await page.getByLabel('扭矩').blur();
  await expect(page.getByLabel('扭矩')).toHaveValue('1234.5');

  await expect(page.getByLabel('故障原因')).toHaveCount(0);
  await page.getByRole('switch', { name: '故障' }).click();
  await page.getByLabel('故障原因').fill('主轴过热');
  await page.getByLabel('预算').fill('1023.45');
  await expect(page.getByText('壹仟零贰拾叁元肆角伍分')).toBeVisible();

  await fillRows(page, '处理措施', ['更换刀具\t2\t12.50', '润滑\t3\t0.10']);
  await expect(page.locator('[data-field="total"]')).toContainText('25.30');
  await page.getByRole('button', { name: '保存', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('数控铣床 7 号');
  await expect(page.locator('[data-field="total"]')).toContainText('25.30');
  await expect(page.getByText('主轴过热')).toBeVisible();
  await expect(page.getByRole('complementary', { name: '流程与历史' }).getByText('创建')).toBeVisible();
});

test('what is wrong is said where one types, and what saving answers comes into sight', async ({ as }) => {
  const admin = await as('admin');
  const { appId, formId } = await makeForm(admin.request, fresh('长表单'), {
    ...inspection,
    fields: inspection.fields.map((field) => (field.id === 'name' ? { ...field, unique: true } : field)),
  });
  await addRecord(admin.request, formId, { name: '一号泵' });
  // what has the focus is asked below: another page would hold it
  await admin.close();
  const page = await as('user', { width: 390 });
  await page.goto(newOf({ appId, formId }));
  const save = page.getByRole('button', { name: '保存', exact: true });
  const atEnd = () => page.getByRole('button', { name: '添加一行' }).scrollIntoViewIfNeeded();

  // a calendar weighs much and comes after the page
  await expect(page.locator('[data-field="day"]').getByRole('textbox')).toBeVisible();
  await page.getByLabel('扭矩').fill('四十');
  await page.getByLabel('扭矩').press('Tab');
  await expect(page.locator('[data-field="torque"] [role="alert"]')).toBeVisible();
  await expect(page.locator('[data-field="day"]').getByRole('textbox')).toBeFocused();
  for (const attempt of ['the first', 'once more']) {
    await test.step(attempt, async () => {
      await atEnd();
      await save.click();
      await expect(page.getByText('有 2 处需要修改')).toBeInViewport();
    });
  }

  await page.getByLabel('扭矩').fill('40');
  await page.getByLabel('设备名称').fill('一号泵');
  await atEnd();
  await save.click();
  await expect(page.getByText('添加数据失败', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: /^设备名称: / })).toBeInViewport();

  await page.getByLabel('设备名称').fill('二号泵');
  await page.context().setOffline(true);
  await atEnd();
  await save.click();
  await expect(page.getByText(/^主表保存失败，请重试/)).toBeInViewport();
  await page.context().setOffline(false);
  await save.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('二号泵');
});

test('in English: edited in place, with files, and the history tells it', async ({ as }, info) => {
  const page = await as('user', { locale: 'en' });
  const { id } = await addRecord(page.request, made.formId, { name: 'Lathe 3', torque: 20 });
  await page.goto(recordOf(made, id));
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Torque').fill('21.75');
  await page.getByLabel('Type').click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('Lathe').click();
  await page
    .locator('[data-field="files"] input[type="file"]')
    .setInputFiles({ name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from(`measured ${info.title}`) });
  await expect(page.getByRole('link', { name: 'photo.txt', exact: true })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByText('21.75 Nm').first()).toBeVisible();
  const side = page.getByRole('complementary', { name: 'Process and history' });
  await expect(side.getByText('Changed', { exact: true })).toBeVisible();
  await expect(side.locator('.fw-change').filter({ hasText: 'Torque' })).toContainText('20.00 Nm');
  const address = await page.getByRole('link', { name: 'Download photo.txt' }).getAttribute('href');
  expect(await (await page.request.get(address!)).text()).toBe(`measured ${info.title}`);
});

test('two people save the same record: field by field', async ({ as }) => {
  const page = await as('user');
  const other = await as('admin');
  const { id, version } = await addRecord(page.request, made.formId, { name: '磨床', torque: 10, day: '2026-03-01' });
  await page.goto(`${recordOf(made, id)}&mode=edit`);
  await page.getByLabel('设备名称').fill('磨床（我的）');
  await page.getByLabel('扭矩').fill('11');
  const theirs = await other.request.patch(
    `/api${recordsApi.update.path.replace(':formId', made.formId).replace(':recordId', id)}`,
    { data: { expectedVersion: version, values: { name: '磨床（对方）', day: '2026-04-01' } } },
  );
  expect(theirs.ok()).toBe(true);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const conflict = page.getByRole('alert', { name: '内容冲突，请逐项选择' });
  await expect(conflict).toContainText('企业管理员');
  await expect(conflict).toContainText('对方对 日期 的修改会保留');
  await conflict
    .getByRole('row', { name: /设备名称/ })
    .getByRole('radio')
    .nth(1)
    .check();
  await conflict.getByRole('button', { name: '按选择保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('磨床（对方）');
  await expect(page.getByText('11.00 Nm').first()).toBeVisible();
  await expect(page.getByText('2026-04-01').first()).toBeVisible();
});

test('two people save the same rows: cell by cell, and what only one changed stays', async ({ as }) => {
  const page = await as('user');
  const other = await as('admin');
  const { id, version } = await addRecord(
    page.request,
    made.formId,
    { name: '刨床' },
    { actions: [{ values: { item: '清洗', qty: 1 } }, { values: { item: '校准', qty: 2 } }] },
  );
  const address = `/api${recordsApi.get.path.replace(':formId', made.formId).replace(':recordId', id)}`;
  const rows = async () =>
    (
      (await (await other.request.get(address)).json()) as {
        slaves: { actions: { id: string; values: { item: string; qty: number } }[] };
      }
    ).slaves.actions;
  const [first, second] = await rows();
  await page.goto(`${recordOf(made, id)}&mode=edit`);
  const cell = page.locator('.fw-sheet-row[data-row="0"] .fw-sheet-cell');
  for (const [column, text] of [
    ['0', '彻底清洗'],
    ['1', '10'],
  ] as const) {
    await cell.and(page.locator(`[data-column="${column}"]`)).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  const theirs = await other.request.patch(address, {
    data: {
      expectedVersion: version,
      values: {},
      slaves: {
        actions: [
          { id: first!.id, values: { item: '清洗', qty: 20 } },
          { id: second!.id, values: { item: '复校', qty: 2 } },
        ],
      },
    },
  });
  expect(theirs.ok()).toBe(true);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const conflict = page.getByRole('alert', { name: '内容冲突，请逐项选择' });
  await expect(conflict.getByRole('radio')).toHaveCount(2);
  await conflict
    .getByRole('row', { name: /处理措施 第 1 行 数量/ })
    .getByRole('radio')
    .nth(1)
    .check();
  await conflict.getByRole('button', { name: '按选择保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  expect((await rows()).map(({ values }) => [values.item, values.qty])).toEqual([
    ['彻底清洗', 20],
    ['复校', 2],
  ]);
});

test('nothing typed is lost: leaving asks, and the draft is there again', async ({ as }) => {
  const page = await as('user');
  const { id } = await addRecord(page.request, made.formId, { name: '草稿' });
  await page.goto(`${recordOf(made, id)}&mode=edit`);
  await page.getByLabel('说明').fill('写到一半');
  await page.getByRole('link', { name: '返回' }).click();
  await expect(page.getByRole('dialog', { name: '离开此页？' })).toBeVisible();
  await page.getByRole('button', { name: '留在此页' }).click();
  await page.waitForFunction(() => Object.values(localStorage).some((kept) => String(kept).includes('写到一半')));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(recordOf(made, id));
  await expect(page.getByText(/已恢复未保存的内容/)).toBeVisible();
  await expect(page.getByLabel('说明')).toHaveValue('写到一半');
  await page.getByRole('button', { name: '丢弃' }).click();
  await expect(page.getByLabel('说明')).toHaveValue('');
});

test('what is written into a record that somebody deletes meanwhile becomes a new one', async ({ as }) => {
  const page = await as('user');
  const other = await as('admin');
  const { id } = await addRecord(
    page.request,
    made.formId,
    { name: '被删的设备' },
    { actions: [{ values: { item: '清洗', qty: 1 } }] },
  );
  await page.goto(`${recordOf(made, id)}&mode=edit`);
  await page.getByLabel('说明').fill('删除之前写的');
  expect(
    (
      await other.request.delete(
        `/api${recordsApi.remove.path.replace(':formId', made.formId).replace(':recordId', id)}`,
      )
    ).ok(),
  ).toBe(true);
  await expect(page.getByText('这条数据刚刚被删除，或已不再对您开放')).toBeVisible();
  await expect(page.getByLabel('说明')).toHaveValue('删除之前写的');
  await page.getByRole('button', { name: '另存为新数据' }).click();
  await expect(page.getByText(/已恢复未保存的内容/)).toBeVisible();
  await expect(page.getByLabel('设备名称')).toHaveValue('被删的设备');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('被删的设备');
  await expect(page.getByText('删除之前写的').first()).toBeVisible();
  await expect(page.locator('.fw-record-table').getByText('共 1 行')).toBeVisible();
});

test('records follow each other in the order of the list', async ({ as }) => {
  const page = await as('user');
  for (const name of ['排序 甲', '排序 乙', '排序 丙']) await addRecord(page.request, made.formId, { name });
  await page.goto(`/app/!/${made.appId}?form=${made.formId}&search=${encodeURIComponent('排序')}`);
  await page.getByRole('link', { name: '排序 乙' }).click();
  await expect(page.getByText('2 / 3')).toBeVisible();
  await page.getByRole('link', { name: '下一条' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('排序 甲');
  await expect(page.getByText('3 / 3')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('排序 乙');
});

test('a record that is not there and one that is not mine look the same', async ({ as }) => {
  const admin = await as('admin');
  const secret = await makeForm(admin.request, '无权查看', undefined, []);
  const { id } = await addRecord(admin.request, secret.formId, { name: '秘密' });
  const page = await as('user');
  for (const address of [recordOf(secret, id), recordOf(made, '00000000-0000-7000-8000-000000000000')]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: '内容不存在，或您无权查看' })).toBeVisible();
    await expect(page.getByText('秘密')).toHaveCount(0);
  }
});

/** Adds a row and pastes a block, as from a spreadsheet. */
async function fillRows(page: Page, table: string, lines: string[]): Promise<void> {
  const slot = page.locator('.fw-record-table').filter({ hasText: table });
  await slot.getByRole('button', { name: '添加一行' }).click();
  await expect(slot.getByText('共 1 行')).toBeVisible();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, lines.join('\n'));
  await expect(slot.getByText(`共 ${lines.length} 行`)).toBeVisible();
}
