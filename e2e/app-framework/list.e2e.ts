import type { Page } from '@playwright/test';
import { demoPassword } from '../testing/settings.ts';
import { addRecord, makeForm, type MadeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

let made: MadeForm;
const listOf = ({ appId, formId }: MadeForm) => `/app/!/${appId}?form=${formId}`;

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  made = await makeForm(context.request, '列表测试');
  for (let at = 1; at <= 24; at += 1) {
    await addRecord(context.request, made.formId, {
      name: `${at % 3 === 0 ? '车床' : '铣床'} ${String(at).padStart(2, '0')}`,
      kind: at % 3 === 0 ? 'lathe' : 'mill',
      torque: at * 2.5,
      failed: at % 6 === 0,
      reason: at % 6 === 0 ? '过热' : null,
    });
  }
  await context.close();
});

test('a list is filtered in words, and its address keeps the filter', async ({ as }) => {
  const page = await as('user');
  await page.goto(listOf(made));
  await expect(page.getByText('共 24 条')).toBeVisible();
  await page.getByRole('button', { name: '筛选' }).click();
  await choose(page, '字段', '故障');
  await expect(page.getByText('共 4 条')).toBeVisible();
  await expect(page.getByRole('button', { name: '故障 已开启' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText('共 4 条')).toBeVisible();
  // the head, four records, the foot
  await expect(page.getByRole('row')).toHaveCount(6);
  await page.getByRole('button', { name: '移除筛选：故障' }).click();
  await expect(page.getByText('共 24 条')).toBeVisible();
});

test('in English, with a number, an order and a search', async ({ as }) => {
  const page = await as('user', { locale: 'en' });
  await page.goto(listOf(made));
  await page.getByRole('button', { name: 'Filter' }).click();
  await choose(page, 'Field', 'Torque');
  await choose(page, 'Operator', 'is at least');
  await page.getByLabel('Value').fill('50');
  await expect(page.getByText('5 in all')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Torque is at least 50' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Torque' }).getByRole('button', { name: 'Torque', exact: true }).click();
  await expect(firstName(page)).toHaveText('铣床 20');
  await page.getByRole('textbox', { name: 'Search' }).fill('车床');
  await expect(page.getByText('2 in all')).toBeVisible();
  // by its spelling, too
  await page.getByRole('textbox', { name: 'Search' }).fill('xichuang');
  await expect(page.getByText('3 in all')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill('50%');
  await expect(page.getByText('The search may not contain special characters')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill('no such machine');
  await expect(page.getByRole('heading', { name: 'Nothing fits these conditions' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear conditions' }).click();
  await expect(page.getByText('24 in all')).toBeVisible();
});

test('columns are hidden and moved, and stay so for this person', async ({ as }) => {
  const page = await as('user');
  await page.goto(listOf(made));
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '类型' }).uncheck();
  await page.getByRole('button', { name: '将“日期”前移' }).click();
  await page.keyboard.press('Escape');
  const titles = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-column')).filter(Boolean));
  await expect.poll(titles).toEqual(['name', 'day', 'torque', 'failed', 'budget', 'people', 'total']);
  await page.reload();
  await expect.poll(titles).toEqual(['name', 'day', 'torque', 'failed', 'budget', 'people', 'total']);
});

test('a list is sorted by several columns, its columns widened and its rows coloured by rules, those about slave rows too', async ({
  as,
}) => {
  const admin = await as('admin');
  const own = await makeForm(admin.request, fresh('排列'));
  await addRecord(
    admin.request,
    own.formId,
    { name: '有措施', kind: 'mill', torque: 1 },
    { actions: [{ values: { item: '换轴承', qty: 1, price: 2 } }] },
  );
  await addRecord(admin.request, own.formId, { name: '故障的', kind: 'mill', torque: 2, failed: true, reason: '过热' });
  await addRecord(admin.request, own.formId, { name: '安好的', kind: 'lathe', torque: 3 });
  const page = await as('user');
  const colours = [
    { condition: { rows: 'actions', fn: 'count', operator: 'gte', value: 1 }, colour: 'red' },
    { condition: { field: 'failed', operator: 'isTrue' }, colour: 'green', field: 'name' },
  ];
  expect(
    (
      await page.request.put(`/api/views/${own.formId}/arrangement`, { data: { viewId: null, settings: { colours } } })
    ).ok(),
  ).toBe(true);
  await page.goto(listOf(own));
  await expect(page.getByRole('row').filter({ hasText: '有措施' })).toHaveAttribute('data-hue', 'on');
  await expect(page.locator('[role=row][data-hue]')).toHaveCount(1);
  await expect(page.locator('.fw-hued-cell')).toHaveText('故障的');
  const names = () =>
    page
      .getByRole('row')
      .getByRole('link')
      .filter({ hasText: /的|措施/ })
      .allInnerTexts();
  await page.getByRole('columnheader', { name: '类型' }).getByRole('button', { name: '类型', exact: true }).click();
  await page
    .getByRole('columnheader', { name: '扭矩' })
    .getByRole('button', { name: '扭矩', exact: true })
    .click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sort=kind(,|%2C)torque/);
  // milling machines are offered before lathes
  await expect.poll(names).toEqual(['有措施', '故障的', '安好的']);
  const head = page.getByRole('columnheader', { name: '类型' });
  const width = async () => Math.round((await head.boundingBox())!.width);
  const before = await width();
  const box = (await head.boundingBox())!;
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 78, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(before + 60);
  const wide = await width();
  await page.reload();
  await expect.poll(width).toBe(wide);
});

test('what another person saves is announced and appears without a reload, and what is selected is deleted', async ({
  as,
}) => {
  const page = await as('user');
  const other = await as('admin');
  await page.goto(listOf(made));
  await expect(page.getByText('共 24 条')).toBeVisible();
  await addRecord(other.request, made.formId, { name: '刚到的记录' });
  await page.getByRole('button', { name: '1 条新记录' }).click();
  await expect(page.getByRole('link', { name: '刚到的记录' })).toBeVisible();
  await page
    .getByRole('row', { name: /刚到的记录/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('link', { name: '刚到的记录' })).toHaveCount(0);
  await expect(page.getByText('共 24 条')).toBeVisible();
});

test('all that a list finds is changed as one job, which says what it had to leave, and deleted', async ({ as }) => {
  const t = textsOf('zh-CN');
  const page = await as('user');
  const form = await makeForm((await as('admin')).request, fresh('批量测试'));
  // more than a page
  await Promise.all(
    Array.from({ length: 130 }, (_, at) =>
      addRecord(page.request, form.formId, { name: `机器 ${at + 1}`, ...(at > 1 && { reason: '过热' }) }),
    ),
  );
  await page.goto(listOf(form));
  const everything = async () => {
    await page.getByRole('columnheader').getByRole('checkbox').check();
    await page.getByRole('button', { name: t('views.bulk.everything', { count: '130' }) }).click();
    await expect(page.getByText(t('ui.list.selected', { count: 130 }))).toBeVisible();
  };
  await everything();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('views.bulk.edit') })
    .click();
  const dialog = page.getByRole('dialog');
  await choose(page, t('views.bulk.field'), '故障');
  await dialog.getByRole('switch').click();
  await dialog.getByRole('button', { name: t('views.action.save') }).click();
  // who has no cause may not be broken
  await expect(dialog.getByRole('alert')).toContainText(t('views.bulk.refused', { count: 2 }));
  await expect(dialog.getByRole('listitem').filter({ hasText: '机器 1' })).toContainText('故障原因');
  await dialog
    .getByRole('button', { name: t('views.bulk.close') })
    .last()
    .click();
  await everything();
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText(t('records.delete.done', { count: 130 }))).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '机器' })).toHaveCount(0);
});

test('on a phone records are cards', async ({ as }) => {
  const page = await as('user', { width: 390 });
  await page.goto(listOf(made));
  const card = page.getByRole('listitem').first();
  await expect(card).toContainText('车床 24');
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('车床 24');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('an application that is not there says so', async ({ as }) => {
  const page = await as('user');
  await page.goto('/app/!/nosuchapp1');
  await expect(page.getByRole('heading', { name: '应用不存在，或您无权查看' })).toBeVisible();
});

function firstName(page: Page) {
  return page.getByRole('rowheader').first();
}

/** Chooses from one of the editor's own lists, by the words people read. */
async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list, exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}
