import { randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataSet, SetField } from '@formwork/contract/analytics/dataset.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDuckdb } from '../../../platform/engine/duckdb/engine.ts';
import type { Engine, EngineSession } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { clusterAddress, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { askedAbove, askedFields, askedRows, questions } from '../testing/questions.ts';
import { ask, fileSet, rowsOf, setChart, shownTo } from '../testing/sets.ts';
import { setAnswer, setStatement } from './set-sql.ts';
import { clusterAt } from './shared/cluster.ts';
import { readyTable, type SharedRows } from './shared/rooms.ts';
import { lookedAt } from './shared/rows-file.ts';
import { createTable, insertInto, insertSettings, roomName, roomy, rowsAfter } from './shared/tables.ts';
import { clickhouseWords } from './words/clickhouse.ts';
import { duckdbWords } from './words/duckdb.ts';
import type { SetColumn } from './words/words.ts';

// Questions to data sets in a ClickHouse. `npm run engines -- http://...` names one, which is held against the embedded engine.

const fields: SetField[] = [
  { id: 'day', column: 'day', title: { zh: '日期' }, kind: 'date' },
  { id: 'at', column: 'at', title: { zh: '时间' }, kind: 'dateTime' },
  { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' },
  { id: 'owner', column: 'owner', title: { zh: '负责人' }, kind: 'text' },
  { id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' },
  { id: 'cost', column: 'cost', title: { zh: '费用' }, kind: 'number' },
  { id: 'done', column: 'done', title: { zh: '完成' }, kind: 'boolean' },
  {
    id: 'rate',
    column: '',
    title: { zh: '单价' },
    kind: 'number',
    calc: {
      expression: 'a / b',
      parts: [
        { name: 'a', field: 'cost' },
        { name: 'b', field: 'hours' },
      ],
    },
  },
];

const csv = `day,at,line,owner,hours,cost,done
2026-01-05,2026-01-05 23:30:00,A,admin,1.5,10,true
2026-01-20,2026-01-20 00:10:00,A,user3,2,20,false
2026-02-05,2026-02-05 12:00:00,B,user3,4,,true
2026-02-21,,B,user2,8.25,80,
,2026-12-31 23:59:59,,user2,0.25,5,true
`;

test('where nobody answers the embedded engine does', async () => {
  const server = await startTestServer({ FORMWORK_ENGINE_CLICKHOUSE: 'http://127.0.0.1:1/?rows=0' });
  try {
    const admin = await server.as('admin');
    const id = await fileSet(admin, csv, { fields });
    const chart = setChart(id, { x: [{ field: 'line' }], y: [{ field: 'hours', fn: 'sum' }] });
    expect(await rowsOf(admin, chart)).toEqual([
      ['A', '3.5'],
      ['B', '12.25'],
      [null, '0.25'],
    ]);
  } finally {
    await server.stop();
  }
});

const given = process.env.FORMWORK_ENGINE_URL;
const address = given?.startsWith('http') ? clusterAddress(given) : undefined;
if (address !== undefined) {
  describe('every question', () => answersAlike(address));
  describe('every person', () => seesAlike(address));
  describe('rooms', () => sharesRooms(address));
}

function answersAlike(at: string): void {
  const cluster = clusterAt(at);
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-both-'));
  const table = `filling_both_${process.pid}`;
  const zone = 'Asia/Shanghai';
  let engine: Engine;
  let session: EngineSession;
  let there: Map<string, SetColumn>;

  beforeAll(async () => {
    engine = startDuckdb(folder, console as unknown as Parameters<typeof startDuckdb>[1]);
    session = await engine.open({ timeZone: zone });
    await session.run(`create table of_rows as select * exclude ("row") from (${askedRows}) order by "row"`);
    const file = path.join(session.folder, 'rows.parquet');
    await session.run(`copy of_rows to '${file}' (format parquet, compression zstd)`);
    const looked = await lookedAt(session, file);
    const columns = looked.columns.map(roomy);
    await cluster.ask(createTable(table, columns, ''));
    await cluster.ask(insertInto(table, columns, 0, zone), { rows: createReadStream(file), settings: insertSettings });
    there = new Map(
      columns.map(({ name, type, as }) => [
        name,
        { kind: type, sql: `r."${name}"`, ...(as && { as }), ...(type === 'dateTime' && { day: `r."${name} day"` }) },
      ]),
    );
  });
  afterAll(async () => {
    await cluster.ask(`drop table if exists ${table}`);
    await session.close();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(questions)('%s', async (_name, question) => {
    const options = { now: new Date(), zone, above: askedAbove };
    const here = setStatement(question, {
      ...options,
      from: 'from (select * from of_rows) r',
      columnOf: (field) => ({ kind: askedFields[field as keyof typeof askedFields], sql: `r."${field}"` }),
      words: duckdbWords,
    });
    const other = setStatement(question, {
      ...options,
      from: `from (select * from ${table}) r`,
      columnOf: (field) => there.get(field),
      words: clickhouseWords,
    });
    const answer = (rows: (string | null)[][]) => setAnswer(rows, question, here.reads, []);
    const said = await session.query(here.sql, { rows: 20_000 }).catch((error: unknown) => error);
    const found = answer(await cluster.ask(other.sql));
    // numbers that it has no room for are held against nothing by the embedded engine
    if (said instanceof AppError) expect(String(said.data?.message)).toMatch(/ to (type )?DECIMAL\(38,20\)/);
    else expect(found).toEqual(answer((said as { rows: (string | null)[][] }).rows));
  });
}

/** What the rights of each let through is the same wherever it is asked. */
function seesAlike(at: string): void {
  let servers: TestServer[];
  const logins = ['admin', 'user2', 'user3', 'user4'] as const;
  beforeAll(async () => {
    servers = [
      await startTestServer({ FORMWORK_ENGINE_CLICKHOUSE: '' }),
      await startTestServer({ FORMWORK_ENGINE_CLICKHOUSE: at }),
    ];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  const charts = (id: string): ChartDefinition[] => [
    setChart(id, { y: [{ field: '', fn: 'count' }] }),
    setChart(id, {
      x: [{ field: 'line' }],
      y: (['sum', 'avg', 'min', 'max', 'median', 'distinct', 'filled', 'empty'] as const).map((fn) => ({
        field: 'hours',
        fn,
      })),
    }),
    setChart(id, { x: [{ field: 'at', step: 'month' }], y: [{ field: 'cost', fn: 'sum' }] }),
    setChart(id, { x: [{ field: 'done' }], y: [{ field: 'rate', fn: 'avg' }] }),
    setChart(
      id,
      { row: [{ field: 'owner' }], column: [{ field: 'day', step: 'quarter' }], y: [{ field: 'hours', fn: 'sum' }] },
      { kind: 'pivot' },
    ),
    setChart(
      id,
      { row: fields.filter(({ id: of }) => of !== 'cost' && of !== 'rate').map((field) => ({ field: field.id })) },
      { kind: 'table' },
    ),
    setChart(id, { row: [{ field: 'line' }, { field: 'cost' }] }, { kind: 'table' }),
    setChart(id, { y: [{ field: 'hours' }] }, { kind: 'histogram' }),
    setChart(id, { x: [{ field: 'line' }], y: [{ field: 'hours' }] }, { kind: 'box' }),
    setChart(id, { y: [{ field: 'hours', fn: 'sum' }] }, { where: { field: 'cost', operator: 'gt', value: 9.5 } }),
    setChart(
      id,
      { y: [{ field: 'hours', fn: 'sum' }] },
      { where: { field: 'line', operator: 'contains', value: 'b' } },
    ),
  ];

  async function answers(server: TestServer): Promise<unknown[]> {
    const admin = await server.as('admin');
    const people = new Map<string, Client>();
    for (const login of logins) people.set(login, await server.as(login));
    const person = (login: string) => ({ kind: 'person' as const, id: people.get(login)!.id });
    const rules: DataSet['rules'] = [
      {
        id: 'r1',
        subject: person('user2'),
        where: { field: 'hours', operator: 'gte', value: 2 },
        own: null,
        hides: ['cost'],
      },
      {
        id: 'r2',
        subject: person('user2'),
        where: { field: 'line', operator: 'eq', value: 'A' },
        own: null,
        hides: ['cost', 'owner'],
      },
      { id: 'r3', subject: person('user3'), where: null, own: { field: 'owner', is: 'login' }, hides: [] },
    ];
    const id = await fileSet(admin, csv, { fields, rules });
    await shownTo(admin, 'dataset', id, 'use', ...logins.slice(1).map((login) => people.get(login)!));
    const found: unknown[] = [];
    for (const login of logins)
      for (const chart of charts(id)) {
        const { status, body } = await ask(people.get(login)!, chart);
        const { rows, totals, code } = body as { rows?: unknown; totals?: unknown; code?: string };
        found.push([login, status, rows, totals, code]);
      }
    return found;
  }

  test('sees the same rows and fields, and no others', async () => {
    const [here, there] = await Promise.all(servers.map(answers));
    expect(there).toEqual(here);
    // the rules did something
    expect(new Set(here!.map((one) => JSON.stringify((one as unknown[]).slice(1)))).size).toBeGreaterThan(15);
    const rooms = await clusterAt(at).ask(
      `select count() from system.tables where startsWith(name, 'room_') and total_rows = 5`,
    );
    expect(Number(rooms[0]![0])).toBeGreaterThan(0);
  });
}

/** Rows that several processes ask for at the same time, each after as many changes as it knows of. */
function sharesRooms(at: string): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ FORMWORK_ENGINE_CLICKHOUSE: at });
  });
  afterAll(() => server.stop());

  // change c makes rows 5c to 5c + 9 worth c + 2 and brings one more: each change touches some of what the one before did
  const changesSql = (from: number, to: number, type: string) =>
    `select id, (c + 2)::${type} as amount from range(${from}, ${to}) r(c), range(11) o(n), lateral (select case n when 10 then 1000 + c else c * 5 + n end as id)
      qualify row_number() over (partition by id order by c desc) = 1`;
  const first = 'select n as id, 1::DECIMAL(18,2) as amount from range(1000) r(n)';

  function rowsFor(key: string, since: number, type = 'DECIMAL(18,2)') {
    const made = { whole: 0, changes: 0 };
    const written = async (session: EngineSession, sql: string) => {
      const file = path.join(session.folder, `${randomUUID()}.parquet`);
      await session.run(`copy (${sql}) to '${file}' (format parquet)`);
      return file;
    };
    const rows: SharedRows = {
      key,
      zone: 'UTC',
      since,
      id: 'id',
      whole(session, isChanged) {
        made.whole += 1;
        const now = changesSql(0, since, type);
        return written(
          session,
          isChanged
            ? `select * from (${first}) where id not in (select id from (${now})) union all by name select * from (${now})`
            : first,
        );
      },
      changes(session, from) {
        made.changes += 1;
        return written(session, changesSql(from, since, type));
      },
    };
    return { rows, made };
  }

  /** What is there after so many changes, worked out row by row. */
  function outcome(since: number): string[] {
    const amounts = new Map(Array.from({ length: 1_000 }, (_, id) => [id, 1]));
    for (let change = 0; change < since; change += 1) {
      for (let n = 0; n < 10; n += 1) amounts.set(change * 5 + n, change + 2);
      amounts.set(1_000 + change, change + 2);
    }
    const all = [...amounts.values()];
    return [all.length, all.reduce((sum, one) => sum + one, 0)].map(String);
  }

  async function told(cluster: ReturnType<typeof clusterAt>, rows: SharedRows): Promise<unknown> {
    const table = await readyTable(server.platform, cluster, rows);
    const [row] = await cluster.ask(
      `select toString(count()), toString(sum(amount)) from (${rowsAfter(table, rows.since, rows.id)})`,
    );
    return row;
  }

  test('are made once, and nobody sees half a change', async () => {
    const processes = [clusterAt(at), clusterAt(at)];
    const key = randomUUID();
    const asked = [0, 3, 1, 0, 7, 2, 7, 40].flatMap((since) =>
      processes.map((cluster) => ({ cluster, since, ...rowsFor(key, since) })),
    );
    const answers = await Promise.all(asked.map(({ cluster, rows }) => told(cluster, rows)));
    expect(answers).toEqual(asked.map(({ since }) => outcome(since)));
    expect(asked.reduce((sum, { made }) => sum + made.whole, 0)).toBe(1);
    const name = roomName(key, 'UTC');
    const tables = await processes[0]!.ask(
      `select name from system.tables where startsWith(name, '${name}') order by name`,
    );
    expect(tables).toEqual([[`${name}0`], [`${name}0_changes`]]);
    // somebody who comes later reads nothing again
    const late = rowsFor(key, 7);
    expect(await told(clusterAt(at), late.rows)).toEqual(outcome(7));
    expect(late.made).toEqual({ whole: 0, changes: 0 });
  });

  test('what is gone is made anew, whatever was noted of it', async () => {
    const key = randomUUID();
    const name = `${roomName(key, 'UTC')}0`;
    expect(await told(clusterAt(at), rowsFor(key, 7).rows)).toEqual(outcome(7));
    // somebody died in the midst of dropping it
    await clusterAt(at).ask(`drop table ${name}`);
    expect(await told(clusterAt(at), rowsFor(key, 7).rows)).toEqual(outcome(7));
    for (const one of [name, `${name}_changes`]) await clusterAt(at).ask(`drop table ${one}`);
    expect(await told(clusterAt(at), rowsFor(key, 8).rows)).toEqual(outcome(8));
  });

  test('numbers with more digits than there is room for have a table of their own', async () => {
    const cluster = clusterAt(at);
    const key = randomUUID();
    expect(await told(cluster, rowsFor(key, 2).rows)).toEqual(outcome(2));
    expect(await told(cluster, rowsFor(key, 3, 'DECIMAL(20,4)').rows)).toEqual(outcome(3));
    expect(await told(cluster, rowsFor(key, 4, 'DECIMAL(20,4)').rows)).toEqual(outcome(4));
    expect(await told(clusterAt(at), rowsFor(key, 2).rows)).toEqual(outcome(2));
    const name = roomName(key, 'UTC');
    const tables = await cluster.ask(
      `select name from system.tables where startsWith(name, '${name}') and not endsWith(name, '_changes') order by name`,
    );
    expect(tables).toEqual([[`${name}0`], [`${name}3`]]);
  });
}
