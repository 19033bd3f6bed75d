import type { SetField } from '@formwork/contract/analytics/dataset.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { feelToSql, type Refusal, type SqlExpression } from '@formwork/etl/feel-sql.ts';
import { castText } from '@formwork/etl/sql.ts';
import { doubleQuoted } from '../../etl/public.ts';
import { truthNames } from '../../records/public.ts';
import { numberText } from './number-text.ts';

/** Of a number, as the engine reckons with it. */
export const mostDigits = 38;

/** Of a field whose column does not say more. */
export const engineTypes = {
  text: 'VARCHAR',
  number: 'DECIMAL(38,10)',
  date: 'DATE',
  dateTime: 'TIMESTAMPTZ',
  boolean: 'BOOLEAN',
} as const;

/** Rows with all fields by their ids: those of columns first, then those that are worked out of others, in their order. */
export function rowsSql(fields: readonly SetField[], columns: ReadonlyMap<string, DataColumn>, from: string): string {
  const read = fields.filter(({ calc }) => !calc);
  const shown = read.map((field) => `${valueOf(field, columns)} as ${doubleQuoted(field.id)}`);
  const known = new Map(read.map(({ id, kind }) => [id, kind]));
  // two numbers of 18 digits are added within 18 digits, and a sum with one more would be nothing
  const long = ({ calc, kind, column }: SetField): string => {
    const { type, precision, scale } = (!calc && kind === 'number' && columns.get(column.toLowerCase())) || {};
    return type === 'decimal' && precision !== undefined ? `::DECIMAL(${mostDigits},${scale ?? 0})` : '';
  };
  let sql = `select ${shown.join(', ') || 'true as none'} ${from}`;
  for (const field of fields) {
    if (!field.calc) continue;
    const { parts } = field.calc;
    const letters = parts.map(({ name, field: of }) => {
      const value = known.has(of) ? `t.${doubleQuoted(of)}${long(fields.find(({ id }) => id === of)!)}` : 'null';
      return `${value} as ${doubleQuoted(name)}`;
    });
    const rest = parts.length === 0 ? 's.*' : `s.* exclude (${parts.map(({ name }) => doubleQuoted(name)).join(', ')})`;
    const inner = `select ${['t.*', ...letters].join(', ')} from (${sql}) t`;
    sql = `select ${rest}, ${calcSql(field, known)} as ${doubleQuoted(field.id)} from (${inner}) s`;
    known.set(field.id, field.kind);
  }
  return sql;
}

/** What works a field out of others of its row; a refusal says which part of it is none, or none of the engine's. */
export function compiledRow(
  { calc }: Pick<SetField, 'calc'>,
  kinds: ReadonlyMap<string, SetKind>,
): SqlExpression | Refusal {
  const parts = calc?.parts ?? [];
  const columns = parts.map(({ name, field }): DataColumn => ({
    name,
    type: valueTypes[kinds.get(field) ?? 'text'],
    nullable: true,
  }));
  return feelToSql(calc?.expression ?? '', columns);
}

/** The fields that a field is of, however many steps lie between: hidden is what is worked out of what is hidden. */
export function basesOf(field: SetField, fields: readonly SetField[], met: readonly string[] = []): SetField[] {
  if (!field.calc) return [field];
  return field.calc.parts.flatMap((part) => {
    const of = fields.find(({ id }) => id === part.field);
    return of && !met.includes(of.id) ? basesOf(of, fields, [...met, field.id]) : [];
  });
}

/** With those that are worked out of them. */
export function withInherited(fields: readonly SetField[], gone: ReadonlySet<string>): Set<string> {
  const all = new Set(gone);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const { id, calc } of fields) if (calc?.parts.some(({ field }) => all.has(field))) all.add(id);
  }
  return all;
}

const valueTypes: Record<SetKind, ValueType> = {
  text: 'text',
  number: 'decimal',
  date: 'date',
  dateTime: 'timestamptz',
  boolean: 'boolean',
};

/** What fails in one row is nothing there, and ends no reading. */
function calcSql(field: SetField, kinds: ReadonlyMap<string, SetKind>): string {
  const compiled = compiledRow(field, kinds);
  const type = engineTypes[field.kind];
  return 'code' in compiled ? `null::${type}` : `try(try_cast(${compiled.sql} as ${type}))`;
}

/** The value of a field in the engine's words; nothing where the source's value is none of its kind. */
function valueOf({ column, kind }: SetField, columns: ReadonlyMap<string, DataColumn>): string {
  const found = columns.get(column.toLowerCase());
  const type = engineTypes[kind];
  if (!found) return `null::${type}`;
  const value = doubleQuoted(found.name);
  const as = found.type;
  switch (kind) {
    case 'number':
      if (as === 'integer' || as === 'decimal') return value;
      // what is no number is none
      if (as === 'double') return `case when isfinite(${value}) then ${value} end`;
      return as === 'boolean' ? `${value}::INTEGER` : castText(`${value}::VARCHAR`, type);
    case 'text':
      return as === 'decimal' ? numberText(value) : `${value}::VARCHAR`;
    case 'boolean':
      return as === 'text' ? truthSql(value) : `try_cast(${value} as ${type})`;
    default:
      return `try_cast(${value} as ${type})`;
  }
}

/** A truth as forms and files write it, in whichever language. */
function truthSql(value: string): string {
  const said = (as: 'true' | 'false') => Object.values(truthNames).map((names) => `'${names[as].toLowerCase()}'`);
  const word = `lower(trim(${value}))`;
  return `case when ${word} in (${said('true').join(', ')}) then true when ${word} in (${said('false').join(', ')}) then false else try_cast(${value} as BOOLEAN) end`;
}
