import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import {
  definitionLevels,
  includesLevel,
  type AccessRule,
  type DefinitionLevel,
} from '@formwork/contract/definitions/level.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/context.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { requireOn, visibleIn } from './access.ts';
import { registerKinds } from './registry.ts';
import { acts, boardKind, type Board } from './testing/board-kind.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
beforeAll(async () => {
  server = await startTestServer();
  registerKinds(server.platform, [
    boardKind(),
    boardKind({ kind: 'open', permissions: { use: ['admin', 'user'], create: ['admin', 'user'] } }),
  ]);
  [admin, user, other] = await Promise.all([server.as('admin'), server.as('user'), server.as('user2')]);
});
afterAll(() => server.stop());

type Act = keyof typeof acts;
const at = (id: string, kind = 'board') => ({ params: { kind, id } });
const draft: Board = { title: 'Board', cards: [{ id: 'a', title: 'A' }], order: ['a'] };

async function make(who: Client, folder: string | null = null, kind = 'board'): Promise<string> {
  const made = await who.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh: 'Board' }, folder, draft },
  });
  return made.id;
}

async function makeFolder(parent: string | null = null): Promise<string> {
  const made = await admin.ok(definitionsApi.createFolder, {
    params: { area: 'boards' },
    body: { name: randomUUID(), parent },
  });
  return made.id;
}

const onFolder = (folderId: string, rules: AccessRule[]) =>
  admin.ok(definitionsApi.putFolderAccess, { params: { area: 'boards', folderId }, body: { rules } });
const onDefinition = (id: string, rules: AccessRule[]) =>
  admin.ok(definitionsApi.putAccess, { ...at(id), body: { rules } });
const forUser = (level: DefinitionLevel, effect?: 'refuse'): AccessRule => ({
  subject: { kind: 'person', id: user.id },
  level,
  ...(effect && { effect }),
});

/** Every act once, on a definition of its own where it changes something. */
async function tryAct(who: Client, act: Act, id: string): Promise<{ status: number; code: string | undefined }> {
  const { version } = await admin.ok(definitionsApi.get, at(id));
  const one = { do: 'set' as const, at: ['title'], value: `Title ${randomUUID()}` };
  const answer = await {
    get: () => who.call(definitionsApi.get, at(id)),
    uses: () => who.call(definitionsApi.uses, at(id)),
    problems: () => who.call(definitionsApi.problems, at(id)),
    releases: () => who.call(definitionsApi.releases, at(id)),
    present: () => who.call(definitionsApi.present, { ...at(id), body: { client: randomUUID(), at: [] } }),
    copy: () => who.call(definitionsApi.copy, { ...at(id), body: { commandId: randomUUID(), name: { zh: 'Copy' } } }),
    change: () => who.call(definitionsApi.change, { ...at(id), body: { client: randomUUID(), seq: 1, ops: [one] } }),
    saveDraft: () => who.call(definitionsApi.saveDraft, { ...at(id), body: { expectedVersion: version, draft } }),
    rename: () => who.call(definitionsApi.place, { ...at(id), body: { name: { zh: 'Other' } } }),
    release: () => who.call(definitionsApi.release, { ...at(id), body: { version } }),
    enable: () => who.call(definitionsApi.enable, { ...at(id), body: { enabled: true } }),
    move: () => who.call(definitionsApi.place, { ...at(id), body: { folder: null } }),
    getAccess: () => who.call(definitionsApi.getAccess, at(id)),
    putAccess: () => who.call(definitionsApi.putAccess, { ...at(id), body: { rules: [] } }),
    archive: () => who.call(definitionsApi.archive, { ...at(id), body: {} }),
  }[act]();
  return { status: answer.status, code: codeOf(answer) };
}

describe.each([null, ...definitionLevels])('with the level %s', (level) => {
  test.each(['own rule', 'folder', 'folder above', 'the whole area'])(
    'by %s, each act needs what it says',
    async (by) => {
      const above = await makeFolder();
      const folder = await makeFolder(above);
      for (const act of Object.keys(acts) as Act[]) {
        const id = await make(admin, folder);
        const rules = level === null ? [] : [forUser(level)];
        if (by === 'own rule') await onDefinition(id, rules);
        else if (by === 'the whole area') await onFolder('top', rules);
        else await onFolder(by === 'folder' ? folder : above, rules);
        const { status, code } = await tryAct(user, act, id);
        if (level === null) expect([act, status]).toEqual([act, 404]);
        else if (includesLevel(level, acts[act])) {
          // where to put a copy is a right of its own
          if (act === 'copy' && !includesLevel(by === 'own rule' ? null : level, 'edit'))
            expect([act, status]).toEqual([act, 403]);
          else if (act === 'move' && by !== 'the whole area') expect([act, status]).toEqual([act, 200]);
          else expect([act, status, code]).toEqual([act, 200, undefined]);
        } else expect([act, status, code]).toEqual([act, 403, 'definitions.definition.no_right']);
        await onFolder('top', []);
      }
    },
  );
});

test('what lists show is what the getter lets through, by whatever rules', async () => {
  const folders = [await makeFolder()];
  folders.push(await makeFolder(folders[0]), await makeFolder());
  const places = [null, ...folders];
  const ids = await Promise.all(places.flatMap((folder) => [make(admin, folder), make(admin, folder)]));
  const mine = await make(user, null, 'open');
  const rule = fc.record(
    {
      effect: fc.constantFrom<'grant' | 'refuse'>('grant', 'refuse'),
      level: fc.constantFrom(...definitionLevels),
      subject: fc.constantFrom<RuleSubject>(
        { kind: 'everyone' },
        { kind: 'person', id: user.id },
        { kind: 'person', id: other.id },
        { kind: 'role', id: 'user' },
        { kind: 'role', id: 'safe' },
      ),
    },
    { requiredKeys: ['level', 'subject'] },
  );
  const rules = fc.oneof(
    { arbitrary: fc.constant<AccessRule[]>([]), weight: 2 },
    { arbitrary: fc.array(rule, { maxLength: 2 }), weight: 1 },
  );
  const all = fc.record({
    top: rules,
    folders: fc.tuple(rules, rules, rules),
    ids: fc.array(rules, { minLength: ids.length, maxLength: ids.length }),
  });
  await fc.assert(
    fc.asyncProperty(all, async (given) => {
      await onFolder('top', given.top);
      for (const [index, folder] of folders.entries()) await onFolder(folder, given.folders[index]!);
      for (const [index, id] of ids.entries()) await onDefinition(id, given.ids[index]!);
      const { rows } = await user.ok(definitionsApi.list, { params: { kind: 'board' }, query: { limit: 200 } });
      const shown = new Map(rows.map(({ id, can }) => [id, can]));
      for (const [index, id] of ids.entries()) {
        const answer = await user.call(definitionsApi.get, at(id));
        const way = { 0: [], 1: [0], 2: [0, 1], 3: [2] }[Math.floor(index / 2)]!;
        const expected = expectedLevel([given.top, ...way.map((one) => given.folders[one]!), given.ids[index]!]);
        expect(answer.status).toBe(expected === null ? 404 : 200);
        if (expected !== null) expect((answer.body as { can: DefinitionLevel[] }).can.at(-1)).toBe(expected);
        expect(shown.get(id)?.at(-1) ?? null).toBe(expected);
      }
      expect((await user.ok(definitionsApi.get, at(mine, 'open'))).can).toContain('own');
    }),
    { numRuns: 12 },
  );
  await onFolder('top', []);
});

/** The rule in the words of the design: what is granted adds up, a refusal takes its level and those above. */
function expectedLevel(groups: AccessRule[][]): DefinitionLevel | null {
  const meant = groups
    .flat()
    .filter(
      ({ subject }) =>
        subject.kind === 'everyone' ||
        (subject.kind === 'person' ? subject.id === user.id : subject.kind === 'role' && subject.id === 'user'),
    );
  return (
    definitionLevels.findLast(
      (level) =>
        meant.some((one) => one.effect !== 'refuse' && includesLevel(one.level, level)) &&
        !meant.some((one) => one.effect === 'refuse' && includesLevel(level, one.level)),
    ) ?? null
  );
}

test('a rule ends when it says so', async () => {
  const id = await make(admin);
  await onDefinition(id, [{ ...forUser('edit'), until: new Date(Date.now() - 1_000).toISOString() }, forUser('see')]);
  expect((await user.ok(definitionsApi.get, at(id))).can).toEqual(['see']);
  await onDefinition(id, [{ ...forUser('edit'), until: new Date(Date.now() + 3_600_000).toISOString() }]);
  expect((await user.ok(definitionsApi.get, at(id))).can).toContain('edit');
});

test('who makes it owns it, administrators do too, and others know nothing of it', async () => {
  const id = await make(user, null, 'open');
  expect((await admin.ok(definitionsApi.get, at(id, 'open'))).can).toContain('own');
  expect((await other.call(definitionsApi.get, at(id, 'open'))).status).toBe(404);
  await user.ok(definitionsApi.putAccess, {
    ...at(id, 'open'),
    body: { rules: [{ subject: { kind: 'person', id: other.id }, level: 'use' }] },
  });
  expect((await other.ok(definitionsApi.get, at(id, 'open'))).can).toEqual(['see', 'use']);
  const { names } = await user.ok(definitionsApi.getAccess, at(id, 'open'));
  expect(Object.keys(names)).toEqual([`person:${other.id}`]);
});

test('what somebody made is handed over with them', async () => {
  const leaving = await server.as('user3');
  const id = await make(leaving, null, 'open');
  const { jobId } = await admin.ok(organizationApi.handOver, {
    params: { personId: leaving.id },
    body: { toId: other.id, parts: ['definitions'], disable: false },
  });
  await expect
    .poll(() => admin.ok(runsApi.get, { params: { runId: jobId } }))
    .toMatchObject({ state: 'finished', result: { definitions: 1 } });
  expect((await leaving.call(definitionsApi.get, at(id, 'open'))).status).toBe(404);
  expect((await other.ok(definitionsApi.get, at(id, 'open'))).can).toContain('own');
});

test('what is somebody’s own is no administrator’s', async () => {
  const id = await make(user, null, 'open');
  await inControl(server.platform.control, 'demo', (tx) =>
    tx
      .updateTable('definitions.definition')
      .set({ owner: user.id } as never)
      .where('id', '=', id)
      .execute(),
  );
  expect((await admin.call(definitionsApi.get, at(id, 'open'))).status).toBe(404);
  const { rows } = await admin.ok(definitionsApi.list, { params: { kind: 'open' }, query: { limit: 200 } });
  expect(rows.map((row) => row.id)).not.toContain(id);
  expect((await user.ok(definitionsApi.list, { params: { kind: 'open' } })).rows.map((row) => row.id)).toContain(id);
});

test('a person begins things where they may edit, or where their role may', async () => {
  const folder = await makeFolder();
  const body = { commandId: randomUUID(), name: { zh: 'x' }, draft };
  expect((await user.call(definitionsApi.create, { params: { kind: 'board' }, body })).status).toBe(403);
  expect(
    (await user.call(definitionsApi.create, { params: { kind: 'board' }, body: { ...body, folder } })).status,
  ).toBe(404);
  await onFolder(folder, [forUser('edit')]);
  expect((await user.ok(definitionsApi.list, { params: { kind: 'board' }, query: { folder } })).mayCreate).toBe(true);
  expect(await make(user, folder)).toBeDefined();
});

describe('folders', () => {
  test('show those on the way to what may be seen, and move with what they hold', async () => {
    const above = await makeFolder();
    const folder = await makeFolder(above);
    const below = await makeFolder(folder);
    await onFolder(folder, [forUser('own')]);
    const seen = async () =>
      (await user.ok(definitionsApi.folders, { params: { area: 'boards' } })).folders.filter(({ id }) =>
        [above, folder, below].includes(id),
      );
    expect((await seen()).map(({ id, can }) => [id, can.at(-1)])).toEqual([
      [above, undefined],
      [folder, 'own'],
      [below, 'own'],
    ]);
    const inside = await admin.call(definitionsApi.updateFolder, {
      params: { area: 'boards', folderId: folder },
      body: { parent: below },
    });
    expect(codeOf(inside)).toBe('definitions.folder.inside_itself');
    const id = await make(admin, below);
    await admin.ok(definitionsApi.updateFolder, {
      params: { area: 'boards', folderId: below },
      body: { parent: above },
    });
    expect((await user.call(definitionsApi.get, at(id))).status).toBe(404);
    await admin.ok(definitionsApi.updateFolder, {
      params: { area: 'boards', folderId: below },
      body: { parent: folder },
    });
    expect((await user.call(definitionsApi.get, at(id))).status).toBe(200);
    const full = await admin.call(definitionsApi.removeFolder, { params: { area: 'boards', folderId: below } });
    expect(codeOf(full)).toBe('definitions.folder.not_empty');
    await admin.ok(definitionsApi.archive, { ...at(id), body: {} });
    await admin.ok(definitionsApi.removeFolder, { params: { area: 'boards', folderId: below } });
    expect(await admin.ok(definitionsApi.restore, at(id))).toMatchObject({ folder: null });
  });

  test('of one name lie in different places', async () => {
    const parent = await makeFolder();
    const body = { name: 'Twin', parent };
    await admin.ok(definitionsApi.createFolder, { params: { area: 'boards' }, body });
    const again = await admin.call(definitionsApi.createFolder, { params: { area: 'boards' }, body });
    expect(codeOf(again)).toBe('definitions.folder.name_taken');
  });
});

test('the system reaches everything of its space', async () => {
  const id = await make(user, null, 'open');
  const system = {
    platform: server.platform,
    spaceId: 'demo',
    user: { id: admin.id, role: 'user', system: { reason: 'test' } },
  } as Ctx;
  expect((await requireOn(system, 'open', id, 'own')).can).toContain('own');
  expect((await visibleIn(system, 'boards')).levelIn(null)).toBe('own');
});

test('changes of rights wait for the reviewer under three-admin management', async () => {
  const id = await make(admin);
  const folder = await makeFolder();
  await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
  const rules = [forUser('see')];
  const prepared = [
    await admin.call(definitionsApi.putAccess, { ...at(id), body: { rules } }),
    await admin.call(definitionsApi.putFolderAccess, { params: { area: 'boards', folderId: folder }, body: { rules } }),
    await admin.call(definitionsApi.place, { ...at(id), body: { folder } }),
  ];
  expect(prepared.map((answer) => [answer.status, codeOf(answer)])).toEqual(
    prepared.map(() => [202, 'review.change.prepared']),
  );
  // a name is nobody's right
  await admin.ok(definitionsApi.place, { ...at(id), body: { name: { zh: 'Renamed' } } });
  expect((await user.call(definitionsApi.get, at(id))).status).toBe(404);
  const safe = await server.as('safe');
  const { rows } = await safe.ok(reviewApi.listChanges, {});
  const change = rows.find((row) => row.action === 'PUT /definitions/:kind/:id/access')!;
  await safe.ok(reviewApi.release, { params: { changeId: change.id }, body: { reason: '已核对' } });
  expect((await user.ok(definitionsApi.get, at(id))).can).toEqual(['see']);
  await admin.call(reviewApi.setSeparation, { body: { enabled: false } });
  const off = (await safe.ok(reviewApi.listChanges, {})).rows.find((row) => row.action === 'PUT /review/separation')!;
  await safe.ok(reviewApi.release, { params: { changeId: off.id }, body: { reason: '已核对' } });
});

test('rights come from what the kind belongs to, where it says so', async () => {
  registerKinds(server.platform, [
    boardKind({
      kind: 'ruled',
      area: 'ruled',
      levelOf: (ctx, places) => Promise.resolve(places.map(() => (ctx.user.role === 'admin' ? 'own' : null))),
    }),
  ]);
  const ids = [await make(admin, null, 'ruled'), await make(admin, null, 'ruled')];
  expect((await user.call(definitionsApi.get, at(ids[0]!, 'ruled'))).status).toBe(404);
  expect((await user.ok(definitionsApi.list, { params: { kind: 'ruled' } })).rows).toEqual([]);
  expect((await admin.ok(definitionsApi.list, { params: { kind: 'ruled' }, query: { limit: 1 } })).rows).toHaveLength(
    1,
  );
  expect(codeOf(await admin.call(definitionsApi.getAccess, at(ids[0]!, 'ruled')))).toBe(
    'definitions.definition.has_its_place',
  );
});

test('what somebody sees is worked out once for the rules of the moment', async () => {
  const ctx = { platform: server.platform, spaceId: 'demo', user: { id: user.id, role: 'user' } } as Ctx;
  const first = await visibleIn(ctx, 'boards');
  expect(await visibleIn(ctx, 'boards')).toBe(first);
  await onFolder('top', []);
  expect(await visibleIn(ctx, 'boards')).not.toBe(first);
});
