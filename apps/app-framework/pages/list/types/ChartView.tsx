import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { ChartColumn, ChartResult } from '@formwork/chart/result.ts';
import type { ChartKind, ChartSettings, ChartUse } from '@formwork/contract/analytics/chart.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Measure } from '@formwork/contract/views/pivot.ts';
import type { ViewSettings } from '@formwork/contract/views/view.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useGroupLabels } from '@formwork/records-ui/views/group-label.tsx';
import { usePivot } from '@formwork/records-ui/views/use-pivot.ts';
import { Alert } from 'antd';
import { viewQuery } from '../../../paths.ts';
import { EmptyList } from '../EmptyList.tsx';
import type { TypeProps } from '../type-props.ts';
import './board.css';
import './pivot.css';

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
  if (!pivot.data)
    return <Unread of={[pivot]} title={t('records.data.failed')} skeleton={<SkeletonRows rows={10} />} />;
  if (!dimension) return <EmptyState title={t('views.type.incomplete')} hint={t('views.type.incomplete_hint')} />;
  if (keys.length === 0)
    return <EmptyList plan={plan} view={view} onClear={() => onView({ filter: undefined, search: undefined })} />;

  const split = across.length > 0;
  const labels = (given: readonly (string | null)[], label: (key: string | null) => string) =>
    Object.fromEntries(given.flatMap((key) => (key === null ? [] : [[key, label(key)]])));
  const result: ChartResult = {
    columns: [
      {
        id: 'x',
        title: textIn(fields.get(dimension.field)?.title, locale),
        kind: 'text',
        labels: labels(keys, labelOf),
      },
      ...(split ? [{ id: 'color', title: '', kind: 'text' as const, labels: labels(series, seriesLabel) }] : []),
      ...measures.map(({ field, fn }, at): ChartColumn => {
        const unit = unitOf(fields.get(field ?? ''), fn);
        const words =
          field === undefined ? '' : `${textIn(fields.get(field)?.title, locale)} · ${t(`views.measure.${fn}`)}`;
        return {
          id: `m${at}`,
          title: words || t('views.measure.count'),
          kind: 'number',
          additive: fn === 'sum' || fn === 'count',
          ...(unit && { format: { unit } }),
        };
      }),
    ],
    rows: groups
      .filter((group) => group.rows.length === 1 && (group.columns !== null) === split)
      .map((group) => [
        group.rows[0] ?? null,
        ...(split ? [group.columns?.[0] ?? null] : []),
        ...measures.map(({ fn }, at) => (fn === 'count' ? group.count : (group.values[at] ?? null))),
      ]),
  };
  return (
    <div className="fw-drawn">
      {pivot.data.cut && <Alert type="info" showIcon title={t('views.pivot.cut', { count: groups.length })} />}
      {pivot.data.old && <Alert type="info" showIcon title={t('views.pivot.old')} />}
      <div className="fw-chart">
        <Chart
          label={textIn(fields.get(dimension.field)?.title, locale)}
          settings={settingsOf(type, split, measures.length)}
          result={result}
        />
      </div>
    </div>
  );
}

type ViewChart = NonNullable<ViewSettings['chart']>['type'];

const kinds: Record<ViewChart, ChartKind> = { column: 'bar', bar: 'bar', line: 'line', area: 'area', pie: 'ring' };

function settingsOf(type: ViewChart, split: boolean, measures: number): ChartSettings {
  const using = (id: string): ChartUse => ({ id, field: id });
  const shown = split || type === 'pie' ? 1 : measures;
  return {
    kind: kinds[type],
    slots: {
      x: [using('x')],
      y: Array.from({ length: shown }, (_empty, at) => using(`m${at}`)),
      ...(split && type !== 'pie' && { color: [using('color')] }),
    },
    marks: [],
    tones: [],
    notes: [],
    look: { flat: type === 'bar' },
  };
}

/** What a figure is counted in, where its field says so; how many there are has no unit. */
function unitOf(field: Field | undefined, fn: Measure['fn']): string | undefined {
  if (!field || !['sum', 'avg', 'min', 'max'].includes(fn)) return undefined;
  const { unit, currency } = field.config as { unit?: string; currency?: string };
  return unit ?? currency;
}
