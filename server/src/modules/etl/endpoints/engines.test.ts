import { getEventListeners } from 'node:events';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { freePort } from '../../../testing/free-port.ts';
import { ctxOf } from '../../../testing/ctx-of.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { openConnection, type OpenedConnections } from '../../connections/public.ts';
import { collected, readingSuite, streamFrom, weather, writingSuite } from '../testing/endpoint-suite.ts';
import { engineAt, runSql, startEngine, traits, type EngineAtTest } from '../testing/engines.ts';
import { momentOf } from './moments.ts';
import { openEndpoint } from './open.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  // one that an address names may lie anywhere
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: given === undefined ? '127.0.0.1' : '0.0.0.0/0,::/0' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const ctx = () => ctxOf(server, admin);
let made = 0;
const connectionTo = async ({ kind, settings, secrets }: Pick<EngineAtTest, 'kind' | 'settings' | 'secrets'>) => {
  const body = {
    kind,
    name: `${kind} ${++made}`,
    folder: null,
    settings: settings as never,
    secrets: secrets as never,
  };
  return (await admin.ok(connectionsApi.create, { body })).id;
};
const testOf = async (engine: Pick<EngineAtTest, 'kind' | 'settings' | 'secrets'>) => {
  const { state, code } = await admin.ok(connectionsApi.test, { params: { connectionId: await connectionTo(engine) } });
  return code ?? state;
};

const given = process.env.FORMWORK_ENGINE_URL;
// `npm run engines` names one, the tests have three
const engines =
  given === undefined
    ? (['postgres', 'mysql', 'clickhouse'] as const).map((kind) => ({ kind, start: startEngine[kind] }))
    : [engineAt(given)].map((engine) => ({ kind: engine.kind, start: () => Promise.resolve(engine) }));

for (const { kind, start } of engines) {
  const engine = await start();
  if (engine === undefined) test.skip(traits[kind].title);
  else describe(traits[kind].title, () => conforms(engine));
}

/** What every database does that the product reads from and writes to. */
function conforms(engine: EngineAtTest): void {
  const { kind, schema, settings, secrets } = engine;
  const { quote, endless, running } = traits[kind];
  const prefix = `formwork_${process.pid}`;
  const tableOf = (name: string) => ({ schema, name: `${prefix}_${name}` });
  const sqlOf = (name: string) => `${quote(schema)}.${quote(tableOf(name).name)}`;
  let endpoint: Endpoint;
  let second: Endpoint;
  let client: OpenedConnections[typeof kind];
  const run = (sql: string) => runSql(kind, client, sql);

  beforeAll(async () => {
    const id = await connectionTo(engine);
    endpoint = await openEndpoint(ctx(), id, { kind: 'test', id: '1' });
    second = await openEndpoint(ctx(), id, { kind: 'test', id: '1' });
    client = await openConnection(ctx(), id, [kind], { kind: 'test', id: '1' });
    await endpoint.load({ table: tableOf('weather'), mode: 'create' }, streamFrom(weather.columns, weather.rows));
  });
  afterAll(async () => {
    for (const { name } of (await endpoint?.tables(schema, prefix)) ?? [])
      await run(`drop table ${quote(schema)}.${quote(name)}`);
    await endpoint?.close();
    await second?.close();
    await client?.close();
    await engine.stop();
  });

  test('a connection is tested, and what is wrong with it is said', async () => {
    expect(await testOf(engine)).toBe('works');
    expect(await testOf({ kind, settings, secrets: { password: 'wrong' } })).toBe('connections.test.login');
    expect(await testOf({ kind, settings: { ...settings, user: 'nobody_here' }, secrets })).toBe(
      'connections.test.login',
    );
    const nowhere = { ...settings, database: 'formwork_nowhere' };
    expect(await testOf({ kind, settings: nowhere, secrets })).toMatch(/^connections\.test\.(database|rights)$/);
    const host = { ...settings, host: 'no-such-host.invalid' };
    expect(await testOf({ kind, settings: host, secrets })).toBe('connections.test.host');
    if (!engine.plain) return;
    expect(await testOf({ kind, settings: { ...settings, port: await freePort() }, secrets })).toBe(
      'connections.test.port',
    );
    const tls = { ...settings, tls: true };
    expect(await testOf({ kind, settings: tls, secrets })).toBe('connections.test.tls');
  });

  readingSuite(() => ({ endpoint, table: tableOf('weather'), quote }));
  writingSuite(() => ({ endpoint, table: tableOf('loaded') }));

  test('carries every type in and out', async () => {
    const columns: DataColumn[] = allTypes.map(([name, type, more]) => ({ name, type, nullable: true, ...more }));
    const rows = [
      ['1', ...allTypes.slice(1).map(([, , , value]) => value)],
      ['2', ...allTypes.slice(1).map(() => null)],
    ];
    await endpoint.load({ table: tableOf('types'), mode: 'create', keys: ['id'] }, streamFrom(columns, rows));
    const read = await endpoint.read({ table: tableOf('types') });
    const [full, empty] = (await collected(read)).toSorted(([one], [other]) => Number(one) - Number(other));
    expect(full!.map((value, at) => sameAs(allTypes[at]![1], value))).toEqual(
      rows[0]!.map((value, at) => sameAs(allTypes[at]![1], value)),
    );
    expect(empty).toEqual(rows[1]);
    const shown = await endpoint.query(`select * from ${sqlOf('types')} order by id`);
    expect(shown.rows[0]!.map((value, at) => sameAs(allTypes[at]![1], value))).toEqual(
      rows[0]!.map((value, at) => sameAs(allTypes[at]![1], value)),
    );
  });

  test('reads a table in ranges of its key, each row once', async () => {
    const count = 60;
    const numbered = Array.from({ length: count }, (_, n) => n);
    const keys: [string, ValueType, (n: number) => string, object?][] = [
      ['number', 'integer', (n) => String(n + 1)],
      ['far', 'integer', (n) => String(n ** 5 - 7_000)],
      ['exact', 'decimal', (n) => (n * 1.25 - 20).toFixed(2), { precision: 12, scale: 2 }],
      ['word', 'text', (n) => `${n % 2 ? 'a' : 'B'}'\\雨${(n * 37) % 101}`],
      ['day', 'date', (n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)],
      [
        'id',
        'uuid',
        (n) =>
          `${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`,
      ],
    ];
    for (const [name, type, value, more] of keys) {
      const table = tableOf(`by_${name}`);
      const columns: DataColumn[] = [
        { name: 'key', type, nullable: false, ...more },
        { name: 'note', type: 'text', nullable: true },
      ];
      const rows = numbered.map((n) => [value(n), n % 3 === 0 ? null : `n "${n}"`]);
      await endpoint.load({ table, mode: 'create', keys: ['key'] }, streamFrom(columns, rows));
      if (kind === 'mysql' || kind === 'postgres')
        await run(`analyze ${kind === 'mysql' ? 'table ' : ''}${sqlOf(`by_${name}`)}`);
      const ranges = await endpoint.ranges?.({ table, rows: 10 });
      if (kind === 'clickhouse' && (type === 'text' || type === 'uuid')) {
        expect(ranges, name).toBeUndefined();
        continue;
      }
      expect(ranges, name).toMatchObject({ key: 'key', still: kind === 'postgres' || kind === 'mysql' });
      const read: (string | null)[][] = [];
      let parts = 0;
      try {
        for (let range = await ranges!.next(undefined); range; range = await ranges!.next(range.upTo)) {
          read.push(...(await collected(await ranges!.read(range))));
          // what comes meanwhile is beyond where the reading ends, or it is of another state
          if (parts === 0)
            await second.load({ table, mode: 'append' }, streamFrom(columns, [[value(count + 5), 'late']]));
          parts += 1;
        }
      } finally {
        await ranges!.end();
      }
      const { upTo } = ranges!;
      const late = read.filter(([, note]) => note === 'late');
      expect(late.length, name).toBe(0);
      expect(new Set(read.map(([key]) => key)).size, name).toBe(count);
      expect(read.length, name).toBe(count);
      expect(parts, name).toBeGreaterThan(2);
      // who went on from a range that was read to its end reads the rest
      const again = await endpoint.ranges!({ table, rows: 10, earlier: { key: 'key', upTo } });
      expect(again).toMatchObject({ upTo });
      await again!.end();
    }
    // without a key, or with few rows
    expect(await endpoint.ranges!({ table: tableOf('by_number'), rows: 100_000 })).toBeUndefined();
    expect(await endpoint.ranges!({ table: tableOf('weather'), rows: 1 })).toBeUndefined();
  });

  test('reads what is new by a number, a moment, a day and a text', async () => {
    const columns: DataColumn[] = [
      { name: 'id', type: 'integer', nullable: false },
      { name: 'at', type: 'timestamptz', nullable: true },
      { name: 'day', type: 'date', nullable: true },
      { name: 'code', type: 'text', nullable: true },
    ];
    const rows = ['1', '2', '3'].map((n) => [n, `2026-03-0${n} 08:00:00+08`, `2026-03-0${n}`, `c'\\${n}`]);
    await endpoint.load({ table: tableOf('marks'), mode: 'create' }, streamFrom(columns, rows));
    const after = async (column: string, value: string, from = false) =>
      (await collected(await endpoint.read({ table: tableOf('marks'), after: { column, value, from } }))).map(
        ([id]) => id,
      );
    expect(await after('id', '1')).toEqual(['2', '3']);
    // as it was read before; moments of a database without zones have none
    const zoned = (await endpoint.columns(tableOf('marks')))[1]!.type === 'timestamptz';
    expect(await after('at', zoned ? '2026-03-02 00:00:00+00' : '2026-03-02 00:00:00')).toEqual(['3']);
    expect(await after('at', zoned ? '2026-03-02 08:00:00+08' : '2026-03-02 00:00:00', true)).toEqual(['2', '3']);
    expect(await after('day', '2026-03-01')).toEqual(['2', '3']);
    expect(await after('code', "c'\\1", true)).toEqual(['1', '2', '3']);
    expect(await after('code', "c'\\3")).toEqual([]);
  });

  test('a reading that is stopped ends over there as well', async () => {
    const stop = new AbortController();
    const reading = endpoint.query(endless, { signal: stop.signal, ms: 600_000 });
    const ended = expect(reading).rejects.toThrow();
    await vi.waitFor(async () => expect(Number(await run(running))).toBeGreaterThan(0), { timeout: 60_000 });
    stop.abort(new Error('stopped'));
    await ended;
    await vi.waitFor(async () => expect(Number(await run(running))).toBe(0), { timeout: 60_000 });
    // whenever it is stopped, also between two statements or while a connection is opened
    for (let ms = 0; ms < 40; ms += 2) {
      const early = new AbortController();
      setTimeout(() => early.abort(new Error('early')), ms);
      await expect(endpoint.query(endless, { signal: early.signal, ms: 600_000 })).rejects.toThrow();
    }
    await vi.waitFor(async () => expect(Number(await run(running))).toBe(0), { timeout: 60_000 });
    // what broke off is opened anew
    await endpoint.close();
    const id = await connectionTo(engine);
    endpoint = await openEndpoint(ctx(), id, { kind: 'test', id: '1' });
    // nobody listens any more for the end of one that was read
    const read = new AbortController();
    await collected(await endpoint.read({ table: tableOf('weather') }, { signal: read.signal }));
    expect(getEventListeners(read.signal, 'abort')).toEqual([]);
  });
}

/** Name, type, digits and a value of each type. */
const allTypes: [name: string, type: ValueType, more: Partial<DataColumn>, value: string][] = [
  ['id', 'integer', { nullable: false }, '1'],
  ['words', 'text', {}, '中文 "引号", \'单\' \\ \t\n𠮷'],
  ['big', 'integer', {}, '9223372036854775807'],
  ['money', 'decimal', { precision: 38, scale: 10 }, '-1234567890123456789012345678.0123456789'],
  ['ratio', 'double', {}, '1.5e-7'],
  ['yes', 'boolean', {}, 'true'],
  ['day', 'date', {}, '2026-02-28'],
  ['hour', 'time', {}, '23:59:58'],
  ['clock', 'timestamp', {}, '2026-01-02 03:04:05'],
  ['moment', 'timestamptz', {}, '2026-01-02 03:04:05+08'],
  ['key', 'uuid', {}, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['facts', 'json', {}, '{"a": [1, null, "字"]}'],
  ['raw', 'bytes', {}, '\\x00ff5c0a27'],
  ['many', 'list', {}, '[1, 2]'],
];

/** A value without what one database writes otherwise than another. */
function sameAs(type: ValueType, value: string | null): unknown {
  if (value === null) return null;
  if (type === 'double') return Number(value);
  if (type === 'boolean') return ['true', 't', '1'].includes(value);
  if (type === 'json' || type === 'list') return JSON.parse(value) as unknown;
  if (type === 'time') return value.slice(0, 8);
  if (type !== 'timestamp' && type !== 'timestamptz') return value;
  const { day, clock, fraction } = momentOf(value)!;
  return `${day} ${clock}${fraction.replace(/0+$/, '')}`;
}
