import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as addParts, type EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Measure } from '@formwork/contract/views/pivot.ts';
import { useSkin } from '@formwork/ui/skin-provider.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/state.tsx';
import { formatNumber, formatShort } from '@formwork/ui/number-format.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useGroupLabels } from '@formwork/web/views/group-label.tsx';
import { usePivot } from '@formwork/web/views/use-pivot.ts';
import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { viewQuery } from '../../../paths.ts';
import { EmptyList } from '../EmptyList.tsx';
import type { TypeProps } from '../type-props.ts';
import './board.css';
import './pivot.css';

addParts([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

/** The groups of an analysis as columns, bars, lines, areas or a pie. */
export default function ChartView({ plan, view, onView, settings, fields }: TypeProps) {
  const { formId } = plan;
  const t = useT();
  const locale = useLocale();
  const { rows: down, columns: across, measures } = settings.pivot!;
  const { type } = settings.chart!;
  const { filter, search } = viewQuery(view);
  const dimension = down[0];
  const pivot = usePivot(formId, { filter, search, rows: down.slice(0, 1), columns: across.slice(0, 1), measures });
  const groups = pivot.data?.groups ?? [];
  const keys = [...new Set(groups.flatMap(({ rows }) => (rows.length > 0 ? [rows[0] ?? null] : [])))];
  const series = [...new Set(groups.flatMap(({ columns }) => (columns ? [columns[0] ?? null] : [])))];
  const labelOf = useGroupLabels(fields.get(dimension?.field ?? ''), dimension?.step, keys);
  const seriesLabel = useGroupLabels(fields.get(across[0]?.field ?? ''), across[0]?.step, series);
  if (!pivot.data) return <Unread of={[pivot]} title={t('records.data.failed')} skeleton={<SkeletonRows rows={10} />} />;
  if (!dimension) return <EmptyState title={t('views.type.incomplete')} hint={t('views.type.incomplete_hint')} />;
  if (keys.length === 0) return <EmptyList plan={plan} view={view} onClear={() => onView({ filter: undefined, search: undefined })} />;

  const cells = new Map(groups.map((group) => [JSON.stringify([group.rows[0] ?? null, group.rows.length, group.columns?.[0] ?? null, group.columns !== null]), group]));
  const value = (key: string | null, at: number, of: string | null, split: boolean): number | null => {
    const group = cells.get(JSON.stringify([key, 1, of, split]));
    if (!group) return null;
    return measures[at]!.fn === 'count' ? group.count : group.values[at] === null ? null : Number(group.values[at]);
  };
  const measureTitle = (at: number): string => { const { field, fn } = measures[at]!; return field === undefined ? t('views.measure.count') : `${textIn(fields.get(field)?.title, locale)} · ${t(`views.measure.${fn}`)}${unitOf(fields.get(field), fn)}`; };
  const lines = across.length > 0
    ? series.map((of) => ({ name: seriesLabel(of), data: keys.map((key) => value(key, 0, of, true)) }))
    : measures.map((_measure, at) => ({ name: measureTitle(at), data: keys.map((key) => value(key, at, null, false)) }));
  return (
    <div className="fw-drawn">
      {pivot.data.cut && <Alert type="info" showIcon title={t('views.pivot.cut', { count: groups.length })} />}
      {pivot.data.old && <Alert type="info" showIcon title={t('views.pivot.old')} />}
      <Drawing type={type} names={keys.map(labelOf)} lines={lines} unit={across.length > 0 ? measureTitle(0) : ''} label={textIn(fields.get(dimension.field)?.title, locale)} locale={locale} />
    </div>
  );
}

/** What a figure is counted in, where its field says so; how many there are has no unit. */
function unitOf(field: Field | undefined, fn: Measure['fn']): string {
  if (!field || !['sum', 'avg', 'min', 'max'].includes(fn)) return '';
  const { unit, currency } = field.config as { unit?: string; currency?: string };
  const written = unit ?? currency;
  return written ? ` (${written})` : '';
}

interface DrawingProps {
  type: NonNullable<TypeProps['settings']['chart']>['type'];
  names: string[];
  lines: { name: string; data: (number | null)[] }[];
  unit: string;
  label: string;
  locale: string;
}

function Drawing({ type, names, lines, unit, label, locale }: DrawingProps) {
  const skin = useSkin();
  const box = useRef<HTMLDivElement>(null);
  const option = JSON.stringify([type, names, lines, unit]);
  useEffect(() => {
    const style = getComputedStyle(box.current!);
    const chart = init(box.current);
    chart.setOption(optionOf({ type, names, lines, unit, label, locale }, style, box.current!.clientWidth < 480));
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      chart.dispose();
    };
    // eslint-disable-next-line react/exhaustive-deps -- lists are new each time; their text says when they differ
  }, [option, label, locale, skin]);
  return <div ref={box} className="fw-chart" role="img" aria-label={`${label}: ${lines.map(({ name, data }) => `${name} ${names.slice(0, 20).map((one, at) => `${one} ${data[at] ?? 0}`).join(', ')}`).join('; ')}`} />;
}

/** Our palette, hairlines and the words of the page; ECharts does the rest. */
function optionOf({ type, names, lines, unit, locale }: DrawingProps, style: CSSStyleDeclaration, narrow: boolean): EChartsCoreOption {
  const colour = (name: string): string => style.getPropertyValue(`--fw-${name}`).trim();
  const text = colour('text-2');
  const shared = {
    color: Array.from({ length: 10 }, (_empty, at) => colour(`hue-${at + 1}`)),
    textStyle: { color: text, fontFamily: style.fontFamily },
    animationDuration: 150,
    tooltip: { trigger: type === 'pie' ? 'item' : 'axis', valueFormatter: (value: unknown) => formatNumber(value as number, locale), backgroundColor: colour('raised'), borderColor: colour('line'), textStyle: { color: colour('text') } },
    ...(lines.length > 1 || type === 'pie' ? { legend: { type: 'scroll', bottom: 0, textStyle: { color: text } } } : {}),
  };
  if (type === 'pie') return { ...shared, series: [{ type: 'pie', radius: narrow ? ['24%', '42%'] : ['40%', '70%'], percentPrecision: 1, data: names.map((name, at) => ({ name, value: lines[0]?.data[at] ?? 0 })), label: { color: colour('text'), formatter: narrow ? '{b}\n{d}%' : '{b} {d}%' }, itemStyle: { borderColor: colour('ground'), borderWidth: 1 } }] };
  const category = { type: 'category', data: names, axisLabel: { color: text, hideOverlap: true }, axisLine: { lineStyle: { color: colour('line') } }, axisTick: { show: false } };
  const amount = { type: 'value', name: unit, ...(type === 'bar' && { nameLocation: 'middle', nameGap: 28 }), nameTextStyle: { color: text }, axisLabel: { color: text, formatter: (value: number) => formatShort(value, locale) }, splitLine: { lineStyle: { color: colour('line-soft') } } };
  const upright = type !== 'bar';
  return {
    ...shared,
    grid: { left: 8, right: 24, top: 36, bottom: (lines.length > 1 ? 36 : 8) + (type === 'bar' && unit !== '' ? 22 : 0), containLabel: true },
    xAxis: upright ? category : amount,
    yAxis: upright ? amount : { ...category, inverse: true },
    series: lines.map(({ name, data }) => ({ name, data, type: type === 'line' || type === 'area' ? 'line' : 'bar', barMaxWidth: 36, ...(type === 'area' && { areaStyle: { opacity: 0.16 } }), label: { show: lines.length === 1 && data.length <= 12, position: upright ? 'top' : 'right', color: colour('text'), formatter: ({ value }: { value: number | null }) => (value === null ? '' : formatShort(value, locale)) } })),
  };
}
