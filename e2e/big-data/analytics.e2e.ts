import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { begin, release } from './making.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('a chart is made of a form, put on a dashboard, and narrowed there by a filter', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  const [formTitle, chartName, boardName] = [fresh('产线工时'), fresh('工时图'), fresh('工时看板')];
  const { formId } = await makeForm(page.request, formTitle, { ...hours, title: { zh: formTitle } });
  for (const [line, value] of [
    ['a', 3],
    ['a', 4],
    ['b', 8],
  ] as const)
    await addRecord(page.request, formId, { line, hours: value });

  await page.goto('/dataAnalyser/designer');
  await begin(page, t('analytics.chart.add'), chartName);
  await page.getByRole('combobox', { name: t('analytics.form') }).fill(formTitle);
  await page.getByTitle(formTitle, { exact: true }).last().click();
  await page.getByRole('button', { name: '产线', exact: true }).click();
  await page.getByRole('button', { name: '工时', exact: true }).click();
  await expect(page.getByRole('group', { name: t('charts.slot.x') })).toContainText('产线');
  await expect(page.getByRole('img', { name: new RegExp(`${chartName}.*二线 8.*一线 7`) })).toBeVisible();
  // another kind keeps what was chosen
  await page
    .getByRole('group', { name: t('analytics.kind') })
    .getByRole('button', { name: t('charts.kind.table'), exact: true })
    .click();
  await expect(page.getByRole('cell', { name: '7', exact: true })).toBeVisible();
  await release(page);

  await page.goto('/dataAnalyser/combined');
  await begin(page, t('analytics.dashboard.add'), boardName);
  await page.getByRole('button', { name: chartName, exact: true }).click();
  await expect(page.locator('[data-panel]').getByRole('cell', { name: '7', exact: true })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  // beside the grid, as by Escape, the panel is let go: what is set at the right is the dashboard's again
  const filters = page.getByRole('button', { name: t('analytics.filter_add') });
  await page.locator('.board-work').click({ position: { x: 4, y: 4 } });
  await expect(filters).toBeVisible();
  await page.locator('[data-panel]').focus();
  await expect(filters).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(filters).toBeVisible();
  await release(page);
  // what a viewer narrows by is set through the same calls that the editor makes
  const draft = await send(page.request, 'GET', '/definitions/:kind/:id', { kind: 'dashboard', id });
  await send(
    page.request,
    'POST',
    '/definitions/:kind/:id/changes',
    { kind: 'dashboard', id },
    {
      client: crypto.randomUUID(),
      seq: 1,
      ops: [{ do: 'put', at: ['filters'], id: 'f1', after: null, value: { id: 'f1', form: formId, field: 'line' } }],
    },
  );
  await send(
    page.request,
    'POST',
    '/definitions/:kind/:id/releases',
    { kind: 'dashboard', id },
    { version: draft.version + 1 },
  );

  await page.goto(`/dashboard/${id}`);
  const panel = page.locator('[data-panel]');
  await expect(panel.getByRole('cell', { name: '8', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: '产线' }).click();
  await page.getByTitle('一线', { exact: true }).last().click();
  await expect(panel.getByRole('cell', { name: '8', exact: true })).toBeHidden();
  await expect(panel.getByRole('cell', { name: '7', exact: true })).toBeVisible();
  // it stands in the address, and what is written elsewhere comes by itself
  await page.reload();
  await expect(panel.getByRole('cell', { name: '7', exact: true })).toBeVisible();
  await addRecord(page.request, formId, { line: 'a', hours: 2 });
  await expect(panel.getByRole('cell', { name: '9', exact: true })).toBeVisible();

  const user = await as('user');
  await user.goto(`/dashboard/${id}`);
  await expect(user.getByText(t('analytics.gone.dashboard'))).toBeVisible();
});

test('a dashboard leads on by a row, opens first, and is talked about', async ({ as }) => {
  const page = await as('admin');
  const [formTitle, name] = [fresh('跳转工时'), fresh('跳转看板')];
  const { formId } = await makeForm(page.request, formTitle, { ...hours, title: { zh: formTitle } });
  for (const line of ['a', 'b']) await addRecord(page.request, formId, { line, hours: 3 });
  const made = async (kind: string, draft: object) => {
    const body = { commandId: crypto.randomUUID(), name: { zh: name }, draft };
    const { id } = await send(page.request, 'POST', '/definitions/:kind', { kind }, body);
    await send(page.request, 'POST', '/definitions/:kind/:id/releases', { kind, id }, { version: 1 });
    return id;
  };
  const slots = { row: [{ id: 'r', field: 'line' }], y: [{ id: 'y', field: 'hours', fn: 'sum' }] };
  const settings = { kind: 'table', slots, marks: [], tones: [], notes: [], look: {} };
  const chart = await made('chart', { form: formId, where: null, settings });
  const jump = { to: 'form', id: formId };
  const panel = { id: 'p1', is: 'chart', chart, title: null, click: 'jump', jump, place: { x: 0, y: 0, w: 12, h: 8 } };
  const board = await made('dashboard', { panels: [panel], filters: [], refresh: null, pages: [], phone: [] });

  await page.goto(`/dashboard/${board}`);
  await page.getByRole('button', { name: t('analytics.talk'), exact: true }).click();
  await page.getByLabel(t('analytics.talk.text'), { exact: true }).fill('看一下二线');
  await page.getByRole('button', { name: t('analytics.talk.send'), exact: true }).click();
  await expect(page.getByRole('dialog').getByText('看一下二线')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('analytics.page_menu', { name }) }).click();
  await page.getByText(t('analytics.start.own'), { exact: true }).click();
  await page.getByRole('row', { name: /^一线/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`form=${formId}.*filter=`));
  await expect(page.getByRole('rowheader', { name: '二线' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '一线' })).toBeHidden();

  await page.goto('/dashboard');
  await expect(page).toHaveURL(new RegExp(board));
  // the arrow leads to the list, where it is taken back
  await page.getByRole('link', { name: t('ui.action.back') }).click();
  await page.getByRole('button', { name: t('analytics.start.title') }).click();
  await page.getByText(t('analytics.start.own_list'), { exact: true }).click();
  await expect(page.getByRole('button', { name: t('analytics.start.title') })).toBeHidden();
});

test('the designer offers what a kind draws, and what is grouped on a screen by a button', async ({ as }) => {
  const page = await as('admin');
  const [formTitle, name] = [fresh('选项工时'), fresh('选项图')];
  const { formId } = await makeForm(page.request, formTitle, { ...hours, title: { zh: formTitle } });
  for (const line of ['a', 'b']) await addRecord(page.request, formId, { line, hours: 3 });
  const made = async (kind: string, draft: object) => {
    const body = { commandId: crypto.randomUUID(), name: { zh: name }, draft };
    return (await send(page.request, 'POST', '/definitions/:kind', { kind }, body)).id;
  };
  const slots = { x: [{ id: 'x', field: 'line' }], y: [{ id: 'y', field: 'hours', fn: 'sum' }] };
  const settings = { kind: 'ring', slots, marks: [], tones: [], notes: [], look: {} };
  await page.goto(`/dataAnalyser/designer/${await made('chart', { form: formId, where: null, settings })}`);
  const colour = page.getByRole('combobox', { name: t('analytics.hue_add') });
  await colour.click();
  await page.getByTitle('一线', { exact: true }).last().click();
  await expect(page.getByRole('group', { name: '一线', exact: true })).toBeVisible();
  await expect(page.getByText(t('analytics.look.legend'), { exact: true })).toBeVisible();
  const kinds = page.getByRole('group', { name: t('analytics.kind') });
  await kinds.getByRole('button', { name: t('charts.kind.gauge'), exact: true }).click();
  await expect(colour).toBeHidden();
  await expect(page.getByText(t('analytics.look.legend'), { exact: true })).toBeHidden();
  await page.getByRole('button', { name: t('analytics.band_add') }).click();
  await expect(page.getByRole('group', { name: t('analytics.band', { number: 1 }) })).toBeVisible();

  const clock = (id: string, x: number) => ({
    id,
    name: id,
    is: 'clock',
    x,
    y: 0,
    w: 100,
    h: 40,
    size: 20,
    shows: 'time',
  });
  const screen = await made('screen', { ...emptyScreen(), elements: [clock('e1', 0), clock('e2', 200)] });
  await page.goto(`/dataAnalyser/combined/${screen}`);
  await page.getByRole('application', { name: t('analytics.stage') }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  const [group, ungroup] = ['group', 'ungroup'].map((what) =>
    page.getByRole('button', { name: t(`analytics.${what}`), exact: true }),
  );
  await group!.click();
  await expect(group!).toBeHidden();
  await ungroup!.click();
  await expect(group!).toBeVisible();
});

const hours: FormDefinition = {
  format: 1,
  title: { zh: '产线工时' },
  titleField: 'line',
  layout: [],
  tables: [],
  fields: [
    {
      id: 'line',
      type: 'singleSelect',
      title: { zh: '产线' },
      config: {
        options: [
          { id: 'a', label: { zh: '一线' } },
          { id: 'b', label: { zh: '二线' } },
        ],
      },
    },
    { id: 'hours', type: 'number', title: { zh: '工时' }, config: {} },
  ],
};
