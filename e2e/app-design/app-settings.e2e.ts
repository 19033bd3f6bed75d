import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '按钮测试', en: 'Buttons' },
  titleField: 'name',
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    { id: 'state', type: 'text', title: { zh: '状态' }, config: {} },
  ],
  tables: [],
  layout: [
    {
      id: 'first',
      columns: 2,
      items: [
        { kind: 'field', field: 'name' },
        { kind: 'field', field: 'state' },
        { kind: 'button', id: 'paper', title: { zh: '打印单据' }, action: { does: 'print', template: null } },
      ],
    },
  ],
};

test('buttons are renamed, restricted and given a meaning, and open pages follow', async ({ as }) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '按钮测试', definition);
  await page.request.put(`/api/forms/${formId}/permissions`, {
    data: {
      rules: [
        {
          id: '1',
          subject: { kind: 'everyone' },
          actions: ['view', 'create', 'edit', 'delete', 'print'],
          scope: 'all',
        },
      ],
    },
  });
  const { id } = (await (
    await page.request.post(`/api/records/${formId}`, { data: { values: { name: '甲', state: 'open' } } })
  ).json()) as { id: string };
  const user = await as('user');
  await user.goto(`/app/!/${appId}?form=${formId}`);
  await expect(user.locator('.fw-page-head').getByRole('button', { name: t('records.list.new') })).toBeVisible();

  await page.goto(`/appconfig/sysbutton/form/${appId}?form=${formId}`);
  const toolbar = page.getByRole('region', { name: t('buttons.place.toolbar'), exact: true });
  await toolbar.getByRole('button', { name: t('buttons.toolbar.create'), exact: true }).click();
  const inspector = page.getByRole('complementary', { name: t('buttons.settings') });
  await inspector.getByRole('textbox', { name: `${t('buttons.name')} ${t('design.field.zh')}` }).fill('登记');
  await page
    .getByRole('region', { name: t('buttons.place.row'), exact: true })
    .getByRole('switch', { name: t('buttons.show', { name: t('buttons.row.delete') }) })
    .click();
  await page
    .locator('.fw-page-head')
    .getByRole('button', { name: t('design.action.save'), exact: true })
    .click();
  await expect(page.getByText(t('buttons.saved'))).toBeVisible();
  await expect(page.getByRole('region', { name: t('buttons.preview'), exact: true }).getByText('登记')).toBeVisible();
  // without a reload
  await expect(user.getByRole('button', { name: '登记' })).toBeVisible();

  // one that writes, for as long as the record is open
  const where = `/api/forms/apps/${appId}/buttons?form=${formId}`;
  const { settings, version } = (await (await page.request.get(where)).json()) as { settings: object; version: number };
  const own = [
    {
      id: 'close1',
      place: 'record',
      title: { zh: '关闭单据' },
      onlyIf: 'state = "open"',
      script: { does: 'fill', values: [{ field: 'state', value: '"closed"' }] },
    },
  ];
  await page.request.put(where, { data: { expectedVersion: version, settings: { ...settings, own } } });
  await user.goto(`/${appId}/detail/${formId}?record=${id}`);
  await user.getByRole('button', { name: '关闭单据' }).click();
  await expect(user.getByText('closed', { exact: true }).first()).toBeVisible();
  await expect(user.getByRole('button', { name: '关闭单据' })).toBeHidden();

  // the designer's own button prints what is saved
  await user.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await user.getByRole('button', { name: '打印单据' }).click();
  await expect(user.locator('body[data-printed]')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: t('buttons.reset') }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: t('buttons.reset') }).click();
  await expect(question).toHaveCount(0);
  await user.goto(`/app/!/${appId}?form=${formId}`);
  await expect(user.locator('.fw-page-head').getByRole('button', { name: t('records.list.new') })).toBeVisible();
});

// the tab of a page that no other test goes to: they share the space
test('elements of a page are hidden, renamed and brought back for everybody at once', async ({ as }) => {
  const [page, user] = [await as('admin'), await as('user')];
  const asUsual = () => page.request.delete('/api/console/elements/workbench');
  // also when an earlier try broke off in the middle
  await asUsual();
  await user.goto('/user/workbench');
  // what waits behind a tab is counted in it
  const tab = (name: string) => user.getByRole('main').getByRole('button', { name: new RegExp(`^${name}\\d*$`) });
  await expect(tab(t('workflow.workbench.followed'))).toBeVisible();
  try {
    await page.goto('/element/setting/workbench');
    await page
      .getByRole('switch', { name: t('elements.show', { name: t('elements.workbench.tabs.followed') }) })
      .click();
    await page
      .getByRole('textbox', { name: t('elements.text_zh', { name: t('elements.workbench.tabs.started') }) })
      .fill('我的申请');
    await page.getByRole('button', { name: t('elements.save'), exact: true }).click();
    await expect(tab('我的申请')).toBeVisible();
    await expect(tab(t('workflow.workbench.followed'))).toBeHidden();
    await page.getByRole('button', { name: t('elements.reset') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('elements.reset') })
      .click();
    await expect(tab(t('workflow.workbench.followed'))).toBeVisible();
  } finally {
    await asUsual();
  }
});

// tools that no other test uses
test('tools of an industrial page and of one of the console are hidden from those who work there', async ({ as }) => {
  const { request } = await as('admin');
  const [user, auditor] = [await as('user'), await as('audit')];
  const places = [
    {
      page: 'ruleDesignerList',
      element: 'tools.import',
      who: user,
      at: '/ruledesigner',
      tool: user.getByRole('button', { name: t('rules.import') }),
    },
    {
      page: 'audit',
      element: 'filters.range',
      who: auditor,
      at: '/securityaudit/audit',
      tool: auditor.locator('.audit-range'),
    },
  ];
  const asUsual = async () => {
    for (const { page } of places) await request.delete(`/api/console/elements/${page}`);
  };
  await asUsual();
  try {
    for (const { page, element, who, at, tool } of places) {
      await who.goto(at);
      await expect(tool).toBeVisible();
      const settings = { elements: { [element]: { hidden: true } }, order: {} };
      const put = await request.put(`/api/console/elements/${page}`, { data: { expectedVersion: 0, settings } });
      expect(put.status()).toBe(200);
      // on the page that is open, and on one that is opened
      await expect(tool).toBeHidden();
      await who.reload();
      await expect(who.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(tool).toBeHidden();
    }
  } finally {
    await asUsual();
  }
});

test('the tables behind a form are looked at by those who watch over it', async ({ as }) => {
  const admin = await as('admin');
  const { formId } = await makeForm(admin.request, '模型测试', { ...definition, title: { zh: '模型测试' } });
  const page = await as('audit');
  await page.goto(`/datacenter/table/list/${formId}`);
  await expect(page.getByRole('cell', { name: 'name_t', exact: true })).toBeVisible();
  await page.getByText(t('model.tab.relations'), { exact: true }).click();
  await expect(page.getByText(t('model.no_relations'))).toBeVisible();
  await page.getByText(t('model.tab.growth'), { exact: true }).click();
  await expect(page.getByText(t('model.growth_soon'))).toBeVisible();
  await page.getByText(t('model.tab.indexes'), { exact: true }).click();
  await expect(page.getByText(t('model.use.none'), { exact: true })).toBeVisible();
  await page.getByText(t('model.tab.slow'), { exact: true }).click();
  await expect(
    page.getByRole('columnheader', { name: t('model.mean') }).or(page.getByText(t('model.slow_none'))),
  ).toBeVisible();
  const user = await as('user');
  expect((await user.goto(`/datacenter/table/list/${formId}`))?.status()).toBe(403);
});
