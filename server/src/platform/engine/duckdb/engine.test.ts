import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { castText } from '@formwork/etl/sql.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineSession } from '../port.ts';
import { rowLine, rowsOf } from '../rows.ts';
import { startDuckdb } from './engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwork-engine-'));
let engine: Engine;
beforeAll(() => {
  engine = startDuckdb(path.join(folder, 'etl'), pino({ level: 'silent' }), { most: 2 });
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function within<T>(work: (session: EngineSession) => Promise<T>): Promise<T> {
  const session = await engine.open();
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

const awkward: (string | null)[][] = [
  ['1', 'a', '1.50', 'true', '2026-01-02', '2026-01-02 03:04:05.678901', '\\x00ff', '{"a": 1}'],
  ['2', '', null, 'false', null, null, null, null],
  ['9007199254740993', null, '-0.01', null, null, null, '\\x', null],
  ['4', '\\N', null, null, null, null, null, null],
  ['5', '\\.', null, null, null, null, null, null],
  ['6', 'a,"b"\nc\r\td\\', null, null, null, null, null, null],
  ['7', ' x ', null, null, null, null, null, null],
  ['8', '中文 🌧', null, null, null, null, null, null],
];
const collected = async (bytes: Readable) => {
  const rows: (string | null)[][] = [];
  for await (const batch of rowsOf(bytes)) rows.push(...batch);
  return rows;
};

describe('rows that travel', () => {
  test('come back as they were, in whatever pieces', async () => {
    const text = awkward.map(rowLine).join('');
    for (const size of [1, 2, 3, 7, 1_000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
        text.slice(n * size, (n + 1) * size),
      );
      const rows: (string | null)[][] = [];
      for await (const batch of rowsOf(Readable.from(pieces))) rows.push(...batch);
      expect(rows).toEqual(awkward);
    }
    const bytes = Buffer.from(text);
    const single = Readable.from(Array.from(bytes, (byte) => Buffer.from([byte])));
    expect(await collected(single)).toEqual(awkward);
  });
});

describe('the engine', () => {
  test('runs one SELECT of a person and nothing else', () =>
    within(async (session) => {
      for (const sql of [
        'create table x (a int)',
        'select 1; select 2',
        "copy (select 1) to 'x.csv'",
        "attach 'x.db'",
        "set memory_limit = '1GB'",
        'install httpfs',
        '',
      ])
        await expect(session.query(sql), sql).rejects.toMatchObject({ code: 'etl.sql.failed' });
      for (const sql of [
        "select * from read_csv('/etc/passwd')",
        "select * from '/etc/passwd'",
        "select * from glob('/etc/*')",
      ])
        await expect(session.query(sql), sql).rejects.toMatchObject({ code: 'etl.sql.failed' });
      await expect(session.run("copy (select 1) to '/tmp/formwork-engine.csv'")).rejects.toMatchObject({
        code: 'etl.sql.failed',
      });
    }));

  test('keeps one session from the files and tables of another', async () => {
    const [one, other] = await Promise.all([engine.open(), engine.open()]);
    await one.run(`copy (select 1 as a) to '${one.folder}/a.csv'`);
    await one.run('create table t as select 1 as a');
    expect((await one.query(`select * from '${one.folder}/a.csv'`)).rows).toEqual([['1']]);
    await expect(other.query(`select * from '${one.folder}/a.csv'`)).rejects.toMatchObject({ code: 'etl.sql.failed' });
    await expect(other.query('select * from t')).rejects.toMatchObject({ code: 'etl.sql.failed' });
    await one.close();
    expect(readdirSync(path.dirname(other.folder))).not.toContain(path.basename(one.folder));
    await other.close();
  });

  test('leaves nothing in its folder', () =>
    within(async (session) => {
      await session.fill('t', {
        columns: [{ name: 'n', type: 'integer', nullable: true }],
        bytes: Readable.from(['1\n']),
      });
      expect(await collected((await session.drain('select * from t')).bytes)).toEqual([['1']]);
      expect(readdirSync(session.folder)).toEqual([]);
    }));

  test('begins anew after its process died', async () => {
    const lost = await engine.open();
    const dying = lost.query('select count(*) from range(10000000000) a, range(1000) b');
    await engine.stop();
    await expect(dying).rejects.toMatchObject({ code: 'etl.engine.lost' });
    await lost.close();
    expect(await within((session) => session.query('select 1 as a'))).toMatchObject({ rows: [['1']] });
  });

  test('holds no more in memory than it may', () =>
    within(async (session) => {
      // more than the limit, spilt to its folder
      const { rows } = await session.query(
        "select count(*), max(h) >= '' from (select md5(range::varchar) as h from range(2000000) order by h)",
      );
      expect(rows[0]?.[0]).toBe('2000000');
    }));

  test('takes up no more of the disk than it may, and says so', async () => {
    const small = await engine.open({ spillMb: 16, memoryMb: 64 });
    try {
      await expect(
        small.run('create table wide as select md5(range::varchar) as h from range(20000000)'),
      ).rejects.toMatchObject({ code: 'etl.engine.disk', data: { most: expect.stringMatching(/\d.*B$/) } });
    } finally {
      await small.close();
    }
  });
});

test('numbers of more digits than most are read as they are, by the quick way too', async () => {
  const session = await engine.open();
  const numbers = [
    ...['1e5', '1E-3', 'NaN', '', '-0', ' 5 ', '5.', '.5', '+5', '12345678.00000000005', '99999999.99999999996'],
    ...['99999999.99999999994', '0.00000000005', '-0.00000000005', '-0.00000000004', '123456789.1', 'Infinity', '1e20'],
    ...['-99999999.9999999999', '100000000', '12345678901234567890.1234567891', '5e-11', '0x1F', '1_000'],
  ];
  const values = numbers.map((text) => `('${text}')`).join(', ');
  const odd = ['DECIMAL(38,10)', 'DECIMAL(20,2)', 'DECIMAL(38,0)', 'DECIMAL(30,20)', 'DECIMAL(12,2)'].map(
    (type) =>
      `select '${type}', said from given where ${castText('said', type)} is distinct from try_cast(said as ${type})`,
  );
  const { rows } = await session.query(`with given(said) as (values ${values}) ${odd.join(' union all ')}`);
  expect(rows).toEqual([]);
  await session.close();
});
