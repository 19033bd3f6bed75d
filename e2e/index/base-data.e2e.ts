import { inspection, makeForm } from '../testing/inspection-form.ts';
import { textsOf } from '../testing/texts.ts';
import { expect, test } from '../testing/test.ts';

for (const locale of ['zh-CN', 'en'] as const) {
  test(`a dictionary is filled from a file and offered by a form (${locale})`, async ({ as }) => {
    const t = textsOf(locale);
    const mark = Date.now().toString(36);
    const page = await as('admin', { locale });
    await page.goto('/enterprise/baseData');
    await page
      .getByRole('button', { name: t('basedata.dictionary.create') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: t('basedata.dictionary.create') });
    await dialog.getByLabel(t('basedata.code'), { exact: true }).fill(`line-${mark}`);
    await dialog.getByLabel(t('basedata.name_zh')).fill(`产线 ${mark}`);
    await dialog.getByRole('button', { name: t('basedata.save') }).click();
    const entries = page.getByRole('region', { name: `产线 ${mark}` });
    await entries.getByRole('button', { name: t('basedata.import') }).click();
    const sheet = page.getByRole('dialog', { name: t('basedata.import') });
    await sheet
      .locator('input[type=file]')
      .setInputFiles({
        name: 'lines.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'code,name,english name,colour\nl1,一线,First line,blue\nl2,二线,Second line,\nno code,x,,\n',
        ),
      });
    await expect(sheet.getByText(t('sheets.done', { created: 2, updated: 0, failed: 1 }))).toBeVisible();
    await sheet.press('Escape');
    await expect(entries.getByRole('treeitem')).toHaveText([/l1/, /l2/]);
    await entries
      .getByRole('button', { name: t('basedata.more', { name: locale === 'en' ? 'Second line' : '二线' }) })
      .click();
    await page.getByRole('menuitem', { name: t('basedata.up') }).click();
    await expect(entries.getByRole('treeitem')).toHaveText([/l2/, /l1/]);

    // what was offered when the form was made is one entry; it asks the dictionary
    const fields = inspection.fields.map((field) =>
      field.type === 'singleSelect'
        ? { ...field, config: { dictionary: `line-${mark}`, options: [{ id: 'l1', label: { zh: '一线' } }] } }
        : field,
    );
    const { formId } = await makeForm(page.request, `产线 ${mark}`, { ...inspection, fields });
    const user = await as('user', { locale });
    await user.goto(`/form?table=${formId}&mode=new`);
    await user.getByRole('combobox', { name: locale === 'en' ? 'Type' : '类型' }).click();
    await expect(user.getByTitle(locale === 'en' ? 'Second line' : '二线')).toBeVisible();

    await entries.getByRole('button', { name: t('basedata.more', { name: `产线 ${mark}` }) }).click();
    await page.getByRole('menuitem', { name: t('ui.action.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ui.action.delete') })
      .click();
    await expect(entries).toHaveCount(0);
  });
}
