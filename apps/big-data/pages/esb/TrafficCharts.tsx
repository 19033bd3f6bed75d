import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { ChartResult } from '@formwork/chart/result.ts';
import type { ChartKind, ChartSettings, ChartUse } from '@formwork/contract/analytics/chart.ts';
import type { TrafficPoint } from '@formwork/contract/gateway/api.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** What came in by time, and how long it took. */
export function TrafficCharts({ points }: { points: readonly TrafficPoint[] }) {
  const t = useT();
  const calls = drawn(
    'stacked',
    points,
    [
      ['passed', t('gateway.log.outcome.passed'), 'blue', (point) => point.calls - point.refused - point.failed],
      ['refused', t('gateway.log.outcome.refused'), 'amber', (point) => point.refused],
      ['failed', t('gateway.log.outcome.failed'), 'red', (point) => point.failed],
    ],
    t('gateway.log.column.at'),
  );
  const took = drawn(
    'line',
    points,
    [
      [
        'ms',
        t('gateway.traffic.column.ms'),
        'teal',
        (point) => (point.calls === 0 ? null : Math.round(point.ms * 10) / 10),
      ],
    ],
    t('gateway.log.column.at'),
  );
  return (
    <div className="esb-charts">
      <figure className="esb-chart">
        <figcaption className="esb-note">{t('gateway.traffic.calls')}</figcaption>
        <Chart label={t('gateway.traffic.calls')} {...calls} />
      </figure>
      <figure className="esb-chart">
        <figcaption className="esb-note">{t('gateway.traffic.took')}</figcaption>
        <Chart label={t('gateway.traffic.took')} {...took} />
      </figure>
    </div>
  );
}

type Series = [id: string, title: string, hue: HueName, value: (point: TrafficPoint) => number | null];

function drawn(
  kind: ChartKind,
  points: readonly TrafficPoint[],
  series: readonly Series[],
  time: string,
): { settings: ChartSettings; result: ChartResult } {
  const y = series.map(([id, title, hue]): ChartUse => ({ id, field: '', title: { zh: title }, hue }));
  return {
    settings: {
      kind,
      slots: { x: [{ id: 'at', field: '', title: { zh: time } }], y },
      marks: [],
      tones: [],
      notes: [],
      look: { legend: series.length > 1 ? 'top' : 'none' },
    },
    result: {
      columns: [
        { id: 'at', title: time, kind: 'moment' },
        ...series.map(([id, title]) => ({ id, title, kind: 'number' as const })),
      ],
      rows: points.map((point) => [point.at, ...series.map(([, , , value]) => value(point))]),
    },
  };
}
