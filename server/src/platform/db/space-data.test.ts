import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Part } from './one-statement.ts';
import { inSpace, spaceQuery, spaceSchema, type Doer, type SpaceTx } from './space-data.ts';

const schema = spaceSchema('demo');
let server: TestServer;
let doer: Doer;

beforeAll(async () => {
  server = await startTestServer();
  doer = {
    platform: server.platform,
    spaceId: 'demo',
    requestId: 'test',
    ip: '',
    user: { id: (await server.as('user')).id, role: 'user' },
  };
});
afterAll(() => server.stop());

/** Rows of a table that has no rules of its own. */
const made = (id: string): Part => ({
  name: 'test_made',
  text: `insert into ${schema}.workflow_command (id, instance_id, person, kind) values ($1::uuid, $1::uuid, $2::uuid, 'test')`,
  values: [id, doer.user.id],
});
const renamed = (id: string, kind: string, orElse?: () => Error): Part => ({
  name: 'test_renamed',
  text: `update ${schema}.workflow_command set kind = $2::text where id = $1::uuid`,
  values: [id, kind],
  ...(orElse && { orElse }),
});
const kindsIn = async (tx: Pick<SpaceTx, 'query'>, id: string) =>
  (
    await tx.query<{ kind: string }>({
      text: `select kind from ${schema}.workflow_command where id = $1`,
      values: [id],
    })
  ).rows.map(({ kind }) => kind);
const outside = {
  query: (statement: Parameters<SpaceTx['query']>[0]) => spaceQuery(server.platform, statement),
} as Pick<SpaceTx, 'query'>;

test('what leaves later has left before the next answer, and with the end', async () => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  await inSpace(doer, async (tx) => {
    tx.later(made(one));
    tx.later(made(two));
    expect(await kindsIn(tx, one)).toEqual(['test']);
    tx.later(renamed(one, 'first'));
    tx.later(renamed(two, 'second', () => new Error('not reached')));
  });
  expect([await kindsIn(outside, one), await kindsIn(outside, two)]).toEqual([['first'], ['second']]);
});

test('of two that may be about the same row the first leaves before the second', async () => {
  const id = crypto.randomUUID();
  await inSpace(doer, async (tx) => {
    tx.later(made(id));
    await kindsIn(tx, id);
    for (const kind of ['first', 'second', 'third']) tx.later({ ...renamed(id, kind), sameRow: true });
    await Promise.resolve();
  });
  expect(await kindsIn(outside, id)).toEqual(['third']);
});

test('a row that must be there and is not ends the transaction in the words of who changes it', async () => {
  const id = crypto.randomUUID();
  const change = inSpace(doer, async (tx) => {
    tx.later(made(id));
    tx.later(renamed(crypto.randomUUID(), 'x'));
    tx.later(renamed(crypto.randomUUID(), 'y', () => new Error('the row is gone')));
    await Promise.resolve();
  });
  await expect(change).rejects.toThrow('the row is gone');
  expect(await kindsIn(outside, id)).toEqual([]);
});

test('the first failure is told, not what fails because of it, and the connection is good for the next', async () => {
  const id = crypto.randomUUID();
  const twice = inSpace(doer, async (tx) => {
    tx.later(made(id));
    await kindsIn(tx, id);
    tx.later(made(id));
    await kindsIn(tx, id);
  });
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  await Promise.all(Array.from({ length: 30 }, () => inSpace(doer, (tx) => kindsIn(tx, id))));
});
