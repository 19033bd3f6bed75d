import { readFileSync } from 'node:fs';
import { demoPassword } from '../testing/settings.ts';
import { addRecord, makeForm, type MadeForm } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

let made: MadeForm;

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  made = await makeForm(context.request, '导入导出');
  for (let at = 1; at <= 3; at += 1)
    await addRecord(context.request, made.formId, { name: `铣床 ${at}`, kind: 'mill', torque: at * 2.5 });
  await context.close();
});

test('records leave as a file, and one comes from the history', async ({ as }) => {
  const page = await as('admin');
  await page.goto(`/app/!/${made.appId}?form=${made.formId}`);
  await page.getByRole('button', { name: '更多' }).first().click();
  await page.getByRole('menuitem', { name: /(^| )导出$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导出数据' });
  await dialog.getByRole('radio', { name: 'CSV' }).click();
  await dialog.getByRole('button', { name: '开始导出' }).click();
  const link = dialog.getByRole('link', { name: /\.csv$/ });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('铣床 2');
  await dialog.getByRole('button', { name: 'Close' }).or(dialog.locator('.ant-modal-close')).first().click();
  await page.getByRole('button', { name: '更多' }).first().click();
  await page.getByRole('menuitem', { name: '历史导出' }).click();
  const history = page.getByRole('dialog', { name: '历史导出' });
  await expect(history.getByRole('row')).toHaveCount(2);
  await expect(history.getByText('已完成')).toBeVisible();
  await history.getByRole('button', { name: '删除' }).click();
  await expect(history.getByText('暂无导出记录')).toBeVisible();
});

test('rows come in by a key, are looked at before, and are taken back', async ({ as }) => {
  const page = await as('admin');
  await page.goto(`/app/!/${made.appId}?form=${made.formId}`);
  await page.getByRole('button', { name: '更多' }).first().click();
  await page.getByRole('menuitem', { name: /(^| )导入$/ }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'more.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('机床,扭矩\n铣床 1,99\n铣床 9,5\n铣床 8,bad\n'),
    });
  await select(page.getByRole('combobox', { name: '表单字段 机床' }), '设备名称');
  await page.getByRole('radio', { name: '更新，没有则新增' }).click();
  await select(page.getByRole('combobox', { name: '匹配字段' }), '设备名称');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '预览前 100 条' }).click();
  await expect(page.getByText('前 3 条中有 1 条有问题', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: '开始导入' }).click();
  await expect(page.getByText('新增 1 条，更新 1 条，失败 1 条')).toBeVisible();
  await page.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
  await expect(page.getByText('已撤销：删除 1 条，恢复 1 条')).toBeVisible();
  await page.getByRole('button', { name: '返回列表' }).click();
  await expect(page.getByRole('status').filter({ hasText: '共 3 条' })).toBeVisible();
});

test('a file that is none is refused; one of which nothing fits says how many and why, and columns are matched as last time', async ({
  as,
}) => {
  const t = textsOf('zh-CN');
  const page = await as('admin');
  const form = await makeForm(page.request, fresh('导入失败'));
  const bring = async (name: string, content: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
  const start = `/app/!/${form.appId}?form=${form.formId}&import=1`;
  await page.goto(start);
  await bring('broken.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2]));
  await expect(page.getByText(t('records.sheet.not_recognised'))).toBeVisible();
  for (const time of [1, 2]) {
    await page.goto(start);
    await bring('bad.csv', Buffer.from(`机床,种类\n铣床 ${time},不存在\n车床 ${time},也没有\n`));
    if (time === 1) {
      await select(page.getByRole('combobox', { name: '表单字段 机床' }), '设备名称');
      await select(page.getByRole('combobox', { name: '表单字段 种类' }), '类型');
    } else await expect(page.getByText(t('exchange.import.remembered'))).toBeVisible();
    await page.getByRole('button', { name: '预览前 100 条' }).click();
    await page.getByRole('button', { name: '开始导入' }).click();
    await expect(page.getByText(t('exchange.import.all_failed', { failed: 2 }))).toBeVisible();
    await expect(page.getByText(t('records.value.not_option', { choices: '' })).first()).toBeVisible();
  }
});
