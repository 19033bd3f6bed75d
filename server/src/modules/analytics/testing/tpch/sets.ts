import { emptyDataSet, type DataSet, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import type { TpchQuery } from './queries.ts';

/** A data set with one field for each column, called as it. */
export function setOf(source: SetSource, columns: TpchQuery['columns']): DataSet {
  const fields = Object.entries(columns).map(([column, kind], at) => ({
    id: `f${at}`,
    column,
    title: { zh: column },
    kind,
  }));
  return { ...emptyDataSet(), source, fields };
}

/** All rows of it as they stand. */
export function wholeTable(dataset: string, columns: TpchQuery['columns']): ChartDefinition {
  const row = Object.keys(columns).map((_, at) => ({ id: `c${at}`, field: `f${at}` }));
  const { settings } = emptyChart();
  return { form: sourceOfSet(dataset), where: null, settings: { ...settings, kind: 'table', slots: { row } } };
}
