import { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { expect, test } from 'vitest';
import type { Engine, TableSession } from '../port.ts';
import { allRows, streamOf } from '../rows.ts';

/** What an engine says in its own words. */
export interface EngineDialect {
  /** So many numbers from nought on, as the column `n`. */
  numbers(count: number): string;
  /** A statement that takes longer than anybody waits. */
  endless: string;
  /** Answers rows, and fails in the midst of them. */
  failing: string;
  /** Columns of which it has a type of its own; the others come back as texts. */
  ownTypes: ReadonlySet<DataColumn['type']>;
}

/** What every engine does, whichever it is. */
export function engineSuite(engine: () => Engine<TableSession>, dialect: EngineDialect): void {
  const within = async <T>(work: (session: TableSession) => Promise<T>, timeZone = 'Asia/Shanghai'): Promise<T> => {
    const session = await engine().open({ timeZone });
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  };

  test('takes rows in, tells its columns and hands the rows out again', () =>
    within(async (session) => {
      expect(await session.fill('t "1"', awkwardRows())).toEqual({ rows: awkward.length });
      const columns = await session.describe('select * from "t ""1"""');
      expect(columns.map(({ name, type }) => [name, type])).toEqual(
        awkwardColumns.map(({ name, type }) => [name, dialect.ownTypes.has(type) ? type : 'text']),
      );
      expect(columns[2]).toMatchObject({ precision: 10, scale: 2 });
      expect((await session.query('select * from "t ""1""" order by id')).rows).toEqual(awkward);
      const out = await session.drain('select * from "t ""1""" order by id -- all');
      expect(out.columns).toEqual(columns);
      expect(await allRows(out.bytes)).toEqual(awkward);
      expect(await allRows((await session.drain('select * from "t ""1""" where false')).bytes)).toEqual([]);
    }));

  test('keeps a moment, by the clock of its zone and by none', () =>
    within(async (session) => {
      const columns = [column('at', 'timestamptz'), column('on', 'timestamp'), column('day', 'date')];
      const rows = [
        ['2026-01-02 03:04:05+00', '2026-01-02 03:04:05', '2026-01-02'],
        ['2026-07-02 03:04:05.25-03:30', '1969-12-31 23:59:59.999999', '1901-02-03'],
        ['1986-06-01 00:00:00+09', '2000-01-01 00:00:00.1', '2299-12-30'],
      ];
      await session.fill('t', { columns, bytes: streamOf(Readable.from([rows])) });
      expect((await allRows((await session.drain('select * from t order by "at"')).bytes)).slice(1)).toEqual([
        ['2026-01-02 11:04:05+08', '2026-01-02 03:04:05', '2026-01-02'],
        ['2026-07-02 14:34:05.25+08', '1969-12-31 23:59:59.999999', '1901-02-03'],
      ]);
    }));

  test('cuts off at its limits', () =>
    within(async (session) => {
      const many = `select n, repeat('x', 100) as t from (${dialect.numbers(100_000)})`;
      expect(await session.query(many, { rows: 10 })).toMatchObject({ cut: 'rows', rows: { length: 10 } });
      const bytes = await session.query(many, { rows: 100_000, bytes: 10_000 });
      expect([bytes.cut, bytes.rows.length < 100]).toEqual(['bytes', true]);
    }));

  test('answers nothing but a SELECT', () =>
    within(async (session) => {
      for (const sql of ['create table x (a int)', 'drop table x', '', "set memory_limit = '1GB'"])
        await expect(session.query(sql), sql).rejects.toMatchObject({ code: 'etl.sql.failed' });
    }));

  test('keeps one session from the tables of another', async () => {
    const [one, other] = await Promise.all([engine().open(), engine().open()]);
    await one.fill('t', { columns: [column('n', 'integer')], bytes: Readable.from(['1\n']) });
    expect((await one.query('select * from t')).rows).toEqual([['1']]);
    await expect(other.query('select * from t')).rejects.toMatchObject({ code: 'etl.sql.failed' });
    await one.close();
    await other.close();
    await other.close();
  });

  test('stops what is cancelled or takes too long, and goes on', () =>
    within(async (session) => {
      await expect(session.query(dialect.endless, { ms: 1_000 })).rejects.toMatchObject({ code: 'etl.sql.time' });
      const stop = new AbortController();
      const running = session.query(dialect.endless, { signal: stop.signal, ms: 2_000 });
      stop.abort(new Error('stopped'));
      await expect(running).rejects.toThrow('stopped');
      expect((await session.query('select 1 as a')).rows).toEqual([['1']]);
    }));

  test('says what is wrong with rows, and keeps none of them', () =>
    within(async (session) => {
      const columns = [column('n', 'integer')];
      const bad = { columns, bytes: Readable.from(['1\n2\nthree\n']) };
      await expect(session.fill('t', bad)).rejects.toMatchObject({
        code: 'etl.sql.failed',
        data: { message: expect.stringMatching(/three|column n\b/) as string },
      });
      await expect(session.query('select * from t')).rejects.toMatchObject({ code: 'etl.sql.failed' });
      await session.fill('there', { columns, bytes: Readable.from(['1\n']) });
      await expect(session.fill('there', { columns, bytes: Readable.from(['1\n']) })).rejects.toMatchObject({
        code: 'etl.sql.failed',
      });
      expect((await session.query('select * from there')).rows).toEqual([['1']]);
      async function* breaks() {
        yield '1\n';
        throw new Error('the source went away');
      }
      await expect(session.fill('u', { columns, bytes: Readable.from(breaks()) })).rejects.toThrow(
        'the source went away',
      );
      await expect(session.query('select * from u')).rejects.toMatchObject({ code: 'etl.sql.failed' });
    }));

  test('stops where nobody reads on, and says that rows did not come to their end', () =>
    within(async (session) => {
      const out = await session.drain(dialect.numbers(1_000_000));
      for await (const chunk of out.bytes) {
        expect(chunk).toBeTruthy();
        break;
      }
      const rows = async () => allRows((await session.drain(dialect.failing)).bytes);
      await expect(rows()).rejects.toMatchObject({ code: 'etl.sql.failed' });
      expect((await session.query('select 1 as a')).rows).toEqual([['1']]);
    }));
}

const column = (name: string, type: DataColumn['type'], more: Partial<DataColumn> = {}): DataColumn => ({
  name,
  type,
  nullable: true,
  ...more,
});
const awkward: (string | null)[][] = [
  ['1', 'a', '1.50', 'true', '2026-01-02', '2026-01-02 03:04:05.678901', '\\x00ff', '{"a": 1}'],
  ['2', '', null, 'false', null, null, null, null],
  ['4', '\\N', null, null, null, null, null, null],
  ['5', '\\.', null, null, null, null, null, null],
  ['6', 'a,"b"\nc\r\td\\', null, null, null, null, null, null],
  ['7', ' x ', null, null, null, null, null, null],
  ['8', '中文 🌧', null, null, null, null, null, null],
  ['9007199254740993', null, '-0.01', null, null, null, '\\x', null],
];
const awkwardColumns = [
  column('id', 'integer'),
  column('a "b"', 'text'),
  column('price', 'decimal', { precision: 10, scale: 2 }),
  column('on', 'boolean'),
  column('day', 'date'),
  column('at', 'timestamp'),
  column('raw', 'bytes'),
  column('more', 'json'),
];
const awkwardRows = () => ({ columns: awkwardColumns, bytes: streamOf(Readable.from([awkward])) });
