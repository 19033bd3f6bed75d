import { Readable } from 'node:stream';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import type { MessageFormat } from '@formwork/contract/etl/task.ts';
import type { RowStream } from '../../../../platform/engine/port.ts';
import { rowsOf } from '../../../../platform/engine/rows.ts';

/** Rows as the lines of a stream: what its schema says of it first, then a record each. */
export function messagesOf(
  { bytes }: RowStream,
  columns: readonly DataColumn[],
  { format, stream, now }: { format: MessageFormat; stream: string; now: Date },
): { content: Readable; rows: () => number } {
  let count = 0;
  const values = columns.map(({ name, type }) => ({ name: `${JSON.stringify(name)}:`, write: jsonOf(type) }));
  const [begin, end] =
    format === 'singer'
      ? [
          `{"type":"RECORD","stream":${JSON.stringify(stream)},"record":`,
          `,"time_extracted":${JSON.stringify(now.toISOString())}}\n`,
        ]
      : [`{"type":"RECORD","record":{"stream":${JSON.stringify(stream)},"emitted_at":${now.getTime()},"data":`, '}}\n'];
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify(schemaLine(columns, format, stream))}\n`;
    for await (const rows of rowsOf(bytes)) {
      count += rows.length;
      yield rows
        .map((row) => {
          const parts = values.map(({ name, write }, at) => name + (row[at] == null ? 'null' : write(row[at])));
          return `${begin}{${parts.join(',')}}${end}`;
        })
        .join('');
    }
  }
  return { content: Readable.from(lines(), { objectMode: false }), rows: () => count };
}

function schemaLine(columns: readonly DataColumn[], format: MessageFormat, stream: string): object {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(columns.map(({ name, type }) => [name, schemaOf(type, format)])),
  };
  const keys = columns.filter(({ key }) => key).map(({ name }) => name);
  if (format === 'singer') return { type: 'SCHEMA', stream, schema, key_properties: keys };
  const described = {
    name: stream,
    json_schema: schema,
    supported_sync_modes: ['full_refresh'],
    ...(keys.length > 0 && { source_defined_primary_key: keys.map((key) => [key]) }),
  };
  return { type: 'CATALOG', catalog: { streams: [described] } };
}

function schemaOf(type: ValueType, format: MessageFormat): object {
  switch (type) {
    case 'integer':
    case 'boolean':
      return { type: ['null', type] };
    case 'decimal':
    case 'double':
      return { type: ['null', 'number'] };
    case 'date':
    case 'uuid':
      return { type: ['null', 'string'], format: type };
    case 'time':
      return { type: ['null', 'string'], format: 'time', ...finer(format, 'time_without_timezone') };
    case 'timestamp':
      return { type: ['null', 'string'], format: 'date-time', ...finer(format, 'timestamp_without_timezone') };
    case 'timestamptz':
      return { type: ['null', 'string'], format: 'date-time', ...finer(format, 'timestamp_with_timezone') };
    case 'json':
    case 'list':
      return { type: ['null', 'object', 'array', 'string', 'number', 'boolean'] };
    default:
      return { type: ['null', 'string'] };
  }
}

const finer = (format: MessageFormat, type: string): object => (format === 'airbyte' ? { airbyte_type: type } : {});

/** A value that travelled, as JSON. */
function jsonOf(type: ValueType): (text: string) => string {
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'double':
      // JSON has no words for infinity
      return (text) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? text : 'null');
    case 'boolean':
      return (text) => String(text === 't' || text === 'true');
    case 'json':
    case 'list':
      return (text) => (isJson(text) ? text : JSON.stringify(text));
    case 'timestamp':
      return (text) => JSON.stringify(text.replace(' ', 'T'));
    case 'timestamptz':
      return (text) => JSON.stringify(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    default:
      return (text) => JSON.stringify(text);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    // it stands on one line
    return !text.includes('\n');
  } catch {
    return false;
  }
}
