import { viewsApi } from '@formwork/contract/views/api.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';

const mostShift = 0.01;

/** Runs before the page's own scripts: adds up what moved without anybody having touched the page. */
const watch = `
  globalThis.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        moved.push({ value: entry.value, what: entry.sources.map(({ node }) => (node && (node.className || node.nodeName)) || '?').join(', ') });
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Moved {
  value: number;
  what: string;
}

async function shiftOf(page: Page, address: string): Promise<string | undefined> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  // eslint-disable-next-line playwright/no-networkidle -- what comes last moves most
  await page.waitForLoadState('networkidle');
  const moved = await page.evaluate(() => (globalThis as unknown as { moved: Moved[] }).moved);
  const sum = moved.reduce((total, { value }) => total + value, 0);
  if (sum < mostShift) return undefined;
  return `${address}: ${sum.toFixed(4)} by ${moved.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('; ')}`;
}

test('pages stay where they are while they come', async ({ as, browser, baseURL }) => {
  test.slow();
  const admin = await as('admin', { cold: true });
  const { appId, formId } = await makeForm(admin.request, fresh('不动'));
  const { id } = await addRecord(admin.request, formId, { name: '铣床', kind: 'mill', torque: 3 });
  const board = await send(
    admin.request,
    'POST',
    viewsApi.create.path,
    { formId },
    { title: { zh: '看板' }, type: 'board', scope: 'personal', settings: { board: { column: 'kind' } } },
  );
  const design = `/form/app/setting/!/form/${appId}/draft/${formId}`;
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const visits: [page: Page, addresses: string[]][] = [
    [
      admin,
      [
        '/',
        '/application',
        `/app/!/${appId}?form=${formId}&label=all`,
        `/${appId}/detail/${formId}?record=${id}`,
        `/form?app=${appId}&table=${formId}&mode=new`,
        `/app/!/${appId}?form=${formId}&label=${board.id}`,
        '/user/workbench',
        design,
        `${design}?tab=flow`,
        '/enterprise/organization',
        '/enterprise/accountSecurity',
      ],
    ],
    [await as('root', { cold: true }), ['/', '/operation/customers']],
    [await context.newPage(), ['/login']],
  ];
  const found: string[] = [];
  for (const [page, addresses] of visits) {
    await page.addInitScript({ content: watch });
    for (const address of addresses) {
      const shift = await shiftOf(page, address);
      if (shift !== undefined) found.push(shift);
    }
  }
  await context.close();
  expect(found).toEqual([]);
});
