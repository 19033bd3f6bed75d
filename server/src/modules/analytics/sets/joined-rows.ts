import { createHash } from 'node:crypto';
import {
  joinedColumn,
  joinedSources,
  mostJoined,
  type DataSet,
  type SetField,
  type SetSource,
} from '@formwork/contract/analytics/dataset.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { streamOf } from '../../../platform/engine/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { doubleQuoted } from '../../etl/public.ts';
import { idKinds, type Readings, type Source, type SourceRows } from '../source-types.ts';
import { columnTypes, deeper, shownRows } from './chart-rows.ts';
import { numberText } from './number-text.ts';
import { rowsSql } from './row-sql.ts';
import { keepRows, roomTable, type RoomOf } from './rooms.ts';

export type JoinSource = Extract<SetSource, { is: 'join' }>;

/** The rows of one part as the caller sees them, its columns named by the part. */
export interface JoinedPart extends Pick<SourceRows, 'key' | 'readAt' | 'unread'> {
  as: string;
  title: string;
  columns: DataColumn[];
  /** Ids behind names: two people of one name are two. */
  keys: DataColumn[];
  fill(session: EngineSession): Promise<void>;
}

/** Columns of all parts that are the caller's, with what they are called. */
export async function seenColumns(ctx: Ctx, source: JoinSource, read: Readings): Promise<Map<string, string>> {
  const parts = await sourcesOf(deeper(ctx), source, read);
  return new Map(
    parts.flatMap(({ as, part }) =>
      part.fields.map(({ id, title }): [string, string] => [joinedColumn(as, id), textIn(title, ctx.locale)]),
    ),
  );
}

/**
 * Of each part the rows and fields that the caller sees there, joined: the rights of each are in them before anything is asked of
 * them together. Rows that differ from person to person are rooms of their own.
 */
export async function joinedRows(
  ctx: Ctx,
  source: JoinSource,
  fields: DataSet['fields'],
  read: Readings,
): Promise<Pick<RoomOf, 'key' | 'fill'> & Pick<SourceRows, 'readAt' | 'unread'>> {
  const parts = await partsOf(ctx, source, read, new Set(fields.map(({ column }) => column)));
  const key = createHash('sha256')
    .update(
      JSON.stringify([
        source,
        fields.map(({ id, column, kind, calc }) => [id, column, kind, calc]),
        parts.map((part) => [part.title, part.columns, part.key]),
      ]),
    )
    .digest('base64');
  const readAt = parts.flatMap((part) => part.readAt ?? []).toSorted()[0];
  return {
    key,
    ...(readAt !== undefined && { readAt }),
    ...(parts.some(({ unread }) => unread) && { unread: true as const }),
    async fill(session) {
      for (const part of parts) await part.fill(session);
      await keepRows(session, `select * from (${joinSql(source, parts, fields)}) limit ${mostJoined.all + 1}`);
      const { rows } = await session.query(`select count(*) from ${roomTable}`);
      noteRows(ctx.platform, source, Number(rows[0]?.[0]));
      if (Number(rows[0]?.[0]) > mostJoined.all)
        throw new AppError('analytics.set.too_many', { most: mostJoined.all, name: parts.at(-1)!.title });
    },
  };
}

/** How many rows it had when it was put together last, for whoever: nobody knows before. */
export function rowsLately(platform: Platform, source: JoinSource): number {
  return sizes.get(platform)?.get(JSON.stringify(source)) ?? 0;
}

const sizes = new WeakMap<Platform, Map<string, number>>();
const mostSizes = 1_000;

function noteRows(platform: Platform, source: JoinSource, rows: number): void {
  const known = sizes.get(platform) ?? new Map<string, number>();
  sizes.set(platform, known);
  if (known.size > mostSizes) known.clear();
  known.set(JSON.stringify(source), rows);
}

/** The parts with those of their columns that are wanted and seen, or all; what rows are joined by has to be seen. */
export async function partsOf(
  ctx: Ctx,
  source: JoinSource,
  read: Readings,
  wanted?: ReadonlySet<string>,
): Promise<JoinedPart[]> {
  const keys = new Set(
    source.joins.flatMap(({ as, on }) =>
      on.flatMap(({ part, from, field }) => [joinedColumn(part, from), joinedColumn(as, field)]),
    ),
  );
  // what is compared reads the same whoever looks
  const found = await sourcesOf(deeper(ctx, 'zh-CN'), source, read);
  const there = new Set(found.flatMap(({ as, part }) => part.fields.map(({ id }) => joinedColumn(as, id))));
  if ([...keys].some((key) => !there.has(key))) throw new AppError('analytics.set.join_gone');
  return Promise.all(
    found.map(async ({ as, of, part }): Promise<JoinedPart> => {
      const asked = part.fields.filter(({ id }) => {
        const column = joinedColumn(as, id);
        return wanted === undefined || wanted.has(column) || keys.has(column);
      });
      const title = textIn(part.title, ctx.locale);
      const fields = asked.map(({ id }) => id);
      const rows = await (part.rows?.(fields) ?? shownRowsOf(ctx, of, fields, read).catch(naming(title)));
      const columns = asked.map((field, at) => ({
        name: joinedColumn(as, field.id),
        title: textIn(field.title, ctx.locale),
        type: rows.columns[at]!.type,
        nullable: true,
      }));
      const ids = columns.flatMap(({ name }, at) =>
        rows.columns[at]!.ids ? [{ name: keyOf(name), type: 'text' as const, nullable: true }] : [],
      );
      return {
        as,
        title,
        key: rows.key,
        ...(rows.readAt !== undefined && { readAt: rows.readAt }),
        ...(rows.unread && { unread: rows.unread }),
        columns,
        keys: ids,
        fill: (session) => rows.fill(session, as, namesOf(columns), namesOf(ids)).catch(naming(title)),
      };
    }),
  );
}

/** What is worked out for each who looks passes through memory: their own rows are their version. */
async function shownRowsOf(ctx: Ctx, form: string, fields: readonly string[], read: Readings): Promise<SourceRows> {
  const uses = fields.map((field, at) => ({ id: `c${at}`, field }));
  const settings = { kind: 'table' as const, slots: { row: uses }, marks: [], tones: [], notes: [], look: {} };
  const result = await read.chart(deeper(ctx, 'zh-CN'), { form, where: null, settings }, mostJoined.shown);
  if (result.cutFrom !== undefined) throw new AppError('analytics.set.too_many', { most: mostJoined.shown });
  const columns = result.columns.map(({ kind, of }) => ({
    type: columnTypes[kind],
    ids: of !== undefined && idKinds.has(of.kind),
  }));
  const shown = shownRows(result);
  const rows = result.rows.map((row, at) => [
    ...shown[at]!,
    ...row.filter((_, place) => columns[place]!.ids).map((cell) => (cell === null ? null : String(cell))),
  ]);
  return {
    key: createHash('sha256').update(JSON.stringify(rows)).digest('base64'),
    columns,
    ...(result.readAt !== undefined && { readAt: result.readAt }),
    ...(result.unread && { unread: result.unread }),
    async fill(session, table, names, ids) {
      const all = [
        ...names.map((name, at) => ({ name, type: columns[at]!.type, nullable: true })),
        ...ids.map((name) => ({ name, type: 'text' as const, nullable: true })),
      ];
      async function* batches() {
        yield rows;
      }
      await session.fill(table, { columns: all, bytes: streamOf(batches()) });
    },
  };
}

/** One statement over the tables of the parts. */
export function joinSql(source: JoinSource, parts: readonly JoinedPart[], fields: readonly SetField[]): string {
  const byName = new Map(
    parts.flatMap(({ columns }) => columns.map((column): [string, DataColumn] => [column.name.toLowerCase(), column])),
  );
  return rowsSql(fields, byName, joinedFrom(source, parts));
}

export function joinedFrom({ first, joins }: JoinSource, parts: readonly JoinedPart[]): string {
  const types = new Map(
    parts.flatMap(({ columns, keys }) => [...columns, ...keys].map(({ name, type }) => [name, type])),
  );
  const sides = (part: string, field: string) => {
    const name = joinedColumn(part, field);
    return { name, sql: doubleQuoted(name), type: types.get(name) };
  };
  return [
    `from ${doubleQuoted(first.as)}`,
    ...joins.map(({ as, kind, on }) => {
      const equal = on.map(({ part, from, field }) => {
        const [left, right] = [sides(part, from), sides(as, field)];
        if (types.has(keyOf(left.name)) && types.has(keyOf(right.name)))
          return `${doubleQuoted(keyOf(left.name))} = ${doubleQuoted(keyOf(right.name))}`;
        // values of two kinds are the same where they read the same
        return left.type === right.type ? `${left.sql} = ${right.sql}` : `${textOf(left)} = ${textOf(right)}`;
      });
      return `${kind} join ${doubleQuoted(as)} on ${equal.join(' and ')}`;
    }),
  ].join(' ');
}

const textOf = ({ sql, type }: { sql: string; type: string | undefined }): string =>
  type === 'decimal' ? numberText(sql) : `${sql}::VARCHAR`;

function keyOf(column: string): string {
  return `${column}#`;
}

/** Which part has too many rows. */
function naming(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError && error.code === 'analytics.set.too_many')
      throw new AppError(error.code, { ...error.data, name });
    throw error;
  };
}

const namesOf = (columns: readonly DataColumn[]): string[] => columns.map(({ name }) => name);

async function sourcesOf(
  ctx: Ctx,
  source: JoinSource,
  read: Readings,
): Promise<{ as: string; of: string; part: Source }[]> {
  return Promise.all(joinedSources(source).map(async ({ as, of }) => ({ as, of, part: await read.source(ctx, of) })));
}
