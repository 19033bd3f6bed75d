import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { mostProfiledRows, type ColumnProfile, type TableProfile } from '@formwork/contract/etl/explorer.ts';
import { castText } from '@formwork/etl/sql.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { Endpoint, EngineSession, RowStream, TableName } from '../../../platform/engine/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { doubleQuoted } from '../endpoints/names.ts';

const mostColumns = 200;
const bins = 20;
const spillMb = 4_096;

/** What the columns of a table hold: its first rows, worked out by the engine, whatever the source is. */
export async function profileOf(
  platform: Platform,
  endpoint: Endpoint,
  table: TableName,
  signal: AbortSignal,
): Promise<TableProfile> {
  const rows = await endpoint.read({ table, limit: mostProfiledRows + 1 }, { signal });
  const session = await engineOf(platform, 'etl').open({ spillMb });
  try {
    const loaded = await session.fill('source', loose(rows), { signal });
    const partial = loaded.rows > mostProfiledRows;
    await session.run(`create view profiled as select * from source limit ${mostProfiledRows}`);
    const columns: ColumnProfile[] = [];
    for (const [at, column] of rows.columns.slice(0, mostColumns).entries())
      columns.push(await columnProfile(session, column, `c${at}`));
    return { rows: Math.min(loaded.rows, mostProfiledRows), partial, columns };
  } finally {
    rows.bytes.destroy();
    await session.close();
  }
}

/** As texts: a value that the engine's type does not take is a value all the same. Names that come twice are told apart. */
function loose({ columns, bytes }: RowStream): RowStream {
  return { columns: columns.map((_, at) => ({ name: `c${at}`, type: 'text', nullable: true })), bytes };
}

const numeric: ReadonlySet<DataColumn['type']> = new Set(['integer', 'decimal', 'double']);
const moments: ReadonlySet<DataColumn['type']> = new Set(['date', 'timestamp', 'timestamptz']);

async function columnProfile(session: EngineSession, column: DataColumn, name: string): Promise<ColumnProfile> {
  const raw = doubleQuoted(name);
  const isNumber = numeric.has(column.type);
  const isMoment = moments.has(column.type);
  const typed = isNumber ? `try_cast(${raw} as DOUBLE)` : isMoment ? `try_cast(${raw} as TIMESTAMP)` : raw;
  const ask = async (sql: string) => (await session.query(sql)).rows;
  const exact = isNumber && column.type !== 'double' ? castText(raw, 'DECIMAL(38,10)') : typed;
  const [figures] = await ask(
    `select count(*) - count(${raw}), count(distinct ${raw}), arg_min(${raw}, ${exact}), arg_max(${raw}, ${exact}), ${
      isNumber ? `round(avg(${typed}), 4)` : 'null'
    }, ${quantilesSql(typed, isNumber, isMoment)} from profiled`,
  );
  const values = await ask(
    `select ${raw}, count(*) as n from profiled where ${raw} is not null group by 1 order by n desc, 1 limit 10`,
  );
  const patterns =
    column.type === 'text'
      ? await ask(
          `select regexp_replace(regexp_replace(regexp_replace(regexp_replace(left(${raw}, 60), '[0-9]+', '9', 'g'), '[A-Z]+', 'A', 'g'), '[a-z]+', 'a', 'g'), '\\p{Han}+', '字', 'g') as p, count(*) as n
            from profiled where ${raw} is not null group by 1 order by n desc, 1 limit 8`,
        )
      : [];
  const [nulls, distinct, min, max, mean, quantiles] = figures!;
  return {
    column,
    nulls: Number(nulls),
    distinct: Number(distinct),
    min: shortened(min),
    max: shortened(max),
    mean: mean ?? null,
    quantiles: quantiles == null ? [] : (JSON.parse(quantiles) as unknown[]).map(String),
    histogram: isNumber || isMoment ? await histogram(session, typed, isMoment) : [],
    values: shares(values),
    patterns: shares(patterns),
  };
}

const shortened = (value: string | null | undefined): string | null => (value == null ? null : value.slice(0, 200));
const shares = (rows: (string | null)[][]) =>
  rows.map(([value, count]) => ({ value: (value ?? '').slice(0, 200), count: Number(count) }));

function quantilesSql(typed: string, isNumber: boolean, isMoment: boolean): string {
  const at = '[0.05, 0.25, 0.5, 0.75, 0.95]';
  if (isNumber) return `to_json(list_transform(quantile_cont(${typed}, ${at}), lambda x: round(x, 4)))`;
  return isMoment ? `to_json(list_transform(quantile_disc(${typed}, ${at}), lambda x: x::varchar))` : 'null';
}

/** Stretches of equal width from the least to the greatest value. */
async function histogram(
  session: EngineSession,
  typed: string,
  isMoment: boolean,
): Promise<ColumnProfile['histogram']> {
  const figure = isMoment ? `epoch(${typed})` : typed;
  const { rows } = await session.query(
    `with v as (select ${figure} as x from profiled where ${typed} is not null and isfinite(${figure})),
      b as (select min(x) as low, max(x) as high from v)
      select least(${bins - 1}, floor((x - low) / nullif(high - low, 0) * ${bins}))::integer as bin, count(*), any_value(low), any_value(high)
      from v, b group by 1 order by 1`,
  );
  if (rows.length === 0) return [];
  const [low, high] = [Number(rows[0]![2]), Number(rows[0]![3])];
  const shown = (x: number) => (isMoment ? new Date(x * 1_000).toISOString() : String(Number(x.toPrecision(6))));
  if (low === high) return [{ from: shown(low), to: shown(high), count: Number(rows[0]![1]) }];
  const counts = new Map(rows.map(([bin, count]) => [Number(bin), Number(count)]));
  const width = (high - low) / bins;
  return Array.from({ length: bins }, (_, n) => ({
    from: shown(low + n * width),
    to: shown(n === bins - 1 ? high : low + (n + 1) * width),
    count: counts.get(n) ?? 0,
  }));
}
