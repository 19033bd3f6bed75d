import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { definitionsApi, type Change, type ChangeResult } from '@formwork/contract/definitions/api.ts';
import { diff } from '@formwork/contract/definitions/diff.ts';
import { apply, type Op } from '@formwork/contract/definitions/ops.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { registerKinds } from './registry.ts';
import { boardKind, settleBoard, type Board } from './testing/board-kind.ts';

let server: TestServer;
let admin: Client;
let user: Client;
beforeAll(async () => {
  server = await startTestServer();
  registerKinds(server.platform, [boardKind()]);
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

const first: Board = settleBoard({
  title: 'Board',
  cards: ['a', 'b', 'c'].map((id) => ({ id, title: id })),
  order: [],
});

async function shared(): Promise<string> {
  const body = { commandId: randomUUID(), name: { zh: 'Board' }, draft: first };
  const { id } = await admin.ok(definitionsApi.create, { params: { kind: 'board' }, body });
  await admin.ok(definitionsApi.putAccess, {
    params: { kind: 'board', id },
    body: { rules: [{ subject: { kind: 'person', id: user.id }, level: 'edit' }] },
  });
  return id;
}

const cardId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const edit = fc.record({
  do: fc.constantFrom('title', 'text', 'add', 'remove', 'order'),
  id: cardId,
  text: fc.string({ maxLength: 5 }).map((text) => text.replaceAll('\0', '')),
});

function edited(board: Board, { do: what, id, text }: { do: string; id: string; text: string }): Board {
  const others = board.cards.filter((card) => card.id !== id);
  if (what === 'title') return { ...board, title: text };
  if (what === 'remove') return settleBoard({ ...board, cards: others });
  if (what === 'add') return settleBoard({ ...board, cards: [...others, { id, title: text }] });
  if (what === 'order') return { ...board, order: board.order.toSorted((one) => (one === id ? -1 : 1)) };
  return { ...board, cards: board.cards.map((card) => (card.id === id ? { ...card, title: text } : card)) };
}

test('two who write at once come to the same as the server, from the changes alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 8 }), fc.array(edit, { maxLength: 8 }), async (mine, theirs) => {
      const id = await shared();
      const params = { kind: 'board', id };
      const write = async (who: Client, edits: typeof mine): Promise<void> => {
        const client = randomUUID();
        let board = first;
        for (const [index, one] of edits.entries()) {
          const ops = diff(board, edited(board, one));
          if (ops.length === 0) continue;
          const answer: ChangeResult = await who.ok(definitionsApi.change, {
            params,
            body: { client, seq: index + 1, ops },
          });
          // what others did meanwhile this writer does not hear of: its next edit is of an older board
          board = apply(board, [...ops, ...answer.also]).body;
        }
      };
      await Promise.all([write(admin, mine), write(user, theirs)]);
      const { draft, version } = await admin.ok(definitionsApi.get, { params });
      const { changes } = await user.ok(definitionsApi.changes, { params, query: { since: 1 } });
      expect(changes.map((change) => change.version)).toEqual(
        Array.from({ length: version - 1 }, (_, index) => index + 2),
      );
      const replayed = changes.reduce((board, { ops }) => apply(board, ops).body, first);
      expect(replayed).toEqual(draft);
      expect(settleBoard(draft as Board)).toEqual(draft);
    }),
    { numRuns: 25 },
  );
});

test('who has it open hears of changes, of people and of releases; who may not see it hears nothing', async () => {
  const id = await shared();
  const params = { kind: 'board', id };
  const topic = `definition:board/${id}`;
  const watching = await listen(user, topic);
  const shut = await listen(await server.as('user2'), topic);
  expect(shut.heard.at(-1)).toMatchObject({ type: 'refused' });
  const ops: Op[] = [{ do: 'set', at: ['title'], value: 'Heard' }];
  await admin.ok(definitionsApi.change, { params, body: { client: randomUUID(), seq: 1, ops } });
  const long = (card: string): Op => ({ do: 'set', at: ['cards', `#${card}`, 'title'], value: 'x'.repeat(900) });
  for (const card of ['a', 'b', 'c'])
    await admin.ok(definitionsApi.change, {
      params,
      body: { client: randomUUID(), seq: 1, ops: Array.from({ length: 6 }, () => long(card)) },
    });
  await admin.ok(definitionsApi.present, { params, body: { client: randomUUID(), at: ['cards', '#a'] } });
  await admin.ok(definitionsApi.release, { params, body: { version: 5 } });
  await expect.poll(() => watching.heard.map(({ type }) => type)).toContain('definition.released');
  const changes = watching.heard.filter(({ type }) => type === 'definition.changed') as unknown as Change[];
  expect(changes.map(({ version }) => version)).toEqual([2, 3, 4, 5]);
  expect(changes[0]?.ops).toEqual(ops);
  // longer ones are told of and fetched
  expect(changes[1]?.ops).toBeUndefined();
  expect(watching.heard).toContainEqual(expect.objectContaining({ type: 'definition.present', at: ['cards', '#a'] }));

  // whoever loses the right to see it hears no more
  await admin.ok(definitionsApi.putAccess, { params, body: { rules: [] } });
  await expect.poll(() => watching.heard.at(-1)?.type).toBe('refused');
  for (const one of [watching, shut]) one.socket.close();
});

interface Heard {
  type: string;
  [key: string]: unknown;
}

async function listen(who: Client, topic: string): Promise<{ socket: WebSocket; heard: Heard[] }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket`, { headers: { cookie: who.cookie } });
  const heard: Heard[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Heard));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'bindUid', uid: who.id }));
  socket.send(JSON.stringify({ type: 'watch', topic }));
  while (heard.length < 2) await once(socket, 'message');
  return { socket, heard };
}
