import { randomUUID } from 'node:crypto';
import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import { emptyTask, TaskNode, type EtlTask } from '@formwork/contract/etl/task.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

const sorted = (id: string, y: number) =>
  TaskNode.parse({ id, kind: 'sort', title: id, x: 0, y, order: [], limit: null });

/** Two nodes and the way between them. */
async function open(page: Page): Promise<{ a: Locator; b: Locator }> {
  const draft: EtlTask = {
    ...emptyTask(),
    nodes: [sorted('a', 0), sorted('b', 160)],
    edges: [{ id: 'ab', source: 'a', target: 'b', port: 'out', other: false }],
  };
  const made = await page.request.post(`/api${definitionsApi.create.path.replace(':kind', 'etl_task')}`, {
    data: { commandId: randomUUID(), name: { zh: fresh('画布') }, draft },
  });
  const { id } = (await made.json()) as Definition;
  await page.goto(`/etl/taskDesign?id=${id}`);
  const node = (of: string) => page.locator(`.react-flow__node[data-id="${of}"]`);
  await expect(node('b')).toBeVisible();
  return { a: node('a'), b: node('b') };
}

async function middleOf(of: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await of.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

test('nodes are chosen with Shift, copied with their ways, and go back where they were at Escape', async ({ as }) => {
  const page = await as('admin');
  const { a, b } = await open(page);
  const chosen = page.locator('.react-flow__node.selected');
  const before = await middleOf(b);
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  await page.mouse.move(before.x + 90, before.y - 30, { steps: 5 });
  await expect.poll(async () => (await middleOf(b)).x).toBeGreaterThan(before.x + 50);
  await page.keyboard.press('Escape');
  await page.mouse.move(before.x + 120, before.y - 30, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => middleOf(b)).toEqual(before);

  await a.focus();
  await a.press('Escape');
  await expect(a).not.toHaveClass(/selected/);
  await a.click();
  await b.click({ modifiers: ['Shift'] });
  await expect(chosen).toHaveCount(2);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(page.locator('.react-flow__node')).toHaveCount(4);
  await expect(page.locator('.react-flow__edge')).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(page.locator('.react-flow__node')).toHaveCount(2);
  await expect(page.locator('.react-flow__edge')).toHaveCount(1);
});

test('a way is drawn by keys alone', async ({ as }) => {
  const page = await as('admin');
  const { a, b } = await open(page);
  await page.locator('.react-flow__edge').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await expect(page.locator('.react-flow__edge')).toHaveCount(0);
  await a.press('Enter');
  await b.press('Shift+Enter');
  await page.getByRole('button', { name: t('ui.canvas.join'), exact: true }).press('Enter');
  await expect(page.locator('.react-flow__edge')).toHaveCount(1);
});

test('two fingers zoom, and let go of the picture when one of them was on a node', async ({ as }) => {
  const page = await as('admin');
  const fingers = await page.context().newCDPSession(page);
  // the canvas asks once whether there are any
  await fingers.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  const { a } = await open(page);
  const picture = page.locator('.react-flow__viewport');
  const placed = () => picture.evaluate((one) => (one as HTMLElement).style.transform);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((one, id) => ({ ...one, id })) });
  const on = await middleOf(a);
  const beside = { x: on.x + 160, y: on.y };
  const first = await placed();
  await touch('touchStart', on, beside);
  for (let step = 1; step <= 5; step++) await touch('touchMove', on, { ...beside, x: beside.x + step * 10 });
  await touch('touchEnd');
  await expect(page.locator('.fw-canvas')).not.toHaveAttribute('data-moved');
  const zoomed = await placed();
  expect(zoomed).not.toBe(first);

  // nothing of it is left: a finger on a node moves that alone
  const held = await middleOf(a);
  await touch('touchStart', held);
  for (let step = 1; step <= 5; step++) await touch('touchMove', { x: held.x + step * 6, y: held.y });
  await touch('touchEnd');
  await expect.poll(async () => (await middleOf(a)).x).toBeGreaterThan(held.x + 10);
  expect(await placed()).toBe(zoomed);
});

test('a script names what it returns, a CSV is parted as it is asked, a form is loaded quickly by choice', async ({
  as,
}) => {
  const page = await as('admin');
  const at = { title: '', x: 0 };
  const nodes = [
    { ...at, id: 'q', kind: 'mqttSource', y: 0, connection: null, topic: 'a/#', payload: 'text', most: 1, quiet: 1 },
    { ...at, id: 's', kind: 'script', y: 120, code: 'return row', gives: [] },
    { ...at, id: 'f', kind: 'fileTarget', y: 240, format: 'csv', name: 'days' },
    { ...at, id: 't', x: 260, kind: 'formTarget', y: 240, form: null, mode: 'create', key: '', mapping: [] },
  ].map((node) => TaskNode.parse({ columns: [{ name: 'payload', type: 'text', nullable: true }], ...node }));
  const edge = (source: string, target: string) => ({ id: `${source}${target}`, source, target });
  const edges = [edge('q', 's'), edge('s', 'f'), edge('s', 't')].map((one) => ({
    ...one,
    port: 'out' as const,
    other: false,
  }));
  const made = await page.request.post(`/api${definitionsApi.create.path.replace(':kind', 'etl_task')}`, {
    data: { commandId: randomUUID(), name: { zh: fresh('脚本') }, draft: { ...emptyTask(), nodes, edges } },
  });
  await page.goto(`/etl/taskDesign?id=${((await made.json()) as Definition).id}`);
  const node = (of: string) => page.locator(`.react-flow__node[data-id="${of}"]`);
  await node('q').click();
  await expect(page.getByLabel(t('etltask.topic')).last()).toHaveValue('a/#');
  await node('s').click();
  await page.getByRole('button', { name: t('etltask.script.columns_in') }).click();
  await expect(page.getByLabel(t('etltask.column_name')).last()).toHaveValue('payload');
  await node('f').click();
  const delimiter = page.getByRole('combobox', { name: t('etltask.delimiter') });
  await delimiter.fill('~');
  await delimiter.press('Tab');
  await page.getByRole('switch', { name: t('etltask.header') }).click();
  await node('t').click();
  await page.getByRole('switch', { name: t('etltask.quick') }).click();
  await expect(page.getByText(t('etltask.quick.on'))).toBeVisible();
  await node('f').click();
  await expect(delimiter).toHaveValue('~');
  await expect(page.getByRole('switch', { name: t('etltask.header') })).not.toBeChecked();
});
