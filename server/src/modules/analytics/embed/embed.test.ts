import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyScreen, type Screen } from '@formwork/contract/analytics/screen.ts';
import { embedApi, type ChosenValues, type Offers } from '@formwork/contract/analytics/embed-api.ts';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { firstFilesName, type FirstFiles } from '@formwork/contract/first-files.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { pageConfigMark } from '@formwork/contract/page-config.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, newForm } from '../../../testing/forms.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { begun, fileSet, released, setChart, shownTo } from '../testing/sets.ts';
import { inFileLane } from './file-lane.ts';
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
const fixedTo = (line: string) => ({
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

const looking: Offers = { filters: [], files: [] };

async function embedded(
  fixed: ReturnType<typeof fixedTo>[],
  thing = { kind: 'dashboard', id: board },
  by = maker,
  offers = looking,
) {
  const made = await by.ok(embedApi.embed, {
    params: { embeddedKind: thing.kind as 'dashboard', embeddedId: thing.id },
    body: { origins, expiresAt: inDays(30), fixed, offers },
  });
  return { id: made.embedding.id, address: made.embedding.address, token: made.token, whole: made.whole };
}

const openedBy = (address: string, token: string) => server.visitor.call(embedApi.open, { body: { address, token } });
const chartBy = (address: string, token: string, part?: string, chosen: ChosenValues = []) =>
  server.visitor.call(embedApi.chart, { body: { address, token, chosen, ...(part !== undefined && { part }) } });
const rowsBy = async (address: string, token: string, part = 'p1') =>
  (await chartBy(address, token, part)).body.result?.rows;

const file = (address: string, token: string, body: object) =>
  fetch(`${server.url}/api/embedded/file`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ address, token, chosen: [], ...body }),
  });
const values = (address: string, token: string, filter: string, chosen: ChosenValues = []) =>
  server.visitor.call(embedApi.values, { body: { address, token, filter, chosen } });

describe('an embedding', () => {
  test('shows what its maker sees, within the filters that are fixed, and no id or field behind it', async () => {
    const all = await embedded([]);
    expect(await rowsBy(all.address, all.token)).toEqual([
      ['A', '71'],
      ['B', '72'],
    ]);
    const narrow = await embedded([fixedTo('A')]);
    const opened = await openedBy(narrow.address, narrow.token);
    expect(opened.body.content).toMatchObject({ kind: 'dashboard', definition: { filters: [] } });
    const { body } = await chartBy(narrow.address, narrow.token, 'p1');
    expect(body.result.rows).toEqual([['A', '71']]);
    expect(body.definition).toMatchObject({ form: null, where: null });
    // what the maker does not see no filter brings in
    const beyond = await embedded([fixedTo('C')]);
    expect(await rowsBy(beyond.address, beyond.token)).toEqual([]);
    const single = await embedded([fixedTo('B')], { kind: 'chart', id: chart });
    expect((await openedBy(single.address, single.token)).body.content).toMatchObject({
      kind: 'chart',
      chart: { result: { rows: [['B', '72']] } },
    });
    const [first] = await maker.ok(embedApi.embeddings, { params: { embeddedKind: 'chart', embeddedId: chart } });
    expect(first).toMatchObject({ id: single.id, origins, opened: 1 });
  });

  test('lets a site sign one more for each of its viewers, not beyond its own end', async () => {
    const { id, address } = await embedded([fixedTo('A')]);
    const sign = (fixed: ReturnType<typeof fixedTo>[], expiresAt?: string, who = maker) =>
      who.call(embedApi.sign, { params: { embeddingId: id }, body: { fixed, ...(expiresAt && { expiresAt }) } });
    const { body } = await sign([fixedTo('B')], inDays(1));
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
      maker.call(embedApi.embed, { params, body: { ...body, fixed: [{ ...fixedTo('A'), form: 'other1' }] } }),
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

  test('of a screen has none of its filters, which tell of forms and fields', async () => {
    const box = { x: 0, y: 0, w: 400, h: 300 };
    const screen = await released(
      maker,
      'screen',
      await begun(maker, 'screen', {
        ...emptyScreen(),
        elements: [
          { ...box, id: 'e1', name: '图', is: 'chart', chart },
          { ...box, id: 'e2', name: '筛选', is: 'filter', size: 18, filter: { form: `set:${dataset}`, field: 'line' } },
        ],
      }),
    );
    const { address, token } = await embedded([], { kind: 'screen', id: screen }, maker);
    const { body } = await openedBy(address, token);
    expect((body.content as { definition: Screen }).definition.elements.map(({ id }) => id)).toEqual(['e1']);
    expect(JSON.stringify(body)).not.toContain(dataset);
  });
});

describe('what a token offers', () => {
  const offers: Offers = { filters: ['f1', 'f2'], files: ['png', 'csv', 'xlsx'] };
  let wide: string;
  beforeAll(async () => {
    const filters = [
      { id: 'f1', form: `set:${dataset}`, field: 'line' },
      { id: 'f2', form: `set:${dataset}`, field: 'heat', title: { zh: '热度' } },
    ];
    wide = await released(maker, 'dashboard', await begun(maker, 'dashboard', { ...boardOf([chart]), filters }));
  });
  const offered = (fixed: ReturnType<typeof fixedTo>[], what = offers) =>
    embedded(fixed, { kind: 'dashboard', id: wide }, maker, what);

  test('are filters by their values, within what the maker sees and what is fixed', async () => {
    const { address, token } = await offered([]);
    const { body } = await openedBy(address, token);
    expect(body.filters).toEqual([
      { id: 'f1', title: '产线', control: 'values' },
      { id: 'f2', title: '热度', control: 'numbers' },
    ]);
    expect(JSON.stringify(body)).not.toContain(dataset);
    const lines = async (...given: Parameters<typeof values>) =>
      (await values(...given)).body.map(({ value }) => value).toSorted();
    // C is not the maker's
    expect(await lines(address, token, 'f1')).toEqual(['A', 'B']);
    const rows = async (chosen: ChosenValues, at = { address, token }) =>
      (await chartBy(at.address, at.token, 'p1', chosen)).body.result?.rows;
    expect(await rows([{ filter: 'f1', values: ['B'] }])).toEqual([['B', '72']]);
    expect(await rows([{ filter: 'f1', values: ['C'] }])).toEqual([]);
    expect(await rows([{ filter: 'f2', values: ['71.5', null] }])).toEqual([['B', '72']]);
    expect(await rows([{ filter: 'f2', values: [null, null] }])).toHaveLength(2);
    const narrow = await offered([fixedTo('A')]);
    expect(await lines(narrow.address, narrow.token, 'f1')).toEqual(['A']);
    expect(await rows([{ filter: 'f1', values: ['B'] }], narrow)).toEqual([]);
    const wrong = await chartBy(address, token, 'p1', [{ filter: 'f2', values: ["1' or 1=1"] }]);
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { code: 'analytics.embed.value_wrong', data: { filter: '热度' } },
    ]);
  });

  test('are files of the kinds it names, narrowed as the viewer narrowed them', async () => {
    const { address, token } = await offered([fixedTo('A')]);
    const chosen = [{ filter: 'f1', values: ['A', 'B'] }];
    const plain = await file(address, token, { format: 'csv', part: 'p1', chosen });
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const text = await plain.text();
    expect([text.includes('71'), text.includes('72')]).toEqual([true, false]);
    const png = await file(address, token, { format: 'png' });
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const all = await file(address, token, { format: 'xlsx' });
    expect(
      Buffer.from(await all.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    const single = await embedded([fixedTo('B')], { kind: 'chart', id: chart }, maker, { filters: [], files: ['csv'] });
    const ofChart = await file(single.address, single.token, { format: 'csv' });
    expect(await ofChart.text()).toMatch(/B,72/);
    expect((await file(address, token, { format: 'pdf' })).status).toBe(422);
    expect((await file(address, token, { format: 'csv', part: 'gone1' })).status).toBe(404);
    expect((await file(address, `${token}x`, { format: 'csv' })).status).toBe(404);
  });

  test('are pictures that do not say where the page in a frame lies', async () => {
    const framing = async (address: string) => {
      const plain = boardOf([chart]);
      const frame = { id: 'p9', is: 'frame', title: null, address, place: { x: 0, y: 8, w: 12, h: 8 } };
      const body = { ...plain, panels: [...plain.panels, frame] };
      const id = await released(maker, 'dashboard', await begun(maker, 'dashboard', body));
      const shown = await embedded([], { kind: 'dashboard', id }, maker, { filters: [], files: ['png'] });
      return async () => {
        const taken = await file(shown.address, shown.token, { format: 'png' });
        return Buffer.from(await taken.arrayBuffer()).toString('base64');
      };
    };
    const one = await framing('https://intern.example.com/hall');
    const other = await framing('https://other.example.com/');
    // a picture says the minute in which it was drawn: two of one minute are compared
    let [before, between, after] = [await one(), await other(), await one()];
    if (before !== after) [before, between, after] = [after, await other(), await one()];
    expect(before === after && before === between).toBe(true);
  });

  test('are neither where it offers none, nor more than there is', async () => {
    const { address, token, id } = await offered([], looking);
    expect((await openedBy(address, token)).body).toMatchObject({ filters: [], files: [] });
    const refused = [
      await values(address, token, 'f1'),
      await chartBy(address, token, 'p1', [{ filter: 'f1', values: ['A'] }]),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'analytics.embed.not_offered'));
    expect((await file(address, token, { format: 'csv' })).status).toBe(422);
    const sign = (what: Offers) =>
      maker.call(embedApi.sign, { params: { embeddingId: id }, body: { fixed: [], offers: what } });
    expect(codeOf(await sign({ filters: ['f9'], files: [] }))).toBe('analytics.embed.not_offered');
    const more = await sign({ filters: ['f1'], files: [] });
    expect((await values(address, more.body.token, 'f1')).body).toHaveLength(2);
    expect(codeOf(await values(address, more.body.token, 'f2'))).toBe('analytics.embed.not_offered');
  });

  test('are made one at a time of an embedding and two at a time of all, and counted by embedding', async () => {
    const [one, other, third] = [await offered([]), await offered([]), await offered([])];
    const csvOf = async ({ address, token }: typeof one) => {
      const answer = await file(address, token, { format: 'csv', part: 'p1' });
      return [answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code];
    };
    const busy = [429, 'platform.too_many_requests'];
    const held = Promise.withResolvers<void>();
    const making = [inFileLane(server.platform, one.id, () => held.promise)];
    expect([await csvOf(one), await csvOf(other)]).toEqual([busy, [200, undefined]]);
    making.push(inFileLane(server.platform, other.id, () => held.promise));
    expect(await csvOf(third)).toEqual(busy);
    held.resolve();
    await Promise.all(making);
    // what failed leaves its place as well
    expect((await file(one.address, one.token, { format: 'csv', part: 'gone1' })).status).toBe(404);
    expect(await Promise.all([csvOf(one), csvOf(third)])).toEqual([1, 2].map(() => [200, undefined]));
    await server.platform.control
      .updateTable('platform.tries')
      .set({ tries: 120, ends_at: new Date(Date.now() + 600_000) })
      .where('key', '=', `analytics.embed.file_of:${one.id}`)
      .execute();
    expect([await csvOf(one), await csvOf(third)]).toEqual([busy, [200, undefined]]);
  });

  test('stand in the audit trail with what was signed; a file that is taken is a visit', async () => {
    const filters = [{ id: 'f1', form: `set:${dataset}`, field: 'line' }];
    const own = await released(maker, 'dashboard', await begun(maker, 'dashboard', { ...boardOf([chart]), filters }));
    const what: Offers = { filters: ['f1'], files: ['csv'] };
    const { id, address, token } = await embedded([fixedTo('A')], { kind: 'dashboard', id: own }, maker, what);
    await maker.ok(embedApi.sign, { params: { embeddingId: id }, body: { fixed: [], expiresAt: inDays(1) } });
    const trail = await server.as('audit');
    await expect
      .poll(async () => (await trail.ok(auditApi.list, { query: { object: id, limit: 10 } })).rows)
      .toMatchObject([
        { type: 'analytics.grant.embedding_signed', data: { thing: own, files: [], filters: [], fixed: false } },
        { type: 'analytics.grant.embedding_made', data: { thing: own, ...what, fixed: true } },
      ]);
    const known = async (text: string) => (await server.platform.pool.query(text, [own])).rows.length;
    await expect
      .poll(() => known(`select 1 from space_demo.assets_asset where kind = 'dashboard' and ref = $1`))
      .toBe(1);
    expect((await file(address, token, { format: 'csv', part: 'p1' })).status).toBe(200);
    await expect
      .poll(() =>
        known(
          `select 1 from space_demo.assets_usage u join space_demo.assets_asset a on a.id = u.asset where a.ref = $1 and u.by_kind = 'visitor'`,
        ),
      )
      .toBe(1);
  });

  test('are each named once', async () => {
    const { address, token } = await offered([]);
    const twice = ['A', 'B'].map((value) => ({ filter: 'f1', values: [value] }));
    expect((await chartBy(address, token, 'p1', twice)).status).toBe(422);
    expect((await file(address, token, { format: 'csv', chosen: twice })).status).toBe(422);
  });

  test('are people and posts by keys of the embedding, which say nothing elsewhere, and no ids where names are gone', async () => {
    const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '班组' } } });
    const form = await newForm(admin, appId, {
      fields: [field('date', 'day'), field('text', 'line'), field('member', 'who'), field('post', 'post')],
    });
    const [kept, gone] = [
      await admin.ok(organizationApi.createPost, { body: { name: '巡检工' } as never }),
      await admin.ok(organizationApi.createPost, { body: { name: '旧岗位' } as never }),
    ];
    for (const [line, who, post] of [
      ['A', maker.id, kept.id],
      ['B', admin.id, gone.id],
    ])
      await admin.ok(recordsApi.create, {
        params: { formId: form },
        body: { values: { line, who: [who], post: [post] } } as never,
      });
    await admin.ok(organizationApi.deletePost, { params: { postId: gone.id } });
    const draft = setChart(
      '',
      { x: [{ field: 'line' }, { field: 'post' }], y: [{ field: '', fn: 'count' }] },
      { kind: 'table' },
    );
    const of = await released(admin, 'chart', await begun(admin, 'chart', { ...draft, form }));
    const filters = ['day', 'line', 'who', 'post'].map((one) => ({ id: one, form, field: one }));
    const thing = {
      kind: 'dashboard',
      id: await released(admin, 'dashboard', await begun(admin, 'dashboard', { ...boardOf([of]), filters })),
    };
    const what: Offers = { filters: ['day', 'line', 'who', 'post'], files: ['csv', 'xlsx'] };
    const [one, other] = [await embedded([], thing, admin, what), await embedded([], thing, admin, what)];
    const lineOf = async (chosen: ChosenValues, at = one) => {
      const { status, body } = await chartBy(at.address, at.token, 'p1', chosen);
      return [status, body.result?.rows.map(([line]) => line)];
    };
    const ofLine = { filter: 'line', values: ['A'] };
    const people = (await values(one.address, one.token, 'who', [ofLine])).body;
    expect(people).toEqual([{ value: expect.stringMatching(/^k~/), label: expect.stringMatching(/./) }]);
    const [key] = people.map(({ value }) => value);
    const keys = (await values(one.address, one.token, 'who')).body.map(({ value }) => value);
    const away = keys.find((value) => value !== key)!;
    expect(await lineOf([{ filter: 'who', values: [key!] }, ofLine])).toEqual([200, ['A']]);
    expect(await lineOf([{ filter: 'who', values: [key!, away] }])).toEqual([200, ['A', 'B']]);
    // who is not there any more, or was never, is nobody
    expect(await lineOf([ofLine, { filter: 'who', values: [away] }])).toEqual([200, []]);
    expect(await lineOf([{ filter: 'who', values: ['k~nobody'] }])).toEqual([200, []]);
    expect(await lineOf([{ filter: 'who', values: ['k~nobody', key!] }])).toEqual([200, ['A']]);
    expect(await lineOf([{ filter: 'who', values: [key!] }], other)).toEqual([200, []]);
    // what is no id at all is told by what the filter is called
    const wrong = { filter: 'who', values: ['nobody'] };
    for (const answer of [
      await chartBy(one.address, one.token, 'p1', [wrong]),
      await values(one.address, one.token, 'post', [wrong]),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([422, 'analytics.embed.value_wrong']);
      expect(answer.body).toMatchObject({ data: { filter: field('member', 'who').title.zh } });
      expect(answer.body).not.toHaveProperty('fields');
    }
    // a day that is none narrows what others are asked for: told by its own filter all the same
    const noDay = [
      { filter: 'day', values: ['2024-13-45', null] },
      { filter: 'who', values: [key!] },
    ];
    for (const answer of [
      await chartBy(one.address, one.token, 'p1', noDay),
      await values(one.address, one.token, 'post', noDay),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([422, 'analytics.embed.value_wrong']);
      expect(answer.body).toMatchObject({ data: { filter: field('date', 'day').title.zh } });
      expect(answer.body).not.toHaveProperty('fields');
    }
    const posts = (await values(one.address, one.token, 'post')).body;
    expect(posts.map(({ label }) => label).toSorted()).toEqual(['', '巡检工']);
    const shown = await chartBy(one.address, one.token, 'p1');
    const plain = await (await file(one.address, one.token, { format: 'csv', part: 'p1' })).text();
    expect(plain).toContain('巡检工');
    for (const text of [JSON.stringify([shown.body, posts, people]), plain])
      for (const id of [gone.id, kept.id, maker.id, admin.id]) expect(text).not.toContain(id);
  });

  test('are found as they were offered: also those that only what was chosen before brings among the first', async () => {
    const many = Array.from({ length: 1_001 }, () => crypto.randomUUID());
    const rare = crypto.randomUUID();
    const lines = many.flatMap((code) => [`A,${code}`, `A,${code}`]);
    const columns = ['line', 'code'].map((id) => ({ id, column: id, title: { zh: id }, kind: 'text' as const }));
    const set = await fileSet(maker, ['line,code', ...lines, `B,${rare}`, 'B,k~own', ''].join('\n'), {
      fields: columns,
    });
    const draft = setChart(set, { x: [{ field: 'line' }], y: [{ field: '', fn: 'count' }] });
    const of = await released(maker, 'chart', await begun(maker, 'chart', draft));
    const filters = ['line', 'code'].map((one) => ({ id: one, form: `set:${set}`, field: one }));
    const thing = {
      kind: 'dashboard',
      id: await released(maker, 'dashboard', await begun(maker, 'dashboard', { ...boardOf([of]), filters })),
    };
    const { address, token } = await embedded([], thing, maker, { filters: ['line', 'code'], files: [] });
    const before = { filter: 'line', values: ['B'] };
    const there = (await values(address, token, 'code', [before])).body;
    expect(there.map(({ label }) => label).toSorted()).toEqual(['', 'k~own']);
    const rows = async (chosen: ChosenValues) => (await chartBy(address, token, 'p1', chosen)).body.result.rows;
    for (const { value } of there)
      expect(await rows([{ filter: 'code', values: [value] }, before])).toEqual([['B', '1']]);
    expect(await rows([before, { filter: 'code', values: ['k~own'] }])).toEqual([]);
  });

  test('end with a field that its maker does not see any more', async () => {
    const rules = (hides: string[]) => [
      { id: 'r1', subject: { kind: 'person' as const, id: maker.id }, where: null, own: null, hides },
    ];
    const set = await fileSet(admin, csv, { fields, rules: rules([]) });
    await shownTo(admin, 'dataset', set, 'use', maker);
    const draft = setChart(set, { x: [{ field: 'line' }], y: [{ field: 'heat', fn: 'sum' }] });
    const of = await released(maker, 'chart', await begun(maker, 'chart', draft));
    const filters = [{ id: 'f1', form: `set:${set}`, field: 'line' }];
    const made = await begun(maker, 'dashboard', { ...boardOf([of]), filters });
    const { address, token } = await embedded(
      [],
      { kind: 'dashboard', id: await released(maker, 'dashboard', made) },
      maker,
      { filters: ['f1'], files: ['csv'] },
    );
    expect((await values(address, token, 'f1')).body).toHaveLength(3);
    await admin.ok(definitionsApi.change, {
      params: { kind: 'dataset', id: set },
      body: { client: crypto.randomUUID(), seq: 1, ops: [{ do: 'set', at: ['rules'], value: rules(['line']) }] },
    });
    await released(admin, 'dataset', set);
    const { body } = await openedBy(address, token);
    expect([body.filters, JSON.stringify(body).includes('产线')]).toEqual([[], false]);
    expect(codeOf(await values(address, token, 'f1'))).toBe('analytics.embed.not_offered');
    expect((await file(address, token, { format: 'csv', part: 'p1' })).status).not.toBe(200);
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
    const { address, token } = await embedded([fixedTo('A')]);
    const other = await embedded([]);
    const { claims, signature } = parts(token);
    const old = signToken(server.platform.config, 'demo', { e: claims.e, x: Math.floor(Date.now() / 1000) - 1, f: [] });
    const elsewhere = signToken(server.platform.config, 'other', { ...claims, f: [] });
    const strange = signToken({ secret: 'of-another-installation-0123456789' }, 'demo', { ...claims, f: [] });
    const tried: Record<string, [string, string]> = {
      'no filters': [address, forged({ ...claims, f: [] }, signature)],
      'other filters': [address, forged({ ...claims, f: [fixedTo('B')] }, signature)],
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
    const made = await embedded([fixedTo('A')]);
    const { address, token } = made;
    expect(await rowsBy(address, token)).toEqual([['A', '71']]);
    await shownTo(admin, 'dataset', dataset, 'see', maker);
    expect((await chartBy(address, token, 'p1')).status).toBe(404);
    await shownTo(admin, 'dataset', dataset, 'use', maker);
    expect(await rowsBy(address, token)).toEqual([['A', '71']]);
  });

  test('with filters shows nothing of what came to the dashboard later from elsewhere', async () => {
    const { address, token, whole } = await embedded([fixedTo('A')]);
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
    const again = await embedded([fixedTo('A')]);
    expect(again.whole).toEqual(['数据']);
    expect(await rowsBy(again.address, again.token, 'p2')).toHaveLength(3);
  });
});
