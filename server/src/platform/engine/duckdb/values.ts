import { DuckDBTypeId, JsonDuckDBValueConverter, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';

/** A column of the engine in the words of the house. */
export function columnOf(name: string, type: DuckDBType): DataColumn {
  const decimal = type as { width?: number; scale?: number };
  const kind = type.alias === 'JSON' ? 'json' : (types[type.typeId] ?? 'text');
  return {
    name,
    type: kind,
    nullable: true,
    native: type.alias ?? String(type),
    ...(type.typeId === DuckDBTypeId.DECIMAL ? { precision: decimal.width, scale: decimal.scale } : {}),
  };
}

/** As PostgreSQL would write it, but lists and structures, which are JSON. */
export function textOf(value: DuckDBValue, type: DuckDBType): string | null {
  if (value === null) return null;
  switch (type.typeId) {
    case DuckDBTypeId.BLOB:
      return `\\x${Buffer.from((value as { bytes: Uint8Array }).bytes).toString('hex')}`;
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
      return JSON.stringify(JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter));
    default:
      return String(value);
  }
}

const types: Partial<Record<DuckDBTypeId, ValueType>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'integer',
  [DuckDBTypeId.SMALLINT]: 'integer',
  [DuckDBTypeId.INTEGER]: 'integer',
  [DuckDBTypeId.BIGINT]: 'integer',
  [DuckDBTypeId.UTINYINT]: 'integer',
  [DuckDBTypeId.USMALLINT]: 'integer',
  [DuckDBTypeId.UINTEGER]: 'integer',
  [DuckDBTypeId.UBIGINT]: 'integer',
  [DuckDBTypeId.HUGEINT]: 'integer',
  [DuckDBTypeId.UHUGEINT]: 'integer',
  [DuckDBTypeId.DECIMAL]: 'decimal',
  [DuckDBTypeId.FLOAT]: 'double',
  [DuckDBTypeId.DOUBLE]: 'double',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIME]: 'time',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_S]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_MS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_NS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamptz',
  [DuckDBTypeId.UUID]: 'uuid',
  [DuckDBTypeId.BLOB]: 'bytes',
  [DuckDBTypeId.LIST]: 'list',
  [DuckDBTypeId.ARRAY]: 'list',
  [DuckDBTypeId.STRUCT]: 'json',
  [DuckDBTypeId.MAP]: 'json',
};
