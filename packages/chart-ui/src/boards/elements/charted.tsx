import { Chart } from '../../Chart.tsx';
import { useChartSkin } from '../../chart-skin.ts';
import { together } from '@formwork/chart/data/together.ts';
import { readingOf } from '@formwork/chart/draw.ts';
import type { ChartSkin } from '@formwork/chart/look/skin.ts';
import { sceneOf } from '@formwork/chart/scene.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { NumberFormat } from '@formwork/contract/analytics/chart.ts';
import { isFigure, usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
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
  const figure = data && firstFigure(data.definition, data.result);
  const text = figure?.value === undefined ? '—' : plain(locale, figure.format).format(figure.value);
  return (
    <div
      className="stage-element"
      data-is="digits"
      role="img"
      aria-label={`${textIn(data?.name, locale)} ${text}`}
      style={{ ...hueStyle(element.hue), fontSize: element.size }}
    >
      <FlipDigits text={text} />
      {figure?.unit && <span className="stage-digits-unit">{figure.unit}</span>}
    </div>
  );
}

function firstFigure({ settings }: ChartDefinition, { columns, rows }: ChartResult) {
  const use = usesOf(settings).find(isFigure) ?? usesOf(settings)[0];
  const at = columns.findIndex(({ id }) => id === use?.id);
  const column = columns[at];
  if (!column) return undefined;
  const cells = rows.flatMap((row) => (row[at] === null || row[at] === undefined ? [] : [Number(row[at])]));
  // what may be added is added; of what may not be the last is shown
  const value =
    cells.length === 0 ? undefined : column.additive ? cells.reduce((sum, cell) => sum + cell, 0) : cells.at(-1);
  return { value, unit: column.format?.unit, format: column.format };
}

/** With few places, and its unit elsewhere. */
function plain(locale: string, { as, decimals }: NumberFormat = {}): Intl.NumberFormat {
  const style = as === 'percent' ? 'percent' : 'decimal';
  return new Intl.NumberFormat(locale, { style, maximumFractionDigits: decimals ?? 2 });
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
  const lines = useMemo(() => data && ranked(data.definition, data.result, skin), [data, skin]);
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
            <i>{plain(locale, format).format(value)}</i>
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

function ranked({ settings }: ChartDefinition, result: ChartResult, skin: ChartSkin) {
  const { columns, rows } = result;
  const uses = usesOf(settings);
  const place = (use: { id: string } | undefined) => columns.findIndex(({ id }) => id === use?.id);
  const named = uses.find((use) => !isFigure(use));
  const first = uses.find(isFigure);
  const [key, figure] = [place(named), place(first)];
  const { scene } = sceneOf(result, settings, skin);
  const measure = Object.values(scene.slots)
    .flat()
    .find(({ use }) => use.id === first?.id);
  if (!named || !measure || key < 0) return [];
  const groups = Map.groupBy(rows, (row) => (row[key] === null || row[key] === undefined ? null : String(row[key])));
  return [...groups]
    .flatMap(([at, own]) => {
      // what has no figure together has no place among the others
      const value = together(scene, measure, own);
      return value === null ? [] : [[at, value] as const];
    })
    .map(([at, value]) => ({
      use: named.id,
      key: at,
      name: at === null ? skin.words.none : (columns[key]!.labels?.[at] ?? at),
      value,
      format: columns[figure]!.format,
    }))
    .toSorted((a, b) => b.value - a.value);
}
