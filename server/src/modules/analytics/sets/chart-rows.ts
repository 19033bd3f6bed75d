import { createHash } from 'node:crypto';
import type { DataSet, SetSource } from '@formwork/contract/analytics/dataset.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { streamOf } from '../../../platform/engine/rows.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { releasedOf } from '../../definitions/public.ts';
import type { Readings } from '../source-types.ts';
import { rowsSql } from './row-sql.ts';
import { viewChart } from './view-chart.ts';
import { roomRows } from './room-table.ts';
import { roomTable, type RoomOf } from './rooms.ts';

/** Charts of data sets of charts, and joins of joins, end somewhere. */
const mostDeep = 4;
const depths = new WeakMap<Ctx, number>();

type Age = Pick<ChartResult, 'readAt' | 'unread'>;

/** A saved chart, or the analysis or list that a label of a form is. */
export type ChartedSource = Extract<SetSource, { is: 'chart' | 'view' }>;

/** Its result as the caller sees it: rows that differ from person to person are rooms of their own. */
export async function chartRows(
  ctx: Ctx,
  source: ChartedSource,
  { fields }: DataSet,
  read: Readings,
): Promise<Pick<RoomOf, 'key' | 'fill'> & Age> {
  const { columns, rows, age } = await resultOfChart(ctx, source, read);
  const typed = rowsSql(fields, columns, 'from result');
  const all = [...columns.values()];
  const key = createHash('sha256')
    .update(JSON.stringify([typed, all, rows]))
    .digest('base64');
  return {
    key,
    ...age,
    async fill(session) {
      async function* batches() {
        yield rows;
      }
      await session.fill('result', { columns: all, bytes: streamOf(batches()) });
      await session.run(`create table ${roomTable} as ${await roomRows(session, typed)}`);
    },
  };
}

/** The caller one storey further down; what goes in circles ends. */
export function deeper(ctx: Ctx, locale = ctx.locale): Ctx {
  const depth = (depths.get(ctx) ?? 0) + 1;
  if (depth > mostDeep) throw new AppError('analytics.set.circle');
  const inner = { ...ctx, locale };
  depths.set(inner, depth);
  return inner;
}

/** Columns by their names in small letters; keys with a name bear that, beside them the key itself is of no use. */
export async function resultOfChart(
  ctx: Ctx,
  source: ChartedSource,
  read: Readings,
): Promise<{ columns: Map<string, DataColumn>; rows: (string | null)[][]; age: Age }> {
  const inner = deeper(ctx);
  const { chart, most } =
    source.is === 'chart' ? await chartOf(ctx, source.chart) : await viewChart(inner, source, read);
  const { columns, rows, readAt, unread, cutFrom } = await read.chart(inner, chart, most);
  if (most !== undefined && cutFrom !== undefined) throw new AppError('analytics.set.too_many', { most, name: '' });
  const taken = new Map<string, number>();
  const named = columns.map(({ title, kind, id }): DataColumn => {
    const base = title.trim() || id;
    const count = (taken.get(base.toLowerCase()) ?? 0) + 1;
    taken.set(base.toLowerCase(), count);
    return { name: count === 1 ? base : `${base} ${count}`, type: columnTypes[kind], nullable: true };
  });
  return {
    columns: new Map(named.map((column) => [column.name.toLowerCase(), column])),
    rows: shownRows({ columns, rows }),
    age: { ...(readAt !== undefined && { readAt }), ...(unread && { unread }) },
  };
}

async function chartOf({ platform, spaceId }: Ctx, id: string): Promise<{ chart: ChartDefinition; most?: number }> {
  const released = await releasedOf<ChartDefinition>(platform, spaceId, 'chart', id);
  if (!released?.enabled) throw notFound('analytics.chart.gone');
  return { chart: released.body };
}

export const columnTypes = { number: 'decimal', date: 'date', moment: 'timestamptz', text: 'text' } as const;

/** Keys with a name bear that: beside it the key itself is of no use. */
export function shownRows({ columns, rows }: Pick<ChartResult, 'columns' | 'rows'>): (string | null)[][] {
  return rows.map((row) =>
    row.map((cell, at) => (cell === null ? null : (columns[at]?.labels?.[String(cell)] ?? String(cell)))),
  );
}
