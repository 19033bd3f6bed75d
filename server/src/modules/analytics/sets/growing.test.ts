import { emptyDataSet, type DataSet, type SetField, type SetParameter } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openLog } from '../../../platform/open-log.ts';
import { startServer } from '../../../start.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { begun, released, rowsOf, setChart, shownTo, writeSet } from '../testing/sets.ts';

// A live data set of a table over there of which only what came or changed is read: what charts show is what stands in the table.

let server: TestServer;
let admin: Client;
let reader: Client;
let postgres: OtherPostgres;
let there: OtherPostgres['client'];
let connection: string;

const field = (id: string, kind: SetField['kind'], column = id): SetField => ({ id, column, title: { zh: id }, kind });
const fields = [
  field('key', 'number', 'id'),
  field('kind', 'text'),
  field('amount', 'number'),
  field('at', 'dateTime'),
];

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  [admin, reader] = [await server.as('admin'), await server.as('user2')];
  postgres = await startOtherPostgres();
  there = postgres.client;
  connection = await postgres.connect(admin, 'plant');
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

let tables = 0;

/** A table of three rows, the newest of two minutes ago, and a growing data set of it. */
async function scene(more: Partial<DataSet> = {}, columns = 'id int primary key') {
  const table = `stock${(tables += 1)}`;
  await there.query(`create table ${table} (${columns}, kind text, amount numeric(12, 2), at timestamptz);
    insert into ${table} values (1, 'a', 1, now() - interval '1 day'), (2, 'a', 2, now() - interval '1 hour'), (3, 'b', 4, now() - interval '2 minutes')`);
  const draft: DataSet = {
    ...emptyDataSet(),
    source: { is: 'table', connection, schema: 'public', table },
    fields,
    live: true,
    grows: { by: 'at', key: 'key' },
    ...more,
  };
  const id = await released(admin, 'dataset', await begun(admin, 'dataset', draft));
  // whoever follows releases reads it: a look that comes first would make two whole readings of it
  await vi.waitFor(async () => expect((await extractOf(id))?.wholeAt ?? null).not.toBeNull(), { timeout: 30_000 });
  return { id, table };
}

/** The same of a statement over the table. */
const sql = (said: (table: string) => string, parameters: SetParameter[] = []): Pick<DataSet, 'source'> => ({
  source: { is: 'sql', connection, sql: said(`stock${tables + 1}`), parameters },
});
const first = [
  ['a', '3'],
  ['b', '4'],
];

const byKind = (id: string) => setChart(id, { x: [{ field: 'kind' }], y: [{ field: 'amount', fn: 'sum' }] });
const extractOf = async (id: string) => (await admin.ok(setsApi.facts, { params: { datasetId: id } })).extract!;
/** Looked at until it shows so, as a page does. */
const shows = (id: string, rows: (string | null)[][], who = admin) =>
  vi.waitFor(async () => expect(await rowsOf(who, byKind(id))).toEqual(rows), { timeout: 30_000, interval: 200 });
/** What the row of its rows is made to say. */
const held = (id: string, part: string) =>
  server.platform.owner.query(`update space_demo.analytics_extract set ${part} where dataset = $1`, [id]);
const readWhole = async (id: string) => {
  const before = (await extractOf(id)).wholeAt;
  await admin.ok(setsApi.read, { params: { datasetId: id } });
  await vi.waitFor(async () => expect((await extractOf(id)).wholeAt).not.toBe(before), {
    timeout: 30_000,
    interval: 200,
  });
};

/** A reading that had begun before may end first: then it is read once more. */
const isRead = (id: string, as: object) =>
  vi.waitFor(
    async () => {
      await readWhole(id);
      expect(await extractOf(id)).toMatchObject(as);
    },
    { timeout: 120_000 },
  );

test('what came and what changed is seen without reading all; what went is seen once all is read', async () => {
  const { id, table } = await scene();
  await shows(id, [
    ['a', '3'],
    ['b', '4'],
  ]);
  const { wholeAt } = await extractOf(id);
  await there.query(`insert into ${table} values (4, 'c', 8, now())`);
  await shows(id, [
    ['a', '3'],
    ['b', '4'],
    ['c', '8'],
  ]);
  // again and again, in several changes: each row is there once
  await there.query(`update ${table} set kind = 'b', amount = 20, at = now() where id = 2`);
  await shows(id, [
    ['a', '1'],
    ['b', '24'],
    ['c', '8'],
  ]);
  await there.query(`update ${table} set amount = 30, at = now() where id = 2`);
  // with the mark of a row that was read already
  await there.query(`insert into ${table} select 5, 'd', 16, max(at) from ${table}`);
  await shows(id, [
    ['a', '1'],
    ['b', '34'],
    ['c', '8'],
    ['d', '16'],
  ]);
  const grown = await extractOf(id);
  expect(grown).toMatchObject({ wholeAt, notGrowing: null, rows: 3 });
  expect(grown.changes).toBeGreaterThanOrEqual(4);
  await there.query(`delete from ${table} where id = 1`);
  await readWhole(id);
  await shows(id, [
    ['b', '34'],
    ['c', '8'],
    ['d', '16'],
  ]);
  // joins of it see the same
  const join = await released(
    admin,
    'dataset',
    await begun(admin, 'dataset', {
      ...emptyDataSet(),
      source: {
        is: 'join',
        first: { as: 'p0', of: sourceOfSet(id) },
        joins: [{ as: 'p1', of: sourceOfSet(id), kind: 'left', on: [{ part: 'p0', from: 'key', field: 'key' }] }],
      },
      fields: fields.map((one) => ({ ...one, column: `p${one.id === 'kind' ? 1 : 0}.${one.id}` })),
    }),
  );
  await there.query(
    `update ${table} set kind = 'e', at = now() where id = 5; insert into ${table} values (6, 'f', 32, now())`,
  );
  const now = [
    ['b', '34'],
    ['c', '8'],
    ['e', '16'],
    ['f', '32'],
  ];
  await shows(id, now);
  await shows(join, now);
});

test('rows without a mark or key are seen once all is read, and count once', async () => {
  const { id, table } = await scene({}, 'id int');
  await shows(id, [
    ['a', '3'],
    ['b', '4'],
  ]);
  await there.query(`insert into ${table} values (null, 'x', 1, now()), (7, 'y', 1, null), (8, 'z', 1, now())`);
  const seen = [
    ['a', '3'],
    ['b', '4'],
    ['z', '1'],
  ];
  await shows(id, seen);
  await readWhole(id);
  const all = [
    ['a', '3'],
    ['b', '4'],
    ['x', '1'],
    ['y', '1'],
    ['z', '1'],
  ];
  await shows(id, all);
  await there.query(`update ${table} set amount = 2, at = now() where id = 8`);
  await shows(id, [...all.slice(0, 4), ['z', '2']]);
});

test('where several rows have one key all is read each time, and that is said', async () => {
  const { id, table } = await scene({ grows: { by: 'at', key: 'kind' } });
  await shows(id, [
    ['a', '3'],
    ['b', '4'],
  ]);
  expect(await extractOf(id)).toMatchObject({ notGrowing: 'key', changes: 0 });
  await there.query(`delete from ${table} where id = 3`);
  await shows(id, [['a', '3']]);
});

test('too many changes are read into one whole in the background; another release is read whole', async () => {
  const { id, table } = await scene();
  await shows(id, [
    ['a', '3'],
    ['b', '4'],
  ]);
  const { wholeAt } = await extractOf(id);
  await there.query(`insert into ${table} select n, 'm', 1, now() from generate_series(101, 1300) n`);
  const many = [
    ['a', '3'],
    ['b', '4'],
    ['m', '1200'],
  ];
  await shows(id, many);
  await vi.waitFor(
    async () => {
      expect(await rowsOf(admin, byKind(id))).toEqual(many);
      expect(await extractOf(id)).toMatchObject({ rows: 1203 });
    },
    { timeout: 30_000, interval: 200 },
  );
  expect((await extractOf(id)).wholeAt).not.toBe(wholeAt);
  await there.query(`alter table ${table} add column place text default 'here'`);
  await writeSet(admin, id, { fields: [...fields, field('place', 'text')] });
  await released(admin, 'dataset', id);
  const places = setChart(id, { x: [{ field: 'place' }], y: [{ field: '', fn: 'count' }] });
  expect(await rowsOf(admin, places)).toEqual([['here', '1203']]);
  await there.query(`insert into ${table} values (9, 'n', 1, now(), 'there')`);
  await vi.waitFor(
    async () =>
      expect(await rowsOf(admin, places)).toEqual([
        ['here', '1203'],
        ['there', '1'],
      ]),
    { timeout: 30_000, interval: 200 },
  );
});

test('while it is read whole, what is committed in between is not lost', async () => {
  const { id, table } = await scene();
  await shows(id, [
    ['a', '3'],
    ['b', '4'],
  ]);
  for (let at = 0; at < 3; at += 1) {
    await admin.ok(setsApi.read, { params: { datasetId: id } });
    await there.query(`insert into ${table} values (${20 + at}, 'c', 1, now())`);
  }
  await shows(id, [
    ['a', '3'],
    ['b', '4'],
    ['c', '3'],
  ]);
});

test('rules hold on what came as well', async () => {
  const { id, table } = await scene({
    rules: [
      {
        id: 'r1',
        subject: { kind: 'person', id: reader.id },
        where: { field: 'kind', operator: 'eq', value: 'a' },
        own: null,
        hides: ['at'],
      },
    ],
  });
  await shownTo(admin, 'dataset', id, 'use', reader);
  await shows(id, [['a', '3']], reader);
  await there.query(`insert into ${table} values (4, 'a', 8, now()), (5, 'b', 8, now())`);
  await shows(id, [['a', '11']], reader);
  await there.query(`update ${table} set kind = 'b', at = now() where id = 4`);
  await shows(id, [['a', '3']], reader);
  await shows(id, [
    ['a', '3'],
    ['b', '20'],
  ]);
});

test('every process shows the same, and one that begins later too', async () => {
  const { id, table } = await scene({
    source: { is: 'sql', connection, sql: `select *, id + 0 as "ID 2" from stock${tables + 1}`, parameters: [] },
    fields: [field('key', 'number', 'ID 2'), ...fields.slice(1)],
  });
  const second = await startServer(
    { ...server.platform.config, databaseUrl: server.databaseUrl, role: 'web', port: 0 },
    openLog(server.platform.config),
  );
  try {
    const other = await signIn(second.url ?? '', 'admin');
    await shows(id, first);
    await shows(id, first, other);
    for (const n of [11, 12, 13]) await there.query(`insert into ${table} values (${n}, 'c', 1, now())`);
    const then = [...first, ['c', '3']];
    await Promise.all([shows(id, then), shows(id, then, other)]);
    await there.query(`update ${table} set amount = 5, at = now() where id = 12`);
    await Promise.all([shows(id, [...first, ['c', '7']], other), shows(id, [...first, ['c', '7']])]);
    const third = await startServer(
      { ...server.platform.config, databaseUrl: server.databaseUrl, role: 'web', port: 0 },
      openLog(server.platform.config),
    );
    try {
      expect(await rowsOf(await signIn(third.url ?? '', 'admin'), byKind(id))).toEqual([...first, ['c', '7']]);
    } finally {
      await third.stop();
    }
  } finally {
    await second.stop();
  }
});

test('numbers with more digits than those before are not rounded', async () => {
  const { id, table } = await scene(sql((of) => `select id, kind, amount::numeric as amount, at from ${of}`));
  await shows(id, first);
  await there.query(`alter table ${table} alter amount type numeric`);
  await there.query(`insert into ${table} values (4, 'c', 0.0000000123, now()), (5, 'a', 1234567890123456.5, now())`);
  // no answer on the way fails
  for (let rows: Awaited<ReturnType<typeof rowsOf>> = first; rows.length < 3;) {
    rows = await rowsOf(admin, byKind(id));
    if (rows.length < 3) expect(rows).toEqual(first);
  }
  const all = [
    ['a', '1234567890123459.5'],
    ['b', '4'],
    ['c', '0.0000000123'],
  ];
  await shows(id, all);
  // the same as one: changes that came before a room was filled
  await there.query(`insert into ${table} values (6, 'c', 1, now())`);
  await shows(id, [...all.slice(0, 2), ['c', '1.0000000123']]);
  const most = { x: [{ field: 'kind' }], y: [{ field: 'amount', fn: 'max' as const }] };
  expect(await rowsOf(admin, setChart(id, most))).toEqual([
    ['a', '1234567890123456.5'],
    ['b', '4'],
    ['c', '1'],
  ]);
  await readWhole(id);
  await shows(id, [...all.slice(0, 2), ['c', '1.0000000123']]);
});

test('kinds of a text that were not there before are seen, and too many of them as well', async () => {
  const { id, table } = await scene();
  await shows(id, first);
  await there.query(`insert into ${table} values (4, '', 8, now()), (5, 'c', 16, now())`);
  await shows(id, [...first, ['c', '16'], [null, '8']]);
  await there.query(`update ${table} set kind = 'd', at = now() where id = 5`);
  await shows(id, [...first, ['d', '16'], [null, '8']]);
  await there.query(`insert into ${table} select 100 + n, 'k' || n, 1, now() from generate_series(1, 300) n`);
  await vi.waitFor(async () => expect(await rowsOf(admin, byKind(id))).toHaveLength(304), { timeout: 30_000 });
});

test('who died while reading leaves what was there, and the next one goes on', async () => {
  const { id, table } = await scene();
  await shows(id, first);
  const hold = (part: string) => held(id, part);
  // a whole reading that never ends keeps nobody from seeing what is new
  await hold("busy_until = now() + interval '10 minutes'");
  await there.query(`insert into ${table} values (4, 'c', 8, now())`);
  await shows(id, [...first, ['c', '8']]);
  await hold("busy_until = null, delta_until = now() + interval '1 second'");
  await there.query(`insert into ${table} values (5, 'd', 8, now())`);
  await shows(id, [...first, ['c', '8'], ['d', '8']]);
  // files that are gone, as after a restore, are read anew
  const { rows } = await server.platform.owner.query(
    'select file from space_demo.analytics_extract where dataset = $1',
    [id],
  );
  await server.platform.files.remove(rows[0].file);
  await there.query(`insert into ${table} values (6, 'e', 8, now())`);
  await shows(id, [...first, ['c', '8'], ['d', '8'], ['e', '8']]);
});

test('what comes with the mark of many rows is seen, or all are read where they are too many', async () => {
  const { id, table } = await scene({
    ...sql((of) => `select id, kind, amount, at::date as at from ${of}`),
    fields: [...fields.slice(0, 3), field('at', 'date')],
  });
  const add = (kind: string, from: number, to: number) =>
    there.query(`insert into ${table} select n, '${kind}', 1, now() from generate_series(${from}, ${to}) n`);
  await add('m', 1_001, 13_000);
  await readWhole(id);
  expect(await extractOf(id)).toMatchObject({ notGrowing: null });
  await add('n', 20_000, 20_000);
  await shows(id, [...first, ['m', '12000'], ['n', '1']]);
  await add('m', 100_001, 190_000);
  await isRead(id, { notGrowing: 'mark' });
  await add('n', 20_001, 20_001);
  await shows(id, [...first, ['m', '102000'], ['n', '2']]);
  // days later none comes with it any more
  await there.query(`update ${table} set at = now() - interval '5 days'`);
  await isRead(id, { notGrowing: null });
  await add('n', 20_002, 20_002);
  await shows(id, [...first, ['m', '102000'], ['n', '3']]);
  expect(await extractOf(id)).toMatchObject({ notGrowing: null, changes: 1 });
});

test.each([
  ['date', 'at::date'],
  ['dateTime', "at at time zone 'America/Los_Angeles'"],
] as const)('a %s that lies ahead keeps back nothing: %s', async (kind, said) => {
  const { id, table } = await scene({
    ...sql((of) => `select id, kind, amount, ${said} as at from ${of}`),
    fields: [...fields.slice(0, 3), field('at', kind)],
  });
  await there.query(`insert into ${table} values (9, 'f', 1, '2099-01-01')`);
  await readWhole(id);
  for (const n of [11, 12]) {
    await there.query(`insert into ${table} values (${n}, 'g', 1, now())`);
    await shows(id, [...first, ['f', '1'], ['g', String(n - 10)]]);
  }
});

test('what went back to what it was before is seen so', async () => {
  const { id, table } = await scene();
  await shows(id, first);
  for (const kind of ['x', 'y', 'x']) {
    // its mark is the highest, and stays
    await there.query(`update ${table} set kind = '${kind}' where id = 3`);
    await shows(id, [first[0]!, [kind, '4']]);
  }
});

test('what cannot be read of new rows takes no whole reading with it', async () => {
  await there.query(`create function fine() returns boolean language plpgsql as $$ begin
      if current_query() like '%grown.%' then raise exception 'no'; end if;
      return true;
    end $$`);
  const { id, table } = await scene(sql((of) => `select * from ${of} where fine()`));
  await shows(id, first);
  await there.query(`insert into ${table} values (4, 'c', 8, now())`);
  await readWhole(id);
  await shows(id, [...first, ['c', '8']]);
});

test('contents that could not be kept are removed', async () => {
  const { id, table } = await scene();
  await shows(id, first);
  const { owner, files } = server.platform;
  await owner.query(`create function space_demo.keeps_nothing() returns trigger language plpgsql as $$ begin
      if new.dataset = '${id}' and (new.file is distinct from old.file or new.deltas is distinct from old.deltas) then raise exception 'no'; end if;
      return new;
    end $$;
    create trigger keeps_nothing before update on space_demo.analytics_extract for each row execute function space_demo.keeps_nothing()`);
  const [put, removed] = [vi.spyOn(files, 'put'), vi.spyOn(files, 'remove')];
  try {
    await there.query(`insert into ${table} values (4, 'c', 8, now())`);
    await vi.waitFor(
      async () => {
        expect(await rowsOf(admin, byKind(id))).toEqual(first);
        const made = await Promise.all(put.mock.results.map(async ({ value }) => (await value).key));
        // what came, and then all of it
        expect(made.length).toBeGreaterThan(1);
        expect(removed.mock.calls.flat()).toEqual(expect.arrayContaining(made));
      },
      { timeout: 30_000, interval: 200 },
    );
  } finally {
    put.mockRestore();
    removed.mockRestore();
    await owner.query('drop function space_demo.keeps_nothing cascade');
  }
});

test('all is read again on another day where the statement is set to days, and after a day in any case', async () => {
  const day: SetParameter = { id: 'p1', name: 'today', kind: 'date', value: '', moment: 'today' };
  const zone = zoneOf(server.platform, 'demo');
  for (const [more, wholeAt] of [
    [
      sql((of) => `select * from ${of} where at <= :today + 1`, [day]),
      `date_trunc('day', now(), '${zone}') - interval '1 s'`,
    ],
    [{}, `now() - interval '25 hours'`],
  ] as const) {
    const { id, table } = await scene(more);
    await shows(id, first);
    await there.query(`delete from ${table} where id = 1`);
    await held(id, `whole_at = ${wholeAt}`);
    await shows(id, [['a', '2'], first[1]!]);
  }
});

test('a number that is far too high keeps back nothing that comes below it', async () => {
  const { id, table } = await scene({ grows: { by: 'amount', key: 'key' } });
  await shows(id, first);
  await there.query(`insert into ${table} values (4, 'c', 1000000000, now())`);
  await shows(id, [...first, ['c', '1000000000']]);
  const { wholeAt } = await extractOf(id);
  await there.query(`insert into ${table} values (5, 'b', 5, now())`);
  await shows(id, [
    ['a', '3'],
    ['b', '9'],
    ['c', '1000000000'],
  ]);
  expect((await extractOf(id)).wholeAt).toBe(wholeAt);
});

test('a mark of another name over there is read whole', async () => {
  const { id, table } = await scene();
  await shows(id, first);
  await there.query(`alter table ${table} rename column at to changed`);
  await there.query(`insert into ${table} values (4, 'c', 8, now())`);
  await shows(id, [...first, ['c', '8']]);
  expect(await extractOf(id)).toMatchObject({ notGrowing: 'mark', gone: ['at'], error: null });
});

test('nobody waits for one who died while reading what is new', async () => {
  const { id, table } = await scene();
  await shows(id, first);
  await there.query(`insert into ${table} values (4, 'c', 8, now())`);
  await held(id, "delta_until = now() + interval '10 minutes', read_at = read_at - interval '1 minute'");
  expect(await rowsOf(admin, byKind(id))).toEqual(first);
  await held(id, 'delta_until = null');
  await shows(id, [...first, ['c', '8']]);
});

test('fields that cannot say it are refused before a release', async () => {
  const problemsOf = async (grows: DataSet['grows']) => {
    const id = await begun(admin, 'dataset', { ...emptyDataSet(), fields, live: true, grows });
    const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: 'dataset', id } });
    return problems.map(({ code }) => code);
  };
  expect(await problemsOf({ by: 'at', key: 'key' })).not.toContain('analytics.set.grows_gone');
  for (const grows of [
    { by: 'kind', key: 'key' },
    { by: 'at', key: 'gone' },
  ])
    expect(await problemsOf(grows)).toContain('analytics.set.grows_gone');
});
