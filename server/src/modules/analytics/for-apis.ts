import type { Ctx } from '../../platform/context.ts';
import { answered } from './charts.ts';
import { requireSeen } from './require-seen.ts';

type Cell = string | number | null;

/** What a chart shows as plain data: its columns, and a row of values by their ids; keys of options by the words they stand for. */
export interface ChartData {
  columns: { id: string; title: string; kind: string }[];
  rows: Record<string, Cell>[];
  /** When the rows were read of their source, where they are not those of now. */
  readAt?: string;
}

/** A released chart as the caller sees it, for programs. */
export async function chartData(ctx: Ctx, chartId: string): Promise<ChartData> {
  await requireSeen(ctx, 'chart', chartId);
  const { columns, rows, readAt } = (await answered(ctx, chartId, { picks: [] })).result;
  return {
    columns: columns.map(({ id, title, kind }) => ({ id, title, kind })),
    rows: rows.map((row) =>
      Object.fromEntries(
        columns.map(({ id, kind, labels }, at) => {
          const cell = row[at] ?? null;
          if (typeof cell !== 'string') return [id, cell];
          return [id, kind === 'number' ? exactly(cell) : (labels?.[cell] ?? cell)];
        }),
      ),
    ),
    ...(readAt !== undefined && { readAt }),
  };
}

/** A number where none of its digits is lost by that, else the text. */
function exactly(text: string): Cell {
  const value = Number(text);
  return String(value) === text ? value : text;
}
