import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { emptyScreen, type Screen, type ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { toldApi } from '@formwork/contract/analytics/told-api.ts';
import { visitorsApi } from '@formwork/contract/visitors/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoggedEvent } from '../../platform/events/events.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { dropFilms } from './drop-films.ts';
import { pageFollower } from './page-follower.ts';
import { begun, fileSet, released, setChart, shownTo, uploaded } from './testing/sets.ts';

let server: TestServer;
let admin: Client;
let reader: Client;
let nobody: Client;

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader, nobody] = [await server.as('admin'), await server.as('user2'), await server.as('user3')];
});
afterAll(() => server.stop());

const box = { x: 0, y: 0, w: 300, h: 200 };
const picture = 'data:image/png;base64,iVBORw0KGgo=';

async function chartOf(): Promise<string> {
  const set = await fileSet(admin, 'line,hours\nA,1\nB,2\n', {
    fields: [
      { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' },
      { id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' },
    ],
  });
  await shownTo(admin, 'dataset', set, 'use', reader);
  const bars = setChart(set, { x: [{ field: 'line' }], y: [{ field: 'hours', fn: 'sum' }] });
  return released(admin, 'chart', await begun(admin, 'chart', bars));
}

/** The head of an MP4, by which its type is told. */
const film = (): Blob => {
  const head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  return new Blob([Buffer.concat([head, Buffer.alloc(64)])]);
};

async function uploadedFilm(who: Client): Promise<string> {
  const form = new FormData();
  form.append('file', film(), 'tour.mp4');
  const answer = (await (await who.fetch('/api/files', { method: 'POST', body: form })).json()) as { id: string }[];
  return answer[0]!.id;
}

async function screenOf(elements: ScreenElement[]): Promise<string> {
  const id = await begun(admin, 'screen', {
    ...emptyScreen(),
    backdrop: { is: 'picture', src: picture, fit: 'repeat' },
    elements,
  });
  return id;
}

test('slides of a carousel answer as charts of their own, and are named among what a screen uses', async () => {
  const chart = await chartOf();
  const carousel: ScreenElement = {
    ...box,
    id: 'e1',
    name: 'turn',
    is: 'carousel',
    seconds: 5,
    slides: [
      { id: 's1', is: 'picture', src: picture },
      { id: 's2', is: 'chart', chart },
    ],
  };
  const screenId = await released(admin, 'screen', await screenOf([carousel]));
  await shownTo(admin, 'screen', screenId, 'see', reader);
  const slide = (elementId: string, who = reader) =>
    who.call(analyticsApi.element, { params: { screenId, elementId }, body: { picks: [] } });
  expect((await slide('s2')).body.result.rows).toEqual([
    ['A', '1'],
    ['B', '2'],
  ]);
  for (const gone of ['s1', 'e1']) expect(codeOf(await slide(gone))).toBe('analytics.element.gone');
  expect((await slide('s2', nobody)).status).toBe(404);
  const { definition } = await reader.ok(analyticsApi.screen, { params: { screenId } });
  expect(definition.backdrop).toEqual({ is: 'picture', src: picture, fit: 'repeat' });
  const { uses } = await admin.ok(definitionsApi.uses, { params: { kind: 'chart', id: chart } });
  expect(JSON.stringify(uses)).toContain(screenId);
});

test('a screen is a file and is sent, drawn as it stands, by the rights of each', async () => {
  const chart = await chartOf();
  const all: ScreenElement[] = [
    { ...box, id: 'e1', name: 'frame', is: 'border', look: 'line', title: { zh: '车间' } },
    { ...box, id: 'e2', name: 'head', is: 'title', text: { zh: '生产大屏', en: 'Plant' }, size: 40 },
    { ...box, id: 'e3', name: 'chart', is: 'chart', chart, x: 320 },
    { ...box, id: 'e4', name: 'rank', is: 'ranking', chart, rows: 5, x: 640 },
    { ...box, id: 'e5', name: 'clock', is: 'clock', size: 20, shows: 'both', y: 300 },
    { ...box, id: 'e6', name: 'gone', is: 'chart', chart: null, y: 300 },
    { ...box, id: 'e7', name: 'hidden', is: 'digits', chart, size: 30, hidden: true },
  ];
  const screenId = await released(admin, 'screen', await screenOf(all));
  await shownTo(admin, 'screen', screenId, 'see', reader);
  const file = async (format: string, who = reader, more = '') => {
    const answer = await who.fetch(`/api/analytics/screens/${screenId}/file?format=${format}${more}`);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const [png, pdf, xlsx, csv] = await Promise.all(['png', 'pdf', 'xlsx', 'csv'].map((format) => file(format)));
  expect(
    [png!, pdf!, xlsx!, csv!].map(({ status, bytes }) => [status, bytes.subarray(0, 4).toString('latin1')]),
  ).toEqual([
    [200, '\u0089PNG'],
    [200, '%PDF'],
    [200, 'PK\u0003\u0004'],
    [200, 'PK\u0003\u0004'],
  ]);
  // as wide as the stage
  expect(png!.bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(1_920);
  expect((await file('png', nobody)).status).toBe(404);
  const narrowed = encodeURIComponent('[{"form":"x"}]');
  expect((await file('png', reader, `&picks=${narrowed}`)).status).toBe(422);

  const params = { analysisKind: 'screen' as const, analysisId: screenId };
  const { id } = await reader.ok(toldApi.subscribe, {
    params,
    body: { receivers: [{ kind: 'people', id: reader.id }], ways: ['message'] },
  });
  expect((await nobody.call(toldApi.subscriptions, { params })).status).toBe(404);
  const { run } = await reader.ok(toldApi.send, { params: { subscriptionId: id } });
  await expect
    .poll(async () => (await reader.fetch(`/api/analytics/sendings/${run}/picture`)).headers.get('content-type'), {
      timeout: 20_000,
    })
    .toBe('image/png');
});

test('a film is watched by whoever sees the screen, and by nobody else', async () => {
  const empty: ScreenElement = { ...box, id: 'e1', name: 'film', is: 'video', from: null };
  const screenId = await screenOf([empty]);
  const problems = await admin.ok(definitionsApi.problems, { params: { kind: 'screen', id: screenId } });
  expect(problems.problems.map(({ code }) => code)).toEqual(['analytics.element.no_video']);
  const take = (who: Client, file: string) => who.call(analyticsApi.video, { params: { screenId }, body: { file } });
  const text = await uploaded(admin, 'words.csv', 'a,b\n1,2\n');
  expect(codeOf(await take(admin, text))).toBe('analytics.video.kind');
  expect((await take(reader, await uploadedFilm(reader))).status).toBe(404);
  const { body } = await take(admin, await uploadedFilm(admin));
  expect(body.name).toBe('tour.mp4');
  const elements = [
    { ...empty, from: body },
    { ...empty, id: 'e2', from: { address: 'https://films.example.com/a.m3u8' } },
  ];
  await admin.ok(definitionsApi.change, {
    params: { kind: 'screen', id: screenId },
    body: {
      client: '00000000-0000-4000-8000-000000000001',
      seq: 1,
      ops: [{ do: 'set', at: ['elements'], value: elements }],
    },
  });
  await released(admin, 'screen', screenId);
  await shownTo(admin, 'screen', screenId, 'see', reader);
  const watch = async (who: Client) => (await who.fetch(`/api/files/${body.file}?inline`)).status;
  expect([await watch(admin), await watch(reader), await watch(nobody)]).toEqual([200, 200, 404]);
  const part = await reader.fetch(`/api/files/${body.file}`, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  // visitors are not told what the file is called
  const { token } = await admin.ok(visitorsApi.createLink, {
    params: { kind: 'screen', thing: screenId },
    body: { choice: null, expiresAt: new Date(Date.now() + 3_600_000).toISOString(), password: null, most: null },
  });
  const opened = await server.visitor.ok(visitorsApi.open, { body: { token } });
  expect(JSON.stringify(opened)).not.toContain('tour.mp4');
  expect(await watch(server.visitor)).toBe(401);
});

test('a copy has films of its own, which stay when its model is gone for good', async () => {
  const empty: ScreenElement = { ...box, id: 'e1', name: 'film', is: 'video', from: null };
  const model = await screenOf([empty]);
  const first = await uploadedFilm(admin);
  const from = await admin.ok(analyticsApi.video, { params: { screenId: model }, body: { file: first } });
  const value = [
    { ...empty, from },
    { ...empty, id: 'e2', from },
  ];
  await admin.ok(definitionsApi.change, {
    params: { kind: 'screen', id: model },
    body: { client: '00000000-0000-4000-8000-000000000002', seq: 1, ops: [{ do: 'set', at: ['elements'], value }] },
  });
  const { id: copy } = await admin.ok(definitionsApi.copy, {
    params: { kind: 'screen', id: model },
    body: { commandId: crypto.randomUUID(), name: { zh: '副本' } },
  });
  const { draft } = await admin.ok(definitionsApi.get, { params: { kind: 'screen', id: copy } });
  const films = (draft as Screen).elements.map((one) =>
    one.is === 'video' && one.from && 'file' in one.from ? one.from.file : '',
  );
  expect([films[0] === first, films[0] === films[1]]).toEqual([false, true]);
  await released(admin, 'screen', copy);
  await shownTo(admin, 'screen', copy, 'see', reader);
  const watch = async (who: Client, id: string) => (await who.fetch(`/api/files/${id}?inline`)).status;
  expect([await watch(reader, first), await watch(reader, films[0]!), await watch(nobody, films[0]!)]).toEqual([
    404, 200, 404,
  ]);
  expect(await watch(admin, first)).toBe(200);
  const gone = { type: 'definitions.purged', data: { kind: 'screen', id: model } } as unknown as LoggedEvent;
  await pageFollower.handle(server.platform, 'demo', [gone]);
  expect([await watch(admin, first), await watch(reader, films[0]!)]).toEqual([404, 200]);
});

test('a film that nothing shows any more goes once nobody comes back to it', async () => {
  const empty: ScreenElement = { ...box, id: 'e1', name: 'film', is: 'video', from: null };
  const id = await screenOf([empty]);
  const take = async () =>
    admin.ok(analyticsApi.video, { params: { screenId: id }, body: { file: await uploadedFilm(admin) } });
  const [first, second, third] = [await take(), await take(), await take()];
  const show = (seq: number, from: typeof first) =>
    admin.ok(definitionsApi.change, {
      params: { kind: 'screen', id },
      body: {
        client: '00000000-0000-4000-8000-000000000003',
        seq,
        ops: [{ do: 'set', at: ['elements'], value: [{ ...empty, from }] }],
      },
    });
  await show(1, first);
  await released(admin, 'screen', id);
  await show(2, second);
  await show(3, third);
  const left = async () =>
    Promise.all([first, second, third].map(async ({ file }) => (await admin.fetch(`/api/files/${file}`)).status));
  const inDays = (days: number) => dropFilms(server.platform, 'demo', new Date(Date.now() + days * 86_400_000));
  await inDays(29);
  expect(await left()).toEqual([200, 200, 200]);
  await inDays(31);
  // the draft has the third, a release the first, and nothing the second
  expect(await left()).toEqual([200, 404, 200]);
});

test('an address that is none, or leads elsewhere than https, is refused at the field', async () => {
  const draft = (address: string) => ({
    ...emptyScreen(),
    elements: [{ ...box, id: 'e1', name: 'film', is: 'video', from: { address } }],
  });
  for (const address of ['http://films.example.com/a.mp4', 'javascript:alert(1)', 'file:///etc/passwd', 'x']) {
    const answer = await admin.call(definitionsApi.create, {
      params: { kind: 'screen' },
      body: { commandId: crypto.randomUUID(), name: { zh: '屏' }, draft: draft(address) },
    });
    expect([address, answer.status]).toEqual([address, 422]);
  }
});

test('what was kept before there was anything over the ground is read', async () => {
  const { backdrop: _none, ...before } = emptyScreen();
  const id = await begun(admin, 'screen', before);
  const { draft } = await admin.ok(definitionsApi.get, { params: { kind: 'screen', id } });
  expect(draft).toMatchObject({ backdrop: null });
});
