import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { makeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '布局测试', en: 'Layouts' },
  titleField: 'name',
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
    { id: 'cost', type: 'number', title: { zh: '费用' }, config: {} },
    { id: 'cause', type: 'text', title: { zh: '原因' }, required: true, config: {} },
  ],
  tables: [],
  tabGroups: [{ id: 'pages', style: 'tabs' }],
  layout: [
    {
      id: 'first',
      title: { zh: '基本' },
      columns: 2,
      items: [
        { kind: 'field', field: 'name' },
        {
          kind: 'button',
          id: 'fill',
          title: { zh: '填写原因' },
          action: { does: 'fill', values: [{ field: 'cause', value: '"更换 " + name' }] },
        },
      ],
    },
    { id: 'costs', title: { zh: '费用页' }, columns: 1, tabs: 'pages', items: [{ kind: 'field', field: 'cost' }] },
    { id: 'causes', title: { zh: '原因页' }, columns: 1, tabs: 'pages', items: [{ kind: 'field', field: 'cause' }] },
  ],
};

test('tabs and buttons are designed, previewed, used, compared and rolled back', async ({ as }) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, '布局测试', definition);

  // by key: a new section goes up, into the tabs
  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  await page.getByRole('button', { name: t('design.form.add_section') }).click();
  await page.locator('.designer-section-title').getByText(t('design.form.section'), { exact: true }).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.locator('.designer-tab')).toHaveCount(3);
  await page.locator('.designer-palette').getByText(t('design.form.embed'), { exact: true }).click();
  await expect(page.getByText(t('design.form.problems_count', { count: 1 }))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('.designer-problems').getByRole('button').click();
  await expect(
    page.getByRole('complementary', { name: t('design.form.inspector') }).getByText(t('design.form.embed_hint')),
  ).toBeVisible();
  await page
    .getByRole('complementary', { name: t('design.form.inspector') })
    .getByRole('button', { name: t('design.form.remove'), exact: true })
    .click();

  // a preview of the draft: what is wrong in a hidden tab is marked, shown and jumped to
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: t('design.version.preview') }).click();
  const preview = await opened;
  const cause = preview.getByRole('textbox', { name: /^原因/ });
  await expect(preview.getByText(t('trial.saves_nothing'))).toBeVisible();
  await preview.getByRole('button', { name: t('trial.check') }).click();
  await expect(cause).toBeVisible();
  await preview.getByRole('tab', { name: '费用页' }).click();
  await expect(cause).toBeHidden();
  await preview.getByRole('button', { name: /^原因: / }).click();
  await expect(cause).toBeFocused();
  await preview.getByLabel('名称').fill('刀具');
  await preview.getByRole('button', { name: '填写原因' }).click();
  await expect(cause).toHaveValue('更换 刀具');
  await preview.getByText(t('trial.terminal_phone')).click();
  await expect(preview.frameLocator('iframe').getByRole('tab', { name: '费用页' })).toBeVisible();
  await preview.close();

  // another release, the difference, and back
  await page.getByRole('button', { name: t('design.action.release') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('design.action.release') })
    .click();
  await expect(page.getByText(t('design.release.number', { number: 2 }), { exact: true })).toBeVisible();
  await page
    .getByRole('link', { name: t('design.settings.tab_releases') })
    .or(page.getByRole('button', { name: t('design.settings.tab_releases') }))
    .click();
  const first = page.locator('.release-list > li').last();
  await first.getByRole('button', { name: t('design.version.compare') }).click();
  await expect(page.locator('.release-difference')).toHaveCount(1);
  await first.getByRole('button', { name: t('design.version.restore') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('design.version.restore') })
    .click();
  await expect(page.locator('.designer-tab')).toHaveCount(2);
});

test('keys go on where what had the focus is gone: deleted, moved by its grip, undone by the button', async ({
  as,
}) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, fresh('设计快捷键'), definition);
  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  const part = (title: string) =>
    page.locator('.designer-item').and(page.getByRole('group', { name: title, exact: true }));
  const order = () =>
    page
      .locator('.designer-item')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')).join(' '));
  await part('名称').getByRole('button', { name: '名称', exact: true }).click();
  await page.keyboard.press('Delete');
  // a formula names it: the question has the focus
  await expect(page.getByRole('button', { name: t('uses.take') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(part('名称')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(part('名称')).toBeVisible();
  await page.getByRole('button', { name: t('design.action.redo') }).click();
  await expect(part('名称')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(part('名称')).toBeVisible();

  const before = await order();
  await part('名称').locator('.designer-grip').click();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).not.toBe(before);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(order).toBe(before);

  // what was typed in one go comes back in one go, not a key at a time
  await part('名称').getByRole('button', { name: '名称', exact: true }).click();
  const titled = page.getByLabel(t('design.field.title')).first();
  await titled.fill('');
  await titled.pressSequentially('设备的新名称', { delay: 20 });
  await expect(part('设备的新名称')).toBeVisible();
  await page.getByRole('button', { name: t('design.action.undo') }).click();
  await expect(part('名称')).toBeVisible();
});
