import { documentsApi } from '@formwork/contract/documents/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { skinIds } from '@formwork/ui/skin/skins.ts';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { addRecord, makeForm, makeProcess, send } from '../testing/inspection-form.ts';
import { followed } from '../testing/settled.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

/** A light skin, a dark one, and one whose bar is coloured; all of them where they are asked for. */
const skins: readonly [string, ...string[]] =
  process.env.FORMWORK_E2E_SKINS === 'all'
    ? ['white', ...skinIds.filter((id) => id !== 'white' && id !== 'system')]
    : ['white', 'black', 'red'];

const widths = [1280, 390] as const;

/** Weighed as moderate by the engine, and yet what screen readers find their way by. */
const structure = [
  'page-has-heading-one',
  'landmark-one-main',
  'landmark-no-duplicate-main',
  'landmark-main-is-top-level',
  'heading-order',
  'region',
  'landmark-unique',
];

/** What would keep somebody from using the page: findings of WCAG 2.2 A and AA, and of good practice, that weigh. */
async function findingsOf(page: Page, coloursAlone: boolean): Promise<string[]> {
  return page.evaluate(
    async ({ also, colours }) => {
      const engine = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await engine.run(document, {
        resultTypes: ['violations'],
        // another skin changes colours and nothing else
        ...(colours
          ? { runOnly: ['color-contrast', 'link-in-text-block'] }
          : {
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
              rules: { 'label-content-name-mismatch': { enabled: true } },
            }),
      });
      return violations
        .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || also.includes(id))
        .flatMap(({ id, nodes }) =>
          nodes
            // the number on the bell stands in its name, but the engine takes it for another word beside the brackets
            .filter(({ html }) => id !== 'label-content-name-mismatch' || !html.includes('fw-bar-dot'))
            .map(
              ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`,
            ),
        );
    },
    { also: structure, colours: coloursAlone },
  );
}

/** The engine runs beside the page's own scripts: what the page may load stays as it is. */
async function lookAt(
  page: Page,
  settled: () => Promise<void>,
  address: string,
  others: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await settled();
  await page.evaluate(axe.source);
  for (const skin of [skins[0], ...others]) {
    if (skin !== skins[0]) await wear(page, settled, skin);
    const findings = await findingsOf(page, skin !== skins[0]);
    found.push(...findings.map((finding) => `${address} (${skin}, ${page.viewportSize()?.width}): ${finding}`));
  }
  if (others.length > 0) await wear(page, settled, skins[0]);
  return found;
}

/** By the page's own switch; a page that takes the whole window has none and is loaded anew. */
async function wear(page: Page, settled: () => Promise<void>, skin: string): Promise<void> {
  const account = page.getByRole('button', { name: t('shell.account.menu', { name: '' }) });
  if ((await account.count()) === 0) {
    await page.evaluate((next) => localStorage.setItem('skin', next), skin);
    await page.reload();
    await page.locator('h1').first().waitFor();
    await settled();
    await page.evaluate(axe.source);
    return;
  }
  await account.click();
  await page.getByRole('menuitemradio', { name: t(`shell.skin.${skin}`), exact: true }).click();
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/** At the desk in each skin; on the phone colours are those of the desk. */
async function inSkins(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const settled = followed(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const address of addresses)
      found.push(...(await lookAt(page, settled, address, width === 390 ? [] : skins.slice(1))));
  }
  return found;
}

test('the main pages hold nothing that keeps people from using them, in several skins', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, fresh('无障碍'));
  const { id } = await addRecord(
    page.request,
    formId,
    { name: '铣床', kind: 'mill' },
    { actions: [{ values: { item: '润滑', qty: 1, price: 2 } }] },
  );
  const { id: me } = await send(page.request, 'GET', identityApi.me.path, {});
  await makeProcess(page.request, formId, me);
  await send(
    page.request,
    'POST',
    workflowApi.start.path,
    { formId, recordId: id },
    { commandId: crypto.randomUUID() },
  );
  const board = await send(
    page.request,
    'POST',
    viewsApi.create.path,
    { formId },
    { title: { zh: '看板' }, type: 'board', scope: 'personal', settings: { board: { column: 'kind' } } },
  );
  const files = await send(
    page.request,
    'POST',
    formsApi.createApp.path,
    {},
    { title: { zh: fresh('无障碍图纸') }, kind: 'files' },
  );
  await send(
    page.request,
    'POST',
    documentsApi.createFolder.path,
    { appId: files.id },
    { folder: null, name: '竣工图' },
  );
  const design = `/form/app/setting/!/form/${appId}/draft/${formId}`;
  const found = await inSkins(page, [
    '/user/workbench',
    `/user/workbench/overview?flow=${formId}`,
    '/appcenter',
    `/app/!/${appId}?form=${formId}&label=all`,
    `/app/!/${appId}?form=${formId}&label=${board.id}`,
    `/${appId}/detail/${formId}?record=${id}`,
    `/form?app=${appId}&table=${formId}&mode=new`,
    design,
    `${design}?tab=flow`,
    `/app/file/${files.id}`,
    '/user/messagecenter',
    '/organization/contacts/',
    '/setting/center',
    '/enterprise/organization',
  ]);
  expect(found).toEqual([]);
});

test('the console of the operator and the way in hold nothing either', async ({ as, browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const visitor = await context.newPage();
  const settled = followed(visitor);
  const found = await inSkins(await as('root'), ['/operation/customers', '/operation/failedEvents']);
  for (const skin of skins) {
    await visitor.addInitScript({ content: `localStorage.setItem('skin', ${JSON.stringify(skin)})` });
    found.push(...(await lookAt(visitor, settled, '/login', [])).map((finding) => `${skin}: ${finding}`));
  }
  await context.close();
  expect(found).toEqual([]);
});
