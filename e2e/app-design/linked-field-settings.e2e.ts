import { iotApi } from '@formwork/contract/iot/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import {
  choose,
  chooseNamed,
  designCases,
  fill,
  idOf,
  refuses,
  slotOf,
  turn,
  type Case,
} from '../testing/field-settings.ts';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

/** The settings of the types that name something else: options, people and their groups, other records and their figures, devices. */
const t = textsOf('zh-CN');
const options = [
  { id: 'r', label: { zh: '红' } },
  { id: 'b', label: { zh: '蓝' } },
  { id: 'g', label: { zh: '绿' } },
];

/** Two are chosen, and nothing else is to be had: with as many as may be, one cannot even search any more. */
const atMostTwo =
  (names: readonly [string, string], search = true) =>
  async (field: Locator, page: Page): Promise<void> => {
    const box = field.getByRole('combobox');
    for (const name of names) {
      // what is found may come anew under a click
      await expect(async () => {
        await select(box, name, search ? { search: name } : {});
        await expect(field).toContainText(name, { timeout: 5_000 });
      }).toPass();
    }
    const others = page.locator(
      '.ant-select-dropdown:visible .ant-select-item-option:not(.ant-select-item-option-selected)',
    );
    await expect(others.first()).toHaveClass(/ant-select-item-option-disabled/);
    await box.press('Escape');
    // while the list is open yet, Tab takes what it stands on
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
    await box.press('Tab');
    for (const name of names) await expect(field).toContainText(name);
  };
const several = [turn('design.config.multiple'), fill('design.config.most', 2)];

/** What the fields name, made before. */
interface Named {
  mark: string;
  machines: string;
}

const casesOf = ({ mark, machines }: Named): Case[] => {
  const of = (what: string): [string, string] => [`${what}甲${mark}`, `${what}乙${mark}`];
  return [
    {
      type: 'singleSelect',
      config: { options },
      set: [choose('design.config.shape', 'design.config.shape_radio')],
      acts: (field) => field.getByRole('radio', { name: '红' }).check(),
      shows: '红',
    },
    {
      type: 'multiSelect',
      config: { options },
      set: [fill('design.config.most', 2)],
      acts: atMostTwo(['红', '蓝'], false),
      shows: /红.*蓝/s,
    },
    { type: 'member', set: several, acts: atMostTwo(['企业管理员', '普通用户']), shows: /企业管理员.*普通用户/s },
    { type: 'department', set: several, acts: atMostTwo(of('部')), shows: new RegExp(`部甲${mark}.*部乙${mark}`, 's') },
    { type: 'post', set: several, acts: atMostTwo(of('岗')), shows: new RegExp(`岗甲${mark}.*岗乙${mark}`, 's') },
    { type: 'role', set: several, acts: atMostTwo(of('角')), shows: new RegExp(`角甲${mark}.*角乙${mark}`, 's') },
    {
      type: 'relation',
      config: { form: machines },
      set: [turn('design.config.no_create')],
      acts: async (field, page) => {
        await field.getByRole('button', { name: t('design.type.relation') }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: '铣床 1 号' }).click();
        await expect(dialog.getByRole('button', { name: t('records.relation.create') })).toHaveCount(0);
        await dialog.getByRole('button', { name: t('records.pick.ok') }).click();
      },
      shows: '铣床 1 号',
    },
    {
      type: 'lookup',
      config: { relation: idOf('relation'), field: 'name' },
      set: [chooseNamed('design.config.lookup_field', '扭矩')],
      acts: (field) => expect(field).toContainText('12.50 Nm'),
      shows: '12.50 Nm',
    },
    {
      type: 'rollup',
      config: { table: '', relation: idOf('relation'), function: 'count' },
      set: [
        choose('design.config.rollup_function', 'design.config.rollup_max'),
        chooseNamed('design.config.rollup_field', '扭矩'),
        fill('design.config.decimals', 3),
      ],
      acts: async () => {},
      shows: '12.500',
    },
    {
      type: 'concatenation',
      config: { parts: [{ kind: 'field', field: idOf('singleSelect') }] },
      set: [
        {
          by: async (inspector) => {
            const parts = inspector.getByRole('group', { name: t('design.config.parts') });
            await parts.getByRole('button', { name: t('design.config.part_remove') }).click();
            await parts.getByRole('button', { name: t('design.config.part_text') }).click();
            await parts.getByRole('textbox', { name: t('design.config.part_text') }).fill('证件 ');
            await parts.getByRole('button', { name: t('design.config.part_field') }).click();
            await select(
              parts.getByRole('combobox', { name: t('design.config.part_field') }),
              t('design.type.identityNumber'),
            );
          },
        },
      ],
      acts: async () => {},
      shows: '证件 110101199003070011',
    },
    {
      type: 'identityNumber',
      set: [turn('design.field.required')],
      acts: async (field, page) => {
        await refuses('110101199003070012', 'records.value.identity_number', undefined, '')(field);
        await expect(field.getByText(t('records.value.required'))).toBeVisible();
        await field.getByRole('textbox').fill('110101199003070011');
        await expect(slotOf(page, 'concatenation')).toContainText('证件 110101199003070011');
      },
      shows: '110101199003070011',
    },
    {
      type: 'signature',
      set: [fill('design.field.help', '本人签名')],
      acts: async (field, page) => {
        await expect(field).toContainText('本人签名');
        await field.getByRole('button', { name: t('records.signature.draw') }).click();
        const paper = page.getByLabel(t('records.signature.paper'));
        await paper.hover({ position: { x: 60, y: 60 } });
        await page.mouse.down();
        await paper.hover({ position: { x: 220, y: 120 } });
        await page.mouse.up();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('records.signature.save') })
          .click();
        await expect(field.getByRole('img', { name: t('records.signature.title') })).toBeVisible();
      },
    },
    {
      type: 'devicePoint',
      set: [
        chooseNamed('design.config.point_product', `油泵${mark}`),
        chooseNamed('design.config.point_point', '油温'),
      ],
      acts: async (field, page) => {
        await field.getByRole('combobox').click();
        await page.locator('.ant-select-dropdown:visible').getByText(`一号泵${mark}`).click();
        await expect(field.getByRole('combobox'), "which point is the designer's choice").toHaveCount(1);
        await expect(field).toContainText(t('records.reading.now'));
      },
      shows: new RegExp(`一号泵.*油温`, 's'),
    },
  ];
};

async function prepare(admin: APIRequestContext, mark: string): Promise<Named> {
  for (const what of ['甲', '乙', '丙']) {
    await send(admin, 'POST', organizationApi.createDepartment.path, {}, { name: `部${what}${mark}`, parentId: null });
    await send(
      admin,
      'POST',
      organizationApi.createPost.path,
      {},
      { name: `岗${what}${mark}`, description: '', gradeId: null },
    );
    await send(admin, 'POST', organizationApi.createRole.path, {}, { name: `角${what}${mark}`, description: '' });
  }
  const product = await send(
    admin,
    'POST',
    iotApi.createProduct.path,
    {},
    {
      name: `油泵${mark}`,
      note: '',
      silence: 600,
      points: [
        { key: 'temp', title: { zh: '油温' }, type: 'number', unit: '°C' },
        { key: 'rpm', title: { zh: '转速' }, type: 'number', unit: '' },
      ],
    },
  );
  await send(
    admin,
    'POST',
    iotApi.createDevice.path,
    {},
    { name: `一号泵${mark}`, code: `pump-${mark}`, note: '', productId: product.id },
  );
  const { formId } = await makeForm(admin, `设备${mark}`);
  await addRecord(admin, formId, { name: '铣床 1 号', torque: 12.5 });
  return { mark, machines: formId };
}

test('the settings of types that name something else, made in the designer, hold in the record after the release', async ({
  as,
}) => {
  test.slow();
  const page = await as('admin');
  const cases = casesOf(await prepare(page.request, Date.now().toString(36)));
  const { appId, formId } = await designCases(page, fresh('关联设置'), cases, 'identityNumber');

  await page.goto(`/form?app=${appId}&table=${formId}&mode=new`);
  for (const { type, acts } of cases) await test.step(`${type} acts`, () => acts(slotOf(page, type), page));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('110101199003070011');
  for (const { type, shows } of cases)
    if (shows !== undefined) await expect(slotOf(page, type), type).toContainText(shows);
  await expect(slotOf(page, 'signature').getByRole('img')).toBeVisible();
});
