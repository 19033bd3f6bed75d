import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { ChartColumn, ChartResult } from '@formwork/chart/result.ts';
import type { ChartKind, ChartSettings } from '@formwork/contract/analytics/chart.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { ShownRows } from '@formwork/contract/etl/explorer.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { useMemo, useState } from 'react';

const kinds = ['bar', 'line', 'area', 'pie', 'scatter'] as const satisfies readonly ChartKind[];
const numeric: ReadonlySet<string> = new Set(['integer', 'decimal', 'double']);

/** A result as a chart: which column goes along, which are its figures. */
export function ResultChart({ shown }: { shown: ShownRows }) {
  const t = useT();
  const { columns } = shown;
  const numbers = columns.flatMap(({ type }, at) => (numeric.has(type) ? [at] : []));
  const [kind, setKind] = useState<ChartKind>('bar');
  const [x, setX] = useState(() =>
    Math.max(
      0,
      columns.findIndex(({ type }) => !numeric.has(type)),
    ),
  );
  const [chosen, setChosen] = useState<number[]>();
  const y = (chosen ?? numbers.filter((at) => at !== x).slice(0, 1)).filter((at) => at < columns.length);
  const result = useMemo(
    (): ChartResult => ({ columns: columns.map(columnOf), rows: shown.rows }),
    [columns, shown.rows],
  );
  const settings = useMemo(
    (): ChartSettings => ({
      kind,
      slots: {
        x: [{ id: String(x), field: String(x) }],
        y: y.map((at) => ({ id: String(at), field: String(at), fn: 'sum' as const })),
      },
      marks: [],
      tones: [],
      notes: [],
      look: {},
    }),
    // the list is new each time
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [kind, x, y.join()],
  );
  const options = columns.map(({ name, title }, at) => ({ value: at, label: title ?? name }));
  return (
    <div className="explorer-chart">
      <div className="explorer-tools">
        <Select
          aria-label={t('explorer.chart_kind')}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: t(`charts.kind.${value}`) }))}
        />
        <Select aria-label={t('explorer.chart_x')} value={x} onChange={setX} options={options} />
        <Select
          mode="multiple"
          aria-label={t('explorer.chart_y')}
          placeholder={t('explorer.chart_y')}
          value={y}
          onChange={setChosen}
          options={options.filter(({ value }) => numbers.includes(value))}
        />
      </div>
      <div className="explorer-chart-picture">
        <Chart label={t('explorer.result')} settings={settings} result={result} onKind={setKind} />
      </div>
    </div>
  );
}

function columnOf({ name, title, type }: DataColumn, at: number): ChartColumn {
  const kind = numeric.has(type)
    ? 'number'
    : type === 'date'
      ? 'date'
      : type.startsWith('timestamp')
        ? 'moment'
        : 'text';
  return { id: String(at), title: title ?? name, kind, ...(kind === 'number' && { additive: true }) };
}
