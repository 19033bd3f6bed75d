import { Chart } from '../../Chart.tsx';
import { useChartSkin } from '../../chart-skin.ts';
import { readingOf } from '@formwork/chart/draw.ts';
import { fittingSize, plateSpacing } from '@formwork/chart/fitting-size.ts';
import { firstFigure, plainFigure, ranked } from '@formwork/chart/own-figures.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { useMemo, useState } from 'react';
import { hueStyle, Missing, type ElementProps, type ShownChart } from './element.tsx';
import { useSecond } from './clock.ts';
import { FlipDigits } from './FlipDigits.tsx';

const bare = { kind: 'bar' as const, slots: {}, marks: [], tones: [], notes: [], look: {} };

type Charted<Is extends 'chart' | 'digits' | 'rolling' | 'ranking'> = ElementProps<Is> & { shown: ShownChart };

export function ChartElement({ element, scale, shown }: Charted<'chart'>) {
  const { data, problem, picks, onPick, onUnpick } = shown;
  const locale = useLocale();
  if (element.chart === null) return <Missing code="charts.element.chart_choose" />;
  const name = textIn(data?.name, locale);
  return (
    <div className="stage-chart">
      {element.title && <h3>{name}</h3>}
      <div>
        <Chart
          still
          label={name}
          scale={scale}
          settings={data?.definition.settings ?? bare}
          result={data?.result}
          problem={problem}
          {...(picks && { picks })}
          {...(onPick && element.click !== 'none' && { onPick })}
          {...(onUnpick && { onUnpick })}
        />
      </div>
    </div>
  );
}

/** The first figure of a chart, each digit on a plate of its own. */
export function DigitsElement({ element, shown: { data, problem } }: Charted<'digits'>) {
  const locale = useLocale();
  if (element.chart === null) return <Missing code="charts.element.chart_choose" />;
  if (problem) return <div className="stage-none">{problem.text}</div>;
  const figure = data && firstFigure(data.definition.settings, data.result);
  const text = figure?.value === undefined ? '—' : plainFigure(figure.value, locale, figure.format);
  const size = fittingSize(text + (figure?.unit ?? ''), element, plateSpacing);
  return (
    <div
      className="stage-element"
      data-is="digits"
      role="img"
      aria-label={`${textIn(data?.name, locale)} ${text}`}
      style={{ ...hueStyle(element.hue), fontSize: size }}
    >
      <FlipDigits text={text} />
      {figure?.unit && <span className="stage-digits-unit">{figure.unit}</span>}
    </div>
  );
}

/** The rows of a chart as a table, a few at a time. */
export function RollingElement({ element, shown: { data, problem, onPick } }: Charted<'rolling'>) {
  const skin = useChartSkin();
  const second = useSecond();
  /** It stands still under whoever is about to click. */
  const [held, setHeld] = useState<number>();
  const table = useMemo(() => data && readingOf(data.result, data.definition.settings, skin).table, [data, skin]);
  if (element.chart === null) return <Missing code="charts.element.chart_choose" />;
  if (problem) return <div className="stage-none">{problem.text}</div>;
  if (!table) return null;
  const head = table.head.at(-1) ?? [];
  const { rows } = table;
  const now = rows.length <= element.rows ? 0 : Math.floor(second / element.seconds) % rows.length;
  const begin = (held ?? now) % Math.max(1, rows.length);
  const lead = element.jump && onPick;
  const shown = Array.from(
    { length: Math.min(element.rows, rows.length) },
    (_, at) => rows[(begin + at) % rows.length]!,
  );
  return (
    <div
      className="stage-rolling"
      {...(lead && {
        onPointerEnter: () => setHeld(now),
        onPointerLeave: () => setHeld(undefined),
        onFocus: () => setHeld(begin),
        onBlur: () => setHeld(undefined),
      })}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {cell.text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr
              key={at}
              {...(lead &&
                !row.total && {
                  'data-leads': true,
                  tabIndex: 0,
                  onClick: () => lead(row.keys, false),
                  onKeyDown: ({ key }) => key === 'Enter' && lead(row.keys, false),
                })}
            >
              {[...row.heads, ...row.cells].map((cell, place) => (
                <td key={place} data-tone={cell.tone}>
                  {cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The largest figures of a chart in their order. */
export function RankingElement({ element, shown: { data, problem, onPick } }: Charted<'ranking'>) {
  const skin = useChartSkin();
  const locale = useLocale();
  const lines = useMemo(() => data && ranked(data.definition.settings, data.result, skin), [data, skin]);
  if (element.chart === null) return <Missing code="charts.element.chart_choose" />;
  if (problem) return <div className="stage-none">{problem.text}</div>;
  if (!lines) return null;
  const most = Math.max(...lines.map(({ value }) => value), 0);
  const lead = element.jump && onPick;
  return (
    <ol className="stage-ranking" style={hueStyle(element.hue)}>
      {lines.slice(0, element.rows).map(({ use, key, name, value, format }, at) => {
        const line = (
          <>
            <b>{at + 1}</b>
            <span>{name}</span>
            <i>{plainFigure(value, locale, format)}</i>
            <meter min={0} max={most || 1} value={Math.max(0, value)} aria-label={name} />
          </>
        );
        return (
          <li key={String(key)}>
            {lead ? (
              <button type="button" role="link" onClick={() => lead({ [use]: key }, false)}>
                {line}
              </button>
            ) : (
              <div>{line}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
