import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { AccessRule } from '@formwork/contract/definitions/level.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { registerKinds } from './registry.ts';
import { boardKind } from './testing/board-kind.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let folders: string[];

/** 100,000 definitions in 100 folders. */
beforeAll(async () => {
  server = await startTestServer();
  registerKinds(server.platform, [boardKind()]);
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  folders = [];
  for (let made = 0; made < 100; made += 1)
    folders.push(
      (
        await admin.ok(definitionsApi.createFolder, {
          params: { area: 'boards' },
          body: { name: `Folder ${made}`, parent: null },
        })
      ).id,
    );
  await inControl(server.platform.control, 'demo', (tx) =>
    sql`insert into definitions.definition (space_id, kind, id, area, folder, name, draft, format, saved_by, saved_at, created_by)
      select 'demo', 'board', 'b' || n, 'boards', (${folders}::uuid[])[1 + n % 100], jsonb_build_object('zh', 'Board ' || n), '{"title":"","cards":[],"order":[]}', 2,
        ${admin.id}::uuid, now() - make_interval(secs => n), ${admin.id}::uuid from generate_series(1, 100000) n`.execute(
      tx,
    ),
  );
  const owner = server.platform.owner;
  await owner.query('analyze definitions.definition');
});
afterAll(() => server.stop());

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How many rows the statement of the list reads, by the plan that it is carried out with. */
async function rowsRead(ask: () => Promise<unknown>): Promise<number> {
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  const asked: { text: string; values: unknown[] }[] = [];
  const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const [text, values] = given as unknown[];
    if (String(text).includes('from "definitions"."definition"') && String(text).includes('limit'))
      asked.push({ text: String(text), values: values as unknown[] });
    return query.apply(this, given) as never;
  });
  await ask().finally(() => spied.mockRestore());
  expect(asked).toHaveLength(1);
  const client = await server.platform.pool.connect();
  try {
    await client.query(`begin; set local app.space_id = 'demo'`);
    const { text, values } = asked[0]!;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    return scanned(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function scanned({ Plans = [], ...node }: Plan): number {
  const own = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;
  return Plans.reduce((sum, plan) => sum + scanned(plan), own);
}

const list =
  (who: Client, query: object = {}) =>
  () =>
    who.ok(definitionsApi.list, { params: { kind: 'board' }, query });

test('pages of 100,000 are read along an index', async () => {
  const first = await list(admin)();
  expect(first.rows).toHaveLength(50);
  expect(await rowsRead(list(admin, { after: first.next }))).toBeLessThan(500);
  expect(await rowsRead(list(admin, { folder: folders[3] }))).toBeLessThan(500);
});

test('whoever sees a folder of them reads those, and whoever sees all reads a page', async () => {
  const rule: AccessRule = { subject: { kind: 'person', id: user.id }, level: 'see' };
  const put = (folderId: string, rules: AccessRule[]) =>
    admin.ok(definitionsApi.putFolderAccess, { params: { area: 'boards', folderId }, body: { rules } });
  await put(folders[5]!, [rule]);
  expect((await list(user)()).rows).toHaveLength(50);
  expect(await rowsRead(list(user))).toBeLessThan(15_000);
  await put('top', [rule]);
  expect(await rowsRead(list(user))).toBeLessThan(500);
  await put('top', []);
  await put(folders[5]!, []);
  expect((await list(user)()).rows).toEqual([]);
});
