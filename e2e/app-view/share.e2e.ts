import { addRecord, inspection, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';
import { troublesOf } from '../testing/troubles.ts';

const t = textsOf('zh-CN');

test('a link for a visitor: chosen fields behind a password, counted, and gone when it is revoked', async ({
  as,
  browser,
  baseURL,
}) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '链接测试', inspection);
  const { id } = await addRecord(page.request, formId, { name: '外发的设备', torque: 12.5, remark: '不外传' });
  await page.goto(`/${appId}/detail/${formId}?record=${id}`);
  await page.getByRole('tab', { name: '分享' }).click();
  await page.getByRole('button', { name: '生成链接' }).click();
  const dialog = page.getByRole('dialog', { name: '生成链接' });
  await dialog.getByRole('button', { name: '生成链接' }).click();
  await expect(dialog.getByText('请选择要展示的字段')).toBeVisible();
  await dialog.getByRole('checkbox', { name: '设备名称' }).check();
  await dialog.getByRole('checkbox', { name: '扭矩' }).check();
  await dialog.getByLabel(/^密码/).fill('open sesame');
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const address = await page.getByRole('textbox', { name: '链接地址' }).inputValue();
  await page.getByRole('dialog', { name: '链接已生成' }).getByRole('button', { name: '关闭' }).last().click();

  const context = await browser.newContext({
    baseURL: baseURL!,
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
  });
  const visitor = await context.newPage();
  // a wrong password, a dead link, or a file that is no longer there, is no error of the page
  const troubles = troublesOf(visitor, []);
  await visitor.goto(new URL(address).pathname);
  await visitor.getByLabel('密码', { exact: true }).fill('wrong guess');
  await visitor.getByRole('button', { name: /打\s*开/ }).click();
  await expect(visitor.getByRole('alert').filter({ hasText: '密码不正确' })).toBeVisible();
  await visitor.getByLabel('密码', { exact: true }).fill('open sesame');
  await visitor.getByRole('button', { name: /打\s*开/ }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('外发的设备');
  await expect(visitor.getByText('12.50')).toBeVisible();
  await expect(visitor.getByText('不外传')).toHaveCount(0);

  await page.reload();
  await page.getByRole('tab', { name: '分享' }).click();
  await expect(page.getByText('打开 1 次')).toBeVisible();
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /撤\s*销/ })
    .click();
  await expect(page.getByText('已撤销')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('链接已失效或不存在')).toBeVisible();
  await visitor.goto('/preview?ticket=none');
  await expect(visitor.getByText(t('files.file.not_found'))).toBeVisible();
  expect(troubles).toEqual([]);
  await context.close();
});

test('a label for visitors: its columns without a record, as many visits as it has, and who looked', async ({
  as,
  browser,
  baseURL,
}) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '访客视图', inspection);
  for (const name of ['一号泵', '二号泵', '三号泵'])
    await addRecord(page.request, formId, { name, torque: 12.5, remark: '不外传' });
  await page.goto(`/app/!/${appId}?form=${formId}`);
  await page.getByRole('button', { name: t('views.label.actions') }).click();
  await page.getByRole('menuitem', { name: t('records.link.visitors') }).click();
  const drawer = page.getByRole('dialog', { name: /^给访客的链接/ });
  await drawer.getByRole('button', { name: t('records.link.except_choose') }).click();
  const records = page.getByRole('dialog', { name: t('records.link.except') });
  await records
    .getByRole('row', { name: /二号泵/ })
    .getByRole('checkbox')
    .check();
  await records.getByRole('button', { name: t('records.pick.ok') }).click();
  await expect(drawer.getByText('二号泵')).toBeVisible();
  await drawer.getByLabel(t('records.link.most')).fill('1');
  await drawer.getByRole('button', { name: t('records.link.make') }).click();
  const address = await page.getByRole('textbox', { name: t('records.link.address') }).inputValue();
  await page
    .getByRole('dialog', { name: t('records.link.made') })
    .getByRole('button', { name: '关闭' })
    .last()
    .click();

  const context = await browser.newContext({
    baseURL: baseURL!,
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
  });
  const visitor = await context.newPage();
  const troubles = troublesOf(visitor, []);
  await visitor.goto(new URL(address).pathname);
  await expect(visitor.getByRole('cell', { name: '三号泵' })).toBeVisible();
  await expect(visitor.getByRole('cell', { name: '二号泵' })).toHaveCount(0);
  // loaded again it is the same visit; in another tab it is one too many
  await visitor.reload();
  await expect(visitor.getByRole('cell', { name: '一号泵' })).toBeVisible();
  const second = await context.newPage();
  await second.goto(new URL(address).pathname);
  await expect(second.getByText(t('share.page.gone'))).toBeVisible();
  expect(troubles).toEqual([]);
  await context.close();

  await page.reload();
  await page.getByRole('button', { name: t('views.label.actions') }).click();
  await page.getByRole('menuitem', { name: t('records.link.visitors') }).click();
  await expect(drawer.getByText(t('records.link.state.used'))).toBeVisible();
  await drawer.getByRole('button', { name: t('records.link.visits') }).click();
  await expect(
    drawer.getByRole('list', { name: t('records.link.visits') }).getByText(t('records.link.visitor')),
  ).toBeVisible();
});
