import { recordsApi } from '@formwork/contract/records/api.ts';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('en');

test('a rule is made in six steps, is the same as text and as a drawing, and does what it says', async ({ as }) => {
  const page = await as('admin', { locale: 'en' });
  const title = fresh('Strong machines of one rule');
  const { formId } = await makeForm(page.request, title);
  const name = fresh('Strong ones');

  await page.goto('/rulesengine');
  await page
    .getByRole('button', { name: t('rules.add') })
    .first()
    .click();
  const next = page.getByRole('button', { name: t('rules.wizard.next') });
  await page.getByLabel(t('rules.field.rule_name')).fill(name);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await next.click();
  await expect(page.getByRole('checkbox', { name: t('rules.start.created'), exact: true })).toBeChecked();
  await next.click();
  await page.getByRole('button', { name: t('document.release'), exact: true }).click();
  await expect(page.getByRole('dialog').getByText(t('rules.problem.no_form'))).toBeVisible();
  await page.keyboard.press('Escape');
  await select(page.getByRole('combobox', { name: t('rules.field.form') }), `Equipment inspections · ${title}`, {
    search: title,
  });
  await page.getByRole('textbox', { name: t('rules.wizard.condition') }).fill('torque > 10');
  await next.click();
  await page.getByRole('button', { name: t('rules.result.add') }).hover();
  await page.getByRole('menuitem', { name: t('rules.kind.set'), exact: true }).click();
  await next.click();
  await select(page.getByRole('combobox', { name: t('rules.field.target') }), 'Remarks');
  await page.getByRole('textbox', { name: t('rules.field.value') }).fill('"strong"');
  await next.click();
  await expect(page.getByText('when torque > 10 then')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('id')!;

  // what is changed as a text is another in the steps, and drawn
  await page.goto(`/qlangRuleDesigner?id=${id}`);
  const text = page.locator('.cm-content').first();
  await expect(text).toContainText('torque > 10');
  await text.fill((await text.innerText()).replace('torque > 10', 'torque > 20'));
  await expect(page.getByText(t('document.saved'))).toBeVisible();
  await page.goto(`/rulesengine?id=${id}&step=startrules`);
  await expect(page.getByRole('textbox', { name: t('rules.wizard.condition') })).toHaveText('torque > 20');
  await page.goto(`/ruledesigner/designer/${id}/0`);
  await expect(page.locator('.react-flow__node').filter({ hasText: t('rules.kind.when') })).toBeVisible();
  await page.getByRole('button', { name: t('document.release'), exact: true }).click();
  const releasing = page.getByRole('dialog');
  await releasing.getByRole('button', { name: t('document.release'), exact: true }).click();
  await expect(releasing).toBeHidden();

  const [weak, strong] = [
    await addRecord(page.request, formId, { name: 'Lathe', torque: 12 }),
    await addRecord(page.request, formId, { name: 'Press', torque: 25 }),
  ];
  const remarkOf = async ({ id: recordId }: { id: string }): Promise<unknown> => {
    const { values } = await send(page.request, 'GET', recordsApi.get.path, { formId, recordId });
    return (values as { remark: unknown }).remark;
  };
  await expect.poll(() => remarkOf(strong)).toContain('strong');
  expect(await remarkOf(weak)).toBeNull();
  await page.goto('/rulesengine?tab=traces');
  await page.getByText(name, { exact: true }).first().click();
  await expect(page.getByRole('dialog').getByText('torque > 20')).toBeVisible();
});
