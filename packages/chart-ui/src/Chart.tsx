import { MoreOutlined } from '@ant-design/icons';
import { optionOf, readingOf } from '@formwork/chart/draw.ts';
import type { Drawing } from '@formwork/chart/drawn.ts';
import { facetsShown } from '@formwork/chart/facets.ts';
import type { Picked } from '@formwork/chart/parts/items.ts';
import type { Cell, ChartResult } from '@formwork/chart/result.ts';
import type { ChartKind, ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Dropdown } from 'antd';
import { useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Canvas, type CanvasHandle } from './Canvas.tsx';
import { useChartSkin } from './chart-skin.ts';
import { ChartBones, NothingDrawn, ProblemState, type ChartProblem } from './ChartState.tsx';
import { ChartTable } from './ChartTable.tsx';
import { Kpi } from './Kpi.tsx';
import { savePicture } from './save-picture.ts';
import './chart.css';

export interface ChartHandle {
  /** Shows rows that came since the result, without a render; the oldest go when there are more than `most`. */
  append(rows: readonly (readonly Cell[])[], most: number): void;
  /** The picture as a data address, where the kind is drawn on a canvas. */
  picture(): string | undefined;
}

export interface ChartProps {
  /** What it is called: for screen readers and the name of its picture. */
  label: string;
  settings: ChartSettings;
  /** Undefined: on its way. */
  result: ChartResult | undefined;
  problem?: ChartProblem | undefined;
  /** A newer result is on its way: what is shown is that of before, and is greyed. */
  stale?: boolean;
  scale?: number;
  /** Values chosen in this chart, by the ids of uses; its other marks are dimmed. */
  picks?: Readonly<Record<string, readonly Cell[]>>;
  onPick?: (keys: Picked, add: boolean) => void;
  /** Escape: nothing is chosen any more. */
  onUnpick?: () => void;
  onDrill?: (keys: Picked) => void;
  onBrush?: (keys: readonly Picked[]) => void;
  /** Takes the kind that is proposed where this one cannot tell the result. */
  onKind?: (kind: ChartKind) => void;
  /** Without its menu: on screens that nobody operates. */
  still?: boolean;
  /** Of those who have a menu around it, which says this as well: whether it is shown as a table. It has no menu of its own then. */
  asTable?: boolean;
  onAsTable?: (asTable: boolean) => void;
  handle?: Ref<ChartHandle>;
}

/** Every chart of the house: a result and settings as a picture, a figure or a table, or why there is none. */
export function Chart(props: ChartProps) {
  const { label, settings, result, problem, stale = false, still = false, onUnpick, onAsTable, handle } = props;
  const t = useT();
  const skin = useChartSkin();
  const [ownAsTable, setOwnAsTable] = useState(false);
  const asTable = props.asTable ?? ownAsTable;
  const setAsTable = onAsTable ?? setOwnAsTable;
  const [failed, setFailed] = useState<ChartResult>();
  const canvas = useRef<CanvasHandle>(null);
  useImperativeHandle(handle, () => ({
    append: (rows, most) => canvas.current?.append(rows, most),
    picture: () => canvas.current?.picture(),
  }));
  const drawing = useMemo(() => result && optionOf(result, settings, skin), [result, settings, skin]);
  const reading = useMemo(() => result && readingOf(result, settings, skin), [result, settings, skin]);

  if (problem) return <ProblemState problem={problem} />;
  if (!result || !drawing || !reading) return <ChartBones />;
  if (failed === result) return <ProblemState problem={{ is: 'broken', onRetry: () => setFailed(undefined) }} />;
  const drawn = drawing.state === 'option';
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onUnpick?.();
    else if (event.key.toLowerCase() === 't' && drawn && !event.ctrlKey && !event.metaKey && !event.altKey)
      setAsTable(!asTable);
  };
  return (
    <div className="fw-chart-frame" data-stale={stale || undefined} aria-busy={stale || undefined} onKeyDown={keys}>
      <div className="fw-chart-body">
        {drawn && !asTable ? (
          <Canvas
            result={result}
            settings={settings}
            skin={skin}
            label={`${label}: ${reading.sentence}`}
            scale={props.scale ?? 1}
            picks={props.picks}
            onPick={props.onPick}
            onDrill={props.onDrill}
            onBrush={props.onBrush}
            onFailed={() => setFailed(result)}
            handle={canvas}
          />
        ) : (
          <Other drawing={drawing} {...props} table={reading.table} />
        )}
      </div>
      <Notes notes={drawing.notes} settings={settings} result={result} />
      {drawn && !still && !onAsTable && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'table', label: t(asTable ? 'charts.menu.picture' : 'charts.menu.table') },
              { key: 'save', label: t('charts.menu.save'), disabled: asTable },
            ],
            onClick: ({ key }) =>
              key === 'table' ? setAsTable(!asTable) : savePicture(canvas.current?.picture(), label),
          }}
        >
          <Button
            className="fw-chart-menu"
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={t('charts.menu.of', { chart: label })}
          />
        </Dropdown>
      )}
    </div>
  );
}

type OtherProps = ChartProps & { drawing: Drawing; table: ReturnType<typeof readingOf>['table'] };

/** What is no canvas: figures, tables, and the reasons why there is no picture. */
function Other({ drawing, table, label, onKind, onPick }: OtherProps) {
  if (drawing.state === 'kpi') return <Kpi kpi={drawing.kpi} />;
  if (drawing.state === 'option' || drawing.state === 'table')
    return (
      <ChartTable
        table={drawing.state === 'table' ? drawing.table : table}
        label={label}
        onPick={onPick && (({ keys }, add) => onPick(keys, add))}
      />
    );
  return <NothingDrawn drawing={drawing} onKind={onKind} />;
}

/** What the picture does not show, in a line below it. */
function Notes({ notes, settings, result }: { notes: Drawing['notes']; settings: ChartSettings; result: ChartResult }) {
  const t = useT();
  const locale = useLocale();
  const { rows, cutFrom, readAt, unread } = result;
  if (notes.length === 0 && readAt === undefined) return null;
  const numbers = { shown: rows.length, all: cutFrom ?? rows.length, facets: facetsShown(settings.slots.facet?.[0]) };
  return (
    <p className="fw-chart-notes">
      {notes.map((note) => t(`charts.note.${note}`, numbers)).join(' ')}
      {readAt !== undefined && (
        <span data-unread={unread}>
          {' '}
          {t(unread ? 'charts.note.unread' : 'charts.note.read_at')} <Time at={readAt} locale={locale} />
        </span>
      )}
    </p>
  );
}
