import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('a file becomes a source, is looked at, profiled and asked by a statement that is kept', async ({ as }) => {
  const page = await as('admin');
  const name = fresh('雨量');
  await page.goto('/etl/datasource');
  await page
    .locator('.fw-page-actions')
    .getByRole('button', { name: t('sources.add') })
    .click();
  await page.getByRole('menuitem', { name: t('sources.kind.files') }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: t('sources.name') })
    .first()
    .fill(name);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({
      name: 'rain.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('station,mm\n甲,1.5\n乙,2.5\n甲,3\n'),
    });
  await expect(dialog.getByText('rain.csv')).toBeVisible();
  await dialog.getByRole('button', { name: t('shell.form.save') }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(row).toContainText(t('sources.state.works'));

  await row.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'rain', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '2.5' })).toContainText('乙');
  await page.getByRole('button', { name: t('explorer.tab.profile') }).click();
  await expect(page.getByRole('region', { name: 'station' })).toContainText('甲');

  await page.getByRole('button', { name: t('explorer.tab.sql'), exact: true }).click();
  const editor = page.getByRole('textbox', { name: t('explorer.sql') });
  await editor.fill('select station, sum(mm) as total from rain group by station order by total desc');
  await page.getByRole('button', { name: t('explorer.run') }).click();
  await expect(page.getByRole('row').filter({ hasText: '甲' })).toContainText('4.5');
  await editor.fill('drop table rain');
  await page.getByRole('button', { name: t('explorer.run') }).click();
  await expect(page.getByRole('alert')).toContainText('SELECT');
});
