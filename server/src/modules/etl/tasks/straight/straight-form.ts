import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { quoted } from '@formwork/etl/sql.ts';

/** How columns go to others of the same database: as they are in binary, as texts, or not at all. */
export interface StraightForm {
  form: 'binary' | 'text';
  /** What is read, each column as the target takes it. */
  picks: string;
  /** A column is of another type than the target's: what is a text on its way would be cast, or rounded, by an insert over there. */
  casts: boolean;
}

/** Undefined where a column, or one that is worked out on the way, would become something else than by way of the engine. */
export function straightForm(
  columns: readonly DataColumn[],
  target: readonly DataColumn[],
  figures?: readonly DataColumn[],
): StraightForm | undefined {
  const into = new Map(target.map((column) => [column.name, column]));
  let form: StraightForm['form'] = figures ? 'text' : 'binary';
  let casts = false;
  const picks: string[] = [];
  for (const column of columns) {
    const name = quoted(column.name);
    const to = into.get(column.name);
    const [from, native] = [baseOf(column), to && baseOf(to)];
    // one that only an expression reads
    if (to === undefined || from === native || (texts.has(from) && texts.has(native!))) {
      if (!isSent(from)) form = 'text';
      picks.push(name);
    } else if (wholes.has(from) && (wholes.has(native!) || native === 'numeric'))
      picks.push(`${name}::${native!} as ${name}`);
    else if (odd.has(column.type) || !isWrittenAlike(column, native!)) return undefined;
    else {
      form = 'text';
      casts = true;
      picks.push(name);
    }
  }
  for (const figure of figures ?? []) {
    const to = into.get(figure.name);
    if (to && !isWorkedAlike(figure, to)) return undefined;
  }
  return { form, picks: picks.join(', '), casts };
}

/** Whether another type takes a value as PostgreSQL writes it for the same as it takes it as the engine does. */
function isWrittenAlike(column: DataColumn, native: string): boolean {
  // the engine's are told by the clock of the enterprise
  if (column.type === 'timestamptz') return native === made.timestamptz;
  // a whole one has a point by the engine
  return !isLoose(column) || numbers.has(native);
}

/** The same of what FEEL writes: a number without noughts, and a sign of its own between day and time. */
function isWorkedAlike({ type }: DataColumn, to: DataColumn): boolean {
  if (type === 'timestamp') return to.type !== 'text';
  return (type !== 'double' && type !== 'decimal') || numbers.has(baseOf(to));
}

/** Numbers that the engine writes with other digits. */
function isLoose({ type, native, precision = Infinity }: DataColumn): boolean {
  return type === 'double' || (type === 'decimal' && native !== undefined && precision > 38);
}

/** PostgreSQL's name of its type without a size; of what is worked out that of the type it is cast to. */
function baseOf({ native, type }: DataColumn): string {
  return native === undefined ? (made[type] ?? type) : native.replace(/\(.*?\)/, '');
}

const made: Partial<Record<DataColumn['type'], string>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  double: 'double precision',
  boolean: 'boolean',
  date: 'date',
  time: 'time without time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  uuid: 'uuid',
  json: 'jsonb',
  bytes: 'bytea',
};
const wholes = new Set(['smallint', 'integer', 'bigint']);
const numbers = new Set(['numeric', 'real', 'double precision']);

const texts = new Set(['text', 'character varying']);
/** Written by COPY in a way of PostgreSQL's own. */
const odd = new Set<DataColumn['type']>(['boolean', 'list', 'json', 'bytes']);
const sent = new Set([
  ...[...wholes, ...texts, 'numeric', 'real', 'double precision', 'boolean', 'date', 'uuid', 'bytea', 'json', 'jsonb'],
  ...['time without time zone', 'timestamp without time zone', 'timestamp with time zone', 'interval', 'character'],
]);
/** Types that every server sends and takes in the same bytes. */
const isSent = (native: string): boolean => sent.has(native);
