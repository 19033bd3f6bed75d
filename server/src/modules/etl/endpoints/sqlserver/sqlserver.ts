import type { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Endpoint, QueryLimits, QueryResult, TableName } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { SqlserverClient } from '../../kinds/sqlserver.ts';
import { bracketed, bracketedTable as tableOf, nationalText as text } from '../names.ts';
import { chosenColumns, type TableSource } from '../chosen-columns.ts';
import { limitedRows } from '../limited-rows.ts';
import { notReading } from './sqlserver-guard.ts';
import { loadInto } from './sqlserver-load.ts';
import { sqlserverKey, sqlserverRanges } from './sqlserver-ranges.ts';
import { refusedThere } from './sqlserver-refused.ts';
import type { ThereColumn } from './sqlserver-statements.ts';
import { columnOf, headOf, readAs, valueOf } from './sqlserver-types.ts';
import { toldStream } from '../told-stream.ts';

/** SQL Server. Schemas are those of the connection's database. */
export function sqlserverEndpoint(client: SqlserverClient): Endpoint {
  const ask: SqlserverClient['ask'] = (sql, options) => client.ask(sql, options).catch(refuse);
  const columns = (table: TableName) => columnsOf(ask, table);
  const describe = (sql: string) => described(ask, sql);
  return {
    caps: { dialect: 'sqlserver', write: true, transactional: true, portions: true },
    async schemas() {
      const rows = await ask(
        `select s.name from sys.schemas s where s.name not in (N'sys', N'INFORMATION_SCHEMA', N'guest') and s.principal_id < 16384 order by case when s.name = schema_name() then 0 else 1 end, s.name`,
      );
      return rows.map(([name]) => name!);
    },
    async tables(schema, search = '') {
      const rows = await ask(
        `select top (2000) o.name, o.type, convert(nvarchar(30), p.rows), convert(nvarchar(30), p.pages * 8192) from sys.objects o
          outer apply (select sum(case when index_id < 2 then row_count end) as rows, sum(used_page_count) as pages from sys.dm_db_partition_stats where object_id = o.object_id) p
          where o.schema_id = schema_id(${text(schema)}) and o.type in ('U', 'V') and charindex(lower(${text(search)}), lower(o.name)) ${search === '' ? '>=' : '>'} 0 order by o.name`,
      );
      return rows.map(([name, type, count, bytes]) => ({
        schema,
        name: name!,
        kind: type!.trim() === 'V' ? 'view' : 'table',
        rows: count == null ? null : Number(count),
        bytes: bytes == null ? null : Number(bytes),
      }));
    },
    async columns(table) {
      return (await columns(table)).map(({ collation: _collation, identity: _identity, ...column }) => column);
    },
    describe,
    async query(sql, limits) {
      return queried(client, sql, await describe(sql), limits);
    },
    async read(source, { signal } = {}) {
      if ('sql' in source) {
        const named = await describe(source.sql);
        const { limit } = source;
        const bytes =
          limit === undefined
            ? await readingOf(client, ask, source.sql, named, signal)
            : client.stream(gathered(source.sql, named, limit), { signal });
        return { columns: named, bytes: toldStream(bytes, refuse) };
      }
      const named = await chosenColumns<DataColumn>(source, columns);
      const bytes = client.stream(inIsolation(selectOf(source, named, await columns(source.table))), { signal });
      return { columns: named, bytes: toldStream(bytes, refuse) };
    },
    async ranges(given) {
      const there = await columns(given.table);
      const key = await sqlserverKey(ask, given.table, there).catch(() => undefined);
      if (!key) return undefined;
      const { table, columns: picked } = given;
      const named = await chosenColumns<DataColumn>({ table, ...(picked && { columns: picked }) }, columns);
      const select = selectOf({ table }, named);
      return sqlserverRanges(key, given, {
        columns: named,
        ask,
        rows: (condition, signal) =>
          toldStream(client.stream(inIsolation(`${select} where ${condition}`), { signal }), refuse),
      });
    },
    load: (target, rows, { signal } = {}) => {
      // rows of this database alone are taken from a statement, which no task asks of it
      if ('sql' in rows) throw new AppError('etl.sql.failed', { message: 'rows come as a stream' });
      return loadInto(client, columns, target, rows, signal);
    },
    close: () => client.close(),
  };
}

type Ask = SqlserverClient['ask'];

const said = 'formwork';

/** What a statement answers, as the server tells without running it. */
async function described(ask: Ask, sql: string): Promise<DataColumn[]> {
  const wrong = notReading(sql);
  if (wrong !== undefined) throw new AppError('etl.sql.failed', { message: wrong });
  const rows = await ask(describing(sql));
  const failure = rows.find(([, , , message]) => message !== null)?.[3];
  if (failure != null) throw new AppError('etl.sql.failed', { message: failure.slice(0, 300) });
  if (rows.length === 0) throw new AppError('etl.sql.failed', { message: 'it answers no rows' });
  return rows.map(([name, native, nullable], at) =>
    columnOf(name || `${said}_${at + 1}`, native ?? 'sql_variant', nullable === '1'),
  );
}

const describing = (sql: string): string =>
  `select name, coalesce(system_type_name, user_type_name), convert(nvarchar(1), is_nullable), error_message from sys.dm_exec_describe_first_result_set(${text(sql)}, null, 0) where is_hidden = 0 or error_message is not null order by column_ordinal`;

async function columnsOf(ask: Ask, table: TableName): Promise<ThereColumn[]> {
  const rows = await ask(
    `select c.name, t.name, convert(nvarchar(10), c.max_length), convert(nvarchar(10), c.precision), convert(nvarchar(10), c.scale), convert(nvarchar(1), c.is_nullable), convert(nvarchar(1), c.is_identity), c.collation_name,
        case when c.is_computed = 1 or t.name = N'timestamp' or columnproperty(c.object_id, c.name, 'GeneratedAlwaysType') > 0 then '1' else '0' end,
        case when exists (select 1 from sys.indexes i join sys.index_columns x on x.object_id = i.object_id and x.index_id = i.index_id where i.object_id = c.object_id and i.is_primary_key = 1 and x.column_id = c.column_id) then '1' else '0' end
      from sys.columns c join sys.types t on t.user_type_id = coalesce(nullif(c.system_type_id, 240), c.user_type_id) where c.object_id = object_id(${text(tableOf(table))}) order by c.column_id`,
  );
  if (rows.length === 0)
    throw new AppError('etl.table.not_found', { table: [table.schema, table.name].filter(Boolean).join('.') });
  return rows.map(([name, type, length, precision, scale, nullable, identity, collation, made, key]) => ({
    ...columnOf(
      name!,
      nativeOf(type!, { length: Number(length), precision: precision!, scale: scale! }),
      nullable === '1',
    ),
    ...(key === '1' ? { key: true } : {}),
    ...(made === '1' ? { made: true } : {}),
    collation: collation ?? '',
    identity: identity === '1',
  }));
}

/** As it would be written where the column is made. */
export function nativeOf(
  type: string,
  { length, precision, scale }: { length: number; precision: string; scale: string },
): string {
  if (type === 'decimal' || type === 'numeric') return `${type}(${precision},${scale})`;
  if (/^(time|datetime2|datetimeoffset)$/.test(type)) return `${type}(${scale})`;
  if (!/^(var)?(char|binary)$|^n(var)?char$/.test(type)) return type;
  // two bytes a sign
  return `${type}(${length === -1 ? 'max' : type.startsWith('n') ? length / 2 : length})`;
}

/** Rows of a table, each value as a text. */
export function selectOf(
  { table, after, limit }: TableSource,
  named: readonly DataColumn[],
  there: readonly DataColumn[] = named,
): string {
  const by = after && there.find(({ name }) => name === after.column);
  // SQL Server begins with the last bytes of an id, all others with the first
  const ordered = (value: string) =>
    by?.type === 'uuid' ? `convert(char(36), ${value}) collate Latin1_General_BIN2` : value;
  const name = by && ordered(`t.${bracketed(by.name)}`);
  const where = by && after ? ` where ${name} ${after.from ? '>=' : '>'} ${ordered(valueOf(by, after.value))}` : '';
  const values = named.map((column) => readAs(`t.${bracketed(column.name)}`, column)).join(', ');
  return `select ${limit === undefined ? '' : `top (${Math.floor(limit)}) `}${values} from ${tableOf(table)} as t${where}${by ? ` order by ${name}` : ''}`;
}

const texts = (named: readonly DataColumn[]) => named.map((column, at) => readAs(`c${at}`, column)).join(', ');

/** A statement whose rows can stand in brackets is read as it runs; one with an order or tables of its own goes by a temporary table. */
async function readingOf(
  client: SqlserverClient,
  ask: Ask,
  sql: string,
  named: readonly DataColumn[],
  signal: AbortSignal | undefined,
): Promise<Readable> {
  const within = `select ${texts(named)} from (${sql.replace(/;\s*$/, '')}\n) as answered(${named.map((_, at) => `c${at}`).join(', ')})`;
  const [first] = await ask(describing(within));
  if (first?.[3] == null) return client.stream(inIsolation(within), { signal });
  return client.stream(gathered(sql, named), { signal });
}

/** Nothing stays of it, whatever it does. */
const inIsolation = (select: string): string => `set xact_abort on; begin transaction; ${select}; rollback`;

/** Rows in the order in which the statement answers them. */
export function gathered(sql: string, named: readonly DataColumn[], most?: number): string {
  const columns = named.map(({ native = '' }, at) => `c${at} ${keptAs(native)} null`);
  return `set xact_abort on;
    if @@trancount > 0 rollback;
    if object_id('tempdb..#formwork_answer') is not null drop table #formwork_answer;
    create table #formwork_answer (formwork_row bigint identity primary key, ${columns.join(', ')});
    begin transaction;
    ${most === undefined ? '' : `set rowcount ${most};`}
    insert into #formwork_answer (${named.map((_, at) => `c${at}`).join(', ')}) exec sp_executesql ${text(sql)};
    set rowcount 0;
    select ${texts(named)} from #formwork_answer order by formwork_row;
    rollback;
    drop table #formwork_answer`;
}

/** Of a type that a temporary table holds as it is: its alphabet is that of the server, not that of the texts. */
function keptAs(native: string): string {
  const head = headOf(native);
  if (head === 'timestamp' || head === 'rowversion') return 'binary(8)';
  if (head === 'varchar' || head === 'char' || head === 'text' || head === 'ntext') return 'nvarchar(max)';
  return head === 'image' ? 'varbinary(max)' : native;
}

async function queried(
  client: SqlserverClient,
  sql: string,
  named: DataColumn[],
  limits: QueryLimits = {},
): Promise<QueryResult> {
  try {
    return await limitedRows(
      named,
      limits,
      ({ rows, signal }) => client.stream(gathered(sql, named, rows + 1), { signal }),
      refuse,
    );
  } finally {
    // one that was broken off in the midst leaves nothing to the next
    await client.ask('if @@trancount > 0 rollback; set rowcount 0').catch(() => {});
  }
}

function refuse(error: unknown): never {
  throw refusedThere(error);
}
