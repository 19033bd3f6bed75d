import type { ChartKind, ChartSettings, ChartSlot } from '@formwork/contract/analytics/chart.ts';
import type { Drawing, Drawn, KindSpec, SlotNeed } from './drawn.ts';
import { drawFacets } from './facets.ts';
import { kinds } from './kinds.ts';
import type { ChartSkin } from './look/skin.ts';
import type { ChartOption } from './option.ts';
import { isPicked, type Picked } from './parts/items.ts';
import { labelsSentence } from './say.ts';
import type { Cell, ChartResult } from './result.ts';
import { sceneOf } from './scene.ts';
import { tableOf, type TableModel } from './table-model.ts';

/** What a chart is asked beyond its result: which of its marks are chosen. */
export interface DrawOptions {
  /** Values chosen, by the id of their use; the other marks are dimmed. */
  picks?: Readonly<Record<string, readonly Cell[]>>;
}

/** A result as a drawing: an option for ECharts, a table, a figure, or why there is nothing to see. Browser and server draw the same. */
export function optionOf(
  result: ChartResult,
  settings: ChartSettings,
  skin: ChartSkin,
  options: DrawOptions = {},
): Drawing {
  const kind: KindSpec = kinds[settings.kind];
  const slots = incompleteSlots(settings);
  if (slots.length > 0) return { state: 'incomplete', slots, notes: [] };
  const { scene, missing } = sceneOf(result, settings, skin);
  if (missing.length > 0) return { state: 'refused', code: 'field_gone', fields: missing, notes: [] };
  if (result.rows.length > kind.mostRows) return { state: 'refused', code: 'too_much', propose: 'table', notes: [] };
  const drawn = kind.slots.facet && scene.slots.facet?.length ? drawFacets(scene, kind) : kind.draw(scene);
  return { ...dimmed(drawn, options.picks), notes: [...scene.notes] };
}

/** The same result as a table and as one sentence, for those who do not see the picture. */
export function readingOf(
  result: ChartResult,
  settings: ChartSettings,
  skin: ChartSkin,
): { table: TableModel; sentence: string } {
  const { scene } = sceneOf(result, settings, skin);
  return { table: tableOf(scene), sentence: labelsSentence(scene) };
}

/** Slots that the kind cannot be drawn without. */
export function incompleteSlots({ kind, slots }: Pick<ChartSettings, 'kind' | 'slots'>): ChartSlot[] {
  const spec: KindSpec = kinds[kind];
  const needs = Object.entries(spec.slots) as [ChartSlot, SlotNeed][];
  return needs.flatMap(([slot, { least }]) => ((slots[slot] ?? []).length < least ? [slot] : []));
}

/** Which part of ECharts a kind needs before it can be drawn. */
export function engineOf(kind: ChartKind): KindSpec['engine'] {
  return kinds[kind].engine;
}

interface Item {
  keys?: Picked;
  itemStyle?: object;
}

function dimmed(drawn: Drawn, picks: DrawOptions['picks']): Drawn {
  if (drawn.state !== 'option' || !picks || Object.keys(picks).length === 0) return drawn;
  const series = (drawn.option.series as ChartOption[]).map((one) => ({
    ...one,
    ...(Array.isArray(one.data) && {
      data: one.data.map((item: Item | null) =>
        item?.keys && !isPicked(item.keys, picks) ? { ...item, itemStyle: { ...item.itemStyle, opacity: 0.25 } } : item,
      ),
    }),
  }));
  return { ...drawn, option: { ...drawn.option, series } };
}
