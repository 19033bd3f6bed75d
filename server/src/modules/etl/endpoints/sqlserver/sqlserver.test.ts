import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { expect, test } from 'vitest';
import type { Dialect, LoadTarget } from '../../../../platform/engine/port.ts';
import { freePort } from '../../../../testing/free-port.ts';
import { startTestServer } from '../../../../testing/server.ts';
import { nationalText } from '../names.ts';
import { notReading } from './sqlserver-guard.ts';
import {
  createTable,
  firstMisfit,
  firstRefused,
  loadStatements,
  mayCount,
  takeOnce,
  type ThereColumn,
} from './sqlserver-statements.ts';
import { columnOf, misfits, nativeFor, readAs, sentAs, valueOf, writtenAs } from './sqlserver-types.ts';
import { columnOf as columnOfClickhouse } from '../clickhouse/clickhouse-types.ts';
import { requireGiven } from '../target-columns.ts';
import { wordsOf } from '../words.ts';
import { gathered, nativeOf, selectOf } from './sqlserver.ts';
import { keyAt, rangeCondition } from './sqlserver-ranges.ts';

// No package brings a SQL Server: what it is told is looked at here, and the suite of all databases runs at one of yours by
// `npm run engines -- mssql://...`.

const there = (name: string, native: string, more: Partial<ThereColumn> = {}): ThereColumn => ({
  ...columnOf(name, native, true),
  collation: '',
  identity: false,
  ...more,
});

test('one SELECT is read, and nothing that does more', () => {
  for (const sql of [
    'select 1',
    'SELECT [update], "delete" from [drop] -- insert\n where a = \'; delete\'',
    'with a as (select 1 as n) select n from a order by n;',
    "/* a /* delete */ b */ select 'it''s', [a]]b] from t",
    'select deleted, created_at, updates from t',
    'select a from t order by a offset 10 rows fetch next 5 rows only',
    'select a from t order by a offset 10 rows fetch first (select 5) rows only',
    'select 0x1dbcc, $1.50, 1.5e3, t.e5, $partition.f(1) from t -- a\r\n',
  ])
    expect(notReading(sql), sql).toBeUndefined();
  for (const sql of [
    '',
    'selec',
    'delete from t',
    'select 1 delete from t',
    'select 1; select 2',
    'select 1); delete from t; --',
    'select * into t from u',
    'exec sp_who',
    "select * from openrowset('a', 'b', 'c')",
    'select next value for s',
    "select 'open",
    'select 1 /* /* */ delete from t',
    'select 1 commit',
    'with a as (select 1 as n) merge into t using a on 1 = 1 when matched then delete;',
    'declare @a int select @a',
    "waitfor delay '1:0'",
    'select 1 -- \n drop table t',
    'select 1 -- \r drop table t',
    "select 1 -- \r '\n drop table t --'",
    "select $1exec xp_cmdshell 'dir'",
    "select $1,000.5exec xp_cmdshell 'dir'",
    'select 1e5drop table t',
    'select 1.e5drop table t',
    'select .5edrop table t',
    'select 0x1into u from t',
    'select $1next value for s',
    'fetch next from c',
    'select 1 fetch next from c',
  ])
    expect(notReading(sql), sql).toBeTypeOf('string');
});

test('a text arrives as it is, and none becomes another word', () => {
  // a backslash before a line break joins the lines: https://learn.microsoft.com/sql/t-sql/language-elements/sql-server-utilities-statements-backslash
  const heard = (literal: string) =>
    literal
      .slice(2, -1)
      .replace(/\\\r?\n/g, '')
      .replaceAll("''", "'");
  for (const text of ["it's", 'a\\b', 'C:\\\nD:\\\r\nE', '\\\\\n\\\n\n', 'dele\\\nte', '\\\r'])
    expect(heard(nationalText(text)), JSON.stringify(text)).toBe(text);
  expect(gathered('select 1 dele\\\nte', [])).toContain("exec sp_executesql N'select 1 dele\\\\\n\nte'");
});

test('types are told as they are, and read as texts that lose nothing', () => {
  const length = (type: string, bytes: number) => nativeOf(type, { length: bytes, precision: '10', scale: '2' });
  expect([
    length('nvarchar', 100),
    length('varchar', 100),
    length('nvarchar', -1),
    length('decimal', 9),
    length('datetime2', 8),
    length('int', 4),
  ]).toEqual(['nvarchar(50)', 'varchar(100)', 'nvarchar(max)', 'decimal(10,2)', 'datetime2(2)', 'int']);
  expect(columnOf('m', 'money', true)).toMatchObject({ type: 'decimal', precision: 19, scale: 4 });
  const read = (native: string) => readAs('[x]', columnOf('x', native, true));
  expect(read('bigint')).toBe('convert(nvarchar(max), [x])');
  expect(read('bit')).toBe("case [x] when 1 then N'true' when 0 then N'false' end");
  expect(read('datetimeoffset(7)')).toBe(
    "convert(nvarchar(33), convert(datetime2(7), switchoffset([x], '+00:00')), 121) + N'+00'",
  );
  expect(read('varbinary(max)')).toBe("N'\\x' + lower(convert(nvarchar(max), convert(varbinary(max), [x]), 2))");
  expect(read('geography')).toBe('[x].ToString()');
});

test('values go as SQL Server reads them, and what it would cut or change is found', () => {
  const moment: DataColumn = { name: 'm', type: 'timestamptz', nullable: true };
  expect(sentAs(moment, columnOf('x', 'datetimeoffset(7)', true))('2026-01-02 03:04:05.12345678+08')).toBe(
    '2026-01-01 19:04:05.1234567 +00:00',
  );
  expect(sentAs(moment, columnOf('x', 'datetime', true))('2026-01-02 03:04:05.123456+08')).toBe(
    '2026-01-01 19:04:05.123',
  );
  expect(sentAs({ name: 'b', type: 'bytes', nullable: true }, columnOf('x', 'varbinary(max)', true))('\\x00ff')).toBe(
    '00ff',
  );
  expect(writtenAs('c0', columnOf('x', 'decimal(10,2)', true))).toBe('try_convert(decimal(10,2), c0)');
  expect(writtenAs('c0', columnOf('x', 'varbinary(10)', true))).toBe('try_convert(varbinary(10), c0, 2)');
  expect(misfits('c0', columnOf('x', 'int', true))).toBe(
    "(c0 is not null and try_convert(int, c0) is null) or (c0 collate Latin1_General_BIN2 not like N'%[0-9]%')",
  );
  expect(misfits('c0', columnOf('x', 'money', true))).toContain("like N'%[^-+.0-9]%'");
  expect(misfits('c0', columnOf('x', 'nvarchar(5)', false))).toBe(
    '(c0 is not null and try_convert(nvarchar(5), c0) is null) or (c0 is null) or (datalength(c0) > 10)',
  );
  const chinese = there('x', 'varchar(5)', { collation: 'Chinese_PRC_CI_AS' });
  expect(writtenAs('c0', chinese)).toBe('try_convert(varchar(5), c0 collate Chinese_PRC_CI_AS)');
  expect(misfits('c0', chinese)).toBe(
    '(c0 is not null and try_convert(varchar(5), c0 collate Chinese_PRC_CI_AS) is null) or (datalength(convert(varchar(max), c0 collate Chinese_PRC_CI_AS)) > 5) or (convert(nvarchar(max), convert(varchar(max), c0 collate Chinese_PRC_CI_AS)) collate Latin1_General_BIN2 <> c0 collate Latin1_General_BIN2)',
  );
  const yes: DataColumn = { name: 'y', type: 'boolean', nullable: true };
  expect(['t', 'true', 'f'].map(sentAs(yes, columnOf('x', 'int', true)))).toEqual(['1', '1', '0']);
  expect(valueOf(columnOf('x', 'timestamp', true), '\\x0000000000000fa1')).toBe(
    "convert(varbinary(max), N'0000000000000fa1', 2)",
  );
  expect(valueOf(columnOf('x', 'nvarchar(10)', true), "O'Neil 水")).toBe("convert(nvarchar(10), N'O''Neil 水')");
  expect(nativeFor({ name: 'k', type: 'text', nullable: false }, true)).toBe('nvarchar(400)');
  expect(nativeFor({ name: 'd', type: 'decimal', nullable: true, precision: 12, scale: 3 }, false)).toBe(
    'decimal(12,3)',
  );
});

test('tables are read in part and from a value on; statements keep their order', () => {
  const named = [columnOf('id', 'int', false), columnOf('a]b', 'bit', true)];
  expect(
    selectOf(
      { table: { schema: 'dbo', name: 't' }, after: { column: 'id', value: '5', from: true }, limit: 10.5 },
      named,
    ),
  ).toBe(
    "select top (10) convert(nvarchar(max), t.[id]), case t.[a]]b] when 1 then N'true' when 0 then N'false' end from [dbo].[t] as t where t.[id] >= convert(int, N'5') order by t.[id]",
  );
  expect(
    selectOf({ table: { schema: 'dbo', name: 't' }, after: { column: 'g', value: 'ab' } }, [
      columnOf('g', 'uniqueidentifier', false),
    ]),
  ).toMatch(/ order by convert\(char\(36\), t\.\[g\]\) collate Latin1_General_BIN2$/);
  const sql = gathered("select 'a' as x order by 1", [columnOf('x', 'varchar(1)', true)], 5);
  expect(sql).toContain(
    'create table #formwork_answer (formwork_row bigint identity primary key, c0 nvarchar(max) null)',
  );
  expect(sql).toContain(
    "set rowcount 5;\n    insert into #formwork_answer (c0) exec sp_executesql N'select ''a'' as x order by 1'",
  );
  expect(sql).toMatch(/order by formwork_row;\s+rollback;/);
});

test('each way to load is what it says', () => {
  const target = (mode: LoadTarget['mode'], keys: string[] = ['id']): LoadTarget => ({
    table: { schema: 'dbo', name: 't' },
    mode,
    keys,
  });
  const columns = [there('id', 'int', { nullable: false }), there('name', 'nvarchar(50)')];
  const values = 'try_convert(int, c0) as [id], try_convert(nvarchar(50), c1) as [name]';
  expect(loadStatements(target('append'), columns)).toEqual([
    `insert into [dbo].[t] ([id], [name]) select [id], [name] from (select formwork_row, ${values} from #formwork_loading) as c order by formwork_row`,
  ]);
  const latest = `(select [id], [name] from (select formwork_row, [id], [name], row_number() over (partition by [id] order by formwork_row desc) as formwork_last from (select formwork_row, ${values} from #formwork_loading) as c) as n where formwork_last = 1)`;
  expect(loadStatements(target('upsert'), columns)).toEqual([
    `merge into [dbo].[t] with (holdlock) as t using ${latest} as l on t.[id] = l.[id] when matched then update set t.[name] = l.[name] when not matched by target then insert ([id], [name]) values (l.[id], l.[name]);`,
  ]);
  expect(loadStatements(target('mirror'), columns)[0]).toMatch(/ when not matched by source then delete;$/);
  // a key that is nothing is known again
  expect(loadStatements(target('upsert', ['name']), columns)[0]).toContain(
    ' as l on (t.[name] = l.[name] or t.[name] is null and l.[name] is null) when matched then update set t.[id] = l.[id] when',
  );
  // its own numbers are written only where it is told so, and never changed
  const numbered = [there('id', 'int'), there('n', 'int', { identity: true })];
  expect(loadStatements(target('upsert'), numbered)).toEqual([
    'set identity_insert [dbo].[t] on',
    expect.not.stringContaining('update set') as string,
    'set identity_insert [dbo].[t] off',
  ]);
  const [emptied, ...rest] = loadStatements(target('replace'), columns);
  expect(emptied).toMatch(/truncate table \[dbo\]\.\[t\] else delete from \[dbo\]\.\[t\]$/);
  expect(rest).toEqual(loadStatements(target('append'), columns));
  const [history] = loadStatements(target('history'), columns);
  expect(history).toContain(
    'where exists (select convert(varbinary(max), convert(nvarchar(max), t.[name])) except select convert(varbinary(max), convert(nvarchar(max), l.[name])))',
  );
  expect(createTable(target('history'), columns)).toBe(
    "if object_id(N'[dbo].[t]') is null create table [dbo].[t] ([id] bigint not null, [name] nvarchar(max) null, [valid_from] datetime2(7) not null, [valid_to] datetime2(7) null, primary key ([id], [valid_from]))",
  );
  expect(firstMisfit(columns)).toContain(
    "select formwork_row, N'id' as formwork_column, N'int' as native, c0 as value from #formwork_loading where",
  );
  expect(takeOnce(target('append'), "run'1").take).toContain(
    "where not exists (select 1 from [dbo].[_formwork_load] with (updlock, holdlock) where [key] = N'run''1')",
  );
});

test('what a database fills by itself is refused before a row is sent', () => {
  const columns = [there('id', 'int', { identity: true }), there('sum', 'int', { made: true }), there('n', 'int')];
  expect(() => requireGiven(columns, ['sum'])).toThrow('etl.target.made');
  expect(() => requireGiven(columns, [])).not.toThrow();
  expect(mayCount({ schema: 'dbo', name: "it's" })).toBe(
    "select convert(nvarchar(1), has_perms_by_name(N'[dbo].[it''s]', N'OBJECT', N'ALTER'))",
  );
});

test('a page begins behind the value that the one before ended with, as the column holds it', () => {
  const behind = (dialect: Dialect, native: string, value: string) =>
    wordsOf(dialect).value((dialect === 'clickhouse' ? clickhouseColumn : sqlserverColumn)(native), value);
  const sqlserverColumn = (native: string) => columnOf('x', native, true);
  const clickhouseColumn = (native: string) => columnOfClickhouse('x', native);
  expect(behind('sqlserver', 'datetimeoffset(7)', '2026-01-02 03:04:05.1234567+00')).toBe(
    "convert(datetimeoffset(7), N'2026-01-02 03:04:05.1234567 +00:00', 121)",
  );
  expect(behind('sqlserver', 'datetime', '2026-01-02 03:04:05.123')).toBe(
    "convert(datetime, N'2026-01-02 03:04:05.123', 121)",
  );
  expect(behind('clickhouse', "DateTime('Asia/Shanghai')", '2026-01-02 03:04:05+00')).toBe(
    "toDateTime('2026-01-02 03:04:05', 'UTC')",
  );
  expect(behind('mysql', 'text', "a\\'b")).toBe("'a\\\\''b'");
  expect(behind('postgres', 'text', "it's")).toBe("'it''s'");
});

test('a refused row is looked for as its rows went in', () => {
  const target = (mode: LoadTarget['mode']): LoadTarget => ({
    table: { schema: 'dbo', name: 't' },
    mode,
    keys: ['id'],
  });
  const columns = [
    there('id', 'varchar(5)', { collation: 'Latin1_General_CI_AS', nullable: false }),
    there('n', 'int'),
  ];
  const tried = (mode: LoadTarget['mode']) => firstRefused(target(mode), columns);
  const one = `(select * from (select formwork_row, try_convert(varchar(5), c0 collate Latin1_General_CI_AS) as [id], try_convert(int, c1) as [n] from #formwork_loading) as c where formwork_row = @row)`;
  expect(tried('append')).toContain(`begin try insert into [dbo].[t] ([id], [n]) select [id], [n] from ${one} as l`);
  expect(tried('append')).not.toContain('row_number');
  expect(tried('replace')).toMatch(
    /begin transaction;\s+begin try if has_perms_by_name[^;]+delete from \[dbo\]\.\[t\] end try/,
  );
  // a unique value may be given up by another row of the same statement
  expect(tried('append')).toMatch(/@said is not null$/);
  for (const mode of ['upsert', 'mirror'] as const) {
    const sql = tried(mode);
    expect(sql).toContain(
      `begin try merge into [dbo].[t] with (holdlock) as t using ${one} as l on t.[id] = l.[id] when`,
    );
    expect(sql).toContain('where formwork_last = 1;');
    expect(sql).not.toContain('not matched by source');
    expect(sql.includes('delete t from [dbo].[t] t where not exists')).toBe(mode === 'mirror');
    expect(sql).toMatch(/@number = 547$/);
  }
  expect(tried('history')).toContain(`select [id], [n], @formwork_now from ${one} l where not exists`);
});

test('a connection that fails says why, and speaks as its driver does', async () => {
  const server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  let first: Buffer | undefined;
  const other = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data: Buffer) => {
      first = data;
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const admin = await server.as('admin');
    const at = { host: '127.0.0.1', port: await freePort(), database: 'plant', user: 'sa' };
    const codeOf = async (settings: object) => {
      const body = {
        kind: 'sqlserver',
        name: JSON.stringify(settings),
        folder: null,
        settings,
        secrets: { password: 'x' },
      };
      const { id, secrets } = await admin.ok(connectionsApi.create, { body: body as never });
      expect(secrets).toEqual(['password']);
      return (await admin.ok(connectionsApi.test, { params: { connectionId: id } })).code;
    };
    expect(await codeOf(at)).toBe('connections.test.port');
    expect(await codeOf({ ...at, host: 'no-such-host.invalid' })).toBe('connections.test.host');
    expect(await codeOf({ ...at, port: (other.address() as AddressInfo).port })).toBe('connections.test.broken');
    // what a login begins with (MS-TDS 2.2.3.1.1)
    expect(first?.[0]).toBe(0x12);
  } finally {
    other.close();
    await server.stop();
  }
});

test('a table is parted by its key as the key is ordered', () => {
  const id = there('id', 'uniqueidentifier');
  expect(rangeCondition(id, { after: undefined, upTo: 'b' })).toBe("t.[id] <= convert(uniqueidentifier, N'b')");
  expect(rangeCondition(there('n', 'bigint'), { after: '5', upTo: '9' })).toBe(
    "t.[n] > convert(bigint, N'5') and t.[n] <= convert(bigint, N'9')",
  );
  const place = { table: { schema: 'dbo', name: 'a]b' }, by: 't.[n]', shown: 'convert(nvarchar(max), t.[n])' };
  expect(keyAt(place, { order: 'asc', where: 't.[n] > 1', behind: 99 })).toBe(
    'select convert(nvarchar(max), t.[n]) from [dbo].[a]]b] as t where t.[n] > 1 order by t.[n] asc offset 99 rows fetch next 1 rows only',
  );
});
