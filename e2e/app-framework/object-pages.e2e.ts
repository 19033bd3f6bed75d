import { documentsApi } from '@formwork/contract/documents/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { roles, type Role } from '@formwork/contract/roles.ts';
import { pathTo, routeById, type RouteId } from '@formwork/contract/routes.ts';
import type { Page } from '@playwright/test';
import { addRecord, inspection, makeForm, send } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { followed } from '../testing/settled.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';
import { shownKey, troublesOf } from '../testing/troubles.ts';

test.describe.configure({ mode: 'parallel' });

const desk = { locale: 'zh-CN', width: 1440, skin: 'white' } as const;
const phone = { locale: 'en', width: 390, skin: 'black' } as const;
/** Who designs and who works is looked at in both; the others differ from them in what they may. */
const places = {
  root: [desk],
  saas: [phone],
  admin: [desk, phone],
  user: [desk, phone],
  safe: [phone],
  audit: [desk],
} as const satisfies Record<Role, readonly unknown[]>;
const everyone: PermissionRule[] = [
  {
    id: 'everyone',
    subject: { kind: 'everyone' },
    actions: ['view', 'create', 'edit', 'delete', 'batch', 'share', 'print'],
    scope: 'all',
  },
];

/** The pages of a form, of a record, of a file app and of a shared link, each with its object. */
let objects: { id: RouteId; path: string }[] = [];

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  const admin = context.request;
  await admin.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  const { appId, formId } = await makeForm(admin, '对象页面', inspection, everyone);
  const uploaded = await admin.post('/api/files', {
    multipart: { file: { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('每班检查') } },
  });
  const [{ id: file, name, size, type }] = (await uploaded.json()) as [
    { id: string; name: string; size: number; type: string },
  ];
  const { id: record } = await addRecord(
    admin,
    formId,
    { name: '循环水泵', torque: 12.5, files: [{ id: file, name, size, type }] },
    { actions: [{ values: { item: '更换密封', qty: 2, price: 10 } }] },
  );
  const { token } = (await send(
    admin,
    'POST',
    linkApi.createLink.path,
    { formId, recordId: record },
    {
      fields: ['name', 'torque', 'actions'],
      files: false,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      password: null,
    },
  )) as unknown as { token: string };
  const { id: fileApp } = await send(
    admin,
    'POST',
    formsApi.createApp.path,
    {},
    { title: { zh: '对象文件' }, kind: 'files' },
  );
  await send(
    admin,
    'PUT',
    documentsApi.putRules.path,
    { appId: fileApp },
    { folder: null, alone: false, rules: [{ subject: { kind: 'everyone' }, level: 'view' }] },
  );
  await context.close();
  const tableId = formId;
  objects = [
    { id: 'formSettings', path: pathTo('formSettings', { appType: 'form', appId, version: 'draft', tableId }) },
    { id: 'dataModel', path: pathTo('dataModel', { table: formId }) },
    { id: 'sysButtons', path: pathTo('sysButtons', { module: 'form', appId }) },
    { id: 'elementSetting', path: pathTo('elementSetting', { page: 'workbench' }) },
    {
      id: 'designerPreview',
      path: pathTo('designerPreview', { spaceId: 'demo', module: 'form', appId, tableId, version: '1' }),
    },
    ...(['web', 'phone', 'applet'] as const).map((terminal) => ({
      id: 'viewPreview' as const,
      path: pathTo('viewPreview', { module: 'form', appId, terminal }),
    })),
    { id: 'form', path: pathTo('form', {}, { app: appId, table: formId, mode: 'new' }) },
    { id: 'form', path: pathTo('form', {}, { app: appId, table: formId, record, mode: 'edit' }) },
    { id: 'recordDetail', path: pathTo('recordDetail', { app: appId, form: formId }, { record }) },
    { id: 'appList', path: pathTo('appList', { appId }) },
    { id: 'fileApp', path: pathTo('fileApp', { appId: fileApp }) },
    { id: 'appRecycle', path: pathTo('appRecycle', { appId, module: 'form' }) },
    { id: 'preview', path: pathTo('preview', {}, { file }) },
    { id: 'share', path: pathTo('share', { token }) },
  ];
});

for (const role of roles)
  for (const { skin, ...place } of places[role]) {
    test(`${role} opens the pages of objects as the manifest gives them (${place.locale}, ${place.width} wide)`, async ({
      as,
    }) => {
      // fourteen pages, each until all of it is there
      test.slow();
      const t = textsOf(place.locale);
      const page = await as(role, place);
      await page.addInitScript({ content: `localStorage.setItem('skin', '${skin}')` });
      const troubles = troublesOf(page, [403, 404]);
      const settled = followed(page);
      for (const { id, path } of objects) await openOne(page, id, path);
      expect(troubles, 'errors in the browser').toEqual([]);

      async function openOne(on: Page, id: RouteId, path: string): Promise<void> {
        const owner: readonly string[] = routeById[id].owner;
        if (owner.length > 0 && !owner.includes(role))
          return expect.soft((await on.request.get(path)).status(), `${id} at ${path}`).toBe(403);
        const answer = await on.goto(path);
        expect.soft(answer?.status(), `${id} at ${path}`).toBe(200);
        await expect.soft(on.locator('#root > *').first(), `${id} shows something`).toBeVisible();
        await settled();
        const shown = await on.locator('body').innerText();
        expect.soft(shown, `${id} shows texts`).not.toMatch(shownKey);
        expect.soft(shown, `${id} loads`).not.toContain(t('ui.state.error'));
        expect
          .soft(
            await on.evaluate(() => document.documentElement.scrollWidth),
            `${id} at ${path} is not wider than the window`,
          )
          .toBeLessThanOrEqual(place.width);
      }
    });
  }

test('a visitor finds what a link shares, is asked to sign in for the rest, and reads no address that leads nowhere', async ({
  page,
  request,
}) => {
  const t = textsOf('zh-CN');
  for (const { id, path } of objects.filter(({ id: route }) => routeById[route].owner.length > 0)) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect
      .soft([answer.status(), answer.headers().location], id)
      .toEqual([302, `/login?redirect=${encodeURIComponent(path)}`]);
  }
  await page.goto(objects.find(({ id }) => id === 'share')!.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('循环水泵');
  await expect(page.getByText('更换密封')).toBeVisible();
  for (const token of ['demo-none', 'nothing', '%F0%9F%98%80']) {
    await page.goto(`/share/${token}`);
    await expect(page.getByText(t('share.page.gone'))).toBeVisible();
  }
});

test('addresses of what is not there say so, in words', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  const t = textsOf('zh-CN');
  const troubles = troublesOf(page, [400, 404, 422]);
  const nowhere = [
    pathTo('formSettings', { appType: 'form', appId: 'nothing', version: 'draft', tableId: 'nothing' }),
    pathTo('dataModel', { table: 'nothing' }),
    pathTo('sysButtons', { module: 'form', appId: 'nothing' }),
    pathTo('elementSetting', { page: 'nothing' }),
    pathTo('designerPreview', { spaceId: 'demo', module: 'form', appId: 'nothing', tableId: 'nothing', version: '7' }),
    pathTo('viewPreview', { module: 'form', appId: 'nothing' }),
    pathTo('form', {}, { table: 'nothing' }),
    pathTo('form', {}),
    pathTo('recordDetail', { app: 'nothing', form: 'nothing' }, { record: 'nothing' }),
    pathTo('appList', { appId: 'nothing' }),
    pathTo('fileApp', { appId: 'nothing' }),
    pathTo('appRecycle', { appId: 'nothing', module: 'form' }),
    pathTo('preview', {}, { file: 'nothing' }),
    pathTo('preview', {}),
  ];
  const settled = followed(page);
  for (const path of nowhere) {
    await page.goto(path);
    await settled();
    const shown = await page.locator('body').innerText();
    expect.soft(shown.trim(), path).not.toBe('');
    expect.soft(shown, path).not.toMatch(shownKey);
    // neither a page that tries again what cannot be, nor one that falls apart
    expect.soft(shown, path).not.toContain(t('ui.state.error'));
    expect.soft(shown, path).not.toContain(t('shell.error.failed'));
  }
  expect(troubles).toEqual([]);
});
