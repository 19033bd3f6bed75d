import type { Change, ChangeResult, DefinitionDraft } from '@formwork/contract/definitions/api.ts';
import { diff } from '@formwork/contract/definitions/diff.ts';
import { apply, type Op } from '@formwork/contract/definitions/ops.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSession, type DocumentCalls, type DocumentMessage, type DocumentSession } from './document-session.ts';

interface Board {
  title: string;
  cards: { id: string; text: string }[];
  order: string[];
}

/** Each card is laid out once, none that is gone. */
const kind = {
  settle(board: Board): Board {
    const ids = new Set(board.cards.map(({ id }) => id));
    return { ...board, order: [...new Set([...board.order.filter((id) => ids.has(id)), ...ids])] };
  },
};
const board: Board = kind.settle({ title: 'Board', cards: ['a', 'b', 'c'].map((id) => ({ id, text: id })), order: [] });

class Refused extends Error {
  readonly status: number | undefined;
  constructor(status?: number) {
    super(String(status));
    this.status = status;
  }
}

/** The server's part in a few lines: order, settle, known commands. */
class Server {
  draft = board;
  changes: Change[] = [];
  readonly told: ((message: DocumentMessage) => void)[] = [];
  get version(): number {
    return this.changes.length + 1;
  }
  read(): DefinitionDraft {
    return {
      kind: 'board',
      id: 'x',
      draft: this.draft,
      version: this.version,
      released: null,
      state: 'draft',
      can: ['see', 'use', 'edit', 'own'],
      here: [],
    } as unknown as DefinitionDraft;
  }
  send({ client, seq, ops }: { client: string; seq: number; ops: Op[] }): ChangeResult {
    const known = this.changes.find((change) => change.client === client && change.seq === seq);
    if (known) return { version: known.version, lost: [], also: known.ops.slice(ops.length) };
    const { body, lost } = apply(this.draft, JSON.parse(JSON.stringify(ops)) as Op[]);
    this.draft = kind.settle(body);
    if (this.draft.title === 'forbidden') {
      this.draft = { ...this.draft, title: '' };
      throw new Refused(422);
    }
    const also = diff(body, this.draft);
    const change = { version: this.version + 1, client, seq, actor: client, at: '', ops: [...ops, ...also] };
    this.changes.push(change);
    for (const tell of this.told) tell({ type: 'definition.changed', ...change });
    return { version: change.version, lost, also };
  }
  since(version: number): Change[] {
    return this.changes.slice(version - 1);
  }
}

const statusOf = (error: unknown) => (error as Refused).status;
const callsTo = (server: Server): DocumentCalls => ({
  read: () => Promise.resolve(server.read()),
  send: (change) => Promise.resolve().then(() => server.send(change)),
  since: (version) => Promise.resolve(server.since(version)),
  statusOf,
  wait: () => Promise.resolve(),
});
const open = (server: Server, client: string, calls = callsTo(server)): DocumentSession<Board> => {
  const session = openSession<Board>(kind, server.read(), client, calls);
  server.told.push(session.hear);
  return session;
};
const withText =
  (id: string, text: string) =>
  (before: Board): Board => ({
    ...before,
    cards: before.cards.map((card) => (card.id === id ? { ...card, text } : card)),
  });
const without =
  (id: string) =>
  (before: Board): Board => ({ ...before, cards: before.cards.filter((card) => card.id !== id) });

const cardId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const edit = fc.oneof(
  fc.record({ do: fc.constant('title' as const), id: cardId, text: fc.string() }),
  fc.record({ do: fc.constant('text' as const), id: cardId, text: fc.string() }),
  fc.record({ do: fc.constant('add' as const), id: cardId, text: fc.string() }),
  fc.record({ do: fc.constant('remove' as const), id: cardId, text: fc.constant('') }),
  fc.record({ do: fc.constant('first' as const), id: cardId, text: fc.constant('') }),
  fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), id: cardId, text: fc.constant('') }),
);
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

function carryOut(session: DocumentSession<Board>, { do: what, id, text }: Edit): void {
  if (what === 'undo') return session.undo();
  if (what === 'redo') return session.redo();
  const changes = {
    title: (before: Board) => ({ ...before, title: text }),
    text: withText(id, text),
    add: (before: Board) =>
      before.cards.some((card) => card.id === id) ? before : { ...before, cards: [...before.cards, { id, text }] },
    remove: without(id),
    first: (before: Board) => ({
      ...before,
      cards: before.cards.toSorted((left, right) => Number(right.id === id) - Number(left.id === id)),
    }),
  };
  session.edit(changes[what]);
}

describe('pages with one document open', () => {
  test('come to show the same as the server has, whatever is late, lost or sent again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.array(edit, { maxLength: 12 }), { minLength: 2, maxLength: 3 }),
        fc.infiniteStream(fc.constantFrom('well', 'well', 'well', 'question lost', 'answer lost')),
        fc.infiniteStream(fc.constantFrom(true, true, false)),
        async (scheduler, pages, network, heard) => {
          const server = new Server();
          const next = <One>(stream: fc.Stream<One>): One => stream.next().value!;
          const sessions = pages.map((edits, page) => {
            const calls = callsTo(server);
            const session = openSession<Board>(kind, server.read(), `client ${page}`, {
              ...calls,
              async send(change) {
                const fate = next(network);
                await scheduler.schedule(Promise.resolve(), 'question');
                if (fate === 'question lost') throw new Refused();
                const result = server.send(change);
                await scheduler.schedule(Promise.resolve(), 'answer');
                if (fate === 'answer lost') throw new Refused();
                return result;
              },
              async since(version) {
                const changes = server.since(version);
                await scheduler.schedule(Promise.resolve(), 'changes');
                return changes;
              },
            });
            server.told.push((message) => {
              if (next(heard)) void scheduler.schedule(Promise.resolve(), 'told').then(() => session.hear(message));
            });
            void (async () => {
              for (const one of edits) {
                await scheduler.schedule(Promise.resolve(), 'edit');
                carryOut(session, one);
              }
            })();
            return session;
          });
          await scheduler.waitIdle();
          for (const session of sessions) void session.catchUp();
          await scheduler.waitIdle();
          for (const session of sessions) {
            expect(session.state()).toMatchObject({ version: server.version, saving: 'saved' });
            expect(session.state().body).toEqual(server.draft);
            expect(session.unsent()).toEqual([]);
          }
          expect(kind.settle(server.draft)).toEqual(server.draft);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('alone, go back to where they began and forth again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          edit.filter((one) => one.do !== 'undo' && one.do !== 'redo'),
          { maxLength: 40 },
        ),
        async (edits) => {
          const server = new Server();
          const session = open(server, 'one');
          for (const one of edits) carryOut(session, one);
          const end = session.state().body;
          while (session.state().canUndo) session.undo();
          expect(session.state().body).toEqual(board);
          while (session.state().canRedo) session.redo();
          expect(session.state().body).toEqual(end);
          await session.flush();
          expect(server.draft).toEqual(end);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('an edit', () => {
  test('is shown at once, and taken back only as far as nobody changed it since', async () => {
    const server = new Server();
    const [mine, theirs] = [open(server, 'mine'), open(server, 'theirs')];
    mine.edit((before) => withText('b', 'mine')(withText('a', 'mine')(before)));
    expect(mine.state()).toMatchObject({ saving: 'saving', canUndo: true });
    await mine.flush();
    theirs.edit(withText('a', 'theirs'));
    await theirs.flush();
    mine.undo();
    expect(mine.state().body.cards.map(({ text }) => text)).toEqual(['theirs', 'b', 'c']);
    await mine.flush();
    expect(server.draft).toEqual(mine.state().body);
  });

  test('of what somebody else removed is told', async () => {
    const server = new Server();
    const mine = open(server, 'mine');
    const held: (() => void)[] = [];
    const theirs = openSession<Board>(kind, server.read(), 'theirs', {
      ...callsTo(server),
      send: (change) => new Promise((resolve) => held.push(() => resolve(server.send(change)))),
    });
    theirs.edit(withText('a', 'late'));
    mine.edit(without('a'));
    await mine.flush();
    held[0]!();
    await theirs.flush();
    expect(theirs.state().lost).toMatchObject([{ do: 'set', at: ['cards', '#a', 'text'] }]);
    expect(theirs.state().body.cards.map(({ id }) => id)).toEqual(['b', 'c']);
    theirs.dismiss();
    expect(theirs.state().lost).toEqual([]);
  });

  test('that another one has replaced can be had back', async () => {
    const server = new Server();
    const [mine, theirs] = [open(server, 'mine'), open(server, 'theirs')];
    mine.edit(withText('a', 'mine'));
    await mine.flush();
    theirs.edit(withText('a', 'theirs'));
    await theirs.flush();
    const [one] = mine.state().overwritten;
    expect(one).toEqual({ at: ['cards', '#a', 'text'], mine: 'mine', theirs: 'theirs', by: 'theirs' });
    mine.takeBack(one!);
    await mine.flush();
    expect(server.draft.cards[0]!.text).toBe('mine');
    expect(mine.state().overwritten).toEqual([]);
  });

  test('that makes no document of its kind is taken back, later ones go on', async () => {
    const server = new Server();
    const mine = open(server, 'mine');
    mine.edit((before) => ({ ...before, title: 'forbidden' }));
    await mine.flush();
    expect(mine.state().refusal).toBeInstanceOf(Refused);
    expect(mine.state().body.title).toBe('Board');
    mine.edit(withText('a', 'after'));
    expect(await mine.flush()).toBe(true);
    expect(server.draft.cards[0]!.text).toBe('after');
  });

  test('typed letter by letter is one step, and goes out as one value', async () => {
    const server = new Server();
    const mine = open(server, 'mine');
    for (const text of ['T', 'Ti', 'Tit']) mine.edit((before) => ({ ...before, title: text }), 'title');
    await mine.flush();
    expect(server.changes.flatMap(({ ops }) => ops).length).toBeLessThan(3);
    mine.undo();
    expect(mine.state()).toMatchObject({ body: { title: 'Board' }, canUndo: false, canRedo: true });
  });

  test('is kept as unsent once the right to edit is gone', async () => {
    const server = new Server();
    const mine = open(server, 'mine', { ...callsTo(server), send: () => Promise.reject(new Refused(403)) });
    mine.edit(withText('a', 'mine'));
    expect(await mine.flush()).toBe(false);
    expect(mine.state().saving).toBe('stopped');
    expect(mine.unsent()).toMatchObject([{ do: 'set', at: ['cards', '#a', 'text'], value: 'mine' }]);
    expect(mine.state().body.cards[0]!.text).toBe('mine');
  });
});

test('who was away for longer than changes are kept reads the draft', async () => {
  const server = new Server();
  const mine = openSession<Board>(kind, server.read(), 'mine', {
    ...callsTo(server),
    since: () => Promise.reject(new Refused(410)),
  });
  const theirs = open(server, 'theirs');
  theirs.edit(withText('a', 'theirs'));
  await theirs.flush();
  await mine.catchUp();
  expect(mine.state()).toMatchObject({ version: 2, body: server.draft });
});

test('a release is heard, and an edit after it', async () => {
  const server = new Server();
  const mine = open(server, 'mine');
  mine.hear({ type: 'definition.released', number: 3, version: 1 });
  expect(mine.state().definition).toMatchObject({ released: 3, state: 'released' });
  mine.edit(withText('a', 'x'));
  await mine.flush();
  expect(mine.state().definition).toMatchObject({ released: 3, state: 'changed', version: 2 });
  mine.hear({ type: 'definition.enabled', enabled: false });
  expect(mine.state().definition.enabled).toBe(false);
});
