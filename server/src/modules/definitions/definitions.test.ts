import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { diff } from '@formwork/contract/definitions/diff.ts';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asDispatcher, inControl } from '../../platform/db/db.ts';
import type { BusMessage } from '../../platform/bus.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { emptyBin } from './bin.ts';
import { registerKinds } from './registry.ts';
import { releasedOf } from './released.ts';
import { boardKind, type Board } from './testing/board-kind.ts';

let server: TestServer;
let admin: Client;
let user: Client;
beforeAll(async () => {
  server = await startTestServer();
  registerKinds(server.platform, [boardKind(), boardKind({ kind: 'note', saves: 'whole' })]);
  admin = await server.as('admin');
  user = await server.as('user');
});
afterAll(() => server.stop());

const name = (zh: string) => ({ zh });
const empty: Board = { title: '', cards: [], order: [] };
const board = (title: string, ...cards: Board['cards']): Board => ({ title, cards, order: cards.map(({ id }) => id) });
const at = (id: string, kind = 'board') => ({ params: { kind, id } });

async function make(draft: Board = board('Board'), kind = 'board'): Promise<string> {
  const made = await admin.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: name(draft.title || 'Without a title'), draft },
  });
  return made.id;
}

const inDatabase = (statement: RawBuilder<unknown>) =>
  inControl(server.platform.control, 'demo', (tx) => statement.execute(tx));

/** What the draft is edited to, as a page would say it. */
async function edit(id: string, to: (before: Board) => Board, client = randomUUID(), seq = 1) {
  const { draft } = await admin.ok(definitionsApi.get, at(id));
  return admin.call(definitionsApi.change, { ...at(id), body: { client, seq, ops: diff(draft, to(draft as Board)) } });
}

async function release(id: string, accept?: boolean) {
  const { version } = await admin.ok(definitionsApi.get, at(id));
  return admin.call(definitionsApi.release, { ...at(id), body: { version, ...(accept && { accept }) } });
}

async function released(draft: Board): Promise<string> {
  const id = await make(draft);
  expect((await release(id)).status).toBe(200);
  return id;
}

describe('a definition', () => {
  test('is begun once, edited, released and run from memory', async () => {
    const command = { params: { kind: 'board' }, body: { commandId: randomUUID(), name: name('first') } };
    const made = await admin.ok(definitionsApi.create, command);
    expect(made).toMatchObject({ state: 'draft', version: 1, released: null, can: ['see', 'use', 'edit', 'own'] });
    expect(await admin.ok(definitionsApi.create, command)).toEqual(made);
    expect((await admin.ok(definitionsApi.get, at(made.id))).draft).toEqual(empty);
    expect(await releasedOf(server.platform, 'demo', 'board', made.id)).toBeUndefined();

    expect((await edit(made.id, () => board('First', { id: 'a', title: 'A' }))).body).toEqual({
      version: 2,
      lost: [],
      also: [],
    });
    expect((await release(made.id)).body).toMatchObject({ state: 'released', released: 1 });
    const first = await releasedOf(server.platform, 'demo', 'board', made.id);
    expect(first).toMatchObject({ number: 1, compiled: 'First (1)', enabled: true });
    const inMemory = () => releasedOf(server.platform, 'demo', 'board', made.id);
    // what is told of the release drops it once more
    await expect.poll(async () => (await inMemory()) === (await inMemory())).toBe(true);

    await edit(made.id, (before) => ({ ...before, title: 'Second' }));
    expect((await admin.ok(definitionsApi.get, at(made.id))).state).toBe('changed');
    await release(made.id);
    expect(await releasedOf(server.platform, 'demo', 'board', made.id)).toMatchObject({ number: 2 });
    expect(await releasedOf(server.platform, 'demo', 'board', made.id, 1)).toMatchObject({ compiled: 'First (1)' });

    const { releases } = await admin.ok(definitionsApi.releases, at(made.id));
    expect(releases.map(({ number }) => number)).toEqual([2, 1]);
    const second = await admin.ok(definitionsApi.getRelease, { params: { kind: 'board', id: made.id, number: 2 } });
    expect(second.words).toEqual([{ code: 'board.renamed', at: ['title'], data: { to: 'Second' } }]);
  });

  test('is put right when it is changed, and tells how', async () => {
    const id = await make(board('Right', { id: 'a', title: 'A' }));
    const put = { do: 'put' as const, at: ['cards'], id: 'b', after: 'a', value: { id: 'b', title: 'B', unknown: 1 } };
    const body = { client: randomUUID(), seq: 1, ops: [put] };
    const answer = await admin.ok(definitionsApi.change, { ...at(id), body });
    expect(answer.also).toEqual([
      { do: 'set', at: ['cards', '#b', 'unknown'], was: 1 },
      { do: 'set', at: ['order'], value: ['a', 'b'], was: ['a'] },
    ]);
    // the same once more changes nothing
    expect(await admin.ok(definitionsApi.change, { ...at(id), body })).toEqual(answer);
    const { changes } = await admin.ok(definitionsApi.changes, { ...at(id), query: { since: 1 } });
    expect(changes).toMatchObject([{ version: 2, seq: 1, actor: admin.id, ops: [put, ...answer.also] }]);
  });

  test('refuses what is no document of its kind, and stays', async () => {
    const id = await make();
    const answer = await edit(id, (before) => ({ ...before, cards: [{ id: 'a' } as Board['cards'][0]] }));
    expect([answer.status, codeOf(answer)]).toEqual([422, 'definitions.draft.invalid']);
    const zero = await edit(id, (before) => ({ ...before, title: 'a\0b' }));
    expect([zero.status, codeOf(zero)]).toEqual([422, 'definitions.draft.invalid']);
    const { version } = await admin.ok(definitionsApi.get, at(id));
    expect(version).toBe(1);
  });

  test('takes a whole draft from who has read the last one, and others see it as a change', async () => {
    const id = await make();
    const body = { expectedVersion: 1, draft: board('Whole', { id: 'x', title: 'X' }) };
    expect(await admin.ok(definitionsApi.saveDraft, { ...at(id), body })).toMatchObject({ version: 2, state: 'draft' });
    const again = await admin.call(definitionsApi.saveDraft, { ...at(id), body });
    expect([again.status, codeOf(again)]).toEqual([409, 'definitions.draft.version_conflict']);
    expect(again.body).toMatchObject({ data: { version: 2, savedBy: admin.id, draft: body.draft } });
    expect((await admin.ok(definitionsApi.changes, { ...at(id), query: { since: 1 } })).changes).toHaveLength(1);
  });

  test('hands out changes as long as they are kept', async () => {
    const id = await make();
    for (const title of ['1', '2', '3']) await edit(id, (before) => ({ ...before, title }));
    await inDatabase(sql`delete from definitions.change where id = ${id} and version = 3`);
    const gone = await admin.call(definitionsApi.changes, { ...at(id), query: { since: 1 } });
    expect([gone.status, codeOf(gone)]).toEqual([410, 'definitions.change.gone']);
    expect((await admin.ok(definitionsApi.changes, { ...at(id), query: { since: 3 } })).changes).toHaveLength(1);
    expect((await admin.ok(definitionsApi.changes, { ...at(id), query: { since: 4 } })).changes).toEqual([]);
  });

  test('of an earlier format is read as one of today', async () => {
    const id = await released(board('Old'));
    await inDatabase(sql`update definitions.definition set draft = draft - 'order', format = 1 where id = ${id}`);
    expect((await admin.ok(definitionsApi.get, at(id))).draft).toEqual(board('Old'));
    expect((await edit(id, (before) => ({ ...before, title: 'New' }))).status).toBe(200);
  });

  test('tells auditors that somebody edits it once in a while', async () => {
    const id = await make();
    for (const title of ['1', '2', '3']) await edit(id, (before) => ({ ...before, title }));
    const events = await asDispatcher(server.platform.control, (tx) =>
      tx.selectFrom('platform.event').select('type').where('subject', '=', id).orderBy('id').execute(),
    );
    expect(events.map(({ type }) => type)).toEqual(['definitions.created', 'definitions.saved']);
  });
});

describe('a release', () => {
  test('is of the version that was looked at', async () => {
    const id = await make();
    await edit(id, (before) => ({ ...before, title: 'more' }));
    const answer = await admin.call(definitionsApi.release, { ...at(id), body: { version: 1 } });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'definitions.draft.version_conflict']);
    expect(answer.body).toMatchObject({ data: { version: 2, since: [{ version: 2, actor: admin.id }] } });
  });

  test('has no errors: its own, and names of what is not there', async () => {
    const id = await make({ ...empty, cards: [{ id: 'a', title: '', names: 'nowhere/x' }], order: ['a'] });
    const { problems } = await admin.ok(definitionsApi.problems, at(id));
    expect(problems).toEqual([
      { code: 'definitions.problem.part_missing', level: 'error', at: ['title'] },
      {
        code: 'definitions.problem.target_missing',
        level: 'error',
        at: ['a'],
        data: { kind: 'board', id: 'nowhere', part: 'x' },
      },
    ]);
    const answer = await release(id);
    expect([answer.status, codeOf(answer)]).toEqual([422, 'definitions.release.problems']);
  });

  test('does not take away what something in force decides by', async () => {
    const model = await released(board('Model', { id: 'a', title: 'A' }, { id: 'b', title: 'B' }));
    const user1 = await released(board('User', { id: 'u', title: '', names: `${model}/a` }));
    const { uses } = await admin.ok(definitionsApi.uses, at(model));
    expect(uses.map(({ id, of, part, toPart }) => [id, of, part, toPart])).toEqual([
      [user1, 'release', 'u', 'a'],
      [user1, 'draft', 'u', 'a'],
    ]);
    await edit(model, (before) => ({ ...before, cards: before.cards.filter(({ id }) => id !== 'a') }));
    const refused = await release(model, true);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'definitions.release.in_use']);
    expect(refused.body).toMatchObject({ data: { uses: [{ id: user1, part: 'u' }], hidden: 0 } });
    const binned = await admin.call(definitionsApi.archive, { ...at(model), body: { accept: true } });
    expect([binned.status, codeOf(binned)]).toEqual([409, 'definitions.release.in_use']);

    // once nobody names it in force, a draft that still does wants a yes
    await edit(user1, (before) => ({ ...before, cards: [] }));
    await release(user1);
    await edit(user1, (before) => ({ ...before, cards: [{ id: 'u', title: '', names: `${model}/a` }] }));
    const asks = await release(model);
    expect([asks.status, codeOf(asks)]).toEqual([409, 'definitions.release.asks']);
    expect((await release(model, true)).status).toBe(200);
    const { releases } = await admin.ok(definitionsApi.releases, at(model));
    expect(releases[0]?.note).toBe('a ← User');
    // and the draft that names it is not released
    expect(codeOf(await release(user1))).toBe('definitions.release.problems');
  });

  test('hands what took a place on to those who named it', async () => {
    const model = await released(board('Model', { id: 'a', title: 'A' }));
    const follower = await released(board('Follower', { id: 'u', title: '', names: `${model}/a` }));
    await edit(follower, (before) => ({ ...before, title: 'Edited since' }));
    await edit(model, () => board('Model', { id: 'a', title: 'A', replacedBy: 'b' }, { id: 'b', title: 'B' }));
    expect((await release(model)).status).toBe(200);
    const now = await releasedOf<Board>(server.platform, 'demo', 'board', follower);
    expect(now).toMatchObject({ number: 2, body: { title: 'Follower', cards: [{ names: `${model}/b` }] } });
    const { draft, state } = await admin.ok(definitionsApi.get, at(follower));
    expect(draft).toMatchObject({ title: 'Edited since', cards: [{ names: `${model}/b` }] });
    expect(state).toBe('changed');
  });

  test('lets the kind do its part in the same transaction, or does not happen', async () => {
    registerKinds(server.platform, [
      boardKind({
        kind: 'moody',
        onRelease: (_ctx, { number }) => (number === 1 ? Promise.resolve() : Promise.reject(new Error('mood'))),
      }),
    ]);
    const id = await make(board('Moody'), 'moody');
    const body = (version: number) => ({ ...at(id, 'moody'), body: { version } });
    expect((await admin.call(definitionsApi.release, body(1))).status).toBe(200);
    expect((await admin.call(definitionsApi.release, body(1))).status).toBe(500);
    expect((await admin.ok(definitionsApi.releases, at(id, 'moody'))).releases).toHaveLength(1);
  });
});

describe('what is saved as a whole', () => {
  test('is in force with every save, the last fifty stay', async () => {
    const id = await make(board('Note'), 'note');
    expect((await admin.ok(definitionsApi.get, at(id, 'note'))).released).toBe(1);
    for (let version = 1; version <= 52; version += 1)
      await admin.ok(definitionsApi.saveDraft, {
        ...at(id, 'note'),
        body: { expectedVersion: version, draft: board(`Note ${version}`) },
      });
    expect(await releasedOf(server.platform, 'demo', 'note', id)).toMatchObject({
      number: 53,
      compiled: 'Note 52 (0)',
    });
    const { rows } = await inDatabase(sql`select number from definitions.release where id = ${id}`);
    expect(rows).toHaveLength(50);
    const changed = await admin.call(definitionsApi.change, {
      ...at(id, 'note'),
      body: { client: randomUUID(), seq: 1, ops: [{ do: 'set', at: ['title'], value: 'x' }] },
    });
    expect(codeOf(changed)).toBe('definitions.draft.saved_whole');
    const drawn = await admin.call(definitionsApi.release, { ...at(id, 'note'), body: { version: 53 } });
    expect(codeOf(drawn)).toBe('definitions.draft.saved_whole');
  });
});

describe('the list', () => {
  test('shows states, folders, tags and words, page by page', async () => {
    const folder = await admin.ok(definitionsApi.createFolder, {
      params: { area: 'boards' },
      body: { name: 'Listed', parent: null },
    });
    const made: string[] = [];
    for (const title of ['Alpha one', 'Alpha two', 'Beta']) {
      const one = await admin.ok(definitionsApi.create, {
        params: { kind: 'board' },
        body: { commandId: randomUUID(), name: name(title), folder: folder.id, tags: ['t'], draft: board(title) },
      });
      made.unshift(one.id);
    }
    const list = (query: object) => admin.ok(definitionsApi.list, { params: { kind: 'board' }, query });
    const ids = async (query: object) => (await list(query)).rows.map(({ id }) => id);
    expect(await ids({ folder: folder.id })).toEqual(made);
    expect(await ids({ folder: folder.id, search: 'ALPHA on' })).toEqual([made[2]]);
    expect(await ids({ folder: folder.id, search: '%' })).toEqual([]);
    expect(await ids({ folder: folder.id, tag: 't', limit: 2 })).toEqual(made.slice(0, 2));
    const first = await list({ folder: folder.id, limit: 2 });
    expect(await ids({ folder: folder.id, after: first.next })).toEqual(made.slice(2));
    await release(made[0]!);
    await admin.ok(definitionsApi.enable, { ...at(made[1]!), body: { enabled: false } });
    await admin.ok(definitionsApi.archive, { ...at(made[2]!), body: {} });
    expect(await ids({ folder: folder.id, state: 'released' })).toEqual([made[0]]);
    expect(await ids({ folder: folder.id, state: 'draft' })).toEqual([made[1]]);
    expect(await ids({ folder: folder.id, state: 'off' })).toEqual([made[1]]);
    expect(await ids({ folder: folder.id, state: 'archived' })).toEqual([made[2]]);
    const broken = await admin.call(definitionsApi.list, { params: { kind: 'board' }, query: { after: 'x' } });
    expect(broken.status).toBe(422);
  });
});

describe('the bin', () => {
  test('gives back, and forgets after 30 days', async () => {
    const id = await released(board('Binned'));
    const other = await released(board('Forgotten'));
    for (const one of [id, other]) await admin.ok(definitionsApi.archive, { ...at(one), body: {} });
    expect(await releasedOf(server.platform, 'demo', 'board', id)).toBeUndefined();
    expect(await releasedOf(server.platform, 'demo', 'board', id, 1)).toBeDefined();
    expect(
      (
        await admin.call(definitionsApi.change, {
          ...at(id),
          body: { client: randomUUID(), seq: 1, ops: [{ do: 'set', at: ['title'], value: '' }] },
        })
      ).status,
    ).toBe(404);
    await admin.ok(definitionsApi.restore, at(id));
    expect(await releasedOf(server.platform, 'demo', 'board', id)).toBeDefined();
    await inDatabase(
      sql`update definitions.definition set archived_at = now() - interval '31 days' where id = ${other}`,
    );
    await emptyBin.run(server.platform);
    expect((await admin.call(definitionsApi.get, at(other))).status).toBe(404);
    expect((await admin.ok(definitionsApi.get, at(id))).archivedAt).toBeNull();
  });
});

describe('a copy', () => {
  test('begins with the draft of its model, beside it', async () => {
    const id = await make(board('Model', { id: 'a', title: 'A' }));
    const body = { commandId: randomUUID(), name: name('Copy') };
    const copy = await admin.ok(definitionsApi.copy, { ...at(id), body });
    expect(copy).toMatchObject({ id: body.commandId, name: name('Copy'), released: null });
    expect((await admin.ok(definitionsApi.get, at(copy.id))).draft).toEqual(board('Model', { id: 'a', title: 'A' }));
  });
});

test('those who have it open are told to each other', async () => {
  const id = await make();
  const client = randomUUID();
  await admin.ok(definitionsApi.present, { ...at(id), body: { client, at: ['cards', '#a'] } });
  const here = async () => (await admin.ok(definitionsApi.get, at(id))).here;
  expect(await here()).toMatchObject([{ client, person: { id: admin.id }, at: ['cards', '#a'] }]);
  await admin.ok(definitionsApi.present, { ...at(id), body: { client, at: [], gone: true } });
  expect(await here()).toEqual([]);
});

test('who has left stays away when an earlier word comes late', async () => {
  const id = await make();
  const client = randomUUID();
  const words: BusMessage[] = [];
  // of this one alone: words of the test before may still be on their way
  server.platform.bus.on('definitions.presence', (word) => void (String(word.key).endsWith(id) && words.push(word)));
  await admin.ok(definitionsApi.present, { ...at(id), body: { client, at: [] } });
  await admin.ok(definitionsApi.present, { ...at(id), body: { client, at: [], gone: true } });
  await expect.poll(() => words.length).toBe(2);
  server.platform.bus.publish(words[0]!);
  await expect.poll(() => words.length).toBe(3);
  expect((await admin.ok(definitionsApi.get, at(id))).here).toEqual([]);
});

test('a kind that is not there, or not for the role, is not found', async () => {
  const nothing = await admin.call(definitionsApi.list, { params: { kind: 'nothing' } });
  expect([nothing.status, codeOf(nothing)]).toEqual([404, 'definitions.kind.not_found']);
  registerKinds(server.platform, [boardKind({ kind: 'secret', permissions: { use: ['admin'], create: ['admin'] } })]);
  expect((await user.call(definitionsApi.list, { params: { kind: 'secret' } })).status).toBe(404);
});
