import { recordsApi } from '@formwork/contract/records/api.ts';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';

test('deleted by mistake: found in the bin, brought back, and what is rubbish removed for good', async ({ as }) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '回收站测试');
  for (const name of ['误删的设备', '无用的设备']) {
    const { id } = await addRecord(page.request, formId, { name });
    await page.request.delete(`/api${recordsApi.remove.path.replace(':formId', formId).replace(':recordId', id)}`);
  }
  await page.goto('/recycle');
  await page.getByRole('searchbox', { name: '搜索标题' }).fill('误删的');
  const row = page.getByRole('row').filter({ hasText: '误删的设备' });
  await expect(row).toContainText('回收站测试');
  await expect(page.getByText('无用的设备')).toHaveCount(0);
  await row.getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('已恢复 1 条')).toBeVisible();

  await page.goto(`/app/!/${appId}?form=${formId}`);
  await expect(page.getByRole('link', { name: '误删的设备' })).toBeVisible();
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '回收站' }).click();
  await expect(page.getByText('无用的设备')).toBeVisible();
  await page.getByRole('row').filter({ hasText: '无用的设备' }).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: '彻底删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '彻底删除' }).click();
  await expect(page.getByText('回收站是空的')).toBeVisible();

  const safe = await as('safe', { locale: 'en', width: 390 });
  await safe.goto(`/apprecycle/${appId}/form`);
  await expect(safe.getByRole('heading', { level: 1 })).toHaveText('Recycle bin');
  await expect(safe.getByText('The recycle bin is empty')).toBeVisible();
});
