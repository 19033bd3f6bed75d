import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { styleSheetElementId } from '@formwork/contract/enterprise/style-link.ts';
import { firstFilesName } from '@formwork/contract/first-files.ts';
import { appNames, fillPattern, routes, type Route } from '@formwork/contract/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../testing/server.ts';

let server: TestServer;
let admin: Client;
let webDir: string;
beforeAll(async () => {
  webDir = mkdtempSync(path.join(tmpdir(), 'fw-pages-'));
  mkdirSync(path.join(webDir, 'assets'));
  writeFileSync(path.join(webDir, firstFilesName), JSON.stringify({ pages: {} }));
  for (const app of appNames) {
    mkdirSync(path.join(webDir, 'apps', app), { recursive: true });
    writeFileSync(path.join(webDir, 'apps', app, 'index.html'), '<html lang="zh"><head></head><body></body></html>');
  }
  server = await startTestServer({}, webDir);
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  rmSync(webDir, { recursive: true, force: true });
});

const sheetOn = async (who: Client, address: string): Promise<string | undefined> => {
  const html = await (await who.fetch(address)).text();
  return new RegExp(`<link rel="stylesheet" id="${styleSheetElementId}" href="([^"]+)">`).exec(html)?.[1];
};

test('pages whose route says so carry the style sheet of the enterprise, and no others do', async () => {
  const opened = (routes as readonly Route[]).filter(({ owner }) => owner.includes('admin'));
  const addressOf = ({ pattern }: Route) => {
    const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'x'] as const);
    return fillPattern(pattern, Object.fromEntries(names));
  };
  expect(await sheetOn(admin, '/user/workbench')).toBeUndefined();
  const { styleSheet } = await admin.ok(enterpriseApi.setStyleSheet, { body: { text: '.fw-page { color: red }' } });
  const href = `/api/enterprise/style-sheets/${styleSheet}`;
  const wrong: string[] = [];
  for (const route of opened) {
    const found = await sheetOn(admin, addressOf(route));
    if (found !== (route.style ? href : undefined)) wrong.push(`${route.pattern} ${found}`);
  }
  expect(wrong).toEqual([]);
  expect(opened.filter(({ style }) => style).length).toBeGreaterThan(20);
  // somebody of another enterprise has no part in it, and a visitor gets the one of who shows them something
  expect(await sheetOn(await server.as('other-admin'), '/user/workbench')).toBeUndefined();
  expect(await sheetOn(server.visitor, `/share/demo-${'x'.repeat(43)}`)).toBe(href);
  expect(await sheetOn(server.visitor, `/share/other-${'x'.repeat(43)}`)).toBeUndefined();
  expect(await sheetOn(server.visitor, '/login')).toBeUndefined();
});
