import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Endpoint, Engine, EngineSession, ReadSource, RowStream } from '../../../platform/engine/port.ts';
import { streamOf } from '../../../platform/engine/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { formsOf, releasedFormIds } from '../../forms/public.ts';
import { eachSeenRecord, requireSight, seenDefinition } from '../../records/public.ts';
import { doubleQuoted } from './names.ts';
import { selectOf } from './postgres/postgres.ts';

/**
 * The platform's own forms: the columns and rows that `ctx` sees. SQL is never run where they lie: what a statement names, by the form's
 * id or its title, is read into the engine first.
 */
export function formsEndpoint(ctx: Ctx, engine: Engine, timeZone: string): Endpoint {
  let opened: Promise<EngineSession> | undefined;
  let known: Promise<{ id: string; title: string }[]> | undefined;
  const session = () => (opened ??= engine.open({ timeZone }));
  const loaded = new Map<string, Promise<void>>();
  const forms = () =>
    (known ??= (async () => {
      const found = await formsOf(ctx, { ids: await releasedFormIds(ctx.platform, ctx.spaceId) });
      return [...found.values()].map(({ id, title }) => ({ id, title: textIn(title, ctx.locale) }));
    })());
  const load = ({ id, title }: { id: string; title: string }): Promise<void> => {
    const before = loaded.get(id);
    if (before) return before;
    const work = (async () => {
      const room = await session();
      const rows = await rowsOfForm(ctx, id);
      await room.fill(id, rows);
      const named = rows.columns.map(
        (column) => `${doubleQuoted(column.name)} as ${doubleQuoted(column.title ?? column.name)}`,
      );
      const unique = new Set(rows.columns.map((column) => (column.title ?? column.name).toLowerCase())).size;
      if (unique === named.length && title !== '')
        await room.run(
          `create or replace view ${doubleQuoted(title)} as select ${named.join(', ')} from ${doubleQuoted(id)}`,
        );
    })();
    loaded.set(id, work);
    work.catch(() => loaded.delete(id));
    return work;
  };
  const loadNamed = async (sql: string): Promise<EngineSession> => {
    const text = sql.toLowerCase();
    for (const form of await forms())
      if (text.includes(form.id.toLowerCase()) || (form.title !== '' && text.includes(form.title.toLowerCase())))
        await load(form);
    return session();
  };
  const columnsOf = async (id: string): Promise<DataColumn[]> => {
    if (!(await forms()).some((form) => form.id === id)) throw new AppError('etl.table.not_found', { table: id });
    return (await fieldsOf(ctx, id)).columns;
  };
  return {
    caps: { dialect: 'duckdb', write: false, transactional: true },
    schemas: () => Promise.resolve(['']),
    async tables(_schema, search = '') {
      const wanted = search.toLowerCase();
      return (await forms())
        .filter(({ id, title }) => id.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted))
        .map(({ id, title }) => ({ schema: '', name: id, title, kind: 'form', rows: null, bytes: null }));
    },
    columns: ({ name }) => columnsOf(name),
    describe: async (sql) => (await loadNamed(sql)).describe(sql),
    query: async (sql, limits) => (await loadNamed(sql)).query(sql, limits),
    async read(source, options) {
      if (isWhole(source)) return rowsOfForm(ctx, source.table.name, source);
      const sql = await selectOf(source, ({ name }) => columnsOf(name));
      return (await loadNamed(sql)).drain(sql, options);
    },
    load: () => Promise.reject(new AppError('etl.target.read_only')),
    async close() {
      if (opened) await opened.then((open) => open.close()).catch(() => {});
    },
  };
}

type TableSource = Extract<ReadSource, { table: unknown }>;

function isWhole(source: ReadSource): source is TableSource {
  return 'table' in source && source.after === undefined;
}

async function rowsOfForm(
  ctx: Ctx,
  formId: string,
  { limit = Infinity, columns: wanted, within }: Pick<TableSource, 'limit' | 'columns' | 'within'> = {},
): Promise<RowStream> {
  const { columns, fields } = await fieldsOf(ctx, formId);
  const known = new Map(columns.map((column) => [column.name, column]));
  const shown = (wanted ?? [...known.keys()]).map((name) => {
    const column = known.get(name);
    if (!column) throw new AppError('etl.sql.failed', { message: `${formId}: ${name}?` });
    return column;
  });
  const isField = new Set(fields.map(({ id }) => id));
  const filter = within && hasOneOf(within, known.get(within.column)?.type === 'decimal');
  async function* rows(): AsyncGenerator<(string | null)[][]> {
    let batch: (string | null)[][] = [];
    let count = 0;
    for await (const { id, values } of eachSeenRecord(ctx, formId, filter)) {
      if (count === limit) break;
      count += 1;
      batch.push(shown.map(({ name }) => (isField.has(name) ? textOf(values[name]) : id)));
      if (batch.length < 500) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  return { columns: shown, bytes: streamOf(rows()) };
}

/** A list of a condition holds so many values. */
const mostValues = 1_000;

function hasOneOf({ column: field, values }: NonNullable<TableSource['within']>, isNumber: boolean): Condition {
  const any: Condition[] = [];
  for (let from = 0; from < Math.max(1, values.length); from += mostValues)
    any.push({
      field,
      operator: 'in',
      value: values.slice(from, from + mostValues).map((value) => (isNumber ? Number(value) : value)),
    });
  return { any };
}

const idColumn = '_id';

async function fieldsOf(ctx: Ctx, formId: string): Promise<{ columns: DataColumn[]; fields: Field[] }> {
  await requireSight(ctx, formId);
  const definition = await seenDefinition(ctx, formId);
  const fields = [...definition.fields, ...Object.values(systemFields)].filter(
    (field) => types[fieldKind(field)] !== undefined,
  );
  return {
    fields,
    columns: [
      { name: idColumn, type: 'text', nullable: false, key: true },
      ...fields.map((field): DataColumn => ({
        name: field.id,
        title: textIn(field.title, ctx.locale),
        type: types[fieldKind(field)] ?? 'text',
        nullable: true,
        native: field.type,
      })),
    ],
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const types: Partial<Record<ValueKind, ValueType>> = {
  text: 'text',
  number: 'decimal',
  date: 'date',
  dateTime: 'timestamptz',
  time: 'time',
  boolean: 'boolean',
  option: 'text',
  options: 'list',
  people: 'list',
  departments: 'list',
  posts: 'list',
  roles: 'list',
  records: 'list',
  address: 'json',
  html: 'text',
  place: 'json',
};
