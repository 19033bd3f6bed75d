import { randomUUID } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetContractApi } from '@formwork/contract/assets/contract.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AssetFacts } from '../../platform/assets.ts';
import { tableId } from '../../platform/sql/shape.ts';
import { startOtherPostgres, type OtherPostgres } from '../../testing/other-postgres.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { drawTask, endOf, release, text } from '../etl/testing/drawing.ts';
import { asSystem } from '../identity/public.ts';
import { endAssets, putThings, tellEdges } from './register.ts';

// Tables that a data task writes are assets before anybody reads the tables of a connection.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let connection: string;
let task: string;

const tables = async () =>
  (await admin.ok(assetsApi.list, { query: { limit: 50, kind: 'table', search: 'copied' } })).rows;
const detail = async () => admin.ok(assetsApi.get, { params: { assetId: (await tables())[0]!.id } });
const columns = async () => (await detail()).columns.map(({ key, type }) => `${key} ${type}`);
const versions = async () =>
  (await admin.ok(assetsApi.schemas, { params: { assetId: (await tables())[0]!.id }, query: { limit: 20 } })).rows
    .length;
const readTables = async () => {
  await admin.ok(assetsApi.register, { body: { tables: true } });
  await vi.waitFor(async () => expect((await admin.ok(assetsApi.overview, {})).registering).toBe(false), 20_000);
};
const run = async () => {
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
  expect(await endOf(admin, id)).toMatchObject({ state: 'finished' });
};

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  await postgres.client.query(
    `create table origin (code text, amount integer); insert into origin values ('a', 1), ('b', 2)`,
  );
  connection = await postgres.connect(admin, '仓库');
  task = await release(
    admin,
    'etl_task',
    drawTask(
      [
        {
          id: 'read',
          kind: 'sqlSource',
          connection,
          sql: 'select code, amount from origin',
          columns: [...text('code'), { name: 'amount', type: 'integer', nullable: true }],
        },
        { id: 'write', kind: 'tableTarget', connection, schema: 'public', table: 'copied', mode: 'create', keys: [] },
      ],
      ['read>write'],
    ),
  );
}, 600_000);
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

test('the release alone makes it known, with columns, owner and lineage', async () => {
  await vi.waitFor(async () => expect(await tables()).toMatchObject([{ title: { zh: 'copied' }, state: 'live' }]));
  const found = await detail();
  expect(found).toMatchObject({ owner: admin.id, place: { zh: '仓库 / public' } });
  expect(await columns()).toEqual(['code text', 'amount integer']);
  const { rows } = await admin.ok(assetsApi.impact, { params: { assetId: found.id }, query: { direction: 'up' } });
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['etl_task']));
  // what is only said of it is no version
  expect(await versions()).toBe(0);
});

test('reading the tables of connections before the first run leaves it', async () => {
  await readTables();
  expect(await tables()).toMatchObject([{ state: 'live' }]);
});

test('after its first run it is as it is over there, and reading tables again makes no second one and no other version', async () => {
  await run();
  await vi.waitFor(async () => expect(await columns()).not.toContain('amount integer'));
  const seen = await columns();
  expect([seen.length, await versions()]).toEqual([2, 1]);
  await readTables();
  expect(await tables()).toMatchObject([{ state: 'live', owner: admin.id }]);
  expect([await columns(), await versions()]).toEqual([seen, 1]);
});

test('one that was looked at and dropped keeps its versions, and nobody is told of columns it does not have', async () => {
  await postgres.client.query('alter table copied add column note text');
  await readTables();
  const { id, columns: seen } = await detail();
  expect([await versions(), seen.length]).toEqual([2, 3]);
  await admin.ok(assetQualityApi.follow, { params: { assetId: id }, body: { followed: true } });
  const code = { key: 'code', type: seen.find(({ key }) => key === 'code')!.type };
  await admin.ok(assetContractApi.putContract, {
    params: { assetId: id },
    body: {
      version: 0,
      about: '',
      columns: [code],
      fresh: null,
      leastScore: null,
      rules: [],
      consumers: [],
      onRelease: 'refuse',
    },
  });
  const broken = async () =>
    (await admin.ok(assetContractApi.contract, { params: { assetId: id } }))!.broken.map(({ what }) => what);
  const told = async () =>
    (await admin.ok(messagesApi.list, { query: { limit: 50 } })).rows.reduce(
      (sum, { kind, times }) => sum + (kind === 'assetChanged' ? times : 0),
      0,
    );
  const before = await told();
  await postgres.client.query('drop table copied');
  // gone over there, and the task is still to write it
  await readTables();
  expect(await tables()).toMatchObject([{ id, state: 'live' }]);
  expect(await columns()).toEqual(['code text', 'amount integer']);
  expect([await versions(), await broken(), await told()]).toEqual([2, ['gone'], before]);
  // written again it is as it was at first, which is no longer what was seen last
  await run();
  await vi.waitFor(async () => expect(await broken()).toEqual([]));
  expect([await versions(), (await detail()).columns.length]).toEqual([3, 2]);
  await vi.waitFor(async () => expect(await told()).toBe(before + 1));
});

test('a table whose task has not told yet that it writes it is there once it has', async () => {
  const doer = asSystem(server.platform, 'demo', 'assets.register');
  const writing = (name: string): AssetFacts => {
    const id = randomUUID();
    const shape = [{ key: 'code', title: { zh: 'code' }, type: 'text' }];
    return {
      ...{ kind: 'etl_task', id, guard: id, title: { zh: name }, place: { zh: '' }, owner: admin.id, release: '1' },
      address: { kind: 'etl_task', id, appId: null },
      columns: [],
      reads: [],
      writes: [{ from: '', to: { kind: 'table', id: tableId(connection, 'public', name), part: '' }, how: 'value' }],
      tables: [{ connection, place: '', schema: 'public', name, columns: shape }],
    };
  };
  const later = async () =>
    (await admin.ok(assetsApi.list, { query: { limit: 50, kind: 'table', search: 'later' } })).rows.length;
  const [one, other] = [writing('sooner'), writing('later')];
  await putThings(doer, [one, other]);
  await tellEdges(doer, [one]);
  expect(await later()).toBe(1);
  // whoever ends a task between the two finds nobody who writes it
  await endAssets(doer, [{ kind: 'etl_task', id: randomUUID() }]);
  expect(await later()).toBe(0);
  await tellEdges(doer, [other]);
  expect(await later()).toBe(1);
});

test('one that nobody looked at goes with its task', async () => {
  const other = await release(
    admin,
    'etl_task',
    drawTask(
      [
        { id: 'read', kind: 'sqlSource', connection, sql: 'select code from origin', columns: text('code') },
        { id: 'write', kind: 'tableTarget', connection, schema: 'public', table: 'never', mode: 'create', keys: [] },
      ],
      ['read>write'],
    ),
  );
  const never = async () =>
    (await admin.ok(assetsApi.list, { query: { limit: 50, kind: 'table', search: 'never' } })).rows.length;
  await vi.waitFor(async () => expect(await never()).toBe(1));
  await admin.ok(definitionsApi.archive, { params: { kind: 'etl_task', id: other } });
  await vi.waitFor(async () => expect(await never()).toBe(0));
});
