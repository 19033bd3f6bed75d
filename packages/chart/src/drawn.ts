import type { ChartKind, ChartSlot } from '@formwork/contract/analytics/chart.ts';
import type { KpiModel } from './kinds/kpi.ts';
import type { ChartOption } from './option.ts';
import type { ChartMap } from './result.ts';
import type { NoteCode, Scene } from './scene.ts';
import type { TableModel } from './table-model.ts';

export const refusalCodes = ['field_gone', 'negative', 'circle', 'too_much', 'no_boundaries'] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** What a kind makes of its scene. */
export type Drawn =
  | { state: 'option'; option: ChartOption; needs?: ChartMap }
  | { state: 'table'; table: TableModel }
  | { state: 'kpi'; kpi: KpiModel }
  /** There is nothing to draw: no rows, no figures in them, or nothing but zeros where shares are shown. */
  | { state: 'empty'; code: 'no_rows' | 'no_figures' | 'all_zero' }
  /** It could be drawn, but would say something that is not so; another kind can say it. */
  | { state: 'refused'; code: RefusalCode; propose?: ChartKind; fields?: readonly string[] }
  | { state: 'incomplete'; slots: readonly ChartSlot[] };

export type Drawing = Drawn & { notes: readonly NoteCode[] };

/** What may stand in a slot: keys to group by, figures, days and moments, or either of them. */
export interface SlotNeed {
  takes: 'dimension' | 'measure' | 'time' | 'any';
  least: number;
  most: number;
}

export interface KindSpec {
  slots: Partial<Record<ChartSlot, SlotNeed>>;
  /** Which part of ECharts draws it: the common kinds come first, the others when one is shown. */
  engine: 'common' | 'rare' | 'none';
  /** More rows than this are refused; a table takes them. */
  mostRows: number;
  draw(scene: Scene): Drawn;
}

export const dimension = (least: number, most = 1): SlotNeed => ({ takes: 'dimension', least, most });
export const measure = (least: number, most = 1): SlotNeed => ({ takes: 'measure', least, most });
export const time = (least: number, most = 1): SlotNeed => ({ takes: 'time', least, most });
export const anything = (least: number, most = 1): SlotNeed => ({ takes: 'any', least, most });
