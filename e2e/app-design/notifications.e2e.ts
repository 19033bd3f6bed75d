import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';

const t = textsOf('zh-CN');

test('a form says on its own tab who is told of what, and whom it concerns finds it among their messages', async ({
  as,
}) => {
  const [admin, user] = [await as('admin'), await as('user')];
  const { appId, formId } = await makeForm(admin.request, fresh('通知设置'));
  const name = fresh(`水泵 ${Date.now().toString(36)}`);
  // what an earlier try left among the messages is not this one's
  const words = fresh('扭矩已调整');
  const { id, version } = await addRecord(user.request, formId, { name, torque: 10 });
  await admin.goto(`/form/app/setting/!/form/${appId}/draft/${formId}?tab=notifications`);
  await admin.getByRole('button', { name: t('design.notify.add') }).click();
  const rule = admin.locator('.notify-rule');
  await rule.getByLabel(`${t('design.notify.title')} ${t('design.field.zh')}`).fill('');
  await select(rule.getByRole('combobox', { name: t('design.notify.when') }), t('design.notify.on.changed'));
  await admin.getByRole('button', { name: t('design.action.save'), exact: true }).click();
  // what is missing is said at its rule
  await expect(rule.getByText(t('forms.problem.blank_title')).first()).toBeVisible();
  await rule.getByLabel(`${t('design.notify.title')} ${t('design.field.zh')}`).fill('扭矩变了');
  await select(rule.getByRole('combobox', { name: t('design.notify.fields') }), '扭矩');
  await admin.keyboard.press('Escape');
  await rule.getByRole('textbox', { name: t('design.notify.text_zh') }).fill(words);
  await admin.getByRole('button', { name: t('design.action.save'), exact: true }).click();
  await expect(admin.getByText(t('design.notify.saved'))).toBeVisible();
  await admin.reload();
  await expect(rule.getByRole('button', { name: /^扭矩变了/ })).toContainText(t('design.notify.on.changed'));

  const change = (expectedVersion: number, values: object) =>
    send(
      admin.request,
      'PATCH',
      recordsApi.update.path,
      { formId, recordId: id },
      { expectedVersion, values, slaves: {} },
    );
  await user.goto('/user/messagecenter?kind=notified');
  const told = user.getByRole('row').filter({ hasText: words });
  const saved = await change(version, { remark: '换油' });
  await change(saved.version, { torque: 12 });
  await expect(told).toHaveCount(1);
  await told.getByRole('link').first().click();
  await expect(user.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('an application is begun from a template of the product', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/appdesign');
  await page.getByRole('button', { name: t('design.apps.create') }).click();
  const dialog = page.getByRole('dialog', { name: t('design.apps.create') });
  await select(dialog.getByRole('combobox', { name: t('design.template.begin') }), '设备台账');
  const name = `设备台账 ${Date.now().toString(36)}`;
  await dialog.getByLabel(t('design.field.name_zh'), { exact: true }).fill(name);
  await dialog.getByRole('button', { name: t('design.action.save') }).click();
  await expect(dialog).toHaveCount(0);
  const apps = (await send(page.request, 'GET', formsApi.listApps.path, {})) as unknown as {
    apps: { id: string; title: { zh: string } }[];
  };
  const made = apps.apps.find(({ title }) => title.zh === name)!;
  await page.goto(`/app/!/${made.id}`);
  await page
    .locator('.fw-page-head')
    .getByRole('button', { name: t('records.list.new') })
    .click();
  await expect(page.getByText('基本信息')).toBeVisible();
  await expect(page.getByText('使用与检验')).toBeVisible();
});
