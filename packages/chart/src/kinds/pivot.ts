import { pivotCells, pathsOf } from '../data/pivot.ts';
import { cutRows } from '../data/table-rows.ts';
import { anything, measure, type KindSpec } from '../drawn.ts';
import type { Bound, Scene } from '../scene.ts';
import { figureCell, nameOf, type TableCell, type TableModel, type TableRow } from '../table-model.ts';

/** Groups down and across, with what they come to on each level. */
export const pivot: KindSpec = {
  slots: { row: anything(1, 4), column: anything(0, 3), y: measure(1, 12) },
  engine: 'none',
  mostRows: 20_000,
  draw(scene) {
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    return { state: 'table', table: modelOf(scene) };
  },
};

type Path = readonly (string | null)[];

function modelOf(all: Scene): TableModel {
  const [down, across, measures] = [all.slots.row ?? [], all.slots.column ?? [], all.slots.y ?? []];
  const scene = { ...all, result: { ...all.result, rows: cutRows(all, [...down, ...across], measures) } };
  const totals = scene.settings.look.totals ?? true;
  const columns: Path[] = across.length === 0 ? [[]] : pathsOf(scene, across, false, measures[0]);
  const shown: Path[] = across.length > 0 && totals ? [...columns, []] : columns;
  const cells = pivotCells(scene, down, across, measures);
  const lines = pathsOf(scene, down, totals, measures[0]);
  if (totals) lines.push([]);
  return {
    head: [
      ...across.map((bound, level) => headLine(scene, bound, level, shown, down, measures.length)),
      titles(shown, down, measures),
    ],
    lead: down.length,
    rows: lines.map((path): TableRow => {
      const isTotal = path.length < down.length;
      return {
        heads: isTotal
          ? totalHeads(scene, path, down)
          : path.map((key, at) => ({ text: nameOf(key, down[at]!, scene) })),
        cells: shown.flatMap((column) =>
          measures.map((bound, at) => figureCell(scene, bound, cells(path, column)?.[at] ?? null)),
        ),
        ...(isTotal && { total: true }),
        keys: Object.fromEntries(path.map((key, at) => [down[at]!.use.id, key])),
      };
    }),
  };
}

function headLine(
  scene: Scene,
  bound: Bound,
  level: number,
  shown: readonly Path[],
  down: readonly Bound[],
  width: number,
): TableCell[] {
  const cells: TableCell[] =
    level === 0 ? [{ text: '', span: Math.max(1, down.length), down: (scene.slots.column ?? []).length }] : [];
  for (const path of shown) {
    if (path.length === 0) {
      if (level === 0)
        cells.push({ text: scene.skin.words.total, span: width, down: (scene.slots.column ?? []).length });
    } else cells.push({ text: nameOf(path[level] ?? null, bound, scene), span: width });
  }
  return cells;
}

function titles(shown: readonly Path[], down: readonly Bound[], measures: readonly Bound[]): TableCell[] {
  return [
    ...down.map(({ title }) => ({ text: title })),
    ...shown.flatMap(() =>
      measures.map(({ title, column }) => ({ text: column.format?.unit ? `${title} (${column.format.unit})` : title })),
    ),
  ];
}

function totalHeads(scene: Scene, path: Path, down: readonly Bound[]): TableCell[] {
  const { skin } = scene;
  const words = path.length === 0 ? skin.words.total : skin.words.subtotal;
  return [
    ...path.map((key, at) => ({ text: nameOf(key, down[at]!, scene) })),
    { text: words, span: down.length - path.length },
  ];
}
