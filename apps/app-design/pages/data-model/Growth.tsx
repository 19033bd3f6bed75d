import type { ModelSample } from '@formwork/contract/forms/data-model.ts';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Segmented } from 'antd';
import { useState } from 'react';

const measures = ['rows', 'bytes'] as const;
const [width, height, edge] = [720, 200, 8];

/** How many rows, and how much room, the form took day by day. */
export function Growth({ growth }: { growth: readonly ModelSample[] }) {
  const t = useT();
  const locale = useLocale();
  const [measure, setMeasure] = useState<(typeof measures)[number]>('rows');
  const words = (value: number) => (measure === 'rows' ? formatNumber(value, locale) : formatBytes(value, locale));
  const first = growth[0];
  const last = growth.at(-1);
  if (!first || !last) return <p className="model-quiet">{t('model.growth_none')}</p>;
  return (
    <section className="model-growth" aria-label={t('model.tab.growth')}>
      <header>
        <Segmented
          value={measure}
          options={measures.map((value) => ({ value, label: t(`model.measure.${value}`) }))}
          onChange={setMeasure}
        />
        <span>
          {t('model.growth_line', {
            from: first.day,
            to: last.day,
            before: words(first[measure]),
            after: words(last[measure]),
          })}
        </span>
      </header>
      {growth.length < 2 ? (
        <p className="model-quiet">{t('model.growth_soon')}</p>
      ) : (
        <Line points={growth.map((sample) => ({ day: sample.day, value: sample[measure] }))} words={words} />
      )}
      <div className="model-scroll">
        <table>
          <thead>
            <tr>
              <th>{t('model.day')}</th>
              <th>{t('model.rows')}</th>
              <th>{t('model.size')}</th>
            </tr>
          </thead>
          <tbody>
            {growth
              .toReversed()
              .slice(0, 60)
              .map(({ day, rows, bytes }) => (
                <tr key={day}>
                  <td>{day}</td>
                  <td>{formatNumber(rows, locale)}</td>
                  <td>{formatBytes(bytes, locale)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ points, words }: { points: { day: string; value: number }[]; words: (value: number) => string }) {
  const t = useT();
  const start = Date.parse(points[0]!.day);
  const span = Math.max(Date.parse(points.at(-1)!.day) - start, 1);
  const most = Math.max(...points.map(({ value }) => value), 1);
  const x = (day: string) => edge + ((Date.parse(day) - start) / span) * (width - 2 * edge);
  const y = (value: number) => height - edge - (value / most) * (height - 2 * edge);
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('model.tab.growth')} preserveAspectRatio="none">
        <line x1={edge} x2={width - edge} y1={height - edge} y2={height - edge} className="model-axis" />
        <line x1={edge} x2={width - edge} y1={edge} y2={edge} className="model-axis" />
        <polyline points={points.map(({ day, value }) => `${x(day)},${y(value)}`).join(' ')} className="model-curve" />
        {points.map(({ day, value }) => (
          <circle key={day} cx={x(day)} cy={y(value)} r={points.length > 60 ? 1.5 : 3} className="model-point">
            <title>{`${day}  ${words(value)}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span>{points[0]!.day}</span>
        <span>{t('model.most', { value: words(most) })}</span>
        <span>{points.at(-1)!.day}</span>
      </figcaption>
    </figure>
  );
}
