import { addRecord } from '../testing/inspection-form.ts';
import {
  choose,
  designCases,
  fill,
  idOf,
  refuses,
  says,
  slotOf,
  turn,
  typed,
  type Case,
} from '../testing/field-settings.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

/** Every type's settings are made in the designer, and after the release they hold where records are filled in; types that name something else are beside this. */
const t = textsOf('zh-CN');
const options = [
  { id: 'r', label: { zh: '红' } },
  { id: 'b', label: { zh: '蓝' } },
  { id: 'g', label: { zh: '绿' } },
];
const nodes = [
  { id: 'e', label: { zh: '电气' } },
  { id: 'm', label: { zh: '电机' }, parent: 'e' },
];

const file = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from('每班检查') });

const cases: Case[] = [
  {
    type: 'text',
    set: [
      fill('design.config.min_length', 3),
      fill('design.config.max_length', 5),
      fill('design.config.pattern', '[A-Z]\\d+'),
    ],
    acts: async (field) => {
      await refuses('A1', 'records.value.too_short', { min: 3 }, 'A123')(field);
      await refuses('aaaa', 'records.value.pattern', undefined, 'A123')(field);
    },
    shows: 'A123',
  },
  {
    type: 'longText',
    set: [fill('design.config.max_length', 5), fill('design.config.rows', 7)],
    acts: async (field) => {
      await expect(field.getByRole('textbox')).toHaveAttribute('maxlength', '5');
      await field.getByRole('textbox').fill('一二三');
    },
    shows: '一二三',
  },
  {
    type: 'number',
    set: [
      fill('design.config.decimals', 1),
      fill('design.config.min', 5),
      fill('design.config.max', 9000),
      fill('design.config.unit', 'kg'),
      turn('design.config.thousands'),
    ],
    acts: async (field) => {
      await expect(field).toContainText('kg');
      await refuses('4', 'records.value.too_small', { min: 5 }, '6')(field);
      await refuses('5.55', 'records.value.decimals', { decimals: 1 }, '1234.5')(field);
    },
    shows: '1,234.5 kg',
  },
  {
    type: 'money',
    set: [
      choose('design.config.currency', 'design.config.currency_USD'),
      fill('design.config.decimals', 1),
      fill('design.config.max', 100),
    ],
    acts: refuses('101', 'records.value.too_large', { max: 100 }, '99.5'),
    shows: '$99.5',
  },
  {
    type: 'percent',
    set: [fill('design.config.decimals', 3), fill('design.config.max', 100)],
    acts: refuses('100.5', 'records.value.too_large', { max: 100 }, '12.5'),
    shows: '12.500%',
  },
  {
    type: 'date',
    set: [fill('design.config.earliest', '2026-05-01')],
    acts: refuses('2026/4/30', 'records.value.too_early', { min: '2026-05-01' }, '2026-05-02'),
    shows: '2026-05-02',
  },
  {
    type: 'dateTime',
    set: [choose('design.config.precision', 'design.config.precision_second')],
    acts: (field) => typed(field, '2026-05-01 08:00:05'),
    shows: '2026-05-01 08:00:05',
  },
  {
    type: 'time',
    set: [choose('design.config.precision', 'design.config.precision_second')],
    acts: (field) => typed(field, '08:00:07'),
    shows: '08:00:07',
  },
  {
    type: 'dateRange',
    set: [choose('design.config.precision', 'design.config.precision_minute')],
    acts: async (field) => {
      await typed(field, '2026-05-01 08:00');
      await typed(field, '2026-05-01 09:30', 1);
    },
    shows: '2026-05-01 08:00 至 2026-05-01 09:30',
  },
  {
    type: 'phone',
    set: [choose('design.config.phone_kind', 'design.config.phone_mobile')],
    acts: refuses('021-55551234', 'records.value.phone', undefined, '13800138000'),
  },
  {
    type: 'rating',
    set: [fill('design.config.stars', 3)],
    acts: async (field) => {
      await expect(field.getByRole('radio')).toHaveCount(3);
      await field.getByRole('radio').nth(1).click();
    },
  },
  {
    type: 'slider',
    set: [fill('design.config.max', 50), fill('design.config.step', 5)],
    acts: async (field) => {
      const slider = field.getByRole('slider');
      await slider.press('ArrowRight');
      await slider.press('ArrowRight');
      await expect(slider).toHaveAttribute('aria-valuemax', '50');
      await expect(slider).toHaveAttribute('aria-valuenow', '10');
    },
  },
  {
    type: 'switch',
    set: [fill('design.config.on', '合格')],
    acts: (field) => field.getByRole('switch').click(),
    shows: '合格',
  },
  {
    type: 'radio',
    config: { options },
    set: [choose('design.config.direction', 'design.config.direction_column')],
    acts: async (field) => {
      await expect(field.locator('.fw-choices')).toHaveAttribute('data-direction', 'column');
      await field.getByRole('radio', { name: '红' }).check();
    },
    shows: '红',
  },
  {
    type: 'checkbox',
    config: { options },
    set: [fill('design.config.most', 2)],
    acts: async (field) => {
      for (const name of ['红', '蓝']) await field.getByRole('checkbox', { name }).check();
      await expect(field.getByRole('checkbox', { name: '绿' })).toBeDisabled();
    },
    shows: /红.*蓝/s,
  },
  {
    type: 'cascade',
    config: { options: nodes },
    set: [turn('design.config.any_level')],
    acts: async (field, page) => {
      await field.getByRole('combobox').click();
      await page.getByRole('menuitemcheckbox', { name: '电气' }).click();
      await field.getByRole('combobox').press('Escape');
      await expect(field.getByText(t('records.value.not_last_level'))).toHaveCount(0);
    },
    shows: '电气',
  },
  {
    type: 'treeSelect',
    config: { options: nodes },
    set: [turn('design.config.leaves_only')],
    acts: async (field, page) => {
      await field.getByRole('combobox').click();
      await page.locator('.ant-select-tree:visible').getByText('电气', { exact: true }).click();
      await expect(field).not.toContainText('电气');
      await field.getByRole('combobox').fill('电机');
      await page.locator('.ant-select-tree:visible').getByText('电机', { exact: true }).click();
    },
    shows: '电机',
  },
  {
    type: 'attachment',
    set: [
      fill('design.config.max_size', 1),
      fill('design.config.most_files', 2),
      choose('design.config.accept', 'design.config.accept_image'),
    ],
    acts: async (field) => {
      await expect(field).toContainText(t('records.file.limits', { count: 5, size: 1, max: 2 }));
      await expect(field.locator('input[type="file"]').first()).toHaveAttribute('accept', /image/);
    },
  },
  {
    type: 'image',
    set: [fill('design.config.most_pictures', 2)],
    acts: (field) =>
      field
        .locator('input[type="file"]')
        .first()
        .setInputFiles(file('不是图.png', 'image/png'))
        .then(() => says(field, 'records.value.not_picture')),
  },
  {
    type: 'richText',
    set: [turn('design.config.rich_pictures')],
    acts: async (field) => {
      await expect(field.getByRole('textbox')).toBeVisible();
      await expect(field.locator('input[type="file"]')).toHaveCount(0);
    },
  },
  {
    type: 'location',
    set: [turn('design.config.place_here')],
    acts: (field) => expect(field.getByLabel(t('records.place.lat'))).toBeDisabled(),
  },
  {
    type: 'barcode',
    set: [turn('design.config.code_scan')],
    acts: async (field) => {
      await field.getByRole('textbox').fill('SN-1');
    },
  },
  {
    type: 'json',
    set: [fill('design.config.rows', 9)],
    acts: (field) => field.getByRole('textbox').fill('{"rpm": 1}'),
    shows: '"rpm": 1',
  },
  {
    type: 'autoNumber',
    set: [fill('design.config.prefix', 'Q-'), fill('design.config.digits', 3), fill('design.config.start', 7)],
    acts: async () => {},
    shows: 'Q-008',
  },
  {
    type: 'formula',
    config: { expression: '1 / 3', result: 'number' },
    set: [fill('design.config.decimals', 2)],
    acts: (field) => expect(field).toContainText('0.33'),
  },
  {
    type: 'address',
    set: [turn('design.config.detail')],
    acts: (field) => expect(field.getByLabel(t('records.address.detail'))).toHaveCount(0),
  },
  {
    type: 'timeSlot',
    set: [fill('design.config.slot_minutes', 30)],
    acts: async (field) => {
      await field.getByRole('button', { name: t('records.slot.day_after') }).click();
      await field.getByRole('button', { name: '09:30–10:00' }).click();
    },
    shows: '09:30–10:00',
  },
  {
    type: 'email',
    set: [turn('design.field.unique')],
    acts: refuses('a@b', 'records.value.email', undefined, 'twice@example.com'),
  },
  {
    type: 'url',
    set: [turn('design.field.required')],
    acts: refuses('example', 'records.value.url', undefined, 'https://example.com'),
  },
  {
    type: 'postalCode',
    set: [turn('design.field.read_only')],
    acts: (field) => expect(field.getByRole('textbox')).toHaveCount(0),
  },
  { type: 'creditCode', set: [turn('design.field.hidden')], acts: (field) => expect(field).toHaveCount(0) },
  {
    type: 'colour',
    set: [fill('design.field.help', '喷漆的颜色')],
    acts: (field) => expect(field).toContainText('喷漆的颜色'),
  },
];

test('the settings of every type, made in the designer, hold in the record after the release', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  const { appId, formId } = await designCases(page, fresh('字段设置'), cases, 'text');
  await addRecord(page.request, formId, { [idOf('email')]: 'twice@example.com', [idOf('url')]: 'https://example.com' });

  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  for (const { type, acts } of cases) await test.step(`${type} acts`, () => acts(slotOf(page, type), page));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const email = slotOf(page, 'email');
  await says(email, 'records.value.taken');
  await email.getByRole('textbox').fill('once@example.com');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A123');
  for (const { type, shows } of cases)
    if (shows !== undefined) await expect(slotOf(page, type), type).toContainText(shows);
});
