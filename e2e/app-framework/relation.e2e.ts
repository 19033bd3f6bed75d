import type { APIRequestContext } from '@playwright/test';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';

const customers: FormDefinition = {
  format: 1,
  title: { zh: '客户', en: 'Customers' },
  tables: [],
  titleField: 'name',
  layout: [],
  fields: [
    { id: 'name', type: 'text', title: { zh: '客户名称', en: 'Customer' }, required: true, config: {} },
    { id: 'level', type: 'number', title: { zh: '折扣', en: 'Discount' }, config: {} },
  ],
};

const ordersOf = (customerForm: string): FormDefinition => ({
  format: 1,
  title: { zh: '订单', en: 'Orders' },
  titleField: 'name',
  layout: [],
  fields: [
    { id: 'name', type: 'text', title: { zh: '订单号', en: 'Order' }, required: true, config: {} },
    {
      id: 'customer',
      type: 'relation',
      title: { zh: '下单客户', en: 'Ordered by' },
      config: {
        form: customerForm,
        cardinality: 'manyToOne',
        onDelete: 'refuse',
        fill: [{ from: 'name', to: 'receiver' }],
      },
    },
    {
      id: 'discount',
      type: 'lookup',
      title: { zh: '客户折扣', en: 'Discount' },
      config: { relation: 'customer', field: 'level' },
    },
    { id: 'receiver', type: 'text', title: { zh: '收货人', en: 'Receiver' }, config: {} },
    { id: 'amount', type: 'number', title: { zh: '数量', en: 'Quantity' }, config: {} },
    {
      id: 'due',
      type: 'formula',
      title: { zh: '应付', en: 'Due' },
      config: { expression: 'amount * discount', result: 'number' },
    },
  ],
  tables: [
    {
      id: 'parts',
      title: { zh: '明细', en: 'Lines' },
      fields: [
        {
          id: 'partner',
          type: 'relation',
          title: { zh: '配送方', en: 'Carrier' },
          config: { form: customerForm, cardinality: 'manyToOne', onDelete: 'clear' },
        },
        {
          id: 'share',
          type: 'lookup',
          title: { zh: '配送折扣', en: 'Share' },
          config: { relation: 'partner', field: 'level' },
        },
      ],
    },
  ],
});

/** The customers learn what the orders come to, once there are orders. */
async function makeForms(admin: APIRequestContext) {
  const customer = await makeForm(admin, '销售管理', customers);
  const order = await makeForm(admin, '订单管理', ordersOf(customer.formId));
  const rollup: FormDefinition['fields'][number] = {
    id: 'total',
    type: 'rollup',
    title: { zh: '应付合计', en: 'Total due' },
    config: { table: '', form: order.formId, via: 'customer', field: 'due', function: 'sum' },
  };
  await send(
    admin,
    'PUT',
    formsApi.saveDraft.path,
    { formId: customer.formId },
    { expectedVersion: 1, definition: { ...customers, fields: [...customers.fields, rollup] } },
  );
  await send(admin, 'POST', formsApi.release.path, { formId: customer.formId }, { draftVersion: 2 });
  return { customer, order };
}

test('a record chosen through the magnifier brings its values, and counts what names it', async ({
  as,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  const { customer, order } = await makeForms(context.request);
  const shop = await addRecord(context.request, customer.formId, { name: '长江机械', level: 3 });
  await addRecord(context.request, customer.formId, { name: '黄河机电', level: 2 });
  await context.close();

  const page = await as('user');
  await page.goto(`/form?app=${order.appId}&table=${order.formId}&mode=new`);
  await page.getByLabel('订单号').fill('D-1');
  await page.getByLabel('数量').fill('5');
  await page.getByRole('button', { name: '下单客户' }).click();
  const dialog = page.getByRole('dialog', { name: '选择客户' });
  const search = dialog.getByPlaceholder('搜索', { exact: false });
  await search.fill('长江%');
  await expect(dialog.getByRole('alert')).toHaveText('搜索内容不能包含特殊字符');
  await search.fill('长江');
  await expect(dialog.getByText('黄河机电')).toHaveCount(0);
  await dialog.getByRole('button', { name: '长江机械' }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.locator('[data-field="discount"]')).toContainText('3');
  await expect(page.locator('[data-field="due"]')).toContainText('15');
  await expect(page.getByLabel('收货人')).toHaveValue('长江机械');
  await page.getByRole('button', { name: '保存', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('D-1');
  await page.getByRole('link', { name: '长江机械' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('长江机械');
  await expect(page.locator('[data-field="total"]')).toContainText('15');
  await expect(page.getByRole('region', { name: '关联的记录' }).getByRole('link', { name: 'D-1' })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: '订单 · 明细 · 配送方' }),
    'a list for relations in slave tables too',
  ).toBeVisible();
  expect(page.url()).toContain(shop.id);
});
