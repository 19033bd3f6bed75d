import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { mostJoined, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { setKinds } from '@formwork/contract/analytics/source.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { View } from '@formwork/contract/views/view.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { sharedLabel } from '../../views/public.ts';
import { idKinds, type Readings } from '../source-types.ts';

/** What a label of a form shows, asked as a chart is; of single records no more than `most` are taken. */
export async function viewChart(
  ctx: Ctx,
  { form, view }: Extract<SetSource, { is: 'view' }>,
  read: Readings,
): Promise<{ chart: ChartDefinition; most?: number }> {
  const label = form === null ? undefined : await sharedLabel(ctx, form, view);
  if (form === null || !label) throw notFound('analytics.source_gone');
  const { type, settings } = label;
  const chart = { ...emptyChart(), form, where: settings.filter ?? null };
  if (settings.pivot && (type === 'pivot' || type === 'chart'))
    return { chart: { ...chart, settings: { ...chart.settings, slots: analysisOf(settings.pivot) } } };
  const columns = settings.columns ?? (await shownColumns(ctx, form, read));
  const row = columns.map((field, at): ChartUse => ({ id: `c${at}`, field }));
  return {
    chart: { ...chart, settings: { ...chart.settings, kind: 'table', slots: { row } } },
    most: mostJoined.shown,
  };
}

/** What it is grouped by stands in one row after the other: rows with their columns are rows of a data set. */
function analysisOf({ rows, columns, measures }: NonNullable<View['settings']['pivot']>) {
  const x = [...rows, ...columns].map(({ field, step }, at): ChartUse => ({
    id: `g${at}`,
    field,
    ...(step && { step }),
  }));
  const y = measures.map(({ field, fn }, at): ChartUse => ({
    id: `m${at}`,
    field: field ?? '',
    fn,
    ...(field === undefined && { title: { zh: '记录数', en: 'Records' } }),
  }));
  return { x, y };
}

/** Of a list that does not say which columns it has: all that a data set can hold. */
async function shownColumns(ctx: Ctx, form: string, read: Readings): Promise<string[]> {
  const { fields } = await read.source(ctx, form);
  const fits = new Set<string>([...setKinds, 'option', 'options', ...idKinds]);
  return fields.filter((field) => fits.has(fieldKind(field))).map(({ id }) => id);
}
