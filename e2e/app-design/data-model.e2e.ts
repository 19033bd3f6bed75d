import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { inspection, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';

test('what a removed field left is dropped for good, and a window that the browser keeps shut is told', async ({
  as,
}) => {
  const admin = await as('admin', { width: 1440 });
  const { appId, formId } = await makeForm(admin.request, '数据模型', inspection);
  const { version, definition } = (await (await admin.request.get(`/api/forms/${formId}/draft`)).json()) as {
    version: number;
    definition: FormDefinition;
  };
  const removed = 'remark';
  const layout = definition.layout.map((section) => ({
    ...section,
    items: section.items.filter((item) => !('field' in item && item.field === removed)),
  }));
  const saved = await admin.request.put(`/api/forms/${formId}/draft`, {
    data: {
      expectedVersion: version,
      definition: { ...definition, layout, fields: definition.fields.filter(({ id }) => id !== removed) },
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const { version: next } = (await saved.json()) as { version: number };
  const released = await admin.request.post(`/api/forms/${formId}/releases`, {
    data: { draftVersion: next, acceptLoss: true },
  });
  expect(released.ok(), await released.text()).toBe(true);

  await admin.goto(`/datacenter/table/list/${formId}`);
  const row = admin.locator('tr[data-origin="retired"]');
  await expect(row).toContainText(removed);
  await row.getByRole('button', { name: '清除…' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '彻底清除' }).click();
  await expect(admin.getByText(/已清除/)).toBeVisible();
  await expect(row).toHaveCount(0);

  await admin.addInitScript({ content: 'window.open = () => null;' });
  await admin.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  await admin.getByRole('button', { name: '预览' }).click();
  await expect(admin.getByText('浏览器拦截了新窗口，请允许本站弹出窗口后重试')).toBeVisible();

  await admin.goto('/form/app/setting/!/form/nosuchone/draft/nosuchone');
  await expect(admin.getByText('没有这个表单，或您无权设计')).toBeVisible();
});
