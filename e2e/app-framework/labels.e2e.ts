import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, send, type MadeForm } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

let made: MadeForm;
const list = (query = '') => `/app/!/${made.appId}?form=${made.formId}${query}`;

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  made = await makeForm(context.request, '标签测试');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  for (let at = 1; at <= 9; at += 1)
    await addRecord(context.request, made.formId, {
      name: `设备 ${at}`,
      kind: at % 3 === 0 ? 'lathe' : 'mill',
      torque: at,
      day: today,
    });
  const label = async (type: string, settings: object) =>
    (
      (await (
        await context.request.post(`/api/views/${made.formId}`, {
          data: { type, title: { zh: `共享${type}` }, scope: 'shared', settings },
        })
      ).json()) as { id: string }
    ).id;
  for (const [type, settings] of [
    ['calendar', { calendar: { start: 'day' } }],
    ['board', { board: { column: 'kind', sum: 'torque', limits: { lathe: 3 } } }],
    ['gallery', { card: ['torque'] }],
    ['gantt', { gantt: { start: 'day' } }],
    ['tree', { tree: { by: 'kind' } }],
    ['occupancy', { occupancy: { resource: 'kind', start: 'day', conflict: 'show' } }],
    [
      'pivot',
      {
        pivot: { rows: [{ field: 'kind' }], columns: [], measures: [{ fn: 'count' }, { fn: 'sum', field: 'torque' }] },
      },
    ],
    [
      'chart',
      { chart: { type: 'column' }, pivot: { rows: [{ field: 'kind' }], columns: [], measures: [{ fn: 'count' }] } },
    ],
  ] as const)
    await label(type, settings);
  await context.close();
});

test("a label of one's own keeps how the list is grouped", async ({ as }) => {
  const page = await as('user');
  await page.goto(list());
  await page
    .getByRole('columnheader', { name: '类型' })
    .getByRole('button', { name: /列菜单|列/ })
    .click();
  const kept = page.waitForResponse(/\/arrangement$/);
  await page.getByRole('menuitem', { name: '按此列分组' }).click();
  await page.getByRole('button', { name: /车床/ }).click();
  await expect(page.getByRole('link', { name: '设备 9' })).toBeVisible();
  await kept;
  // on another device it is arranged the same
  const elsewhere = await as('user');
  await elsewhere.goto(list());
  await expect(elsewhere.getByRole('button', { name: /车床/ })).toBeVisible();
  await page.getByRole('button', { name: '新建标签' }).click();
  await page.getByRole('menuitem', { name: '列表' }).click();
  await page.getByRole('button', { name: /保\s?存/ }).click();
  await expect(page.getByText('名称不能为空')).toBeVisible();
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('按类型');
  await page.getByRole('button', { name: /保\s?存/ }).click();
  await expect(page.getByRole('button', { name: '按类型' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByRole('button', { name: /铣床/ })).toBeVisible();
});

test('shared labels draw the records in every way, and a card is not dragged into a full column', async ({ as }) => {
  const page = await as('user');
  await page.addInitScript({
    content:
      'const draw = CanvasRenderingContext2D.prototype.fillText; CanvasRenderingContext2D.prototype.fillText = function (...given) { document.documentElement.dataset.font = this.font; return draw.apply(this, given); };',
  });
  await page.goto(list());
  const show = (type: string) => page.getByRole('button', { name: `共享${type}` }).click();
  await show('calendar');
  await expect(page.locator('.fw-event').first()).toBeVisible();
  await show('board');
  await expect(page.getByRole('list', { name: '车床' }).getByRole('link')).toHaveCount(3);
  await drag(page, '铣床', '车床');
  await expect(
    page.getByText(textsOf('zh-CN')('records.record.column_full', { column: '车床', limit: 3 })),
  ).toBeVisible();
  await drag(page, '车床', '铣床');
  await expect(page.getByRole('list', { name: '车床' }).getByRole('link')).toHaveCount(2);
  await show('gallery');
  await expect(page.getByRole('article')).toHaveCount(9);
  // whatever else a card shows, it says which record it is
  await expect(page.getByRole('article').first().getByRole('link')).toHaveText('设备 9');
  await show('gantt');
  await expect(page.locator('.fw-timeline-bar')).toHaveCount(9);
  await show('tree');
  await page.getByRole('treeitem', { name: '车床' }).click();
  await expect(page.getByText('共 2 条')).toBeVisible();
  await show('occupancy');
  await expect(page.getByText('2 个资源存在时间冲突')).toBeVisible();
  await show('pivot');
  await expect(page.getByRole('row', { name: /总计/ })).toContainText('45');
  await show('chart');
  await expect(page.getByRole('img', { name: /车床 2/ })).toBeVisible();
  // a canvas that is given no font of its own falls back to ten pixels
  await expect(page.locator('html')).toHaveAttribute('data-font', /^1[12]px .*sans-serif/);
});

test('a tree of records is searched, and shows what is below a node however deep', async ({ as }) => {
  const admin = await as('admin');
  const name = { id: 'name', type: 'text' as const, title: { zh: '名称' }, config: {} };
  const places = await makeForm(admin.request, '位置树', {
    format: 1,
    title: { zh: '位置' },
    fields: [name],
    tables: [],
    layout: [],
    titleField: 'name',
  });
  const at = { formId: places.formId };
  const { version, definition } = (await send(admin.request, 'GET', formsApi.getDraft.path, at)) as unknown as {
    version: number;
    definition: { fields: object[] };
  };
  const above = {
    id: 'above',
    type: 'relation',
    title: { zh: '上级' },
    config: { form: places.formId, cardinality: 'manyToOne', onDelete: 'clear' },
  };
  const saved = await send(admin.request, 'PUT', formsApi.saveDraft.path, at, {
    expectedVersion: version,
    definition: { ...definition, fields: [name, above] },
  });
  await send(admin.request, 'POST', formsApi.release.path, at, { draftVersion: saved.version });
  let parent: string | undefined;
  for (const place of ['一厂', '机加车间', '三号线', '五轴铣床'])
    parent = (await addRecord(admin.request, places.formId, { name: place, ...(parent && { above: [parent] }) })).id;
  await send(admin.request, 'POST', viewsApi.create.path, at, {
    type: 'tree',
    title: { zh: '上下级' },
    scope: 'shared',
    settings: { tree: { by: 'above' } },
  });
  const page = await as('user');
  await page.goto(`/app/!/${places.appId}?form=${places.formId}`);
  await page.getByRole('button', { name: '上下级' }).click();
  await page.getByRole('treeitem', { name: '一厂' }).click();
  await expect(page.getByText('共 3 条')).toBeVisible();
  await page.getByRole('checkbox', { name: '含全部下级' }).uncheck();
  await expect(page.getByText('共 1 条')).toBeVisible();
  await page.getByRole('searchbox', { name: '按名称查找' }).fill('三号');
  await page.getByRole('button', { name: /三号线.*一厂 \/ 机加车间/ }).click();
  await expect(page.getByRole('treeitem', { name: '三号线' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: '五轴铣床' })).toBeVisible();
});

test('a bar is stretched at its end in one save, and not moved onto a time that is taken', async ({ as }) => {
  const admin = await as('admin');
  const machines = [
    { id: 'one', label: { zh: '一号机' } },
    { id: 'two', label: { zh: '二号机' } },
  ];
  const shifts = await makeForm(admin.request, fresh('排程'), {
    format: 1,
    title: { zh: '排程' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [
      { id: 'name', type: 'text', title: { zh: '任务' }, config: {} },
      { id: 'machine', type: 'singleSelect', title: { zh: '机台' }, config: { options: machines } },
      { id: 'starts', type: 'dateTime', title: { zh: '开始' }, config: { precision: 'minute' } },
      { id: 'ends', type: 'dateTime', title: { zh: '结束' }, config: { precision: 'minute' } },
    ],
  });
  const at = { formId: shifts.formId };
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const first = await addRecord(admin.request, shifts.formId, {
    name: '早班',
    machine: 'one',
    starts: `${today}T01:00:00.000Z`,
    ends: `${today}T03:00:00.000Z`,
  });
  await addRecord(admin.request, shifts.formId, {
    name: '午班',
    machine: 'one',
    starts: `${today}T05:00:00.000Z`,
    ends: `${today}T07:00:00.000Z`,
  });
  const label = await send(admin.request, 'POST', viewsApi.create.path, at, {
    type: 'occupancy',
    title: { zh: '谁在用' },
    scope: 'shared',
    settings: { occupancy: { resource: 'machine', start: 'starts', end: 'ends', conflict: 'refuse' } },
  });
  const page = await as('user');
  await page.goto(`/app/!/${shifts.appId}?form=${shifts.formId}&label=${label.id}&mode=day`);
  const bar = page.locator('.fw-timeline-bar').filter({ hasText: '早班' });
  await bar.scrollIntoViewIfNeeded();
  const hour = (await bar.boundingBox())!.width / 2;
  const pull = async (x: number, y: number, by: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 4 });
    await page.mouse.move(x + by, y, { steps: 4 });
    await page.mouse.up();
  };
  const saves: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH') saves.push(answer.status());
  });
  const stored = async () =>
    (await send(admin.request, 'GET', recordsApi.get.path, { ...at, recordId: first.id })).values as {
      starts: string;
      ends: string;
    };
  const box = (await bar.boundingBox())!;
  await pull(box.x + box.width - 3, box.y + box.height / 2, hour);
  await expect.poll(async () => (await stored()).ends).toBe(`${today}T04:00:00.000Z`);
  await expect.poll(async () => Math.round((await bar.boundingBox())!.width / hour)).toBe(3);
  await pull(box.x + hour, box.y + box.height / 2, 3 * hour);
  await expect(page.getByText(textsOf('zh-CN')('views.occupancy.taken'))).toBeVisible();
  expect([await stored(), saves]).toEqual([
    { ...(await stored()), starts: `${today}T01:00:00.000Z`, ends: `${today}T04:00:00.000Z` },
    [200],
  ]);
});

test('in the calendar a record is moved and stretched, and a day that is chosen begins another; it goes by the clock of the enterprise', async ({
  as,
}) => {
  const admin = await as('admin');
  const moment = (id: string, zh: string, en: string) => ({
    id,
    type: 'dateTime' as const,
    title: { zh, en },
    config: { precision: 'minute' as const },
  });
  const visits = await makeForm(admin.request, fresh('巡检'), {
    format: 1,
    title: { zh: '巡检' },
    fields: [
      { id: 'name', type: 'text', title: { zh: '名称' }, config: {} },
      moment('starts', '开始', 'Starts'),
      moment('ends', '结束', 'Ends'),
    ],
    tables: [],
    layout: [],
    titleField: 'name',
  });
  const at = { formId: visits.formId };
  const visit = await addRecord(admin.request, visits.formId, {
    name: '主轴',
    starts: '2031-03-05T02:00:00.000Z',
    ends: '2031-03-05T03:00:00.000Z',
  });
  const label = await send(admin.request, 'POST', viewsApi.create.path, at, {
    type: 'calendar',
    title: { zh: '何时' },
    scope: 'shared',
    settings: { calendar: { start: 'starts', end: 'ends' } },
  });
  const times = async () => {
    const { starts, ends } = (await send(admin.request, 'GET', recordsApi.get.path, { ...at, recordId: visit.id }))
      .values as { starts: string; ends: string };
    return [starts.slice(0, 16), ends.slice(0, 16)];
  };
  const page = await as('user', { locale: 'en' });
  const address = `/app/!/${visits.appId}?form=${visits.formId}&label=${label.id}&at=2031-03-05`;
  await page.goto(`${address}&mode=week`);
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked();
  const event = page.locator('.fw-event').filter({ hasText: '主轴' });
  await event.scrollIntoViewIfNeeded();
  const pull = async (x: number, y: number, down: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + down / 2, { steps: 4 });
    await page.mouse.move(x, y + down, { steps: 4 });
    await page.mouse.up();
  };
  const first = (await event.boundingBox())!;
  const hour = first.height + 1;
  await pull(first.x + 20, first.y + 10, 2 * hour);
  await expect.poll(times).toEqual(['2031-03-05T04:00', '2031-03-05T05:00']);
  await expect.poll(async () => Math.round(((await event.boundingBox())!.y - first.y) / hour)).toBe(2);
  const moved = (await event.boundingBox())!;
  await page.mouse.move(moved.x + 20, moved.y + 10);
  await pull(moved.x + moved.width / 2, moved.y + moved.height - 2, hour);
  await expect.poll(times).toEqual(['2031-03-05T04:00', '2031-03-05T06:00']);
  await page.getByText('Month', { exact: true }).click();
  await page.locator('.fc-daygrid-day[data-date="2031-03-12"]').click();
  await expect(page.getByLabel('Starts')).toHaveValue('2031-03-12 09:00');
  await expect(page.getByLabel('Ends')).toHaveValue('2031-03-12 10:00');
  // two in the morning of the next day, while it is still the day before in London
  await page.clock.setFixedTime('2031-03-05T18:00:00.000Z');
  await page.goto(`${address}&mode=month`);
  await expect(page.locator('.fc-day-today')).toHaveAttribute('data-date', '2031-03-06');
});

test('administrators set up shared views of an application', async ({ as }) => {
  const page = await as('admin');
  await page.goto(`/customview/config/form/${made.appId}`);
  await expect(page.getByRole('button', { name: '共享calendar' })).toBeVisible();
  await page.getByRole('row', { name: /共享calendar/ }).hover();
  await expect(
    page.getByRole('row', { name: /共享calendar/ }).getByRole('link', { name: textsOf('zh-CN')('views.config.open') }),
  ).toHaveAttribute('href', new RegExp(`/app/!/${made.appId}.*label=`));
  await page.goto('/customview/config/form/nosuchapp');
  await expect(page.getByText(textsOf('zh-CN')('records.app.gone'))).toBeVisible();
  await page.goto(`/ratioview/config/form/${made.appId}`);
  await page.getByRole('button', { name: '共享occupancy' }).click();
  await expect(page.getByRole('dialog')).toContainText('冲突规则');
  const user = await as('user');
  expect((await user.request.get(`/ratioview/config/form/${made.appId}`)).status()).toBe(403);
});

/** The first card of a column, over to another: slowly enough for the board to see it pass. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const card = await page.getByRole('list', { name: from }).getByRole('listitem').first().boundingBox();
  const column = await page.getByRole('list', { name: to }).boundingBox();
  await page.mouse.move(card!.x + 200, card!.y + 60);
  await page.mouse.down();
  await page.mouse.move(card!.x + 210, card!.y + 70, { steps: 4 });
  await page.mouse.move(column!.x + 120, column!.y + 80, { steps: 12 });
  await page.mouse.up();
}

test('on a board Enter follows the link of a card, and the space bar takes the card up', async ({ as }) => {
  const page = await as('user');
  await page.goto(list());
  await page.getByRole('button', { name: '共享board' }).click();
  const card = page.getByRole('list', { name: '铣床' }).getByRole('link').first();
  await card.focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.fw-board-card[data-dragging]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('.fw-board-card[data-dragging]')).toHaveCount(0);
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /设备 \d/ }).first()).toBeVisible();
});
