import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const definition: FormDefinition = {
  format: 1,
  title: { zh: '会议室预约' },
  titleField: 'name',
  tables: [],
  layout: [],
  fields: [
    { id: 'name', type: 'text', title: { zh: '事由' }, config: {} },
    {
      id: 'slot',
      type: 'timeSlot',
      title: { zh: '时段' },
      config: {
        resources: [],
        choice: 'slots',
        minutes: 60,
        most: 2,
        opensAt: '08:00',
        closesAt: '18:00',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        daysAhead: 30,
      },
    },
  ],
};

test('a slot that somebody takes first is said once, at its field, and another is chosen in its place', async ({
  as,
}) => {
  const admin = await as('admin');
  const { appId, formId } = await makeForm(admin.request, '预约测试', definition);
  const page = await as('user');
  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  const slot = page.locator('[data-field="slot"]');
  await page.getByLabel('事由').fill('班前会');
  await slot.getByRole('button', { name: t('records.slot.day_after') }).click();
  await slot.getByRole('button', { name: /^09:00/ }).click();
  const day = await slot.getByRole('textbox').inputValue();
  await addRecord(admin.request, formId, { name: '先到', slot: [`${day}T01:00:00.000Z`, `${day}T02:00:00.000Z`] });

  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('button', { name: `时段: ${t('records.value.slot_taken')}` })).toBeVisible();
  await expect(slot.getByText(t('records.value.slot_taken'))).toHaveCount(1);
  await expect(slot.getByRole('button', { name: /^09:00/ })).toContainText(t('records.slot.taken'));
  // two in a row may be booked, but what is taken is not added to
  await slot.getByRole('button', { name: /^10:00/ }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('班前会');
  await expect(slot).toContainText('10:00–11:00');
});
