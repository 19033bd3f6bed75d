import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { compile } from '@formwork/feel/compile.ts';
import { conditionTypes, readable } from './conditions.ts';

type Rows = Record<string, { values: object }[]>;

/**
 * What leaves a condition undecided where it is empty: ids of fields, `table.field` for fields of rows, a table that may have no
 * rows. Nothing where the condition says itself what empty means. Tried: decided with a value, undecided without, whatever the
 * others hold.
 */
export function mayBeEmpty(definition: FormDefinition, text: string): string[] {
  const compiled = compile(text, { types: conditionTypes(definition), empties: 'null' });
  if (!compiled.ok) return [];
  const isDecided = (values: object, slaves: Rows) =>
    typeof compiled.run(readable({ values, slaves, initiator: somebody, submitter: somebody, wayUp: () => ['x'] }), {
      zone: 'UTC',
    }).value === 'boolean';
  const read = definition.fields.filter(({ id }) => compiled.reads.includes(id));
  const tables = definition.tables.flatMap((table) => {
    const columns = table.fields.filter(({ id }) => compiled.reads.includes(`${table.id}.${id}`));
    return columns.length > 0 || compiled.reads.includes(table.id) ? [{ table, columns }] : [];
  });
  const tried = new Map(read.map((field) => [field.id, triedOf(field, text)]));
  const records = (but?: string) =>
    combined(read.filter(({ id }) => id !== but).map(({ id }) => [id, tried.get(id)!] as const));
  const none: Rows = Object.fromEntries(definition.tables.map(({ id }) => [id, []]));
  const filled = filledRows(tables, text).map((rows) => ({ ...none, ...rows }));

  const ofRecord = read.filter(
    (field) =>
      !neverEmpty(field) &&
      records(field.id).some((others) =>
        [none, ...filled].some((slaves) => {
          const { id } = field;
          const given = tried.get(id)!;
          return (
            !isDecided({ ...others, [id]: null }, slaves) &&
            (given.length === 0 || given.some((value) => isDecided({ ...others, [id]: value }, slaves)))
          );
        }),
      ),
  );
  const leaves = (without: (rows: Rows) => Rows) =>
    filled.some((rows) => records().some((values) => isDecided(values, rows) && !isDecided(values, without(rows))));
  const ofRows = tables.flatMap(({ table, columns }) => [
    ...((table.minRows ?? 0) === 0 && leaves((rows) => ({ ...rows, [table.id]: [] })) ? [table.id] : []),
    ...columns
      .filter((field) => !neverEmpty(field) && leaves((rows) => withoutValue(rows, table.id, field.id)))
      .map(({ id }) => `${table.id}.${id}`),
  ]);
  return [...ofRecord.map(({ id }) => id), ...ofRows];
}

const somebody = { id: 'x', departments: ['x'], posts: ['x'], roles: ['x'] };

/** Tables with one row each, in which every field that is read holds something. */
function filledRows(tables: readonly { table: SlaveTable; columns: Field[] }[], text: string): Rows[] {
  const rows = tables.map(
    ({ table, columns }) =>
      [
        table.id,
        combined(columns.map((field) => [field.id, triedOf(field, text)] as const)).map((values) => [{ values }]),
      ] as const,
  );
  const all = combined(rows) as Rows[];
  return tables.length === 0 ? [] : all.filter((_, at) => at % Math.ceil(all.length / mostRows) === 0);
}

function withoutValue(rows: Rows, table: string, field: string): Rows {
  return { ...rows, [table]: (rows[table] ?? []).map(({ values }) => ({ values: { ...values, [field]: null } })) };
}

const samples: Partial<Record<ValueKind, readonly unknown[]>> = {
  text: ['x'],
  option: ['x'],
  number: [0],
  boolean: [true, false],
  date: ['1900-01-01', '2999-12-31'],
  dateTime: ['1900-01-01T00:00:00Z', '2999-12-31T00:00:00Z'],
  time: ['00:00:00', '23:59:59'],
  options: [['x']],
  people: [['x']],
  departments: [['x']],
  posts: [['x']],
  roles: [['x']],
  records: [['x']],
};
const mostTried = 8;
const mostRows = 8;

/** Values of a field on either side of what a condition compares it with. */
function triedOf(field: Field, text: string): readonly unknown[] {
  const kind = fieldKind(field);
  const own = samples[kind] ?? [];
  const texts = [...text.matchAll(/"([^"]*)"/g)].map((found) => found[1]!);
  const numbers = [...text.matchAll(/\d+(\.\d+)?/g)].map((found) => Number(found[0]));
  const named =
    kind === 'number'
      ? numbers.flatMap((one) => [one, one + 1, one - 1])
      : kind === 'text' || kind === 'option'
        ? texts
        : Array.isArray(own[0])
          ? texts.map((one) => [one])
          : [];
  return [...own, ...named].slice(0, mostTried);
}

/** Records of these fields with one of their values each, at most a hundred. */
function combined(fields: readonly (readonly [string, readonly unknown[]])[]): object[] {
  return fields.reduce<object[]>(
    (records, [id, values]) =>
      records
        .flatMap((record) => (values.length === 0 ? [null] : values).map((value) => ({ ...record, [id]: value })))
        .filter((_, at, all) => at % Math.ceil(all.length / 100) === 0),
    [{}],
  );
}

/** Required, or worked out in a way that always has a result. */
function neverEmpty(field: Field): boolean {
  if (samples[fieldKind(field)] === undefined) return false;
  if (field.type === 'rollup') return field.config.function === 'sum' || field.config.function === 'count';
  if (field.type === 'formula') return field.config.result === 'number' && field.config.empties === 'zero';
  return field.required === true || field.type === 'switch';
}
