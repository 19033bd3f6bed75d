import type { Condition } from '@formwork/contract/condition/condition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { Page } from '@playwright/test';
import { askForEverything } from '../testing/first-answers.ts';
import { addRecord, inspection, makeForm, send, type MadeForm } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const rules: PermissionRule[] = [
  {
    id: 'see',
    subject: { kind: 'role', id: 'user' },
    actions: ['view', 'create', 'edit'],
    scope: 'all',
    fields: { budget: { existing: 'hidden', new: 'hidden' } },
  },
  { id: 'safe', subject: { kind: 'role', id: 'safe' }, actions: ['view', 'edit'], scope: 'all' },
];
let made: MadeForm;
const list = (query = '', { appId, formId } = made) => `/app/!/${appId}?form=${formId}${query}`;

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  made = await makeForm(context.request, '日常列表', inspection, rules);
  for (let at = 1; at <= 60; at += 1)
    await addRecord(context.request, made.formId, {
      name: `机器 ${String(at).padStart(2, '0')}`,
      kind: at % 2 === 0 ? 'mill' : 'lathe',
      torque: at,
      budget: at * 1000,
      day: '2026-03-05',
    });
  await context.close();
});

test('a filter of five levels is opened by somebody else from its address, who is sent nothing of what is hidden from them', async ({
  as,
}) => {
  const deep: Condition = {
    all: [
      {
        any: [
          {
            all: [
              {
                any: [
                  { field: 'torque', operator: 'lte', value: 3 },
                  { field: 'name', operator: 'contains', value: '机器 60' },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
  const filtered = list(`&filter=${encodeURIComponent(JSON.stringify(deep))}`);
  const safe = await as('safe');
  await safe.goto(filtered);
  await expect(safe.getByText('共 4 条')).toBeVisible();
  await expect(safe.getByRole('columnheader', { name: '预算' })).toBeVisible();
  const page = await as('user');
  const sent: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes(`/records/${made.formId}`)) sent.push(await answer.text().catch(() => ''));
  });
  await page.goto(safe.url());
  await expect(page.getByText('共 4 条')).toBeVisible();
  await expect(page.getByText(/扭矩 .*3/).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '预算' })).toHaveCount(0);
  await expect.poll(() => sent.join('\n')).toContain('机器 60');
  expect(sent.join('\n')).not.toMatch(/60000|"budget":\s*[1-9]/);
});

test("a list is arranged for one's own eyes: frozen, higher, summed up, filtered with one click and changed where it stands", async ({
  as,
}) => {
  const page = await as('safe');
  await page.goto(list('&label=all'));
  const menu = async (column: string, entry: string) => {
    await page
      .getByRole('columnheader', { name: column })
      .getByRole('button', { name: t('ui.list.column_menu') })
      .click();
    await page
      .getByRole('menuitem', { name: entry, exact: true })
      .or(page.getByRole('menuitemcheckbox', { name: entry, exact: true }))
      .or(page.getByRole('menuitemradio', { name: entry, exact: true }))
      .first()
      .click();
  };
  await menu('类型', t('views.column.freeze'));
  await expect(page.locator('[role=columnheader][data-column=kind][data-frozen]')).toBeVisible();
  await menu('扭矩', t('views.measure.sum'));
  await expect(page.getByText(/1,?830/).first()).toBeVisible();
  // options stand in their own order, not in that of their ids
  await page.goto(list('&label=all&sort=kind'));
  await expect(page.getByRole('row').nth(1)).toContainText('铣床');
  const row = page.getByRole('row').filter({ hasText: '机器 02' });
  await row.getByRole('gridcell').filter({ hasText: 'Nm' }).dblclick();
  const editor = page.getByRole('dialog', { name: '扭矩' });
  await editor.getByRole('spinbutton').or(editor.getByRole('textbox')).first().fill('61.5');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('61.50 Nm');
  // what was arranged above is on the server by now, and not written over what comes next
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recordList '))))
    .toEqual([]);
  await page.request.put(`/api/views/${made.formId}/arrangement`, {
    data: { viewId: null, settings: { quick: ['kind'] } },
  });
  await page.goto(list('&label=all'));
  await expect(page.getByRole('group', { name: t('views.quick.title') })).toContainText('类型');
});

test('what another person changes is drawn in its place while one reads further down', async ({ as }) => {
  const page = await as('user');
  const other = await as('admin');
  await page.goto(list('&label=all&sort=torque'));
  await expect(page.getByRole('link', { name: '机器 01' })).toBeVisible();
  const grid = page.getByRole('grid').or(page.getByRole('table')).first();
  await page.getByRole('link', { name: '机器 20' }).scrollIntoViewIfNeeded();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: '机器 20' }) });
  const before = await row.boundingBox();
  const { rows } = (await send(
    other.request,
    'GET',
    `${recordsApi.list.path}?filter=${encodeURIComponent(JSON.stringify({ field: 'name', operator: 'eq', value: '机器 20' }))}`,
    { formId: made.formId },
  )) as unknown as { rows: { id: string; version: number }[] };
  await send(
    other.request,
    'PATCH',
    recordsApi.update.path,
    { formId: made.formId, recordId: rows[0]!.id },
    { expectedVersion: rows[0]!.version, values: { day: '2026-07-08' } },
  );
  await expect(row).toContainText('2026-07-08');
  await addRecord(other.request, made.formId, { name: '刚刚来的', torque: 0 });
  await expect(page.getByRole('button', { name: '1 条新记录' })).toBeVisible();
  expect(Math.abs((await row.boundingBox())!.y - before!.y)).toBeLessThanOrEqual(45);
  await expect(grid).toBeVisible();
});

test('an analysis has a name, and whoever shares it may put it first for everybody', async ({ as }) => {
  const admin = await as('admin');
  const own = await makeForm(admin.request, fresh('分析'), inspection, rules);
  for (const [kind, torque] of [
    ['mill', 1],
    ['mill', 2],
    ['lathe', 4],
  ] as const)
    await addRecord(admin.request, own.formId, { name: 'x', kind, torque });
  await admin.goto(list('', own));
  await admin.getByRole('button', { name: t('views.label.new') }).click();
  await admin.getByRole('menuitem', { name: t('views.analysis.pivot') }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: /保\s?存/ }).click();
  await expect(dialog.getByText(t('views.dialog.title_needed'))).toBeVisible();
  await dialog.getByRole('textbox', { name: t('views.dialog.title'), exact: true }).fill('按类型计数');
  await dialog.getByRole('combobox', { name: t('views.dialog.category') }).fill('月报');
  await dialog.getByRole('radio', { name: t('views.scope.shared') }).check();
  await dialog.getByRole('button', { name: /保\s?存/ }).click();
  await expect(admin.getByRole('button', { name: '按类型计数' })).toHaveAttribute('aria-pressed', 'true');
  await expect(admin.getByText('月报')).toBeVisible();
  await expect(admin.getByRole('row', { name: /铣床/ })).toContainText('2');
  await admin.getByRole('button', { name: t('views.label.actions') }).click();
  await Promise.all([
    admin.waitForResponse((answer) => answer.url().includes('/views/') && answer.request().method() !== 'GET'),
    admin.getByRole('menuitem', { name: t('views.label.default'), exact: true }).click(),
  ]);
  const page = await as('user');
  await page.goto(list('', own));
  await expect(page.getByRole('button', { name: '按类型计数' })).toHaveAttribute('aria-pressed', 'true');
});

test('tasks show what they wait for, how they were planned, and which chain decides', async ({ as }) => {
  const admin = await as('admin');
  const date = (id: string, zh: string) => ({ id, type: 'date' as const, title: { zh }, config: {} });
  const plan = await makeForm(admin.request, fresh('工期'), {
    format: 1,
    title: { zh: '工期' },
    fields: [
      { id: 'name', type: 'text', title: { zh: '任务' }, config: {} },
      date('begins', '开始'),
      date('ends', '结束'),
      date('due', '计划开始'),
      date('until', '计划结束'),
    ],
    tables: [],
    layout: [],
    titleField: 'name',
  });
  const at = { formId: plan.formId };
  const { version, definition } = (await send(admin.request, 'GET', formsApi.getDraft.path, at)) as unknown as {
    version: number;
    definition: { fields: object[] };
  };
  const saved = await send(admin.request, 'PUT', formsApi.saveDraft.path, at, {
    expectedVersion: version,
    definition: {
      ...definition,
      fields: [
        ...definition.fields,
        {
          id: 'after',
          type: 'relation',
          title: { zh: '前置' },
          config: { form: plan.formId, cardinality: 'manyToMany', onDelete: 'clear' },
        },
      ],
    },
  });
  await send(admin.request, 'POST', formsApi.release.path, at, { draftVersion: saved.version });
  const day = (from: number) => new Date(Date.now() + (8 + 24 * from) * 3_600_000).toISOString().slice(0, 10);
  const first = await addRecord(admin.request, plan.formId, {
    name: '拆机',
    begins: day(0),
    ends: day(2),
    due: day(0),
    until: day(1),
  });
  await addRecord(admin.request, plan.formId, { name: '装机', begins: day(3), ends: day(6), after: [first.id] });
  await addRecord(admin.request, plan.formId, { name: '扫地', begins: day(0), ends: day(0) });
  const label = await send(admin.request, 'POST', viewsApi.create.path, at, {
    type: 'gantt',
    title: { zh: '工期图' },
    scope: 'shared',
    settings: { gantt: { start: 'begins', end: 'ends', after: 'after', plannedStart: 'due', plannedEnd: 'until' } },
  });
  const page = await as('user');
  await page.goto(list(`&label=${label.id}`, plan));
  await expect(page.locator('.fw-timeline-bar')).toHaveCount(3);
  await expect(page.locator('.fw-timeline-planned')).toHaveCount(1);
  await expect(page.locator('.fw-timeline-links path[marker-end]')).toHaveCount(1);
  await expect(page.locator('.fw-timeline-bar[data-mark=critical]')).toHaveText(['拆机', '装机']);
  await page.getByRole('checkbox', { name: t('views.gantt.critical') }).uncheck();
  await expect(page.locator('.fw-timeline-bar[data-mark=critical]')).toHaveCount(0);
});

test('every way to look says why it shows nothing: on its way, refused, broken, without a line', async ({ as }) => {
  const admin = await as('admin');
  const labels: string[] = ['all'];
  for (const [type, settings] of [
    ['board', { board: { column: 'kind' } }],
    ['gallery', {}],
    ['calendar', { calendar: { start: 'day' } }],
    ['pivot', { pivot: { rows: [{ field: 'kind' }], columns: [], measures: [{ fn: 'count' }] } }],
  ] as const) {
    labels.push(
      (
        await send(
          admin.request,
          'POST',
          viewsApi.create.path,
          { formId: made.formId },
          { type, title: { zh: `状态${type}` }, scope: 'shared', settings },
        )
      ).id,
    );
  }
  const page = await as('user');
  const asked = /\/api\/records\/[^/]+(\/pivot)?(\?|$)/;
  for (const label of labels) {
    const failed = label === labels.at(-1) ? t('records.data.failed') : t('ui.state.error');
    await page.route(asked, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'platform.internal', requestId: 'case-1' }),
      }),
    );
    await page.goto(list(`&label=${label}`));
    await expect(page.getByRole('alert').filter({ hasText: failed }).first(), label).toContainText('case-1');
    await page.unroute(asked);
    await page
      .getByRole('button', { name: t('ui.action.retry') })
      .first()
      .click();
    await expect(page.getByText(failed)).toHaveCount(0);
  }
  await page.route(asked, (route) => route.abort('connectionrefused'));
  await page.goto(list(`&label=${labels[1]}`));
  await expect(page.getByRole('heading', { name: t('ui.state.offline') })).toBeVisible();
  await page.unroute(asked);
  await page.getByRole('button', { name: t('ui.action.retry') }).click();
  await expect(page.getByRole('list', { name: '铣床' })).toBeVisible();
  await page.route(asked, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'platform.forbidden', requestId: 'case-2' }),
    }),
  );
  await page.goto(list(`&label=${labels[2]}`));
  await expect(page.getByRole('heading', { name: t('ui.state.forbidden') })).toBeVisible();
  await page.unroute(asked);
  let go: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    go = done;
  });
  await page.route(asked, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(list(`&label=${labels[3]}`));
  await expect(page.getByRole('status').filter({ hasText: t('ui.state.loading') })).toBeVisible();
  go();
  await expect(page.getByRole('status').filter({ hasText: t('ui.state.loading') })).toHaveCount(0);
});

test('a search shows the first 600 and asks for more words', async ({ as }) => {
  const admin = await as('admin');
  const many = await makeForm(
    admin.request,
    fresh('六百'),
    {
      format: 1,
      title: { zh: '六百' },
      fields: [{ id: 'name', type: 'text', title: { zh: '名称' }, config: {} }],
      tables: [],
      layout: [],
      titleField: 'name',
    },
    rules.map((rule) => ({ ...rule, fields: {} })),
  );
  for (let at = 0; at < 610; at += 61)
    await Promise.all(
      Array.from({ length: 61 }, (_, n) => addRecord(admin.request, many.formId, { name: `螺栓 ${at + n}` })),
    );
  const page = await as('user');
  await page.goto(list(`&search=${encodeURIComponent('螺栓')}`, many));
  await expect(page.getByText(t('records.list.cut', { count: 600 }))).toBeVisible();
  await narrow(page, '螺栓 60');
  await expect(page.getByText(t('records.list.cut', { count: 600 }))).toHaveCount(0);
});

async function narrow(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: t('records.list.search') }).fill(words);
}

test('a way to look that was never opened says that there is no line, and comes when there is one', async ({ as }) => {
  const admin = await as('admin');
  await send(
    admin.request,
    'POST',
    viewsApi.create.path,
    { formId: made.formId },
    { type: 'board', title: { zh: '断线看板' }, scope: 'shared', settings: { board: { column: 'kind' } } },
  );
  const page = await as('user');
  await page.goto(list('&label=all'));
  await expect(page.getByRole('link', { name: /机器/ }).first()).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '断线看板' }).click();
  await expect(page.getByRole('heading', { name: t('ui.state.offline') })).toBeVisible();
  await expect(page.getByRole('button', { name: '断线看板' })).toHaveAttribute('aria-pressed', 'true');
  await page.context().setOffline(false);
  await expect(page.getByRole('list', { name: '铣床' })).toBeVisible();
});

test('where applications, results and settings of views stand says why it shows nothing', async ({ as }) => {
  const page = await as('admin');
  await askForEverything(page);
  const places: [string, RegExp][] = [
    ['/appcenter', /\/api\/forms\/apps(\?|$)/],
    ['/application', /\/api\/forms\/apps(\?|$)/],
    [`/search?tab=records&search=${encodeURIComponent('机器')}`, /\/api\/search\/records/],
    [`/ratioview/config/form/${made.appId}`, /\/api\/views\/apps\//],
    [`/customview/config/form/${made.appId}`, /\/api\/views\/apps\//],
  ];
  for (const [place, asked] of places) {
    await page.route(asked, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'platform.internal', requestId: 'case-3' }),
      }),
    );
    await page.goto(place);
    await expect(page.getByRole('main').getByRole('alert').first(), place).toContainText('case-3');
    await page.unroute(asked);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('ui.action.retry') })
      .first()
      .click();
    await expect(page.getByRole('main').getByText(t('ui.state.error'))).toHaveCount(0);
  }
  const [place, asked] = places[2]!;
  await page.route(asked, (route) => route.abort('connectionrefused'));
  await page.goto(place);
  await expect(page.getByRole('main').getByRole('heading', { name: t('ui.state.offline') })).toBeVisible();
});
