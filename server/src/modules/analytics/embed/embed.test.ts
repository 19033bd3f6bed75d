import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { embedApi } from '@formwork/contract/analytics/embed-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { firstFilesName, type FirstFiles } from '@formwork/contract/first-files.ts';
import { pageConfigMark } from '@formwork/contract/page-config.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { begun, fileSet, released, setChart, shownTo } from '../testing/sets.ts';
import { signToken, type Claims } from './token.ts';

let server: TestServer;
let admin: Client;
let maker: Client;
let dataset: string;
let chart: string;
let board: string;

const fields = [
  { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' as const },
  { id: 'heat', column: 'heat', title: { zh: '温度' }, kind: 'number' as const },
];
const csv = 'line,heat\nA,71\nB,72\nC,73\n';
const origins = ['https://site.example', 'http://localhost:8080'];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const only = (line: string) => ({
  form: `set:${dataset}`,
  where: { field: 'line', operator: 'eq' as const, value: line },
});

const webDir = mkdtempSync(path.join(tmpdir(), 'formwork-web-'));
beforeAll(async () => {
  for (const app of ['app-view', 'index', 'main']) {
    mkdirSync(path.join(webDir, 'apps', app), { recursive: true });
    writeFileSync(path.join(webDir, 'apps', app, 'index.html'), `<html ><body>${pageConfigMark}</body></html>`);
  }
  mkdirSync(path.join(webDir, 'assets'));
  writeFileSync(path.join(webDir, firstFilesName), JSON.stringify({ pages: {}, frame: [] } satisfies FirstFiles));
  server = await startTestServer({}, webDir);
  [admin, maker] = [await server.as('admin'), await server.as('user2')];
  // the maker sees A and B alone
  dataset = await fileSet(admin, csv, {
    fields,
    rules: [
      {
        id: 'r1',
        subject: { kind: 'person', id: maker.id },
        where: { field: 'line', operator: 'in', value: ['A', 'B'] },
        own: null,
        hides: [],
      },
    ],
  });
  await shownTo(admin, 'dataset', dataset, 'use', maker);
  const draft = setChart(dataset, { x: [{ field: 'line' }], y: [{ field: 'heat', fn: 'sum' }] });
  chart = await released(maker, 'chart', await begun(maker, 'chart', draft));
  board = await released(maker, 'dashboard', await begun(maker, 'dashboard', boardOf([chart])));
});
afterAll(async () => {
  await server.stop();
  rmSync(webDir, { recursive: true });
});

function boardOf(charts: readonly string[]) {
  return {
    panels: charts.map((one, at) => ({
      id: `p${at + 1}`,
      is: 'chart',
      chart: one,
      title: null,
      place: { x: 0, y: at * 8, w: 12, h: 8 },
    })),
    filters: [{ id: 'f1', form: `set:${dataset}`, field: 'line' }],
    refresh: null,
  };
}

async function embedded(fixed: ReturnType<typeof only>[], thing = { kind: 'dashboard', id: board }, by = maker) {
  const made = await by.ok(embedApi.embed, {
    params: { embeddedKind: thing.kind as 'dashboard', embeddedId: thing.id },
    body: { origins, expiresAt: inDays(30), fixed },
  });
  return { id: made.embedding.id, address: made.embedding.address, token: made.token, whole: made.whole };
}

const openedBy = (address: string, token: string) => server.visitor.call(embedApi.open, { body: { address, token } });
const chartBy = (address: string, token: string, part?: string) =>
  server.visitor.call(embedApi.chart, { body: { address, token, ...(part !== undefined && { part }) } });
const rowsBy = async (address: string, token: string, part = 'p1') =>
  (await chartBy(address, token, part)).body.result?.rows;

describe('an embedding', () => {
  test('shows what its maker sees, within the filters that are fixed, and no id or field behind it', async () => {
    const all = await embedded([]);
    expect(await rowsBy(all.address, all.token)).toEqual([
      ['A', '71'],
      ['B', '72'],
    ]);
    const narrow = await embedded([only('A')]);
    const opened = await openedBy(narrow.address, narrow.token);
    expect(opened.body.content).toMatchObject({ kind: 'dashboard', definition: { filters: [] } });
    const { body } = await chartBy(narrow.address, narrow.token, 'p1');
    expect(body.result.rows).toEqual([['A', '71']]);
    expect(body.definition).toMatchObject({ form: null, where: null });
    // what the maker does not see no filter brings in
    const beyond = await embedded([only('C')]);
    expect(await rowsBy(beyond.address, beyond.token)).toEqual([]);
    const single = await embedded([only('B')], { kind: 'chart', id: chart });
    expect((await openedBy(single.address, single.token)).body.content).toMatchObject({
      kind: 'chart',
      chart: { result: { rows: [['B', '72']] } },
    });
    const [first] = await maker.ok(embedApi.embeddings, { params: { embeddedKind: 'chart', embeddedId: chart } });
    expect(first).toMatchObject({ id: single.id, origins, opened: 1 });
  });

  test('lets a site sign one more for each of its viewers, not beyond its own end', async () => {
    const { id, address } = await embedded([only('A')]);
    const sign = (fixed: ReturnType<typeof only>[], expiresAt?: string, who = maker) =>
      who.call(embedApi.sign, { params: { embeddingId: id }, body: { fixed, ...(expiresAt && { expiresAt }) } });
    const { body } = await sign([only('B')], inDays(1));
    expect(await rowsBy(address, body.token)).toEqual([['B', '72']]);
    expect(codeOf(await sign([], inDays(31)))).toBe('analytics.embed.bad_end');
    // it would show what the one who made it sees
    expect(codeOf(await sign([], undefined, admin))).toBe('analytics.embed.gone');
  });

  test('is made by those alone who may change the thing, for sites that are sites and filters that narrow it', async () => {
    const params = { embeddedKind: 'dashboard' as const, embeddedId: board };
    const body = { origins, expiresAt: inDays(1), fixed: [] };
    const stranger = await server.as('user3');
    const answers = await Promise.all([
      stranger.call(embedApi.embed, { params, body }),
      maker.call(embedApi.embed, { params, body: { ...body, expiresAt: inDays(400) } }),
      maker.call(embedApi.embed, { params, body: { ...body, expiresAt: inDays(-1) } }),
      maker.call(embedApi.embed, { params, body: { ...body, fixed: [{ ...only('A'), form: 'other1' }] } }),
      maker.call(embedApi.embed, {
        params,
        body: { ...body, fixed: [{ form: `set:${dataset}`, where: { field: 'gone', operator: 'eq', value: '1' } }] },
      }),
      maker.call(embedApi.embed, {
        params,
        body: {
          ...body,
          fixed: [{ form: `set:${dataset}`, where: { field: 'heat', operator: 'contains', value: '1' } }],
        },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 422, 422, 403, 422]);
    for (const origin of ['https://a.example/path', '*', 'https://*.example', 'https://a.example; script-src *', 'a b'])
      expect((await maker.call(embedApi.embed, { params, body: { ...body, origins: [origin] } })).status).toBe(422);
  });

  test('stands in a frame of its sites alone', async () => {
    const { address, id } = await embedded([]);
    const framedBy = async (page: string) =>
      /frame-ancestors ([^;]*)/.exec(
        (await fetch(server.url + page)).headers.get('content-security-policy') ?? '',
      )?.[1];
    expect(await framedBy(`/embed/${address}`)).toBe(`'self' ${origins.join(' ')}`);
    expect(await framedBy(`/embed/${address.replace(/.$/, 'x')}`)).toBe("'self'");
    expect(await framedBy('/login')).toBe("'self'");
    await maker.ok(embedApi.revoke, { params: { embeddingId: id } });
    expect(await framedBy(`/embed/${address}`)).toBe("'self'");
  });
});

describe('a token', () => {
  const parts = (token: string) => {
    const [text = '', signature = ''] = token.split('.');
    return { claims: JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims, signature };
  };
  const forged = (claims: object, signature: string) =>
    `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;

  test('opens nothing once a sign of it was changed, its filters, its end, its embedding', async () => {
    const { address, token } = await embedded([only('A')]);
    const other = await embedded([]);
    const { claims, signature } = parts(token);
    const old = signToken(server.platform.config, 'demo', { e: claims.e, x: Math.floor(Date.now() / 1000) - 1, f: [] });
    const elsewhere = signToken(server.platform.config, 'other', { ...claims, f: [] });
    const strange = signToken({ secret: 'of-another-installation-0123456789' }, 'demo', { ...claims, f: [] });
    const tried: Record<string, [string, string]> = {
      'no filters': [address, forged({ ...claims, f: [] }, signature)],
      'other filters': [address, forged({ ...claims, f: [only('B')] }, signature)],
      'a later end': [address, forged({ ...claims, x: claims.x + 1 }, signature)],
      'no signature': [address, forged(claims, '')],
      'a signature cut short': [address, token.slice(0, -1)],
      'a part too many': [address, `${token}.x`],
      'the signature of another': [address, forged(claims, parts(other.token).signature)],
      'of another embedding': [address, other.token],
      'at another embedding': [other.address, token],
      'over since a second': [address, old],
      'signed for another space': [address, elsewhere],
      'signed by another installation': [address, strange],
      'in another space': [address.replace('demo-', 'other-'), token],
      'in no space': [address.replace('demo-', 'nowhere-'), token],
      'no token': [address, 'x'],
      'not even text': [address, '\u0000.\uffff'],
    };
    for (const [what, [at, given]] of Object.entries(tried)) {
      const answers = [await openedBy(at, given), await chartBy(at, given, 'p1')];
      expect([what, answers.map((answer) => [answer.status, codeOf(answer)])]).toEqual([
        what,
        answers.map(() => [404, 'analytics.embed.gone']),
      ]);
    }
    expect(await rowsBy(address, token)).toEqual([['A', '71']]);
  });

  test('ends with its embedding, in no other space by anybody', async () => {
    const { address, token, id } = await embedded([]);
    const stranger = await server.as('other-admin');
    expect((await stranger.call(embedApi.revoke, { params: { embeddingId: id } })).status).toBe(404);
    expect((await openedBy(address, token)).status).toBe(200);
    await maker.ok(embedApi.revoke, { params: { embeddingId: id } });
    expect(codeOf(await openedBy(address, token))).toBe('analytics.embed.gone');
    expect(codeOf(await chartBy(address, token, 'p1'))).toBe('analytics.embed.gone');
    expect((await maker.call(embedApi.sign, { params: { embeddingId: id }, body: { fixed: [] } })).status).toBe(404);
    expect((await maker.call(embedApi.revoke, { params: { embeddingId: id } })).status).toBe(404);
  });

  test('shows less at once when its maker may see less', async () => {
    const made = await embedded([only('A')]);
    const { address, token } = made;
    expect(await rowsBy(address, token)).toEqual([['A', '71']]);
    await shownTo(admin, 'dataset', dataset, 'see', maker);
    expect((await chartBy(address, token, 'p1')).status).toBe(404);
    await shownTo(admin, 'dataset', dataset, 'use', maker);
    expect(await rowsBy(address, token)).toEqual([['A', '71']]);
  });

  test('with filters shows nothing of what came to the dashboard later from elsewhere', async () => {
    const { address, token, whole } = await embedded([only('A')]);
    expect(whole).toEqual([]);
    const free = await embedded([]);
    const other = await fileSet(maker, csv, { fields });
    const draft = setChart(other, { x: [{ field: 'line' }], y: [{ field: 'heat', fn: 'sum' }] });
    const late = await released(maker, 'chart', await begun(maker, 'chart', draft));
    await maker.ok(definitionsApi.change, {
      params: { kind: 'dashboard', id: board },
      body: {
        client: crypto.randomUUID(),
        seq: 1,
        ops: [{ do: 'set', at: ['panels'], value: boardOf([chart, late]).panels }],
      },
    });
    await released(maker, 'dashboard', board);
    expect(await rowsBy(address, token)).toEqual([['A', '71']]);
    expect(codeOf(await chartBy(address, token, 'p2'))).toBe('analytics.embed.other_source');
    expect(await rowsBy(free.address, free.token, 'p2')).toHaveLength(3);
    // made anew it says which charts nothing narrows
    const again = await embedded([only('A')]);
    expect(again.whole).toEqual(['数据']);
    expect(await rowsBy(again.address, again.token, 'p2')).toHaveLength(3);
  });
});
