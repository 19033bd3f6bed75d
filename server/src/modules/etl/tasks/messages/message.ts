import type { MessageFormat } from '@formwork/contract/etl/task.ts';

/** A line that a Singer tap or an Airbyte source wrote. */
export type Message =
  | { what: 'record'; stream: string; data: Record<string, unknown> }
  | { what: 'schemas'; schemas: StreamSchema[] }
  | { what: 'state'; state: unknown }
  /** Who wrote the lines could read no further. */
  | { what: 'failed'; message: string }
  | { what: 'other' };

export interface StreamSchema {
  stream: string;
  schema: unknown;
  keys: string[];
}

/** Undefined for what is no message of the format. */
export function messageOf(line: string, format: MessageFormat): Message | undefined {
  const given = parsed(line);
  if (!isObject(given) || typeof given.type !== 'string') return undefined;
  return format === 'singer' ? ofSinger(given) : ofAirbyte(given);
}

/** Which of the two it is; undefined for other JSON. */
export function formatOfLine(line: string): MessageFormat | undefined {
  const given = parsed(line);
  if (!isObject(given)) return undefined;
  switch (given.type) {
    case 'SCHEMA':
      return isObject(given.schema) && typeof given.stream === 'string' ? 'singer' : undefined;
    case 'RECORD':
      if (!isObject(given.record)) return undefined;
      return typeof given.stream === 'string' ? 'singer' : isObject(given.record.data) ? 'airbyte' : undefined;
    case 'STATE':
      return isObject(given.state) ? 'airbyte' : 'value' in given ? 'singer' : undefined;
    case 'CATALOG':
      return isObject(given.catalog) ? 'airbyte' : undefined;
    default:
      return undefined;
  }
}

type Given = Record<string, unknown> & { type?: unknown };

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flat().filter((one): one is string => typeof one === 'string') : [];

function ofSinger(given: Given): Message | undefined {
  switch (given.type) {
    case 'RECORD':
      if (typeof given.stream !== 'string' || !isObject(given.record)) return undefined;
      return { what: 'record', stream: given.stream, data: given.record };
    case 'SCHEMA':
      if (typeof given.stream !== 'string') return undefined;
      return {
        what: 'schemas',
        schemas: [{ stream: given.stream, schema: given.schema, keys: texts(given.key_properties) }],
      };
    case 'STATE':
      return { what: 'state', state: given.value };
    default:
      return { what: 'other' };
  }
}

function ofAirbyte(given: Given): Message | undefined {
  switch (given.type) {
    case 'RECORD': {
      const { record } = given;
      if (!isObject(record) || typeof record.stream !== 'string' || !isObject(record.data)) return undefined;
      return { what: 'record', stream: streamName(record.namespace, record.stream), data: record.data };
    }
    case 'CATALOG':
      return isObject(given.catalog) ? { what: 'schemas', schemas: inCatalog(given.catalog) } : undefined;
    case 'STATE':
      return { what: 'state', state: given.state };
    case 'TRACE': {
      const { trace } = given;
      if (!isObject(trace) || trace.type !== 'ERROR' || !isObject(trace.error)) return { what: 'other' };
      const { message } = trace.error;
      return { what: 'failed', message: typeof message === 'string' ? message : '' };
    }
    default:
      return { what: 'other' };
  }
}

/** As a source offers its streams, and as they were chosen (`stream` within each). */
function inCatalog({ streams }: Given): StreamSchema[] {
  return (Array.isArray(streams) ? streams : []).flatMap((one: unknown): StreamSchema[] => {
    const stream = isObject(one) && isObject(one.stream) ? one.stream : one;
    if (!isObject(stream) || typeof stream.name !== 'string') return [];
    const keys = texts(stream.source_defined_primary_key);
    return [{ stream: streamName(stream.namespace, stream.name), schema: stream.json_schema, keys }];
  });
}

const streamName = (namespace: unknown, name: string): string =>
  typeof namespace === 'string' && namespace !== '' ? `${namespace}.${name}` : name;

/** So many digits a number holds, whichever they are; one with more is kept as it is written. */
const manyDigits = /\d{16}/;

function parsed(line: string): unknown {
  try {
    return manyDigits.test(line) ? exactly.parse(line, asWritten) : (JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

/** As far as the types of the language do not have it yet. */
const exactly = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): value is { rawJSON: string };
};

function asWritten(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && String(value) !== source
    ? exactly.rawJSON(source)
    : value;
}

/** A value of a record as it travels. */
export function textOfValue(value: unknown, isJson: boolean): string | null {
  if (value === null || value === undefined) return null;
  // no text of the engine holds a null sign
  if (typeof value === 'string') return (isJson ? JSON.stringify(value) : value).replaceAll('\0', '\ufffd');
  return exactly.isRawJSON(value) ? value.rawJSON : JSON.stringify(value);
}
