import { begin, release } from './making.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const csv = 'day,line,hours\n2026-01-05,一线,1.5\n2026-01-20,一线,2\n2026-02-05,二线,4\n';

test('a file becomes a data set, a chart of it says how old it is, is saved as a picture and watched', async ({
  as,
}) => {
  test.slow();
  const page = await as('admin');
  const [setName, chartName] = [fresh('工时数据'), fresh('文件工时图')];
  await page.goto('/dataAnalyser/designer?kind=dataset');
  await begin(page, t('analytics.set.add'), setName);
  await page.getByRole('combobox', { name: t('analytics.set.source'), exact: true }).click();
  await page.getByTitle(t('analytics.set.source.file')).click();
  await page
    .getByLabel(t('analytics.set.upload'), { exact: true })
    .first()
    .setInputFiles({ name: '工时.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: t('analytics.set.look') }).click();
  await expect(page.getByRole('cell', { name: '1.5' })).toBeVisible();
  await page.getByLabel(`hours: ${t('analytics.set.title_zh')}`).fill('工时');
  await page.getByLabel(`line: ${t('analytics.set.title_zh')}`).fill('产线');
  await page.getByRole('button', { name: t('analytics.set.calc.add') }).click();
  const calc = page.getByRole('group', { name: t('analytics.set.calc.name', { count: 1 }) });
  await calc.getByRole('button', { name: t('analytics.set.calc.part') }).click();
  await select(calc.getByRole('combobox'), '工时');
  await calc.getByRole('textbox').fill('a *');
  await expect(calc.getByRole('alert')).toBeVisible();
  await calc.getByRole('textbox').fill('a * 60');
  await expect(calc.getByRole('alert')).toBeHidden();
  await page
    .getByLabel(new RegExp(`^${t('analytics.set.calc.name', { count: 1 })}: ${t('analytics.set.title_zh')}`))
    .fill('分钟');
  await release(page);

  await page.goto('/dataAnalyser/designer');
  await begin(page, t('analytics.chart.add'), chartName);
  await page.getByRole('combobox', { name: t('analytics.form') }).fill(setName);
  await page.getByTitle(setName, { exact: true }).last().click();
  await page.getByRole('button', { name: '产线', exact: true }).click();
  await page.getByRole('button', { name: '工时', exact: true }).click();
  await expect(page.getByRole('img', { name: new RegExp(`${chartName}.*二线 4.*一线 3.5`) })).toBeVisible();
  await expect(page.getByText(t('charts.note.read_at'))).toBeVisible();
  await page.getByRole('button', { name: '分钟', exact: true }).click();
  await expect(page.getByRole('img', { name: /240/ })).toBeVisible();
  await release(page);

  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  await page.goto(`/dataAnalyser/view/${id}`);
  await page.getByRole('button', { name: t('analytics.export') }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: t('analytics.export_as.png') }).click();
  expect((await download).suggestedFilename()).toBe(`${chartName}.png`);

  await page.getByRole('button', { name: t('analytics.told') }).click();
  const drawer = page.getByRole('dialog', { name: t('analytics.told_of', { name: chartName }) });
  await drawer.getByRole('spinbutton').first().fill('3');
  await drawer.getByRole('button', { name: t('analytics.alert.add') }).click();
  await expect(drawer.getByText(/≥ 3/)).toBeVisible();
});
