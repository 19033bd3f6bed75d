import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { firstFilesName, type FirstFiles } from '@formwork/contract/first-files.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { addRecord, makeForm, makeProcess, type MadeForm } from '../testing/inspection-form.ts';
import { chooseOwnPassword } from '../testing/own-password.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';

let made: MadeForm;
let record = '';
/** To them no other test has given a job: the button of jobs comes when there is one. The user has a to-do, whose facts come with the list. */
const newcomers = new Map<'user' | 'admin', { login: string; password: string }>();

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  made = await makeForm(context.request, '首次打开');
  for (let at = 1; at <= 5; at += 1)
    ({ id: record } = await addRecord(context.request, made.formId, { name: `离心泵 ${at}`, torque: at }));
  for (const role of ['user', 'admin'] as const) {
    const login = `first.${role}.${randomUUID().slice(0, 8)}`;
    const answer = await context.request.post('/api/organization/people', {
      data: { login, name: login, role, departmentId: null },
    });
    const { person, password } = (await answer.json()) as { person: { id: string }; password: string };
    newcomers.set(role, { login, password: await chooseOwnPassword(answer.url(), login, password) });
    if (role === 'user') await giveToDo(context.request, person.id);
  }
  await context.close();
});

async function giveToDo(admin: APIRequestContext, approver: string): Promise<void> {
  const { formId } = await makeForm(admin, '首次待办');
  await makeProcess(admin, formId, approver);
  const values = { name: '待批的泵', kind: 'mill', torque: 12.5, day: '2026-11-02', people: [approver] };
  const { id } = await addRecord(admin, formId, values);
  const started = await admin.post(`/api/workflow/forms/${formId}/records/${id}/instances`, {
    data: { commandId: randomUUID() },
  });
  expect(started.ok(), await started.text()).toBe(true);
}

interface Loaded {
  all: string[];
  calls: string[];
}

/** How long an answer is good for: who needs it later than that asks again, which only a slow machine sees. */
const freshMs = 5_000;

/** What a page asks for by itself until it is shown and nothing more comes. */
async function loaded(page: Page, path: string, shown: () => Promise<void>): Promise<Loaded> {
  const all: string[] = [];
  const asked = new Map<string, number>();
  // nobody tells it anything: what others do in the space meanwhile, and what a slow line has missed, is read again in tests of their own
  await page.routeWebSocket(/\/socket$/, () => undefined);
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (!protocol.startsWith('http') || pathname.endsWith('.svg')) return;
    const before = asked.get(`${request.method()} ${request.url()}`) ?? Infinity;
    asked.set(`${request.method()} ${request.url()}`, Math.min(before, Date.now()));
    if (Date.now() - before < freshMs || before === Infinity) all.push(`${request.method()} ${pathname}`);
  });
  await page.goto(path);
  await shown();
  // eslint-disable-next-line playwright/no-networkidle -- what comes after the first rows counts as well
  await page.waitForLoadState('networkidle');
  return { all, calls: all.filter((request) => /\/(api|napi)\//.test(request)) };
}

test('the workbench, a list and a record ask for little', async ({ as }) => {
  const bench = await as('user', { cold: true });
  const { all, calls } = await loaded(bench, '/user/workbench', () =>
    expect(bench.getByRole('heading', { name: '工作台' })).toBeVisible(),
  );
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(4);
  expect(all.length, all.join('\n')).toBeLessThanOrEqual(34);

  const list = await as('user', { cold: true });
  const ofList = await loaded(list, `/app/!/${made.appId}?form=${made.formId}`, () =>
    expect(list.getByText('共 5 条')).toBeVisible(),
  );
  expect(ofList.calls.length, ofList.calls.join('\n')).toBeLessThanOrEqual(4);
  expect(ofList.all.length, ofList.all.join('\n')).toBeLessThanOrEqual(39);

  const single = await as('user', { cold: true });
  const ofRecord = await loaded(single, `/${made.appId}/detail/${made.formId}?record=${record}`, () =>
    expect(single.getByRole('heading', { name: '离心泵 5' })).toBeVisible(),
  );
  expect(ofRecord.calls.length, ofRecord.calls.join('\n')).toBeLessThanOrEqual(4);
});

test('what loads by itself is what the budgets of the first pages count', async ({ as }) => {
  const built = resolve(import.meta.dirname, '../../dist/web', firstFilesName);
  const { pages, frame } = JSON.parse(readFileSync(built, 'utf8')) as FirstFiles;
  for (const [role, id, address, name] of [
    ['user', 'workbench', '/user/workbench', '工作台'],
    ['admin', 'workbench', '/user/workbench', '工作台'],
    ['user', 'home', '/', '[早下晚][上午]好'],
  ] as const) {
    const { login, password } = newcomers.get(role)!;
    const page = await as(login, { password, cold: true });
    const { all } = await loaded(page, address, async () => {
      await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
      // the last that comes: the navigation's own icons
      await expect(page.getByRole('link', { name: '规则引擎' }).locator('svg[data-icon="calculator"]')).toBeVisible();
      if (id === 'workbench' && role === 'user') await expect(page.getByText('铣床')).toBeVisible();
    });
    const scripts = all.flatMap((request) => /\/assets\/.*\.js$/.exec(request)?.[0] ?? []);
    const counted = new Set([...pages[id]!.scripts, ...pages[id]!.texts['zh-CN']!, ...frame]);
    expect(
      scripts.filter((file) => !counted.has(file)),
      `${id} as ${role}`,
    ).toEqual([]);
    expect(scripts.length).toBeGreaterThan(8);
  }
});

test('the frame comes with the page, in the colours and the fold of the last one', async ({ as }) => {
  const page = await as('user', { locale: 'en', cold: true });
  await page.addInitScript(() => localStorage.setItem('skin', 'black'));
  await page.goto('/user/workbench');
  await expect(page.getByRole('heading', { name: 'Workbench' })).toBeVisible();
  await page.getByRole('button', { name: 'Fold navigation' }).click();
  const bar = await page.locator('.fw-bar').evaluate((element) => getComputedStyle(element).backgroundColor);
  const width = await page.locator('.fw-side').evaluate((element) => element.getBoundingClientRect().width);
  // no script at all: what is seen is the HTML's own
  await page.route(/\.js$/, (route) => route.abort());
  await page.reload();
  const loader = page.locator('#page-loader');
  await expect(loader).toBeVisible();
  expect(await loader.locator('.bar').evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(bar);
  const side = await loader.locator('.side').evaluate((element) => element.getBoundingClientRect().width);
  expect(Math.abs(side - width)).toBeLessThanOrEqual(1);
});

test('the first rows come with the page, to a browser that has none of its scripts', async ({ as }) => {
  const page = await as('user');
  const rows = page.locator('#first-rows');
  await page.route(/\.js$/, (route) => route.abort());
  const list = `/app/!/${made.appId}?form=${made.formId}`;
  await page.goto(list);
  await expect(page.locator('#page-loader')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.context().clearCookies({ name: 'build' });
  await page.goto(list);
  await expect(rows.getByText('离心泵 3')).toBeVisible();
  await page.goto(`/${made.appId}/detail/${made.formId}?record=${record}`);
  await expect(rows.getByText(/^离心泵 /)).toBeVisible();
  await page.unroute(/\.js$/);
  await page.goto(list);
  await expect(page.getByRole('grid').getByText('离心泵 3')).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test('an answer that came with the page is used once: what changes is asked for again', async ({ as }) => {
  const page = await as('user', { cold: true });
  await page.goto(`/${made.appId}/detail/${made.formId}?record=${record}`);
  await expect(page.getByRole('heading', { name: '离心泵 5' })).toBeVisible();
  const address = `/api/records/${made.formId}/${record}`;
  const asked = page.waitForRequest((request) => request.url().endsWith(address));
  const { version } = (await (await page.request.get(address)).json()) as { version: number };
  await page.request.patch(address, { data: { expectedVersion: version, values: { name: '离心泵 6' } } });
  await asked;
  await expect(page.getByRole('heading', { name: '离心泵 6' })).toBeVisible();
});
