import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { expect, test } from 'vitest';
import type { Endpoint, LoadTarget, RowStream, TableName } from '../../../platform/engine/port.ts';
import { rowsOf, streamOf } from '../../../platform/engine/rows.ts';

type Rows = (string | null)[][];

export const collected = async ({ bytes }: RowStream): Promise<Rows> => {
  const rows: Rows = [];
  for await (const batch of rowsOf(bytes)) rows.push(...batch);
  return rows;
};

export const streamFrom = (columns: DataColumn[], rows: Rows): RowStream => ({
  columns,
  bytes: streamOf(Readable.from([rows])),
});

/** By their first value: endpoints hand rows out in any order. */
const ordered = (rows: Rows): Rows => rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));

export const weather: { columns: DataColumn[]; rows: Rows } = {
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'place "a"', type: 'text', nullable: true },
    { name: 'rain', type: 'decimal', nullable: true, precision: 10, scale: 2 },
    { name: 'day', type: 'date', nullable: true },
  ],
  rows: [
    ['1', 'Köln, "Süd"', '1.50', '2026-01-02'],
    ['2', '北京\nline two', '-0.25', null],
    ['3', '', null, '2026-03-04'],
    ['4', null, '99999999.99', '1999-12-31'],
    ['5', '\\N', '0.00', null],
  ],
};

interface Read {
  endpoint: Endpoint;
  table: TableName;
  quote: (name: string) => string;
  rows?: Rows;
  /** Where they are called otherwise, or are of other types; in the order of those of `weather`. */
  columns?: Pick<DataColumn, 'name' | 'type'>[];
  /** It has columns of its own besides, and the engine shows its numbers with all of their places. */
  isForm?: boolean;
}

const withoutNoughts = (rows: Rows): Rows =>
  rows.map((row) => row.map((value) => value?.replace(/^(-?\d+)\.0+$|^(-?\d+\.\d*?[1-9])0+$/, '$1$2') ?? null));

/** What every endpoint answers that can be read; `table` holds the rows of `weather`, whatever they were made of. */
export function readingSuite(of: () => Read): void {
  const rows = () => of().rows ?? weather.rows;
  const columnsOf = () => of().columns ?? weather.columns;
  const names = () => columnsOf().map(({ name }) => name);

  test('tells its tables and their columns', async () => {
    const { endpoint, table } = of();
    expect(await endpoint.schemas()).toContain(table.schema);
    expect((await endpoint.tables(table.schema)).map(({ name }) => name)).toContain(table.name);
    expect((await endpoint.tables(table.schema, 'no such table')).length).toBe(0);
    const columns = await endpoint.columns(table);
    const own = columns.filter(({ name }) => of().isForm !== true || names().includes(name));
    expect(own.map(({ name, type }) => [name, type])).toEqual(columnsOf().map(({ name, type }) => [name, type]));
    await expect(endpoint.columns({ ...table, name: 'nothing' })).rejects.toMatchObject({
      code: 'etl.table.not_found',
    });
  });

  test('reads a table whole, in part and from a value on', async () => {
    const { endpoint, table } = of();
    const [id = '', place = '', rain = ''] = names();
    const whole = await endpoint.read({ table, ...(of().isForm && { columns: names() }) });
    expect(whole.columns.map(({ name }) => name)).toEqual(names());
    expect(ordered(await collected(whole))).toEqual(ordered(rows()));
    // a database says how many digits a decimal has, of a table as of each of its rows
    const { precision, scale } = (await endpoint.columns(table)).find(({ name }) => name === rain)!;
    expect(whole.columns.find(({ name }) => name === rain)).toMatchObject(
      precision === undefined ? {} : { precision, scale },
    );
    const part = await collected(
      await endpoint.read({ table, columns: [rain, id], after: { column: id, value: '3' } }),
    );
    expect(withoutNoughts(part).map(([, one]) => one)).toEqual(['4', '5']);
    expect(await collected(await endpoint.read({ table, limit: 2 }))).toHaveLength(2);
    // an empty line is no row to everybody
    const { bytes } = await endpoint.read({ table, columns: [place] });
    expect((await text(bytes)).replace(/\n$/, '').split('\n')).not.toContain('');
  });

  test('answers one SELECT within limits, and nothing else', async () => {
    const { endpoint, table, quote } = of();
    const from = [table.schema, table.name].filter(Boolean).map(quote).join('.');
    const [first, second] = columnsOf();
    const id = quote(first!.name);
    const answer = await endpoint.query(
      `select ${id}, ${quote(second!.name)} from ${from} where ${id} < 3 order by ${id}`,
    );
    expect(answer.columns.map(({ name, type }) => [name, type])).toEqual([
      [first!.name, first!.type],
      [second!.name, 'text'],
    ]);
    expect(withoutNoughts(answer.rows)).toEqual(
      rows()
        .slice(0, 2)
        .map((row) => row.slice(0, 2)),
    );
    expect(await endpoint.query(`select * from ${from}`, { rows: 2 })).toMatchObject({
      cut: 'rows',
      rows: { length: 2 },
    });
    // where counts have no sign it is beyond an integer
    expect((await endpoint.describe(`select count(*) as n from ${from}`))[0]).toMatchObject({
      name: 'n',
      type: expect.stringMatching(/^(integer|decimal)$/) as string,
    });
    const two = await collected(await endpoint.read({ sql: `select ${id} from ${from} where ${id} = 2` }));
    expect(withoutNoughts(two)).toEqual([['2']]);
    for (const sql of [
      `delete from ${from}`,
      `select 1; delete from ${from}`,
      `select 1); delete from ${from}; --`,
      `drop table ${from}`,
      'select nothing from nowhere',
      'selec',
      '',
    ]) {
      await expect(endpoint.query(sql), sql).rejects.toMatchObject({
        code: expect.stringMatching(/^etl\.sql\.failed$|^connections\./) as string,
      });
      await expect(endpoint.read({ sql }).then(collected), sql).rejects.toMatchObject({
        code: expect.stringMatching(/^etl\.sql\.failed$|^connections\./) as string,
      });
    }
    expect((await collected(await endpoint.read({ table }))).length).toBe(weather.rows.length);
  });
}

/** What every endpoint does that can be written to. */
export function writingSuite(of: () => { endpoint: Endpoint; table: TableName }): void {
  const load = (mode: LoadTarget['mode'], rows: Rows, more: object = {}) => {
    const { endpoint, table } = of();
    return endpoint.load({ table, mode, ...more }, streamFrom(weather.columns, rows));
  };
  const there = async () => collected(await of().endpoint.read({ table: of().table }));

  test('makes a table, adds, changes by key and replaces', async () => {
    expect(await load('create', weather.rows, { keys: ['id'] })).toEqual({ rows: 5 });
    expect(ordered(await there())).toEqual(ordered(weather.rows));
    expect(await load('append', [['6', 'six', '6.00', null]])).toEqual({ rows: 1 });
    await load(
      'upsert',
      [
        ['6', 'SIX', '6.50', null],
        ['7', 'a', null, null],
        ['7', 'b', null, null],
      ],
      { keys: ['id'] },
    );
    expect(ordered((await there()).filter(([id]) => Number(id) > 5))).toEqual([
      ['6', 'SIX', '6.50', null],
      ['7', 'b', null, null],
    ]);
    await load('replace', weather.rows);
    expect(ordered(await there())).toEqual(ordered(weather.rows));
    expect(await load('append', [])).toEqual({ rows: 0 });
  });

  test('takes all rows or none, and says which row and column it refused', async () => {
    const bad: Rows = [
      ['8', 'fine', '1.00', null],
      ['9', 'bad', 'twelve', null],
      ['10', 'fine', '1.00', null],
    ];
    for (const mode of ['append', 'replace'] as const)
      await expect(load(mode, bad)).rejects.toMatchObject({
        code: 'etl.row.refused',
        data: { row: 2, column: 'rain' },
      });
    async function* breaks() {
      yield '11,a,1.00,\\N\n';
      throw new Error('the source went away');
    }
    await expect(
      of().endpoint.load(
        { table: of().table, mode: 'append' },
        { columns: weather.columns, bytes: Readable.from(breaks()) },
      ),
    ).rejects.toThrow('the source went away');
    expect(ordered(await there())).toEqual(ordered(weather.rows));
    await expect(
      of().endpoint.load(
        { table: of().table, mode: 'append' },
        streamFrom([{ name: 'none', type: 'text', nullable: true }], [['1']]),
      ),
    ).rejects.toMatchObject({ code: 'etl.target.columns' });
  });

  test('takes the rows of a key once', async () => {
    const one: Rows = [['20', 'once', '1.00', null]];
    expect(await load('append', one, { once: 'run 1' })).toEqual({ rows: 1 });
    expect(await load('append', one, { once: 'run 1' })).toEqual({ rows: 0, already: true });
    await expect(load('append', [['21', 'x', 'twelve', null]], { once: 'run 2' })).rejects.toMatchObject({
      code: 'etl.row.refused',
    });
    expect(await load('append', [['21', 'x', '1.00', null]], { once: 'run 2' })).toEqual({ rows: 1 });
    expect((await there()).filter(([id]) => Number(id) >= 20)).toHaveLength(2);
  });

  test('mirrors what comes: what is not among it goes', async () => {
    const before = ordered(await there());
    await load(
      'mirror',
      [weather.rows[0]!, ['2', 'other', null, null], ['2', 'the last counts', null, null], ['30', 'new', '1.00', null]],
      { keys: ['id'] },
    );
    expect(ordered(await there())).toEqual([
      weather.rows[0],
      ['2', 'the last counts', null, null],
      ['30', 'new', '1.00', null],
    ]);
    await load('replace', before);
  });

  test('keeps what rows were before: each stretch of time once', async () => {
    const { endpoint, table } = of();
    const past = { ...table, name: `${table.name}_past` };
    const into = (rows: Rows, columns = weather.columns, more: Partial<LoadTarget> = {}) =>
      endpoint.load({ table: past, mode: 'history', keys: ['id'], ...more }, streamFrom(columns, rows));
    await into(weather.rows);
    // the same again changes nothing
    await into(weather.rows);
    await into([
      ['1', 'moved', '1.50', '2026-01-02'],
      ['3', '', null, '2026-03-04'],
      ['9', 'new', null, null],
    ]);
    const rows = await collected(await endpoint.read({ table: past }));
    expect(rows).toHaveLength(7);
    const of1 = rows.filter(([id]) => id === '1').toSorted((one, next) => one[4]!.localeCompare(next[4]!));
    expect(of1.map((row) => row[1])).toEqual(['Köln, "Süd"', 'moved']);
    // it ends where the next one begins
    expect(of1[0]![5]).toBe(of1[1]![4]);
    expect(rows.filter((row) => row[5] === null)).toHaveLength(6);
    // a column that is new over here is added there, where it may be
    const wider = [...weather.columns, { name: 'wind', type: 'integer' as const, nullable: true }];
    await expect(into([['1', 'moved', '1.50', '2026-01-02', '4']], wider)).rejects.toMatchObject({
      code: 'etl.target.columns',
    });
    await into([['1', 'moved', '1.50', '2026-01-02', '4']], wider, { addColumns: true });
    expect((await endpoint.columns(past)).find(({ name }) => name === 'wind')).toMatchObject({ type: 'integer' });
    expect(await collected(await endpoint.read({ table: past }))).toHaveLength(8);
  });

  test('stops when it is told to, and leaves nothing', async () => {
    const before = (await there()).length;
    const stop = new AbortController();
    async function* endless() {
      for (let n = 100; ; n += 1) {
        if (n === 3_000) stop.abort(new Error('stopped'));
        yield `${n},x,1.00,\\N\n`;
        if (n > 3_000) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    await expect(
      of().endpoint.load(
        { table: of().table, mode: 'append' },
        { columns: weather.columns, bytes: Readable.from(endless()) },
        { signal: stop.signal },
      ),
    ).rejects.toThrow('stopped');
    expect((await there()).length).toBe(before);
  });
}
