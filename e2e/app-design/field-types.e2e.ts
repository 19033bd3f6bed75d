import { organizationApi } from '@formwork/contract/organization/api.ts';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { APIRequestContext } from '@playwright/test';
import { inspection, makeForm } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const mark = Date.now().toString(36);
const [post, role] = [`班长${mark}`, `点检员${mark}`];

test('choices, trees, ranges, addresses, posts and roles: designed by clicks, filled in, seen in list and record', async ({
  as,
}) => {
  const page = await as('admin');
  await prepare(page.request);
  const { appId, formId } = await makeForm(page.request, `字段类型 ${mark}`, {
    ...inspection,
    fields: inspection.fields.slice(0, 1),
    tables: [],
    layout: [{ id: 'basics', columns: 2, items: [{ kind: 'field', field: 'name' }] }],
    listFields: [],
  });

  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  const palette = page.getByRole('complementary', { name: t('design.form.palette') });
  const inspector = page.getByRole('complementary', { name: t('design.form.inspector') });
  const add = (type: string) => palette.getByRole('button', { name: t(`design.type.${type}`), exact: true }).click();
  const option = (n: number) => inspector.getByLabel(t('design.config.option_zh', { n }), { exact: true });
  for (const type of ['radio', 'checkbox']) {
    await add(type);
    for (const [at, name] of ['良好', '停机'].entries()) {
      await inspector.getByRole('button', { name: t('design.config.option_add') }).click();
      await option(at + 1).fill(name);
    }
  }
  for (const type of ['cascade', 'treeSelect']) {
    await add(type);
    await inspector.getByRole('button', { name: t('design.config.node_add') }).click();
    await option(1).fill('电气');
    await inspector.getByRole('button', { name: t('design.config.node_below', { name: '电气' }) }).click();
    await option(2).fill('电机');
  }
  for (const type of ['dateRange', 'address', 'post', 'role']) await add(type);
  await expect(page.getByRole('status').filter({ hasText: t('design.save.saved') })).toBeVisible();
  await page.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('design.release.title') })
    .getByRole('button', { name: t('design.action.release'), exact: true })
    .click();
  await expect(page.getByText(t('design.release.done', { number: 2 }))).toBeVisible();

  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  const slot = (type: string) =>
    page.locator('.fw-field').filter({ has: page.getByText(t(`design.type.${type}`), { exact: true }) });
  await page.getByLabel('设备名称').fill('铣床');
  await slot('radio').getByRole('radio', { name: '停机' }).check();
  await slot('checkbox').getByRole('checkbox', { name: '良好' }).check();
  await slot('cascade').getByRole('combobox').click();
  await page.getByRole('menuitemcheckbox', { name: '电气' }).click();
  await page.getByRole('menuitemcheckbox', { name: '电机' }).click();
  await slot('treeSelect').getByRole('combobox').fill('电机');
  await page.locator('.ant-select-tree').getByText('电机', { exact: true }).click();
  const [start, end] = [
    slot('dateRange').getByPlaceholder(t('records.range.start')),
    slot('dateRange').getByPlaceholder(t('records.range.end')),
  ];
  await start.fill('2026-05-02');
  await start.press('Enter');
  await end.fill('2026-05-04');
  await end.press('Enter');
  await slot('address').getByRole('combobox').click();
  await page.getByRole('menuitemcheckbox', { name: `粤${mark}` }).click();
  await page.getByRole('menuitemcheckbox', { name: `深${mark}` }).click();
  await slot('address').getByLabel(t('records.address.detail')).fill('科技园路 1 号');
  await select(slot('post').getByRole('combobox'), post, { search: post });
  await select(slot('role').getByRole('combobox'), role, { search: role });
  await page.getByRole('button', { name: '保存', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('铣床');
  const shown = {
    radio: '停机',
    checkbox: '良好',
    cascade: '电气 / 电机',
    treeSelect: '电气 / 电机',
    dateRange: '2026-05-02 至 2026-05-04',
    address: `粤${mark}深${mark}科技园路 1 号`,
    post,
    role,
  };
  for (const [type, text] of Object.entries(shown)) await expect(slot(type)).toContainText(text);

  await page.goto(`/app/!/${appId}?form=${formId}`);
  await expect(page.getByText('2026-05-02 至 2026-05-04')).toBeVisible();
  await page.getByRole('button', { name: t('records.filter.button') }).click();
  const panel = page.getByRole('dialog', { name: t('records.filter.button') });
  await select(panel.getByRole('combobox', { name: t('records.condition.field') }), t('design.type.address'));
  await select(panel.getByRole('combobox', { name: t('records.condition.value') }), `粤${mark}`, { search: mark });
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('button', { name: `${t('design.type.address')} ${t('records.operator.within')} 粤${mark}` }),
  ).toBeVisible();
  await expect(page.getByText('铣床')).toBeVisible();
});

async function prepare(admin: APIRequestContext): Promise<void> {
  const made = await Promise.all([
    admin.post(`/api${organizationApi.createPost.path}`, { data: { name: post, description: '', gradeId: null } }),
    admin.post(`/api${organizationApi.createRole.path}`, { data: { name: role, description: '' } }),
    admin.post(`/api${basedataApi.createRegion.path}`, {
      data: { code: `P-${mark}`, parentId: null, name: `粤${mark}`, nameEn: '' },
    }),
  ]);
  made.push(
    await admin.post(`/api${basedataApi.createRegion.path}`, {
      data: { code: `C-${mark}`, parentId: `P-${mark}`, name: `深${mark}`, nameEn: '' },
    }),
  );
  expect(made.map((answer) => answer.status())).toEqual([200, 200, 200, 200]);
}
