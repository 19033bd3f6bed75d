import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { tableRows } from '@formwork/chart/data/table-rows.ts';
import { chartSkin } from '@formwork/chart/look/skin.ts';
import { sceneOf } from '@formwork/chart/scene.ts';
import { words } from '@formwork/chart/testing/samples.ts';
import { clickedChart, clickedSet, tableSet, type Click } from './click.ts';
import { comparable } from './compare.ts';
import { tpchQueries } from './queries.ts';
import { tpchTables } from './tables.ts';

/** How a data set is released and a chart asked: by whoever runs it. */
export interface Clicks {
  connection: string;
  release(set: DataSet): Promise<string>;
  ask(chart: ChartDefinition): Promise<ChartResult>;
}

/** The data sets of the eight tables, by their names. */
export async function tableSets({ connection, release }: Clicks): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const table of Object.keys(tpchTables)) made[table] = await release(tableSet(connection, table));
  return made;
}

/** What is built by click answers, in the rows and the order in which its table is drawn. */
export async function clicked(click: Click, sets: Record<string, string>, clicks: Clicks): Promise<string[]> {
  const set = await clicks.release(clickedSet(click, sets, clicks.connection));
  const chart = clickedChart(click, set);
  const result = await clicks.ask(chart);
  const skin = chartSkin({ dark: false, locale: 'en', words: words.en });
  const { scene } = sceneOf(result, chart.settings, skin);
  const query = tpchQueries[click.number - 1]!;
  const places = Object.keys(query.columns).map((name) => result.columns.findIndex(({ id }) => id === name));
  return comparable(
    tableRows(scene).map((row) => places.map((at) => row[at] ?? null)),
    query,
  );
}
