import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { usesOf } from '@formwork/contract/analytics/definition.ts';
import { restKey } from '@formwork/chart/data/grid.ts';
import { tableRows } from '@formwork/chart/data/table-rows.ts';
import { chartSkin } from '@formwork/chart/look/skin.ts';
import { columnsOf } from '@formwork/chart/table-model.ts';
import { sceneOf } from '@formwork/chart/scene.ts';
import { chartTexts, chartWords } from './pictures/texts.ts';

/** The columns and rows of a table in the order, and cut to those, that are drawn; every other chart leaves the house with all of its rows. */
export function filedResult(result: ChartResult, settings: ChartSettings, locale: string): ChartResult {
  const words = chartWords(chartTexts(locale));
  const counts = new Set(usesOf(settings).flatMap(({ id, fn }) => (fn === 'count' ? [id] : [])));
  const columns = result.columns.map((column) =>
    column.title === '' && counts.has(column.id) ? { ...column, title: words.count } : column,
  );
  if (result.counted) {
    // what reads alike is one line, with how many they are
    const { counted: _counted, ...rest } = result;
    return { ...rest, columns: [...columns, { id: 'records', title: words.count, kind: 'number' }] };
  }
  if (settings.kind !== 'table') return { ...result, columns };
  const { scene } = sceneOf(result, settings, chartSkin({ dark: false, locale, words }));
  const order = columnsOf(scene);
  return {
    ...result,
    columns: order.map((at) => columns[at]!),
    rows: tableRows(scene).map((row) => order.map((at) => (row[at] === restKey ? words.rest : row[at]!))),
  };
}
