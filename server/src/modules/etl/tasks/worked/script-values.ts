import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';

/** A value that is none of its column. */
export class Misfit extends Error {
  readonly code: string;
  readonly data: Record<string, string>;
  constructor(code: string, data: Record<string, string>) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/** A row as a script gets it: moments as ISO 8601, and numbers as texts where JavaScript would lose digits of them. */
export function readersOf(
  columns: readonly DataColumn[],
): (row: readonly (string | null)[]) => Record<string, unknown> {
  const readers = columns.map(({ name, type }) => ({ name, read: readerOf(type) }));
  return (row) => {
    // a column may be called `__proto__`
    const made = Object.create(null) as Record<string, unknown>;
    for (const [at, { name, read }] of readers.entries()) {
      const text = row[at] ?? null;
      made[name] = text === null ? null : read(text);
    }
    return made;
  };
}

function readerOf(type: ValueType): (text: string) => unknown {
  switch (type) {
    case 'integer':
      return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
    case 'decimal':
      return (text) => (digitsOf(text) <= mostDigits ? Number(text) : text);
    case 'double':
      // JSON has no words for infinity
      return (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
    case 'boolean':
      return (text) => text === 't' || text === 'true';
    case 'json':
    case 'list':
      return (text) => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          return text;
        }
      };
    case 'timestamp':
      return (text) => text.replace(' ', 'T');
    case 'timestamptz':
      return (text) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
    default:
      return (text) => text;
  }
}

/** So many a number of JavaScript holds, whatever they are. */
const mostDigits = 15;
const digitsOf = (text: string): number => text.replace(/^-?0*\.?0*/, '').replace('.', '').length;

/** What a script answered for a column, as it travels; what is none of the column is refused. */
export function writerOf(column: string, type: ValueType): (value: unknown) => string {
  const { written, shape } = shapes[type];
  return (value) => {
    const text = written(value);
    if (text === undefined || (shape && !shape(text))) {
      const said = typeof value === 'string' ? value : JSON.stringify(value);
      throw new Misfit('etl.row.script_value', { column, value: said.slice(0, 200), type });
    }
    // no text of the engine holds a null sign
    return text.replaceAll('\0', '\ufffd');
  };
}

const plain = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
const json = (value: unknown): string => JSON.stringify(value);
const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);
const day = String.raw`\d{4}-\d{2}-\d{2}`;
const clock = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?`;
const zone = String.raw`(Z|[+-]\d{2}(:?\d{2})?)?`;
const moment = new RegExp(`^${day}[T ]${clock}${zone}$`);

/** How a value of each type is written, and what its text looks like. */
const shapes: Record<
  ValueType,
  { written: (value: unknown) => string | undefined; shape?: (text: string) => boolean }
> = {
  text: { written: (value) => plain(value) ?? json(value) },
  integer: {
    written: plain,
    shape: (text) => /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text),
  },
  decimal: { written: plain, shape: matches(/^-?\d{1,28}(\.\d+)?(e-\d{1,3})?$/) },
  double: { written: plain, shape: (text) => text.trim() !== '' && Number.isFinite(Number(text)) },
  boolean: { written: (value) => (typeof value === 'boolean' ? String(value) : undefined) },
  date: {
    // a Date of JavaScript comes as a moment
    written: (value) => (typeof value === 'string' && moment.test(value) ? value.slice(0, 10) : plain(value)),
    shape: isDay,
  },
  time: { written: plain, shape: matches(new RegExp(`^${clock}$`)) },
  timestamp: { written: (value) => plain(value)?.replace(/(Z|[+-]\d{2}(:?\d{2})?)$/, ''), shape: isMoment },
  timestamptz: { written: plain, shape: isMoment },
  uuid: { written: plain, shape: matches(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) },
  json: { written: json },
  bytes: { written: plain, shape: matches(/^\\x([\da-f]{2})*$/i) },
  list: { written: (value) => (Array.isArray(value) ? json(value) : undefined) },
};

function isDay(text: string): boolean {
  if (!new RegExp(`^${day}$`).test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function isMoment(text: string): boolean {
  return isDay(text.slice(0, 10)) && (text.length === 10 || moment.test(text));
}
