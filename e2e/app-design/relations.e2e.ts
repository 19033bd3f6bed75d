import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Page } from '@playwright/test';
import { makeForm, send } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';

for (const locale of ['zh-CN', 'en'] satisfies Locale[]) {
  test(`forms are related by drawing a line, and by keyboard alone (${locale})`, async ({ as }) => {
    const t = textsOf(locale);
    const page = await as('admin', { locale });
    const name = fresh(`关系 ${locale}`);
    const { appId, formId } = await makeForm(page.request, name);
    const supplier = await send(
      page.request,
      'POST',
      formsApi.createForm.path,
      { appId },
      { title: { zh: '供应商', en: 'Suppliers' } },
    );
    const inspections = locale === 'en' ? 'Equipment inspections' : '设备点检';
    const suppliers = locale === 'en' ? 'Suppliers' : '供应商';

    await page.goto('/appdesign');
    await page
      .getByRole('article')
      .filter({ hasText: name })
      .getByRole('button', { name: t('design.apps.more'), exact: true })
      .click();
    await page.getByRole('menuitem', { name: t('design.relations.button') }).click();
    await drawLine(page, formId, supplier.id);
    const dialog = page.getByRole('dialog', { name: t('design.relations.new') });
    await expect(dialog.getByText(inspections)).toBeVisible();
    await expect(dialog.getByText(suppliers)).toBeVisible();
    await dialog.getByRole('textbox', { name: t('design.relations.name') }).fill(fresh('供货方'));
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('design.relations.added', { form: inspections }))).toBeVisible();
    // a form in use has it with its next release
    await expect(page.getByText(new RegExp(`供货方.*n : 1.*${t('design.relations.pending')}`))).toBeVisible();

    await page.getByRole('button', { name: t('design.relations.new') }).press('Enter');
    await dialog.getByRole('button', { name: t('design.action.create') }).press('Enter');
    await expect(dialog.getByText(t('design.relations.choose_form'))).toHaveCount(2);
    await dialog.getByRole('button', { name: /取消|Cancel/ }).click();

    const draft = await send(page.request, 'GET', formsApi.getDraft.path, { formId });
    expect((draft as unknown as { definition: { fields: unknown[] } }).definition.fields).toContainEqual(
      expect.objectContaining({
        type: 'relation',
        config: expect.objectContaining({ form: supplier.id, cardinality: 'manyToOne' }),
      }),
    );
  });
}

/** From the dot below one form to the one above the other. */
async function drawLine(page: Page, from: string, to: string): Promise<void> {
  const dot = (id: string, kind: 'source' | 'target') =>
    page.locator(`.react-flow__node[data-id="${id}"] .react-flow__handle.${kind}`);
  const middle = async (id: string, kind: 'source' | 'target') => {
    const box = (await dot(id, kind).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.locator(`.react-flow__node[data-id="${from}"]`).hover();
  await expect(dot(from, 'source')).toBeVisible();
  await page.mouse.move(...(await middle(from, 'source')));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to, 'target')), { steps: 8 });
  await page.mouse.up();
}
