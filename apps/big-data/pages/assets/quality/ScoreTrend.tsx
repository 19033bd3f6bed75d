import { useT } from '@formwork/web/i18n/i18n.ts';

const [width, height] = [120, 24];

/** Scores of days as a line; readers hear the first and the last. */
export function ScoreTrend({ trend }: { trend: readonly { day: string; score: number }[] }) {
  const t = useT();
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last || trend.length < 2) return null;
  const points = trend
    .map(({ score }, at) => `${(at / (trend.length - 1)) * width},${height - 2 - (score / 100) * (height - 4)}`)
    .join(' ');
  const said = `${t('assets.quality.trend')}: ${first.day} ${first.score}, ${last.day} ${last.score}`;
  return (
    <svg
      className="asset-trend"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={said}
    >
      <polyline points={points} />
    </svg>
  );
}
