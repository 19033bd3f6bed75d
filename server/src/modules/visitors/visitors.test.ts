import { randomUUID } from 'node:crypto';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { visitorsApi, type SharedKind, type SharedThing } from '@formwork/contract/visitors/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
/** Shares what they made themselves; the secret is hidden from them. */
let sharer: Client;
let formId: string;
let labelId: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  [admin, sharer] = [await server.as('admin'), await server.as('user2')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '点检' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '点检单' },
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      newField('number', { zh: '数' }, 'count'),
      newField('text', { zh: '密' }, 'secret'),
      newField('member', { zh: '人' }, 'who'),
    ],
    tables: [],
  };
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await allow(['view', 'create', 'share']);
  for (const [name, count] of [
    ['甲', 1],
    ['乙', 2],
    ['丙', 30],
  ] as const)
    ids[name] = (
      await sharer.ok(recordsApi.create, { params: { formId }, body: { values: { name, count, who: [admin.id] } } })
    ).id;
  // seen by nobody but administrators, and set by them where the sharer does not see it
  await admin.ok(recordsApi.create, { params: { formId }, body: { values: { name: '外', count: 4, secret: '绝密' } } });
  labelId = (
    await sharer.ok(viewsApi.create, {
      params: { formId },
      body: {
        type: 'list',
        title: { zh: '少的' },
        scope: 'personal',
        settings: { filter: { field: 'count', operator: 'lt', value: 10 }, sort: '-count' },
      },
    })
  ).id;
});
afterAll(() => server.stop());
// every call of a test comes from one address
beforeEach(() => server.platform.pool.query(`delete from platform.tries`));

type Action = PermissionRule['actions'][number];
const allow = (actions: Action[], more: Partial<PermissionRule> = {}) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules:
        actions.length === 0
          ? []
          : [
              {
                id: 'r',
                subject: { kind: 'person', id: sharer.id },
                actions,
                scope: 'own',
                fields: { secret: { existing: 'hidden', new: 'hidden' } },
                ...more,
              },
            ],
    },
  });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
type Terms = Partial<{
  columns: string[] | null;
  except: string[];
  password: string | null;
  most: number | null;
  expiresAt: string;
}>;
const make = (who: Client, kind: SharedKind, thing: string, { columns, except = [], ...terms }: Terms = {}) =>
  who.call(visitorsApi.createLink, {
    params: { kind, thing },
    body: {
      choice: kind === 'view' && columns !== null ? { columns: columns ?? ['name', 'count'], except } : null,
      password: null,
      most: null,
      expiresAt: tomorrow(),
      ...terms,
    },
  });
const label = () => `${formId}.${labelId}`;
const open = (token: string, more: { password?: string; ticket?: string } = {}) =>
  server.visitor.call(visitorsApi.open, { body: { token, ...more } });
const shown = async (token: string) => {
  const { status, body } = await open(token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SharedThing;
};

describe('a view', () => {
  test('shows the chosen columns of what its maker finds and may share, in the order of the label', async () => {
    const { token, link } = (await make(sharer, 'view', label(), { columns: ['count', 'name', 'who'] })).body;
    expect(token).toMatch(/^demo-v~[\w-]{43}$/);
    expect(link).toMatchObject({ choice: { columns: ['count', 'name', 'who'] }, most: null, opened: 0 });
    const { content, space } = await shown(token);
    expect(space).not.toBe('');
    expect(content).toMatchObject({
      kind: 'view',
      title: { zh: '少的' },
      form: { zh: '点检单' },
      columns: [
        { id: 'count', number: true },
        { id: 'name', number: false },
        { id: 'who', number: false },
      ],
      rows: [
        ['2', '乙', expect.any(String)],
        ['1', '甲', expect.any(String)],
      ],
      next: null,
    });
    for (const hidden of [ids['甲']!, admin.id, sharer.id, '绝密', '外'])
      expect(JSON.stringify(content)).not.toContain(hidden);
    const { rows } = await server.platform.pool.query('select * from space_demo.visitors_link');
    expect(JSON.stringify(rows)).not.toContain(token.slice(7));
  });

  test('is of the moment: what changes, comes and is left out', async () => {
    const { token } = (await make(sharer, 'view', formId, { columns: ['name'], except: [ids['乙']!] })).body;
    const names = async () => {
      const { content } = await shown(token);
      return content.kind === 'view' && content.rows.map(([name]) => name).toSorted();
    };
    expect(await names()).toEqual(['丙', '甲']);
    const made = await sharer.ok(recordsApi.create, {
      params: { formId },
      body: { values: { name: '丁', count: 50 } },
    });
    expect(await names()).toEqual(['丁', '丙', '甲']);
    // seen by a grant or a wider rule, and not theirs to share
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [
          { id: 'a', subject: { kind: 'person', id: sharer.id }, actions: ['view', 'create', 'delete'], scope: 'all' },
          { id: 'b', subject: { kind: 'person', id: sharer.id }, actions: ['share'], scope: 'own' },
        ],
      },
    });
    expect(await names()).toEqual(['丁', '丙', '甲']);
    await sharer.ok(recordsApi.remove, { params: { formId, recordId: made.id } });
    expect(await names()).toEqual(['丙', '甲']);
    await allow(['view', 'create', 'share']);
  });

  test('shows no column that its maker does not see, also where it was hidden later', async () => {
    expect(codeOf(await make(sharer, 'view', formId, { columns: ['name', 'secret'] }))).toBe(
      'visitors.view.no_columns',
    );
    expect(codeOf(await make(sharer, 'view', formId, { columns: null }))).toBe('visitors.view.no_columns');
    expect(codeOf(await make(sharer, 'view', formId, { columns: ['nothing'] }))).toBe('visitors.view.no_columns');
    expect(codeOf(await make(sharer, 'view', formId, { except: [randomUUID()] }))).toBe('visitors.except.unknown');
    const { token } = (await make(sharer, 'view', label())).body;
    await allow(['view', 'create', 'share'], {
      fields: { secret: { existing: 'hidden', new: 'hidden' }, name: { existing: 'hidden', new: 'hidden' } },
    });
    const { content } = await shown(token);
    expect(content).toMatchObject({ columns: [{ id: 'count' }], rows: [['2'], ['1']] });
    await allow(['view', 'create', 'share']);
  });

  test('is read page by page, and a cursor tells nothing of columns that are not shown', async () => {
    const { token } = (await make(admin, 'view', formId, { columns: ['name'] })).body;
    for (let at = 0; at < 60; at++)
      await admin.ok(recordsApi.create, {
        params: { formId },
        body: { values: { name: `页${at}`, secret: `untold${at}` } },
      });
    const sorted = await admin.ok(viewsApi.create, {
      params: { formId },
      body: { type: 'list', title: { zh: '排' }, scope: 'personal', settings: { sort: 'secret' } },
    });
    const { token: ofSorted } = (await make(admin, 'view', `${formId}.${sorted.id}`, { columns: ['name'] })).body;
    const { content, ticket } = await shown(ofSorted);
    if (content.kind !== 'view') throw new Error('a view was asked for');
    expect(content.rows.length).toBe(50);
    expect(Buffer.from(content.next!.split('.').at(-1)!, 'base64url').toString('latin1')).not.toContain('untold');
    const more = await server.visitor.ok(visitorsApi.openRows, {
      body: { token: ofSorted, ticket, cursor: content.next! },
    });
    expect(more.next).toBeNull();
    expect(new Set([...content.rows, ...more.rows].map(([name]) => name)).size).toBe(64);
    // neither with a cursor of another link, nor without a ticket of this one
    const other = await shown(token);
    expect(
      codeOf(
        await server.visitor.call(visitorsApi.openRows, {
          body: { token, ticket: other.ticket, cursor: content.next! },
        }),
      ),
    ).toBe('records.link.gone');
    expect(
      codeOf(await server.visitor.call(visitorsApi.openRows, { body: { token, ticket, cursor: content.next! } })),
    ).toBe('records.link.opened_long_ago');
  });

  test('of groups has no rows, and is refused', async () => {
    const pivot = await sharer.ok(viewsApi.create, {
      params: { formId },
      body: {
        type: 'pivot',
        title: { zh: '透视' },
        scope: 'personal',
        settings: { pivot: { rows: [], columns: [], measures: [{ fn: 'count' }] } },
      },
    });
    expect(codeOf(await make(sharer, 'view', `${formId}.${pivot.id}`))).toBe('visitors.view.no_rows');
  });
});

describe('a link ends', () => {
  type Ending = [
    name: string,
    terms: Terms,
    end: (at: { token: string; linkId: string }) => Promise<unknown>,
    undo?: () => Promise<unknown>,
  ];
  const set =
    (what: string) =>
    ({ linkId }: { linkId: string }) =>
      server.platform.pool.query(`update space_demo.visitors_link set ${what} where id = $1`, [linkId]);
  const endings: Ending[] = [
    [
      'when it is revoked',
      {},
      ({ linkId }) => sharer.ok(visitorsApi.revokeLink, { params: { kind: 'view', thing: label(), linkId } }),
    ],
    ['when it expires', {}, set(`expires_at = now() - interval '1 minute'`)],
    ['after as many visits as it has', { most: 2 }, ({ token }) => shown(token)],
    [
      'when its maker may not share any more',
      {},
      () => allow(['view', 'create']),
      () => allow(['view', 'create', 'share']),
    ],
    ['when its maker sees nothing of the form', {}, () => allow([]), () => allow(['view', 'create', 'share'])],
    [
      'when the account of its maker is disabled',
      {},
      () => admin.ok(organizationApi.disablePerson, { params: { personId: sharer.id } }),
      async () => {
        await admin.ok(organizationApi.enablePerson, { params: { personId: sharer.id } });
        sharer = await signIn(server.url, 'user2');
      },
    ],
  ];

  test.each(endings)('%s', async (_, terms, end, undo) => {
    const { token, link } = (await make(sharer, 'view', label(), terms)).body;
    const { ticket } = await shown(token);
    await end({ token, linkId: link.id });
    const answer = await open(token);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'records.link.gone']);
    // a page that is open is told as well, unless the visits were used up by others
    if (terms.most === undefined)
      expect(codeOf(await server.visitor.call(visitorsApi.openRows, { body: { token, ticket, cursor: 'x' } }))).toBe(
        'records.link.gone',
      );
    await undo?.();
  });

  test('when its label is gone', async () => {
    const gone = await sharer.ok(viewsApi.create, {
      params: { formId },
      body: { type: 'list', title: { zh: '短' }, scope: 'personal', settings: {} },
    });
    const { token } = (await make(sharer, 'view', `${formId}.${gone.id}`)).body;
    await shown(token);
    await sharer.ok(viewsApi.remove, { params: { formId, viewId: gone.id } });
    expect(codeOf(await open(token))).toBe('records.link.gone');
  });

  test('or never was: in another space, cut short, made up', async () => {
    const { token } = (await make(sharer, 'view', label())).body;
    for (const wrong of [
      token.replace('demo-', 'other-'),
      token.replace('demo-', 'nowhere-'),
      token.slice(0, -1),
      token.replace('v~', ''),
      'x',
    ])
      expect([wrong, codeOf(await open(wrong))]).toEqual([wrong, 'records.link.gone']);
  });
});

test('a password is asked for, and its guesses are counted, not as visits', async () => {
  const { token } = (await make(sharer, 'view', label(), { password: 'right one', most: 1 })).body;
  expect((await open(token)).body).toEqual({ locked: true });
  expect(codeOf(await open(token, { password: 'wrong one' }))).toBe('records.link.wrong_password');
  const first = await open(token, { password: 'right one' });
  expect(first.body).toMatchObject({ locked: false });
  // the same visitor again, by the ticket; another one is too many
  const { ticket } = first.body as SharedThing;
  expect((await open(token, { ticket })).body).toMatchObject({ locked: false });
  expect((await open(token, { ticket: `${ticket}x` })).body).toEqual({ locked: true });
  expect(codeOf(await open(token, { password: 'right one' }))).toBe('records.link.gone');
  for (let guess = 0; guess < 5; guess++) await open(token, { password: 'wrong one' });
  expect(codeOf(await open(token, { password: 'right one' }))).toBe('platform.too_many_requests');
  expect(codeOf(await make(sharer, 'view', label(), { password: '123' }))).toBe('records.link.short_password');
  expect(codeOf(await make(sharer, 'view', label(), { expiresAt: '2020-01-01T00:00:00Z' }))).toBe(
    'records.link.bad_expiry',
  );
});

test('who may show the thing sees its links and who looked; others are told that there is none', async () => {
  const { token, link } = (await make(sharer, 'view', label())).body;
  await shown(token);
  await admin.ok(visitorsApi.open, { body: { token } });
  await (await server.as('other-user')).ok(visitorsApi.open, { body: { token } });
  const at = { params: { kind: 'view' as const, thing: label(), linkId: link.id } };
  const { visits } = await sharer.ok(visitorsApi.visits, at);
  expect(visits.map(({ from, person }) => [from !== '', person === null])).toEqual([
    [true, true],
    [true, false],
    [true, true],
  ]);
  const { links } = await sharer.ok(visitorsApi.links, at);
  expect(links.find(({ id }) => id === link.id)).toMatchObject({ opened: 3, revokedAt: null });
  // the label is the sharer's own, and the form is closed to the others
  for (const other of [admin, await server.as('user3'), await server.as('other-admin')]) {
    expect((await other.call(visitorsApi.links, at)).status).toBe(404);
    expect((await other.call(visitorsApi.visits, at)).status).toBe(404);
    expect((await other.call(visitorsApi.revokeLink, at)).status).toBe(404);
    expect((await make(other, 'view', label())).status).toBe(404);
  }
});

describe('a chart, a dashboard and a screen', () => {
  const released = async (kind: string, draft: unknown): Promise<string> => {
    const { id } = await admin.ok(definitionsApi.create, {
      params: { kind },
      body: { commandId: randomUUID(), name: { zh: `${kind} 一` }, draft },
    });
    await admin.ok(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });
    return id;
  };
  const letDo = (kind: string, id: string, level: DefinitionLevel | null) =>
    admin.ok(definitionsApi.putAccess, {
      params: { kind, id },
      body: { rules: level === null ? [] : [{ subject: { kind: 'person', id: sharer.id }, level }] },
    });
  let chartId: string;
  let singlesId: string;
  let dashboardId: string;
  let screenId: string;

  beforeAll(async () => {
    const { settings, ...empty } = emptyChart();
    const where = { field: 'count', operator: 'gt', value: 0 };
    const byPerson = { x: [{ id: 'who', field: 'who' }], y: [{ id: 'sum', field: 'count', fn: 'sum' }] };
    chartId = await released('chart', { ...empty, form: formId, where, settings: { ...settings, slots: byPerson } });
    singlesId = await released('chart', {
      ...empty,
      form: formId,
      settings: { ...settings, kind: 'table', slots: { row: [{ id: 'name', field: 'name' }] } },
    });
    const place = { x: 0, y: 0, w: 12, h: 8 };
    dashboardId = await released('dashboard', {
      panels: [
        { id: 'p1', is: 'chart', chart: chartId, title: { zh: '人数' }, place },
        { id: 'p2', is: 'chart', chart: singlesId, title: null, place },
        { id: 'p3', is: 'text', text: { zh: '说明' }, place },
      ],
      filters: [{ id: 'f1', form: formId, field: 'name' }],
      refresh: null,
    });
    const element = { name: 'x', is: 'chart', x: 0, y: 0, w: 100, h: 100 };
    screenId = await released('screen', {
      ...emptyScreen(),
      elements: [{ ...element, id: 'e1', chart: chartId }],
      next: { screen: randomUUID(), seconds: 60 },
    });
  });
  const chart = (token: string, ticket: string, part?: string) =>
    server.visitor.call(visitorsApi.openChart, { body: { token, ticket, ...(part !== undefined && { part }) } });

  test('are drawn with the rights of whoever made the link, without what is asked of which form', async () => {
    await letDo('chart', chartId, 'edit');
    const { token } = (await make(sharer, 'chart', chartId)).body;
    const { content, ticket } = await shown(token);
    if (content.kind !== 'chart') throw new Error('a chart was asked for');
    expect(content.chart.definition).toMatchObject({ form: null, where: null });
    // 1 + 2 + 30 of the sharer's own; the administrator's 4 is not theirs
    expect(content.chart.result.rows).toEqual([['k1', '33']]);
    expect(content.chart.result.columns[0]!.labels).toEqual({ k1: expect.any(String) });
    for (const hidden of [admin.id, formId, '"of"']) expect(JSON.stringify(content)).not.toContain(hidden);
    expect((await chart(token, ticket)).body).toMatchObject({ result: { rows: [['k1', '33']] } });
    expect(codeOf(await chart(token, 'x'))).toBe('records.link.opened_long_ago');
  });

  test('a dashboard shows each panel by itself; single records need the right to share all of them', async () => {
    await letDo('dashboard', dashboardId, 'edit');
    const { token } = (await make(sharer, 'dashboard', dashboardId)).body;
    const { content, ticket } = await shown(token);
    expect(content).toMatchObject({ kind: 'dashboard', definition: { filters: [] } });
    expect((await chart(token, ticket, 'p1')).body).toMatchObject({
      name: { zh: '人数' },
      result: { rows: [['k1', '33']] },
    });
    expect(codeOf(await chart(token, ticket, 'p2'))).toBe('visitors.chart.single_records');
    expect((await chart(token, ticket, 'p3')).status).toBe(404);
    await allow(['view', 'create', 'share'], { scope: 'all', fields: {} });
    expect((await chart(token, ticket, 'p2')).status).toBe(200);
    await allow(['view', 'create', 'share']);
    expect(codeOf(await make(sharer, 'chart', singlesId)), 'no right on that chart by itself').toBe(
      'definitions.definition.not_found',
    );
    await letDo('chart', singlesId, 'edit');
    expect(codeOf(await make(sharer, 'chart', singlesId))).toBe('visitors.chart.single_records');
  });

  test('a screen shows its elements, and no screen after it', async () => {
    await letDo('screen', screenId, 'edit');
    const { token } = (await make(sharer, 'screen', screenId)).body;
    const { content, ticket } = await shown(token);
    expect(content).toMatchObject({ kind: 'screen', definition: { next: null, elements: [{ id: 'e1' }] } });
    expect((await chart(token, ticket, 'e1')).body).toMatchObject({ result: { rows: [['k1', '33']] } });
  });

  test.each([
    ['use', 403],
    ['see', 403],
    [null, 404],
  ] as const)('whose maker may only %s it is shown no longer', async (level, status) => {
    await letDo('dashboard', dashboardId, 'edit');
    const { token } = (await make(sharer, 'dashboard', dashboardId)).body;
    const { ticket } = await shown(token);
    await letDo('dashboard', dashboardId, level);
    expect(codeOf(await open(token))).toBe('records.link.gone');
    expect(codeOf(await chart(token, ticket, 'p1'))).toBe('records.link.gone');
    expect((await make(sharer, 'dashboard', dashboardId)).status).toBe(status);
    await letDo('dashboard', dashboardId, 'edit');
  });

  test('shows nothing of a form that its maker has no right on', async () => {
    await letDo('dashboard', dashboardId, 'edit');
    await letDo('chart', chartId, 'edit');
    const { token } = (await make(sharer, 'dashboard', dashboardId)).body;
    const { token: ofChart } = (await make(sharer, 'chart', chartId)).body;
    const { ticket } = await shown(token);
    await allow([]);
    expect(codeOf(await chart(token, ticket, 'p1'))).toBe('analytics.no_right');
    expect(codeOf(await open(ofChart))).toBe('records.link.gone');
    await allow(['view', 'create', 'share']);
  });

  test('has no columns to choose', async () => {
    const answer = await admin.call(visitorsApi.createLink, {
      params: { kind: 'chart', thing: chartId },
      body: { choice: { columns: ['name'], except: [] }, password: null, most: null, expiresAt: tomorrow() },
    });
    expect(codeOf(answer)).toBe('visitors.view.no_columns');
    expect((await make(admin, 'chart', 'nothing')).status).toBe(404);
  });
});
