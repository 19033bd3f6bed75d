import { anything, dimension, measure, type KindSpec } from '../drawn.ts';
import { tableRows } from '../data/table-rows.ts';
import { tableOf } from '../table-model.ts';

export const table: KindSpec = {
  slots: { row: anything(0, 20), y: measure(0, 20), label: dimension(0, 20) },
  engine: 'none',
  mostRows: 20_000,
  draw(scene) {
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    const result = { ...scene.result, rows: tableRows(scene) };
    return { state: 'table', table: tableOf({ ...scene, result }, 20_000) };
  },
};
