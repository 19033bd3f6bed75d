import type { KpiModel } from '@formwork/chart/kinds/kpi.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import './chart.css';

/** One figure with its unit, what has changed, how far the target is, and the way here as a line. */
export function Kpi({ kpi }: { kpi: KpiModel }) {
  const t = useT();
  const { change, target } = kpi;
  return (
    <div className="fw-kpi" data-tone={kpi.tone}>
      <div className="fw-kpi-figure" title={kpi.whole}>
        {kpi.text}
        {kpi.unit !== '' && <span className="fw-kpi-unit">{kpi.unit}</span>}
      </div>
      {change && (
        <div className="fw-kpi-change" data-good={change.good}>
          <span aria-hidden>{{ up: '↑', down: '↓', same: '→' }[change.direction]}</span>
          {t(`charts.kpi.${change.direction}`, { change: change.text, since: change.since })}
        </div>
      )}
      {target && (
        <div className="fw-kpi-target">
          <Goal share={target.share} title={target.title} />
          <span>{`${target.title} ${target.text}`}</span>
        </div>
      )}
      <Spark values={kpi.spark} />
    </div>
  );
}

/** How far it is: a bar, and the target as a tick on it, which is passed where it lies within. */
function Goal({ share, title }: { share: number; title: string }) {
  const reached = Math.max(0, share);
  const end = Math.max(1, reached);
  return (
    <span
      className="fw-kpi-goal"
      role="meter"
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={Math.min(1, reached)}
    >
      <i style={{ width: `${(reached / end) * 100}%` }} />
      <b style={{ left: `${100 / end}%` }} />
    </span>
  );
}

const [sparkWidth, sparkHeight] = [120, 24];

function Spark({ values }: { values: KpiModel['spark'] }) {
  const figures = values.filter((value) => value !== null);
  if (figures.length < 2) return null;
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const x = (at: number) => 3 + (at / (values.length - 1)) * (sparkWidth - 6);
  const y = (value: number) => sparkHeight - 3 - ((value - low) / (high - low || 1)) * (sparkHeight - 6);
  let path = '';
  values.forEach((value, at) => {
    if (value === null) return;
    path += `${path === '' || values[at - 1] === null ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg className="fw-kpi-spark" viewBox={`0 0 ${sparkWidth} ${sparkHeight}`} preserveAspectRatio="none" aria-hidden>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      {/* a point of no length keeps round while the picture is stretched */}
      <path
        d={`M${x(last).toFixed(1)} ${y(values[last]!).toFixed(1)}h0`}
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
