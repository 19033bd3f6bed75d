import { organizationApi } from '@formwork/contract/organization/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { sheetRows } from '../../../testing/sheet-rows.ts';
import { forgetDirectory } from '../public.ts';

/** One who looks after 5,000 people in 250 departments, beside as many that are not theirs. */
const size = 5_000;
const perDepartment = 20;
let server: TestServer;
let delegate: Client;
const tops = { in: '', out: '' };

beforeAll(async () => {
  server = await startTestServer();
  const admin = await server.as('admin');
  delegate = await server.as('user2');
  for (const side of ['in', 'out'] as const) {
    tops[side] = (
      await admin.ok(organizationApi.createDepartment, { body: { name: `${side}-top`, parentId: null } })
    ).id;
    await fill(side);
  }
  forgetDirectory(server.platform, server.spaceId, { all: true });
  await admin.ok(organizationApi.giveDelegatedAdmin, {
    body: { personId: delegate.id, departmentId: tops.in, may: ['people', 'posts'], until: null },
  });
});
afterAll(() => server.stop());

/** Through SQL: an import of so many would take its time. */
async function fill(side: 'in' | 'out'): Promise<void> {
  const id = (kind: string, n: string) =>
    sql.raw(`('${side === 'in' ? 'a' : 'b'}${kind}000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`);
  const space = server.spaceId;
  await inControl(server.platform.control, space, async (tx) => {
    await sql`insert into organization.department (space_id, id, parent_id, name, position)
      select ${space}, ${id('1', 'n')}, case when n % 5 = 0 then ${tops[side]}::uuid else ${id('1', 'n - n % 5')} end, ${`${side}-department `} || n, n
      from generate_series(0, ${size / perDepartment - 1}::int) n`.execute(tx);
    await sql`insert into identity.account (id, login, password_hash, home_space)
      select ${id('2', 'n')}, ${`${side}.person.`} || n, 'none', ${space} from generate_series(0, ${size - 1}::int) n`.execute(
      tx,
    );
    await sql`insert into identity.membership (space_id, account_id, role, name)
      select ${space}, ${id('2', 'n')}, 'user', ${`${side}-person `} || n from generate_series(0, ${size - 1}::int) n`.execute(
      tx,
    );
    await sql`insert into organization.person (space_id, account_id, department_id)
      select ${space}, ${id('2', 'n')}, ${id('1', `n / ${perDepartment}`)} from generate_series(0, ${size - 1}::int) n`.execute(
      tx,
    );
  });
}

test('sees all of them and nobody else: list, tree, search, choice of people and departments, export', async () => {
  const names: string[] = [];
  for (let offset = 0; offset < size; offset += 200) {
    const page = await delegate.ok(organizationApi.listPeople, { query: { state: 'all', offset, limit: 200 } });
    expect(page.total).toBe(size);
    names.push(...page.rows.flatMap((row) => [row.name, row.department?.name ?? '']));
  }
  const sides = (list: readonly string[]) => [...new Set(list.map((name) => name.split('-')[0]))];
  expect([names.length, sides(names)]).toEqual([2 * size, ['in']]);

  const found: string[] = [];
  const below = async (parent?: string): Promise<void> => {
    const { rows } = await delegate.ok(organizationApi.listTree, {
      query: { administering: 'people', disabled: true, offset: 0, limit: 500, ...(parent && { parent }) },
    });
    for (const { id, name, children } of rows) {
      found.push(name);
      if (children > 0) await below(id);
    }
  };
  await below();
  expect([found.length, sides(found)]).toEqual([size / perDepartment + 1, ['in']]);

  const search = async (word: string) =>
    (await delegate.ok(organizationApi.listPeople, { query: { search: word, state: 'all', offset: 0, limit: 200 } }))
      .total;
  expect([await search('person'), await search('in-person'), await search('out')]).toEqual([size, size, 0]);
  const people = await delegate.ok(organizationApi.pickPeople, {
    query: { administering: 'people', search: 'person', limit: 100 },
  });
  const departments = await delegate.ok(organizationApi.pickDepartments, {
    query: { administering: 'people', search: 'department', limit: 100 },
  });
  expect([sides(people.map(({ name }) => name)), sides(departments.map(({ name }) => name))]).toEqual([['in'], ['in']]);
  const [, ...rows] = await sheetRows(await delegate.fetch('/api/organization/people-sheets/export?state=all'));
  expect([rows.length, sides(rows.map(([, name]) => name!)), sides(rows.map(([, , way]) => way!))]).toEqual([
    size,
    ['in'],
    ['in'],
  ]);
});
