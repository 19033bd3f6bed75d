import { randomUUID } from 'node:crypto';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { emptyDashboard, type DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import type { Jump } from '@formwork/contract/analytics/jump.ts';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { visitorsApi } from '@formwork/contract/visitors/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let maker: Client;
let reader: Client;
let formId: string;
let other: string;

const place = (y: number) => ({ x: 0, y, w: 8, h: 4 });
const words = (id: string, jump: Jump, y = 0): DashboardPanel => ({
  id,
  is: 'text',
  text: { zh: id },
  place: place(y),
  jump,
});

async function made(who: Client, kind: string, draft: object, release = true): Promise<string> {
  const { id } = await who.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh: kind }, draft },
  });
  if (release) await who.ok(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });
  return id;
}
const see = (kind: string, id: string, who: Client) =>
  maker.ok(definitionsApi.putAccess, {
    params: { kind, id },
    body: { rules: [{ subject: { kind: 'person', id: who.id }, level: 'use' }] },
  });

beforeAll(async () => {
  server = await startTestServer();
  [admin, maker, reader] = [await server.as('admin'), await server.as('user2'), await server.as('user3')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '检修单' },
    layout: [],
    titleField: 'name',
    fields: [newField('text', { zh: '名称' }, 'name'), newField('number', { zh: '费用' }, 'cost')],
    tables: [],
  };
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        { id: '1', subject: { kind: 'person', id: maker.id }, actions: ['view'], scope: 'all' },
        {
          id: '2',
          subject: { kind: 'person', id: reader.id },
          actions: ['view'],
          scope: 'all',
          fields: { cost: { existing: 'hidden' } },
        },
      ],
    },
  });
  const clock = { id: 'e1', name: 'c', is: 'clock', x: 0, y: 0, w: 100, h: 40, size: 20, shows: 'time' };
  other = await made(maker, 'screen', { ...emptyScreen(), elements: [clock] });
});
afterAll(() => server.stop());

describe('where a click leads', () => {
  test('is told to those alone who see the target, and the field there', async () => {
    const panels = [
      words('toscreen', { to: 'screen', id: other }),
      words('toname', { to: 'form', id: formId, field: 'name' }, 4),
      words('tocost', { to: 'form', id: formId, field: 'cost' }, 8),
      words('outside', { to: 'address', address: 'https://a.example/?v={value}' }, 12),
    ];
    const id = await made(maker, 'dashboard', { ...emptyDashboard(), panels });
    await see('dashboard', id, reader);
    const told = async (who: Client) => {
      const { definition } = await who.ok(analyticsApi.dashboard, { params: { dashboardId: id } });
      return definition.panels.flatMap((panel) => ('jump' in panel && panel.jump ? [panel.id] : []));
    };
    expect(await told(maker)).toEqual(['toscreen', 'toname', 'tocost', 'outside']);
    expect(await told(reader)).toEqual(['toname', 'outside']);
    await see('screen', other, reader);
    expect(await told(reader)).toEqual(['toscreen', 'toname', 'outside']);
    const { token } = await maker.ok(visitorsApi.createLink, {
      params: { kind: 'dashboard', thing: id },
      body: { choice: null, password: null, most: null, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    });
    const opened = await server.visitor.ok(visitorsApi.open, { body: { token } });
    expect(JSON.stringify(opened)).not.toMatch(/jump|a\.example/);
  });

  test('is among what a page names: whoever takes it away is told', async () => {
    const id = await made(maker, 'dashboard', {
      ...emptyDashboard(),
      panels: [words('p1', { to: 'screen', id: other })],
    });
    const { uses } = await maker.ok(definitionsApi.uses, { params: { kind: 'screen', id: other } });
    expect(uses.some((use) => use.id === id && use.part === 'p1')).toBe(true);
  });

  test('as an address that is none keeps a page from being released; without a target it is said', async () => {
    const problems = async (jump: Jump) => {
      const id = await made(maker, 'dashboard', { ...emptyDashboard(), panels: [words('p1', jump)] }, false);
      return (await maker.ok(definitionsApi.problems, { params: { kind: 'dashboard', id } })).problems;
    };
    expect(await problems({ to: 'address', address: 'javascript:alert(1)' })).toMatchObject([
      { code: 'analytics.jump.address_wrong', level: 'error', at: ['panels', '#p1'] },
    ]);
    expect(await problems({ to: 'dashboard', id: null })).toMatchObject([
      { code: 'analytics.jump.nowhere', level: 'warning' },
    ]);
  });
});

describe('a page of another site in a frame', () => {
  const frame = (address: string): DashboardPanel => ({ id: 'f1', is: 'frame', title: null, address, place: place(0) });

  test('is one by https alone', async () => {
    const board = { ...emptyDashboard(), panels: [frame('http://a.example')] };
    const id = await made(maker, 'dashboard', board, false);
    const { problems } = await maker.ok(definitionsApi.problems, { params: { kind: 'dashboard', id } });
    expect(problems).toMatchObject([{ code: 'analytics.frame.address_wrong', level: 'error', at: ['panels', '#f1'] }]);
  });

  test('is shown to those who are signed in: visitors are not told where it is', async () => {
    const board = { ...emptyDashboard(), panels: [frame('https://a.example/report')] };
    const id = await made(maker, 'dashboard', board);
    const { definition } = await maker.ok(analyticsApi.dashboard, { params: { dashboardId: id } });
    expect(definition.panels).toMatchObject([{ is: 'frame', address: 'https://a.example/report' }]);
    const { token } = await maker.ok(visitorsApi.createLink, {
      params: { kind: 'dashboard', thing: id },
      body: { choice: null, password: null, most: null, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    });
    const opened = await server.visitor.ok(visitorsApi.open, { body: { token } });
    expect(JSON.stringify(opened)).not.toContain('a.example');
  });

  test('is in a picture a box with its title and address', async () => {
    const { pictureSvg } = await import('./pictures/picture-svg.ts');
    const part = {
      x: 0,
      y: 0,
      w: 400,
      h: 200,
      title: '日报',
      content: { is: 'frame' as const, address: 'https://a.example/r' },
    };
    const { svg } = pictureSvg(
      { title: '', note: '', dark: false, locale: 'zh-CN', width: 400, pages: [{ title: '', parts: [part] }] },
      'sans-serif',
    );
    expect(svg).toContain('日报');
    expect(svg).toContain('https://a.example/r');
  });
});
