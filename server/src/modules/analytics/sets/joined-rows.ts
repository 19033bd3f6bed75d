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
import { doubleQuoted } from '../../etl/public.ts';
import type { Readings, Source } from '../source-types.ts';
import { columnTypes, deeper, shownRows } from './chart-rows.ts';
import { rowsSql } from './row-sql.ts';
import { roomTable, type RoomOf } from './rooms.ts';

export type JoinSource = Extract<SetSource, { is: 'join' }>;

/** The rows of one part as the caller sees them, its columns named by the part. */
export interface JoinedPart {
  as: string;
  title: string;
  columns: DataColumn[];
  /** Ids behind names, in the rows after the columns: two people of one name are two. */
  keys: DataColumn[];
  rows: (string | null)[][];
}

/** Columns of all parts that are the caller's, with what they are called. */
export async function seenColumns(ctx: Ctx, source: JoinSource, read: Readings): Promise<Map<string, string>> {
  const parts = await sourcesOf(ctx, source, read);
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
): Promise<Pick<RoomOf, 'key' | 'fill'>> {
  const parts = await readParts(ctx, source, read, new Set(fields.map(({ column }) => column)));
  const key = createHash('sha256')
    .update(JSON.stringify([source, fields.map(({ id, column, kind, calc }) => [id, column, kind, calc]), parts]))
    .digest('base64');
  return {
    key,
    async fill(session) {
      await fillParts(session, parts);
      await session.run(
        `create table ${roomTable} as select * from (${joinSql(source, parts, fields)}) limit ${mostJoined.all + 1}`,
      );
      const { rows } = await session.query(`select count(*) from ${roomTable}`);
      if (Number(rows[0]?.[0]) > mostJoined.all)
        throw new AppError('analytics.set.too_many', { most: mostJoined.all, name: parts.at(-1)!.title });
    },
  };
}

/** The parts with those of their columns that are wanted and seen, or all; what rows are joined by has to be seen. */
export async function readParts(
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
  const inner = deeper(ctx, 'zh-CN');
  const parts = await Promise.all(
    (await sourcesOf(ctx, source, read)).map(async ({ as, of, part }): Promise<JoinedPart> => {
      const asked = part.fields.filter(({ id }) => {
        const column = joinedColumn(as, id);
        return wanted === undefined || wanted.has(column) || keys.has(column);
      });
      const uses = asked.map(({ id }, at) => ({ id: `c${at}`, field: id }));
      const title = textIn(part.title, ctx.locale);
      if (uses.length === 0) return { as, title, columns: [], keys: [], rows: [] };
      const settings = { kind: 'table' as const, slots: { row: uses }, marks: [], tones: [], notes: [], look: {} };
      const result = await read.chart(inner, { form: of, where: null, settings }, mostJoined.part);
      if (result.cutFrom !== undefined)
        throw new AppError('analytics.set.too_many', { most: mostJoined.part, name: title });
      const shown = shownRows(result);
      const ids = result.columns.flatMap(({ of: field }, at) => (field && idKinds.has(field.kind) ? [at] : []));
      return {
        as,
        title,
        columns: result.columns.map((column, at) => ({
          name: joinedColumn(as, asked[at]!.id),
          title: textIn(asked[at]!.title, ctx.locale),
          type: columnTypes[column.kind],
          nullable: true,
        })),
        keys: ids.map((at) => ({ name: keyOf(joinedColumn(as, asked[at]!.id)), type: 'text', nullable: true })),
        rows: result.rows.map((row, index) => [...shown[index]!, ...ids.map((at) => textOf(row[at]))]),
      };
    }),
  );
  const there = new Set(parts.flatMap(({ columns }) => columns.map(({ name }) => name)));
  if ([...keys].some((key) => !there.has(key))) throw new AppError('analytics.set.join_gone');
  return parts;
}

export async function fillParts(session: EngineSession, parts: readonly JoinedPart[]): Promise<void> {
  for (const { as, columns, keys, rows } of parts) {
    async function* batches() {
      yield rows;
    }
    await session.fill(as, { columns: [...columns, ...keys], bytes: streamOf(batches()) });
  }
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
        return left.type === right.type ? `${left.sql} = ${right.sql}` : `${left.sql}::VARCHAR = ${right.sql}::VARCHAR`;
      });
      return `${kind} join ${doubleQuoted(as)} on ${equal.join(' and ')}`;
    }),
  ].join(' ');
}

const idKinds: ReadonlySet<string> = new Set(['people', 'departments', 'posts', 'roles', 'records']);

function keyOf(column: string): string {
  return `${column}#`;
}

function textOf(cell: string | number | null | undefined): string | null {
  return cell == null ? null : String(cell);
}

async function sourcesOf(
  ctx: Ctx,
  source: JoinSource,
  read: Readings,
): Promise<{ as: string; of: string; part: Source }[]> {
  const inner = deeper(ctx);
  return Promise.all(joinedSources(source).map(async ({ as, of }) => ({ as, of, part: await read.source(inner, of) })));
}
