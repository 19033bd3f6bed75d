import type { ChartSettings, ChartSlot, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { textIn } from '@formwork/contract/text.ts';
import { momentName, stretchName } from './look/dates.ts';
import type { ChartSkin } from './look/skin.ts';
import type { Cell, ChartColumn, ChartResult } from './result.ts';

/** What is said below a drawing that does not show everything as it is. */
export const noteCodes = [
  'not_finite',
  'cut',
  'more',
  'top',
  'log',
  'without_empty',
  'bounds',
  'unknown_places',
  'facets',
  'years',
  'rest_open',
] as const;
export type NoteCode = (typeof noteCodes)[number];

/** A use of a slot with its column in the result. */
export interface Bound {
  use: ChartUse;
  column: ChartColumn;
  at: number;
  title: string;
}

/** Everything a kind draws from. */
export interface Scene {
  settings: ChartSettings;
  skin: ChartSkin;
  result: ChartResult;
  notes: Set<NoteCode>;
  slots: Partial<Record<ChartSlot, readonly Bound[]>>;
  /** Of a small chart among others: all of them together, whose keys stand on its axes and have its colours. */
  whole?: Scene;
}

/** `missing`: columns that the result does not have, because their field is gone. */
export function sceneOf(
  result: ChartResult,
  settings: ChartSettings,
  skin: ChartSkin,
): { scene: Scene; missing: string[] } {
  const places = new Map(result.columns.map((column, at) => [column.id, at]));
  const missing: string[] = [];
  const slots: Scene['slots'] = {};
  for (const [slot, uses] of Object.entries(settings.slots) as [ChartSlot, ChartUse[]][])
    slots[slot] = uses.flatMap((use) => {
      const at = places.get(use.id);
      if (at === undefined) missing.push(use.id);
      return at === undefined ? [] : [boundOf(use, result.columns[at]!, at, skin)];
    });
  const notes = new Set<NoteCode>(cutNote(result));
  return { scene: { settings, skin, result, notes, slots }, missing };
}

/** Where nobody counted them all, one more than are shown only says that there are more. */
function cutNote({ cutFrom, rows }: ChartResult): NoteCode[] {
  return cutFrom === undefined ? [] : [cutFrom > rows.length + 1 ? 'cut' : 'more'];
}

function boundOf(use: ChartUse, column: ChartColumn, at: number, { locale, words }: ChartSkin): Bound {
  const format = { ...column.format, ...use.format };
  // a count of records is of no field that it could be called by
  const own = column.title || (use.fn === 'count' ? words.count : '');
  return { use, at, column: { ...column, format }, title: use.title ? textIn(use.title, locale) : own };
}

export function boundIn(scene: Scene, slot: ChartSlot): Bound | undefined {
  return scene.slots[slot]?.[0];
}

/** A figure that can be drawn; what is no number, or has no end, is a gap and is said. */
/** How many records a row stands for. */
export function countOf({ columns, counted }: ChartResult, row: readonly Cell[]): number {
  return counted ? Number(row[columns.length]) : 1;
}

export function numberAt(scene: Scene, row: readonly Cell[], bound: Bound | undefined): number | null {
  const cell = bound === undefined ? null : row[bound.at];
  if (cell === null || cell === undefined || cell === '') return null;
  const value = Number(cell);
  if (Number.isFinite(value)) return value;
  scene.notes.add('not_finite');
  return null;
}

export function keyAt(row: readonly Cell[], bound: Bound | undefined): string | null {
  const cell = bound === undefined ? null : row[bound.at];
  return cell === null || cell === undefined ? null : String(cell);
}

/** What a key is called; keys that are different stay different however alike they are called. */
export function labelOf(key: string | null, bound: Bound | undefined, { words }: ChartSkin): string {
  if (key === null) return words.none;
  const known = bound?.column.labels?.[key];
  if (known !== undefined) return known;
  if (bound?.column.kind === 'date') return stretchName(key, bound.column.step);
  if (bound?.column.kind === 'moment') return momentName(key);
  return key;
}
