import { randomUUID } from 'node:crypto';
import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import { EtlFlow, emptyFlow } from '@formwork/contract/etl/flow.ts';
import { emptyTask, TaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, mostDays } from '@formwork/contract/etl/task-api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import type { APIResponse, Page } from '@playwright/test';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const at = { x: 0, y: 0, title: '' };

async function answered<T>(response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.url()}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function released(page: Page, kind: 'etl_task' | 'etl_flow', name: string, draft: unknown): Promise<string> {
  const made = await answered<Definition>(
    await page.request.post(`/api${definitionsApi.create.path.replace(':kind', kind)}`, {
      data: { commandId: randomUUID(), name: { zh: name }, draft },
    }),
  );
  const path = definitionsApi.release.path.replace(':kind', kind).replace(':id', made.id);
  await answered(await page.request.post(`/api${path}`, { data: { version: made.version } }));
  return made.id;
}

/** A task that takes the rows of one place, in a flow that gives it the place; which way the flow goes on depends on how many came. */
async function drawn(page: Page, name: string): Promise<string> {
  const buffer = Buffer.from('place,mm\nA,1\nB,2\nB,3\n');
  const [file] = await answered<{ id: string }[]>(
    await page.request.post(`/api${filesApi.upload.path}`, {
      multipart: { file: { name: 'rain.csv', mimeType: 'text/csv', buffer } },
    }),
  );
  const facts = await answered<object>(
    await page.request.post(`/api${etlTasksApi.file.path}`, { data: { file: file!.id } }),
  );
  const place = { id: 'p1', name: 'place', type: 'text' as const, value: '' };
  const nodes = [
    { id: 'c', kind: 'fileSource', ...facts },
    { id: 'w', kind: 'filter', language: 'feel', expression: 'place = parameters.place' },
    { id: 'f', kind: 'fileTarget', format: 'csv', name: 'rain {place}' },
  ];
  const task = await released(page, 'etl_task', `${name} 任务`, {
    ...emptyTask(),
    nodes: nodes.map((node) => TaskNode.parse({ ...at, ...node })),
    edges: [
      { id: 'e1', source: 'c', target: 'w', port: 'out', other: false },
      { id: 'e2', source: 'w', target: 'f', port: 'out', other: false },
    ],
    parameters: [place, { id: 'p2', name: 'least', type: 'number' as const, value: '', required: true }],
  });
  const calls = { ...at, kind: 'task', task, retries: 0, timeout: null };
  const flow = EtlFlow.parse({
    ...emptyFlow(),
    nodes: [
      { ...calls, id: 'a', title: '取数' },
      { ...at, y: 120, id: 's', kind: 'switch', ways: [{ id: 'w1', name: '多', expression: 'written > 1' }] },
      { ...calls, y: 240, id: 'b', title: '再取' },
      { ...calls, x: 240, y: 240, id: 'd', title: '不取' },
    ],
    edges: [
      { id: 'e1', source: 'a', target: 's', when: 'success' },
      { id: 'e2', source: 's', target: 'b', when: 'way', way: 'w1' },
      { id: 'e3', source: 's', target: 'd', when: 'otherwise' },
    ],
    parameters: [place, { id: 'p2', name: 'least', type: 'number' as const, value: '1' }],
  });
  return released(page, 'etl_flow', name, flow);
}

test('a flow is started from the list with its parameters, timed and filled back', async ({ as }) => {
  const page = await as('admin');
  const name = fresh('每日雨量');
  await drawn(page, name);
  await page.goto('/etl/taskflow');

  // what holds for the whole enterprise is offered where a flow says nothing itself
  await page.getByRole('button', { name: t('etltask.globals') }).click();
  const globals = page.getByRole('dialog', { name: t('etltask.globals') });
  const known = await globals.getByLabel(t('etltask.flow.parameter_name')).count();
  if (known === 0) {
    await globals.getByRole('button', { name: t('etltask.add_line') }).click();
    await globals.getByLabel(t('etltask.flow.parameter_name')).fill('place');
    await globals.getByLabel(t('etltask.flow.parameter_value')).fill('A');
    await globals.getByRole('button', { name: t('etltask.globals_save') }).click();
    await expect(globals).toBeHidden();
  } else await globals.getByRole('button', { name: t('ui.action.close') }).click();

  const row = page.getByRole('row').filter({ hasText: name });
  // the first actions stand on the line, the others behind them
  const press = (action: string) => row.getByRole('button', { name: action, exact: true }).click();

  await press(t('ui.action.more'));
  await page.getByRole('menuitem', { name: t('etltask.times'), exact: true }).click();
  const times = page.getByRole('dialog', { name: t('etltask.times') });
  await times.getByText(t('etltask.times.once'), { exact: true }).click();
  await times.getByLabel(t('etltask.times.moment')).last().fill('2099-12-01T02:00');
  await times.getByRole('button', { name: t('etltask.times_add') }).click();
  await expect(times.getByText(t('etltask.times_once_at', { moment: '2099-12-01 02:00' }))).toBeVisible();
  await times.getByRole('button', { name: t('etltask.times_change') }).click();
  await times.getByLabel(t('etltask.times.moment')).last().fill('2099-12-02T03:00');
  await times
    .getByRole('button', { name: t('etltask.times_change') })
    .last()
    .click();
  await expect(times.getByText(t('etltask.times_once_at', { moment: '2099-12-02 03:00' }))).toBeVisible();
  await times.getByRole('button', { name: t('ui.action.close') }).click();

  await press(t('etltask.backfill'));
  const backfill = page.getByRole('dialog', { name: t('etltask.backfill') });
  const choose = async (label: string, day: string) => {
    await backfill.getByLabel(label).last().fill(day);
    await page.keyboard.press('Tab');
  };
  await choose(t('etltask.backfill_first'), '2024-01-01');
  await choose(t('etltask.backfill_last'), '2026-01-01');
  await expect(backfill.getByText(t('etltask.backfill_over', { count: 732, most: mostDays }))).toBeVisible();
  await choose(t('etltask.backfill_last'), '2024-03-01');
  await expect(backfill.getByRole('status')).toContainText('61');
  await backfill.getByRole('button', { name: t('ui.action.cancel') }).click();
  await page.getByRole('button', { name: t('shell.form.discard'), exact: true }).click();

  await press(t('etltask.run_now'));
  const start = page.getByRole('dialog', { name: t('etltask.run_now') });
  const place = start.getByRole('textbox', { name: 'place' });
  await expect(place).toHaveAttribute('placeholder', 'A');
  await place.fill('B');
  await start.getByRole('button', { name: t('etltask.run'), exact: true }).click();

  // two rows came: the first way of the switch is gone, the other is not
  await expect(page.getByRole('status').filter({ hasText: '取数' })).toContainText(t('runs.state.finished'));
  await expect(page.getByRole('status').filter({ hasText: '再取' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '不取' })).toHaveCount(0);
  await expect(page.getByText('多', { exact: true }).first()).toBeVisible();

  // its task was given the same place
  await page.goto('/etl/taskJob');
  const job = page
    .getByRole('row')
    .filter({ hasText: `${name} 任务` })
    .first();
  await job.getByRole('button', { name: t('runs.rerun'), exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: `${name} 任务` })).toHaveCount(3);

  // run by hand it asks for what it needs, and says at the field what is wrong
  await page.goto('/etl');
  const own = page.getByRole('row').filter({ hasText: `${name} 任务` });
  await own.getByRole('button', { name: t('etltask.run_now'), exact: true }).click();
  const asked = page.getByRole('dialog', { name: t('etltask.run_now') });
  const least = asked.getByRole('textbox', { name: 'least' });
  await asked.getByRole('button', { name: t('etltask.run'), exact: true }).click();
  await expect(asked.getByText(t('shell.rule.required'))).toBeVisible();
  await least.fill('much');
  await expect(asked.getByText(t('etltask.start.no_number'))).toBeVisible();
  await least.fill('2');
  await asked.getByRole('textbox', { name: 'place' }).fill('B');
  await least.press('Enter');
  const facts = page.locator('.etl-job-facts');
  await expect(facts.getByRole('definition').filter({ hasText: /^2$/ }).first()).toBeVisible();
  await expect(facts).toContainText('least');
});
