import type { Locator, Page } from '@playwright/test';
import { makeForm, type MadeForm } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

let made: MadeForm;
const t = textsOf('zh-CN');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  made = await makeForm(context.request, '字段类型');
  await context.close();
});

test('the richer types: designed, filled in and seen in record and list', async ({ as }) => {
  // maps, code readers and editors of text are loaded one after another
  test.slow();
  const page = await as('admin');
  await page.goto(`/form/app/setting/!/form/${made.appId}/draft/${made.formId}`);
  const palette = page.getByRole('complementary', { name: t('design.form.palette') });
  const inspector = page.getByRole('complementary', { name: t('design.form.inspector') });
  for (const type of [
    'timeSlot',
    'richText',
    'location',
    'image',
    'signature',
    'barcode',
    'json',
    'concatenation',
  ] as const) {
    await palette.getByRole('button', { name: t(`design.type.${type}`), exact: true }).click();
    await inspector
      .getByLabel(`${t('design.field.title')} ${t('design.field.zh')}`, { exact: true })
      .fill(`新${t(`design.type.${type}`)}`);
  }
  const parts = inspector.getByRole('group', { name: t('design.config.parts') });
  await parts.getByRole('button', { name: t('design.config.part_text') }).click();
  await parts.getByRole('textbox', { name: t('design.config.part_text') }).fill('设备：');
  await parts.getByRole('button', { name: t('design.config.part_field') }).click();
  await expect(page.getByRole('status').filter({ hasText: t('design.save.saved') })).toBeVisible();
  await page.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  const release = page.getByRole('dialog', { name: t('design.release.title') });
  await expect(release.getByText(t('design.step.guardSlots', { title: '新时段预约' }))).toBeAttached();
  await release.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  await expect(page.getByText(t('design.release.done', { number: 2 }))).toBeVisible();

  await page.goto(`/form?app=${made.appId}&table=${made.formId}&mode=new`);
  await page.getByLabel('设备名称').fill('数控铣床 9 号');
  await expect(fieldOf(page, '新文本拼接')).toContainText('设备：数控铣床 9 号');

  const slots = fieldOf(page, '新时段预约');
  await slots.getByRole('button', { name: t('records.slot.day_after') }).click();
  await slots.getByRole('button', { name: '09:00–10:00' }).click();
  await expect(slots.getByRole('button', { name: '09:00–10:00' })).toHaveAttribute('aria-pressed', 'true');

  const rich = fieldOf(page, '新富文本');
  await rich.getByRole('textbox').click();
  await rich.getByRole('button', { name: t('records.rich.bold') }).click();
  await page.keyboard.type('主轴异响');
  await rich.locator('input[type="file"]').setInputFiles({ name: 'spindle.png', mimeType: 'image/png', buffer: png });
  await expect(rich.getByRole('img', { name: 'spindle.png' })).toBeVisible();

  const place = fieldOf(page, '新定位');
  await place.getByLabel(t('records.place.name')).fill('一号车间');
  await place.getByRole('button', { name: t('records.place.choose') }).click();
  const map = page.getByRole('dialog', { name: t('records.place.title') });
  await map.getByLabel(t('records.place.degrees')).fill('95, 200');
  await map.getByLabel(t('records.place.degrees')).press('Enter');
  await expect(map.getByText(t('records.place.wrong_degrees'))).toBeVisible();
  await map.getByLabel(t('records.place.degrees')).fill('31.23, 121.47');
  await map.getByLabel(t('records.place.degrees')).press('Enter');
  await map.getByRole('button', { name: t('records.place.use') }).click();
  await expect(place.getByLabel(t('records.place.lat'))).toHaveValue('31.23');

  await fieldOf(page, '新图片')
    .locator('input[type="file"]')
    .setInputFiles({ name: 'machine.png', mimeType: 'image/png', buffer: png });
  await expect(fieldOf(page, '新图片').getByRole('img', { name: 'machine.png' })).toBeVisible();

  await fieldOf(page, '新手写签名')
    .getByRole('button', { name: t('records.signature.draw') })
    .click();
  const sheet = page.getByRole('dialog', { name: t('records.signature.draw') });
  const paper = (await sheet.getByLabel(t('records.signature.paper')).boundingBox())!;
  await page.mouse.move(paper.x + 40, paper.y + 40);
  await page.mouse.down();
  await page.mouse.move(paper.x + 200, paper.y + 90, { steps: 5 });
  await page.mouse.up();
  await sheet.getByRole('button', { name: t('records.signature.save') }).click();
  await expect(fieldOf(page, '新手写签名').locator('img')).toBeVisible();

  await fieldOf(page, '新条码/二维码').getByRole('textbox').fill('SN-0009');
  const json = fieldOf(page, '新JSON');
  await json.getByRole('textbox').fill('{"rpm": 1200,}');
  await expect(json.getByText(/第 1 行第 \d+ 列/)).toBeVisible();
  await json.getByRole('textbox').fill('{"rpm": 1200}');
  await expect(json.getByText(t('records.json.right'))).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('数控铣床 9 号');
  await expect(fieldOf(page, '新时段预约')).toContainText('09:00–10:00');
  await expect(fieldOf(page, '新富文本').locator('strong')).toHaveText('主轴异响');
  await expect(fieldOf(page, '新富文本').getByRole('img', { name: 'spindle.png' })).toBeVisible();
  await expect(fieldOf(page, '新定位')).toContainText(/一号车间.*31\.23, 121\.47/);
  await expect(fieldOf(page, '新手写签名').locator('img')).toBeVisible();
  await expect(fieldOf(page, '新条码/二维码').getByRole('img', { name: 'SN-0009' }).locator('svg')).toBeVisible();
  await expect(fieldOf(page, '新JSON').locator('pre')).toContainText('"rpm": 1200');

  // the slot is taken for whoever comes next
  await page.goto(`/form?app=${made.appId}&table=${made.formId}&mode=new`);
  await slots.getByRole('button', { name: t('records.slot.day_after') }).click();
  await expect(slots.getByRole('button', { name: '09:00–10:00' })).toBeDisabled();

  await page.goto(`/app/!/${made.appId}?form=${made.formId}&search=${encodeURIComponent('主轴异响')}`);
  await expect(page.getByText('数控铣床 9 号').first()).toBeVisible();
});

/** A field of the record form by its title. */
function fieldOf(page: Page, title: string): Locator {
  return page.locator('[data-field]').filter({ has: page.getByText(title, { exact: true }) });
}
