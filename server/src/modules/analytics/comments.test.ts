import { randomUUID } from 'node:crypto';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { pageTalkApi } from '@formwork/contract/analytics/talk-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let maker: Client;
let reader: Client;
let stranger: Client;
let id: string;
const params = () => ({ analysisKind: 'screen' as const, analysisId: id });
const say = (who: Client, text: string, mentions: string[] = [], commandId: string = randomUUID()) =>
  who.call(pageTalkApi.comment, { params: params(), body: { commandId, text, mentions } });
const said = async (who: Client) => (await who.ok(pageTalkApi.comments, { params: params() })).rows;
const mentioned = async (who: Client) =>
  (await who.ok(messagesApi.list, { query: { kind: 'analyticsMentioned' } })).rows;

beforeAll(async () => {
  server = await startTestServer();
  [maker, reader, stranger] = [await server.as('user2'), await server.as('user3'), await server.as('user4')];
  const element = { id: 'e1', name: 'c', is: 'clock', x: 0, y: 0, w: 100, h: 40, size: 20, shows: 'time' };
  ({ id } = await maker.ok(definitionsApi.create, {
    params: { kind: 'screen' },
    body: {
      commandId: randomUUID(),
      name: { zh: '大屏', en: 'Wall' },
      draft: { ...emptyScreen(), elements: [element] },
    },
  }));
  await maker.ok(definitionsApi.release, { params: { kind: 'screen', id }, body: { version: 1 } });
  await maker.ok(definitionsApi.putAccess, {
    params: { kind: 'screen', id },
    body: { rules: [{ subject: { kind: 'person', id: reader.id }, level: 'see' }] },
  });
});
afterAll(() => server.stop());

test('whoever sees the page reads and writes; nobody else, and no visitor', async () => {
  expect((await say(reader, '第一条')).status).toBe(200);
  expect((await say(maker, '第二条')).status).toBe(200);
  expect((await said(reader)).map(({ text, author }) => [text, author])).toEqual([
    ['第二条', maker.id],
    ['第一条', reader.id],
  ]);
  expect(codeOf(await say(stranger, '看不到'))).toBe('analytics.screen.gone');
  expect((await stranger.call(pageTalkApi.comments, { params: params() })).status).toBe(404);
  expect((await server.visitor.call(pageTalkApi.comments, { params: params() })).status).toBe(401);
  expect((await say(server.visitor, '访客')).status).toBe(401);
});

test('an empty one is refused at its field, and the same command writes one', async () => {
  const empty = await say(reader, '  ');
  expect([empty.status, codeOf(empty)]).toEqual([422, 'records.comment.empty']);
  const before = (await said(reader)).length;
  const command = randomUUID();
  const [one, two] = [await say(reader, '一次', [], command), await say(reader, '一次', [], command)];
  expect(one.body.comment.id).toBe(two.body.comment.id);
  expect(await said(reader)).toHaveLength(before + 1);
});

test('who is mentioned and sees the page is told, who does not see it is named to the writer alone', async () => {
  const { body } = await say(maker, '@甲 @乙 看一下', [reader.id, stranger.id, maker.id]);
  expect(body.unseeing).toEqual([stranger.id]);
  await vi.waitFor(async () => expect(await mentioned(reader)).toHaveLength(1));
  const [message] = await mentioned(reader);
  expect(message).toMatchObject({ title: '大屏', target: { page: 'screen', params: { id }, query: { talk: '1' } } });
  const inEnglish = await reader.fetch('/api/messages?kind=analyticsMentioned', {
    headers: { 'accept-language': 'en' },
  });
  expect(((await inEnglish.json()) as { rows: { title: string }[] }).rows[0]!.title).toBe('Wall');
  expect((await reader.ok(messagesApi.list, { query: { search: 'wal' } })).rows).toHaveLength(1);
  expect(await mentioned(stranger)).toEqual([]);
  // nobody is told of what they wrote themselves
  expect(await mentioned(maker)).toEqual([]);
});

test('one’s own can be deleted, others’ not', async () => {
  const { body } = await say(reader, '写错了');
  const remove = (who: Client) => who.call(pageTalkApi.removeComment, { params: { commentId: body.comment.id } });
  expect(codeOf(await remove(maker))).toBe('records.comment.not_own');
  expect(codeOf(await remove(stranger))).toBe('records.comment.not_found');
  expect((await remove(reader)).status).toBeLessThan(300);
  expect((await said(maker)).some(({ text }) => text === '写错了')).toBe(false);
  expect(codeOf(await remove(reader))).toBe('records.comment.not_found');
});
