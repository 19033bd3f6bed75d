import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { escapedText as text } from '@formwork/etl/sql.ts';
import { named, typeOf } from './types.ts';

/** A table of rows that come. */
export function createTable(table: string, columns: readonly DataColumn[], zone: string): string {
  const made = columns.map((column) => `${named(column.name)} ${typeOf(column, zone)}`);
  return `create table ${named(table)} (${made.join(', ')}) engine = MergeTree order by tuple()`;
}

/** What a value is refused with that it has no room for, while the embedded engine has. */
export const outside = 'no room for a value of the column ';

/** Takes rows that travel. Each value is looked at: it would take a day that it does not know for another one, and say nothing. */
export function insertFrom(table: string, columns: readonly DataColumn[], zone: string): string {
  const given = columns.map((_, at) => `c${at} Nullable(String)`).join(', ');
  const read = columns.map((column, at) => readOf(column, `c${at}`, zone));
  const values = read.map(({ sql }, at) => `CAST(${sql}, ${text(typeOf(columns[at]!, zone))}) as v${at}`).join(', ');
  const checks = read.flatMap(({ wrong }, at) =>
    wrong === undefined
      ? []
      : [`throwIf(isNotNull(c${at}) and ifNull(${wrong}, 1), ${text(outside + columns[at]!.name)}) = 0`],
  );
  const where = checks.length > 0 ? ` where ${checks.join(' and ')}` : '';
  return `insert into ${named(table)} select ${values} from input('${given}')${where} format CSV`;
}

interface Read {
  sql: string;
  /** True of a text that is another value than what was made of it. */
  wrong?: string;
}

function readOf(column: DataColumn, given: string, zone: string): Read {
  switch (column.type) {
    case 'integer':
      return checked(`accurateCastOrNull(toInt128OrNull(${given}), 'Int64')`);
    case 'decimal': {
      const { precision = 38, scale = 10 } = column.precision !== undefined && column.precision <= 38 ? column : {};
      // a place more than there are is rounded away, not cut off
      return checked(
        scale < 38 && precision < 38
          ? `round(toDecimal128OrNull(${given}, ${scale + 1}), ${scale})`
          : `toDecimal128OrNull(${given}, ${scale})`,
      );
    }
    case 'double':
      // what is no number, has no end or is nought below nought is compared and grouped in other ways there
      return {
        sql: `toFloat64(${given})`,
        wrong: `not isFinite(toFloat64(${given})) or ${given} like '-0%' and toFloat64(${given}) = 0`,
      };
    case 'boolean': {
      const small = `lower(${given})`;
      return {
        sql: `if(${given} is null, null, ${small} in ('true', 't', '1'))`,
        wrong: `${small} not in ('true', 't', '1', 'false', 'f', '0')`,
      };
    }
    case 'date':
      return { sql: `toDate32OrNull(${given})`, wrong: `ifNull(toString(toDate32OrNull(${given})), '') <> ${given}` };
    case 'timestamp':
      return moment(given);
    case 'timestamptz': {
      const clock = `replaceRegexpOne(${given}, '(Z|[+-][0-9]{2}(:?[0-9]{2}){0,2})$', '')`;
      const { sql, wrong } = moment(clock);
      const offset = (part: number) =>
        `toInt32OrZero(extractGroups(assumeNotNull(${given}), '[+-]([0-9]{2}):?([0-9]{2})?:?([0-9]{2})?$')[${part}])`;
      const sign = `if(match(${given}, '-[0-9]{2}(:?[0-9]{2}){0,2}$'), -1, 1)`;
      const seconds = `${sign} * (${offset(1)} * 3600 + ${offset(2)} * 60 + ${offset(3)})`;
      // a clock without an offset is one of the zone
      const bare = `not match(${given}, '(Z|[+-][0-9]{2}(:?[0-9]{2}){0,2})$')`;
      return {
        sql: `if(${bare.replace(given, `substring(${given}, 11)`)}, toDateTime64OrNull(${given}, 6, ${text(zone)}), toTimeZone(subtractSeconds(${sql}, ${seconds}), ${text(zone)}))`,
        ...(wrong !== undefined && { wrong }),
      };
    }
    default:
      return { sql: given };
  }
}

const checked = (sql: string): Read => ({ sql, wrong: `isNull(${sql})` });

function moment(clock: string): Read {
  const plain = `replaceOne(${clock}, 'T', ' ')`;
  const value = `toDateTime64OrNull(${plain}, 6, 'UTC')`;
  return { sql: value, wrong: `not startsWith(ifNull(toString(${value}), ''), ${plain})` };
}

/** Columns as they travel. */
export function asRows(sql: string, columns: readonly DataColumn[]): string {
  if (!columns.some(({ type }) => type === 'timestamp' || type === 'timestamptz')) return sql;
  const values = columns.map(({ name, type }) => {
    if (type !== 'timestamp' && type !== 'timestamptz') return named(name);
    const clock = `replaceRegexpOne(toString(${named(name)}), '\\\\.?0+$', '')`;
    // noughts of whole seconds are no part of a fraction
    const shown = `if(toString(${named(name)}) like '%.%', ${clock}, toString(${named(name)}))`;
    if (type === 'timestamp') return shown;
    const offset = `formatDateTime(${named(name)}, '%z')`;
    return `concat(${shown}, replaceRegexpOne(replaceRegexpOne(${offset}, '(..)$', ':\\\\1'), ':00$', ''))`;
  });
  return `select ${values.join(', ')} from (${sql}\n)`;
}
