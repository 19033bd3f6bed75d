import { connectionsApi } from '@formwork/contract/connections/api.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, LoadTarget } from '../../../../platform/engine/port.ts';
import { startOtherClickhouse } from '../../../../testing/other-clickhouse.ts';
import { ctxOf } from '../../../../testing/ctx-of.ts';
import { startTestServer, type Client, type TestServer } from '../../../../testing/server.ts';
import { openConnection } from '../../../connections/public.ts';
import type { ClickhouseClient } from '../../kinds/clickhouse.ts';
import { collected, streamFrom } from '../../testing/endpoint-suite.ts';
import { loadInto } from './clickhouse-load.ts';
import { replacesBy } from './clickhouse-merge.ts';
import { columnOf, readAs } from './clickhouse-types.ts';
import { writerFor } from './clickhouse-values.ts';
import { openEndpoint } from '../open.ts';

test('a value is what its column holds, or none: nothing comes out as another', () => {
  const written = (native: string, ...values: string[]) =>
    values.map((value) => {
      try {
        return writerFor(columnOf('x', native))(value);
      } catch (error) {
        return (error as Error).message;
      }
    });
  const no = (native: string) => `not a value of ${native}`;
  expect(written('UInt8', '255', '256', '-1', 'true', '1.0')).toEqual([
    '255',
    no('UInt8'),
    no('UInt8'),
    '1',
    no('UInt8'),
  ]);
  expect(written('Int64', '-9223372036854775808', '9223372036854775808')).toEqual([
    '-9223372036854775808',
    no('Int64'),
  ]);
  const decimal = 'Nullable(Decimal(5, 2))';
  expect(written(decimal, '1', '-0.005', '999.995', '-999.994', '1e3', '')).toEqual([
    '1.00',
    '-0.01',
    no(decimal),
    '-999.99',
    no(decimal),
    no(decimal),
  ]);
  expect(written('Date', '2026-02-30', '1969-12-31', '2026-01-31', '2026-01-31 00:00:00')).toEqual([
    no('Date'),
    no('Date'),
    '2026-01-31',
    '2026-01-31',
  ]);
  expect(written("DateTime64(3, 'Asia/Shanghai')", '2026-01-02 03:04:05.67891+08', '2026-01-02T03:04:05Z')).toEqual([
    '2026-01-01 19:04:05.678',
    '2026-01-02 03:04:05',
  ]);
  expect(written("Enum8('on' = 1, 'it\\'s' = 2)", 'on', "it's", 'off')).toEqual([
    'on',
    "it's",
    no("Enum8('on' = 1, 'it\\'s' = 2)"),
  ]);
  expect(written('String', 'a\tb\\c\nd\0')).toEqual(['a\\tb\\\\c\\nd\\0']);
  expect(written('Array(Nullable(String))', '["a", null, "it\'s"]', '[12345678901234567890]', '{}')).toEqual([
    "['a',NULL,'it\\\\'s']",
    '[12345678901234567890]',
    no('Array(Nullable(String))'),
  ]);
  expect(() => writerFor(columnOf('x', 'String'))(null)).toThrow('it may not be nothing');
});

test('types of newer servers are read as they travel', () => {
  const read = (native: string) => [columnOf('x', native).type, readAs('x', columnOf('x', native), 25.8)];
  expect(read('LowCardinality(Nullable(String))')).toEqual([
    'text',
    "if(isValidUTF8(x), x, concat('\\\\x', lower(hex(x))))",
  ]);
  expect(read("Nullable(DateTime64(6, 'Asia/Shanghai'))")).toEqual([
    'timestamptz',
    "concat(toString(x, 'UTC'), '+00')",
  ]);
  expect(read('Map(String, UInt64)')).toEqual(['json', 'toJSONString(x)']);
  expect(read('UInt256')).toEqual(['text', 'x']);
});

test('only an engine that keeps the row which came last is added to', () => {
  const keys = ['a', 'b'];
  expect(replacesBy('ReplacingMergeTree ORDER BY (a, b) SETTINGS index_granularity = 8192', keys)).toBe(true);
  expect(replacesBy('ReplacingMergeTree() PARTITION BY c ORDER BY (b, `a`)', keys)).toBe(true);
  expect(replacesBy("ReplicatedReplacingMergeTree('/t/{shard}', '{replica}') ORDER BY (a, b)", keys)).toBe(true);
  expect(replacesBy('ReplacingMergeTree(version) ORDER BY (a, b)', keys)).toBe(false);
  expect(replacesBy('ReplacingMergeTree ORDER BY a', keys)).toBe(false);
  expect(replacesBy('MergeTree ORDER BY (a, b)', keys)).toBe(false);
});

const clickhouse = await startOtherClickhouse();

describe.skipIf(clickhouse === undefined)('ClickHouse of Debian', () => {
  let server: TestServer;
  let admin: Client;
  let endpoint: Endpoint;
  let client: ClickhouseClient;
  const ctx = () => ctxOf(server, admin);
  const connect = async (settings: object) => {
    const body = {
      kind: 'clickhouse',
      name: JSON.stringify(settings),
      folder: null,
      settings,
      secrets: clickhouse!.secrets,
    };
    return (await admin.ok(connectionsApi.create, { body: body as never })).id;
  };
  beforeAll(async () => {
    server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
    admin = await server.as('admin');
    const id = await connect(clickhouse!.settings);
    endpoint = await openEndpoint(ctx(), id, { kind: 'test', id: '1' });
    client = await openConnection(ctx(), id, ['clickhouse'], { kind: 'test', id: '1' });
  });
  afterAll(async () => {
    await server.stop();
    await clickhouse!.stop();
  });

  const table = (name: string) => ({ schema: 'default', name });
  const columns: DataColumn[] = [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'level', type: 'integer', nullable: true },
  ];
  const load = (name: string, mode: LoadTarget['mode'], rows: (string | null)[][], more: Partial<LoadTarget> = {}) =>
    endpoint.load({ table: table(name), mode, ...more }, streamFrom(columns, rows));
  const rowsIn = async (name: string) =>
    (await collected(await endpoint.read({ table: table(name) }))).toSorted(
      (one, other) => Number(one[0]) - Number(other[0]),
    );

  test('in a table without an engine of its own for it rows change by key, and other columns keep what they hold', async () => {
    await client.ask(
      "create table plain (id Int64, level Nullable(UInt8), note String default 'x') engine = MergeTree() order by id",
    );
    await client.ask("insert into plain (id, level, note) values (1, 1, 'one'), (2, 2, 'two')");
    await load(
      'plain',
      'upsert',
      [
        ['2', '20'],
        ['3', '3'],
        ['3', '30'],
      ],
      { keys: ['id'] },
    );
    expect(await rowsIn('plain')).toEqual([
      ['1', '1', 'one'],
      ['2', '20', 'two'],
      ['3', '30', 'x'],
    ]);
    await load(
      'plain',
      'mirror',
      [
        ['3', '33'],
        ['4', null],
      ],
      { keys: ['id'] },
    );
    expect(await rowsIn('plain')).toEqual([
      ['3', '33', 'x'],
      ['4', null, 'x'],
    ]);
    // beyond eight bits it would come out as another number
    await expect(
      load('plain', 'append', [
        ['5', '1'],
        ['6', '256'],
      ]),
    ).rejects.toMatchObject({ code: 'etl.row.refused', data: { row: 2, column: 'level', value: '256' } });
    expect(await rowsIn('plain')).toHaveLength(2);
    const left = await client.ask("select name from system.tables where name like '_formwork_loading%' format CSV");
    expect(left).toEqual([]);
  });

  test('whatever fails, columns that do not come keep what they hold', async () => {
    await client.ask(
      "create table kept (id Int64, level Nullable(UInt8), note String default 'x', v UInt64, twice UInt8 materialized 2, shown String alias note) engine = ReplacingMergeTree(v) order by id",
    );
    await client.ask("insert into kept (id, level, note, v) values (1, 1, 'before', 1), (2, 2, 'two', 1)");
    await client.ask("insert into kept (id, level, note, v) values (1, 1, 'one', 2)");
    const notes = async () =>
      (await client.ask('select id, note from kept final order by id format CSV')).map((row) => row.join(' '));
    const rows = () =>
      streamFrom(columns, [
        ['1', '10'],
        ['3', '30'],
      ]);
    const columnsThere = (of: { schema: string; name: string }) => endpoint.columns(of);
    const target = { table: table('kept'), mode: 'upsert', keys: ['id'] } as const;
    const inserted: unknown[] = [];
    for (let failing = 1; ; failing += 1) {
      let asked = 0;
      const breaking: ClickhouseClient = {
        ...client,
        ask: (sql, options) => {
          if (sql.startsWith('insert ')) inserted.push(options?.settings);
          // tidying up is not what fails
          if (!/^(?:select|drop) /.test(sql) && ++asked === failing) return Promise.reject(new Error('broken off'));
          return client.ask(sql, options);
        },
      };
      const done = await loadInto(breaking, columnsThere, target, rows(), undefined).then(
        () => true,
        () => false,
      );
      expect((await notes()).slice(0, 2), `statement ${failing}`).toEqual(['1 one', '2 two']);
      if (done) break;
    }
    expect(await notes()).toEqual(['1 one', '2 two', '3 x']);
    expect(await client.ask('select id, level, v, shown from kept final order by id format CSV')).toEqual([
      ['1', '10', '2', 'one'],
      ['2', '2', '1', 'two'],
      ['3', '30', '0', 'x'],
    ]);
    // a table with replicas would take equal blocks for repetitions
    expect(inserted.length).toBeGreaterThan(0);
    expect(inserted.every((settings) => (settings as Record<string, unknown>).insert_deduplicate === 0)).toBe(true);
    const left = await client.ask("select name from system.tables where name like '_formwork_loading%' format CSV");
    expect(left).toEqual([]);
  });

  test('whatever fails where all columns come, no row is lost, and the next load leaves each once', async () => {
    await client.ask('create table all_come (id Int64, level Nullable(UInt8)) engine = MergeTree() order by id');
    const rows = () =>
      streamFrom(columns, [
        ['1', '1'],
        ['2', '20'],
        ['3', null],
      ]);
    const target = { table: table('all_come'), mode: 'upsert', keys: ['id'] } as const;
    const ids = async () => (await client.ask('select distinct id from all_come order by id format CSV')).flat();
    for (let failing = 1; ; failing += 1) {
      await client.ask('truncate table all_come');
      await client.ask('insert into all_come (id, level) values (1, 1), (2, 2), (4, null)');
      let asked = 0;
      const breaking: ClickhouseClient = {
        ...client,
        ask: (sql, options) =>
          !/^(?:select|drop) /.test(sql) && ++asked === failing
            ? Promise.reject(new Error('broken off'))
            : client.ask(sql, options),
      };
      const done = await loadInto(breaking, (of) => endpoint.columns(of), target, rows(), undefined).then(
        () => true,
        () => false,
      );
      expect(await ids(), `statement ${failing}`).toEqual(expect.arrayContaining(['1', '2', '4']));
      await endpoint.load(target, rows());
      expect(await rowsIn('all_come'), `statement ${failing}`).toEqual([
        ['1', '1'],
        ['2', '20'],
        ['3', null],
        ['4', null],
      ]);
      if (done) break;
    }
  });

  test('loads at the same time take no rows from each other', async () => {
    await client.ask('create table shared (id Int64, level Nullable(UInt8)) engine = MergeTree() order by id');
    const target = { table: table('shared'), mode: 'upsert', keys: ['id'] } as const;
    /** A load that waits ahead of the first statement which begins so. */
    const heldAt = async (begins: string, rows: (string | null)[][], mode: LoadTarget['mode'] = 'upsert') => {
      const [there, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const waiting: ClickhouseClient = {
        ...client,
        ask: async (sql, options) => {
          if (sql.startsWith(begins)) {
            there.resolve();
            await free.promise;
          }
          return client.ask(sql, options);
        },
      };
      const columnsThere = (of: { schema: string; name: string }) => endpoint.columns(of);
      const done = loadInto(waiting, columnsThere, { ...target, mode }, streamFrom(columns, rows), undefined);
      await Promise.race([there.promise, done]);
      return () => {
        free.resolve();
        return done;
      };
    };
    const begin = async () => {
      await client.ask('truncate table shared');
      await client.ask('insert into shared (id, level) values (1, 1), (2, 2)');
    };
    const one = [
      ['1', '10'],
      ['3', '30'],
    ];
    // 1 was there before: the first takes away what the second brings
    for (const level of ['11', '1'])
      for (const turned of [false, true]) {
        await begin();
        const first = await heldAt('alter table ', one);
        const second = await heldAt('alter table ', [
          ['1', level],
          ['4', '40'],
        ]);
        for (const go of turned ? [second, first] : [first, second]) await go();
        const rows = await rowsIn('shared');
        expect(
          rows.map(([id]) => id),
          `${level} ${turned}`,
        ).toEqual(['1', '2', '3', '4']);
        expect(['10', level]).toContain(rows[0]![1]);
      }
    // neither knows of the other's: both are there until the next load
    await begin();
    const both = [await heldAt('insert into `default`.`shared`', one)];
    both.push(await heldAt('insert into `default`.`shared`', [['1', '11']]));
    await Promise.all(both.map((go) => go()));
    expect(new Set((await rowsIn('shared')).map(([id]) => id))).toEqual(new Set(['1', '2', '3']));
    await load('shared', 'upsert', one, { keys: ['id'] });
    expect(await rowsIn('shared')).toEqual([
      ['1', '10'],
      ['2', '2'],
      ['3', '30'],
    ]);
    // what is not among the rows of a mirror goes, but not what comes meanwhile
    await begin();
    const mirror = await heldAt('alter table ', one, 'mirror');
    await load('shared', 'upsert', [['4', '40']], { keys: ['id'] });
    await mirror();
    expect(await rowsIn('shared')).toEqual([...one, ['4', '40']]);
    const left = await client.ask("select name from system.tables where name like '_formwork_loading%' format CSV");
    expect(left).toEqual([]);
  });

  test('where the engine makes one row of several, whenever it does, rows become what comes', async () => {
    const engines = {
      by_version: 'ReplacingMergeTree(level) order by id',
      summed: 'SummingMergeTree() order by id',
      unsorted: 'ReplacingMergeTree() order by level',
      kept_last: 'ReplacingMergeTree() order by id',
    };
    for (const [name, engine] of Object.entries(engines)) {
      await client.ask(`create table ${name} (id Int64, level UInt8) engine = ${engine}`);
      await client.ask(`insert into ${name} (id, level) values (1, 9), (2, 2)`);
      const merging: ClickhouseClient = {
        ...client,
        ask: async (sql, options) => {
          const answer = await client.ask(sql, options);
          if (sql.startsWith('insert into ')) await client.ask(`optimize table ${name} final`);
          return answer;
        },
      };
      const columnsThere = (of: { schema: string; name: string }) => endpoint.columns(of);
      const into = (mode: LoadTarget['mode'], rows: string[][]) =>
        loadInto(
          merging,
          columnsThere,
          { table: table(name), mode, keys: ['id'] },
          streamFrom(columns, rows),
          undefined,
        );
      await into('upsert', [
        ['1', '3'],
        ['3', '30'],
        ['3', '4'],
      ]);
      expect(await rowsIn(name), name).toEqual([
        ['1', '3'],
        ['2', '2'],
        ['3', '4'],
      ]);
      await into('mirror', [['1', '1']]);
      expect(await rowsIn(name), name).toEqual([['1', '1']]);
    }
  });

  test('rows without a key stay where rows change by key', async () => {
    await client.ask(
      'create table loose (id Nullable(Int64), level Nullable(UInt8), note String) engine = MergeTree() order by tuple()',
    );
    await client.ask("insert into loose (id, level, note) values (null, 1, 'none'), (2, 2, 'two')");
    await load('loose', 'upsert', [['2', '20']], { keys: ['id'] });
    expect(await rowsIn('loose')).toEqual([
      [null, '1', 'none'],
      ['2', '20', 'two'],
    ]);
    await client.ask(
      'create table looser (id Nullable(Int64), level Nullable(UInt8)) engine = MergeTree() order by tuple()',
    );
    await client.ask('insert into looser (id, level) values (null, 1), (2, 2)');
    const rows = [
      ['2', '20'],
      [null, '5'],
    ];
    await load('looser', 'upsert', rows, { keys: ['id'] });
    const all = () => client.ask('select id, level from looser order by level format CSV');
    expect(await all()).toEqual([
      [null, '1'],
      [null, '5'],
      ['2', '20'],
    ]);
    // of a mirror they are what came
    await load('looser', 'mirror', rows, { keys: ['id'] });
    expect(await all()).toEqual([
      [null, '5'],
      ['2', '20'],
    ]);
  });

  test('what others change and cannot is not waited for', async () => {
    await client.ask('create table stuck (id Int64, level Nullable(UInt8)) engine = MergeTree() order by id');
    await client.ask('insert into stuck (id, level) values (1, 1)');
    await client.ask('alter table stuck delete where throwIf(id = 1) = 0');
    const wider: DataColumn[] = [...columns, { name: 'wind', type: 'integer', nullable: true }];
    const target: LoadTarget = { table: table('stuck'), mode: 'append', addColumns: true };
    expect(await endpoint.load(target, streamFrom(wider, [['2', '2', '4']]))).toEqual({ rows: 1 });
  });

  test('a load that broke off between its rows and its key is known by their number', async () => {
    await load('counted', 'create', [['1', '1']], { once: 'first' });
    const begun = (key: string, before: number, coming: number) =>
      client.ask(
        `insert into _formwork_load (key, state, before, coming) values ('${key}', 'begun', ${before}, ${coming})`,
      );
    // nothing had come
    await begun('second', 1, 1);
    expect(await load('counted', 'append', [['2', '2']], { once: 'second' })).toEqual({ rows: 1 });
    // all had come
    await begun('third', 1, 1);
    expect(await load('counted', 'append', [['2', '2']], { once: 'third' })).toEqual({ rows: 0, already: true });
    // somebody else wrote as well
    await begun('fourth', 1, 5);
    await expect(load('counted', 'append', [['3', '3']], { once: 'fourth' })).rejects.toMatchObject({
      code: 'etl.target.uncertain',
    });
    expect(await rowsIn('counted')).toHaveLength(2);
  });

  test('a user who may only read reads, and writes nothing', async () => {
    const id = await connect({ ...clickhouse!.settings, user: 'reader' });
    const reader = await openEndpoint(ctx(), id, { kind: 'test', id: '1' });
    expect((await reader.query('select count() as n from counted')).rows).toEqual([['2']]);
    expect((await reader.tables('default', 'counted'))[0]).toMatchObject({ rows: 2, kind: 'table' });
    await expect(
      reader.load({ table: table('counted'), mode: 'append' }, streamFrom(columns, [['9', '9']])),
    ).rejects.toMatchObject({ code: 'connections.test.rights' });
    expect(await rowsIn('counted')).toHaveLength(2);
  });

  test('a statement that fails in the midst of its rows is no answer', async () => {
    const sql = `select throwIf(number = 150000) as x, '${'x'.repeat(300)}' as y from system.numbers limit 200000`;
    const rows = await endpoint.read({ sql });
    await expect(collected(rows)).rejects.toMatchObject({
      code: 'etl.sql.failed',
      data: { message: expect.stringContaining('throwIf') as string },
    });
  });
});
