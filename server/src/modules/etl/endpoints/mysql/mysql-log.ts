import type { TableName } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { WatchedTable } from '../binlog/changed-keys.ts';
import { backtickedTable } from '../names.ts';
import { decoderOf, keyTypes, type KeyColumn, type KeyType } from '../binlog/keys.ts';

export type Ask = (sql: string, values?: string[]) => Promise<(string | null)[][]>;

export interface MysqlLog {
  /** Which server's log it is. */
  server: string;
  table: WatchedTable;
}

/** The log of a server, as far as it says everything about a table; else what is missing is said. */
export async function mysqlLog(ask: Ask, table: TableName): Promise<MysqlLog> {
  const settings = new Map(
    (await ask(`show global variables where variable_name in (${wanted.map((name) => `'${name}'`).join(', ')})`)).map(
      ([name, value]) => [name!, value!],
    ),
  );
  if (settings.get('log_bin') === 'OFF') throw new AppError('etl.changes.off');
  const format = settings.get('binlog_format') ?? 'ROW';
  if (format !== 'ROW') throw new AppError('etl.changes.format', { format });
  await requireOwnLog(ask, settings);
  const watched = await watchedTable(ask, table, settings.get('lower_case_table_names') !== '0');
  await requireLogged(ask, watched);
  await requireNoCascades(ask, watched);
  const server = [settings.get('server_uuid') ?? settings.get('server_uid') ?? '', settings.get('server_id')].join('/');
  return { server, table: watched };
}

const wanted = [
  'log_bin',
  'binlog_format',
  'server_id',
  'server_uuid',
  'server_uid',
  'lower_case_table_names',
  'log_slave_updates',
  'log_replica_updates',
];

/** A replica that does not write down what it took over has a log without it. */
async function requireOwnLog(ask: Ask, settings: ReadonlyMap<string, string>): Promise<void> {
  if ((settings.get('log_replica_updates') ?? settings.get('log_slave_updates')) !== 'OFF') return;
  const running = await ask("show global status where variable_name in ('slaves_running', 'slave_running')");
  if (running.some(([, value]) => value !== '0' && value !== 'OFF')) throw new AppError('etl.changes.replica');
}

/** Where the log is, and what of it is left out; newer servers have another word for it. */
export async function logStatus(ask: Ask): Promise<(string | null)[]> {
  try {
    const rows = await ask('show master status').catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'ER_PARSE_ERROR') throw error;
      return ask('show binary log status');
    });
    if (!rows[0]) throw new AppError('etl.changes.off');
    return rows[0];
  } catch (error) {
    if (deniedBy.has((error as { code?: string }).code ?? ''))
      throw new AppError('etl.changes.rights', { right: 'REPLICATION CLIENT' });
    throw error;
  }
}

const deniedBy = new Set(['ER_SPECIFIC_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_ERROR']);

async function requireLogged(ask: Ask, { schema }: WatchedTable): Promise<void> {
  const [, , only = '', without = ''] = await logStatus(ask);
  const names = (text: string | null) => (text ?? '').split(',').filter((name) => name !== '');
  if (names(without).includes(schema) || (names(only).length > 0 && !names(only).includes(schema)))
    throw new AppError('etl.changes.filtered', { database: schema });
}

/** What a foreign key changes along with another table stands in no log. Who may only read sees keys in this way alone. */
async function requireNoCascades(ask: Ask, { schema, name }: WatchedTable): Promise<void> {
  const [made] = await ask(`show create table ${backtickedTable({ schema, name })}`);
  const keys = [
    ...(made?.[1] ?? '').matchAll(
      /^\s*CONSTRAINT `((?:[^`]|``)+)` FOREIGN KEY .* ON (?:DELETE|UPDATE) (?:CASCADE|SET)\b/gm,
    ),
  ].map(([, key]) => key!);
  if (keys.length > 0) throw new AppError('etl.changes.cascades', { table: name, keys: keys.join(', ') });
}

async function watchedTable(ask: Ask, table: TableName, caseless: boolean): Promise<WatchedTable> {
  const rows = await ask(
    "select column_name, data_type, column_type, column_key, character_set_name, character_octet_length, numeric_precision, numeric_scale, datetime_precision, table_schema, table_name from information_schema.columns where table_schema = if(? = '', database(), ?) and table_name = ? order by ordinal_position",
    [table.schema, table.schema, table.name],
  );
  const keys = rows.flatMap((row, place): KeyColumn[] => {
    const [name, type, native, key, charset, octets, precision, scale, parts] = row as string[];
    if (key !== 'PRI') return [];
    const own: KeyColumn = {
      name: name!,
      place,
      type: type as KeyType,
      unsigned: native!.includes('unsigned'),
      charset: charset ?? '',
      octets: Number(octets ?? 0),
      precision: Number(precision ?? 0),
      scale: Number((type === 'decimal' ? scale : parts) ?? 0),
      choices: type === 'enum' ? choicesIn(native!) : [],
    };
    const known = (keyTypes as readonly string[]).includes(type!);
    const told = !type!.endsWith('char') || decoderOf(own.charset) !== undefined;
    if (!known || !told) throw new AppError('etl.changes.key_type', { column: name, type: native });
    return [own];
  });
  const [, , , , , , , , , schema, name] = rows[0] ?? [];
  return { schema: schema ?? table.schema, name: name ?? table.name, keys, caseless };
}

/** `enum('a','it''s')` */
const choicesIn = (native: string): string[] =>
  [...native.matchAll(/'((?:[^']|'')*)'/g)].map(([, one]) => one!.replaceAll("''", "'"));
