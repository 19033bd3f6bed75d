import { todayIn } from '@formwork/contract/condition/calendar.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { addDays, type Span } from '@formwork/contract/views/span.ts';
import { hueVariable } from '@formwork/ui/skin/hues.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { inLanes, placeOf, shifted, ticksOf, type Bar, type TimeRange } from './timeline.ts';
import './timeline.css';

export interface TimelineBar extends Bar {
  title: string;
  href: string;
  hue?: HueName | undefined;
  /** How it stands out. */
  mark?: 'conflict' | 'critical' | undefined;
  /** Part that is done, 0 to 1. */
  progress?: number | undefined;
  /** As it was planned: a thin bar below. */
  planned?: Span | undefined;
}

export interface TimelineRow {
  id: string;
  title: ReactNode;
  bars: TimelineBar[];
}

interface Props {
  label: string;
  head: ReactNode;
  rows: readonly TimelineRow[];
  range: TimeRange;
  /** Bars that others wait for: arrows lead from the first to the second. */
  links?: readonly { from: string; to: string }[];
  movable: boolean;
  onMove?: (bar: TimelineBar, span: Span, row: string) => void;
}

const noLinks: NonNullable<Props['links']> = [];
const rowHeight = 44;
/** Of each of several bars side by side: as high as their words. */
const laneHeight = 24;
const rowPadding = 10;
/** Of a day that is shown alone. */
const workdayBegins = 8 / 24;
const dayWidth = (days: number): number => (days <= 1 ? 1_152 : days <= 7 ? 132 : days <= 31 ? 44 : 16);

/** Bars along time, a line for each thing or task; only lines in view are in the page. A bar is dragged along and across, or stretched at its end. */
export function Timeline({ label, head, rows, range, links = noLinks, movable, onMove }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const laid = rows.map(({ bars }) => inLanes(bars));
  const heights = laid.map(({ count }) => Math.max(rowHeight, rowPadding + count * laneHeight));
  const tops: number[] = [];
  heights.reduce((top, height) => {
    tops.push(top);
    return top + height;
  }, 0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => heights[at] ?? rowHeight,
    overscan: 6,
    scrollMargin: 44,
  });
  const shape = heights.join();
  useEffect(() => virtual.measure(), [virtual, shape]);
  const items = virtual.getVirtualItems();
  const [drag, setDrag] = useState<{
    bar: TimelineBar;
    row: string;
    end: 'both' | 'end';
    x: number;
    y: number;
    dx: number;
    dy: number;
  }>();
  const ticks = ticksOf(range);
  const width = Math.max(range.days * dayWidth(range.days), useRoom(scroll));
  // a narrow page begins a little before the first bar that is not over, or before today where that comes first
  const zone = useTimeZone();
  const today = placeOf(
    { id: '', span: { start: todayIn(new Date(), zone), end: addDays(todayIn(new Date(), zone), 1), wholeDays: true } },
    range,
  );
  const drawn = rows.flatMap(({ bars }) => bars.flatMap((bar) => placeOf(bar, range) ?? []));
  const lasting = drawn.filter(({ left, width: share }) => left + share > (today?.left ?? 0));
  const firstBar = Math.min(...(lasting.length > 0 ? lasting : drawn).map(({ left }) => left));
  const begins = today ? Math.min(today.left, firstBar) : firstBar;
  const isEmpty = rows.length === 0;
  useLayoutEffect(() => {
    const box = scroll.current;
    const title = box?.querySelector('.fw-timeline-corner')?.clientWidth ?? 0;
    if (box && Number.isFinite(begins))
      box.scrollLeft = Math.max(0, (range.days === 1 ? workdayBegins : begins) * width - (box.clientWidth - title) / 4);
    // bars that move do not move the page
    // eslint-disable-next-line react/exhaustive-deps
  }, [range.from, range.days, isEmpty, width]);
  const minutesPerPixel = (range.days * 1_440) / width;

  const begin = (bar: TimelineBar, row: string, end: 'both' | 'end') => (event: PointerEvent) => {
    if (!movable || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
    setDrag({ bar, row, end, x: event.clientX, y: event.clientY, dx: 0, dy: 0 });
  };
  const track = (event: PointerEvent) =>
    setDrag((now) => now && { ...now, dx: event.clientX - now.x, dy: now.end === 'both' ? event.clientY - now.y : 0 });
  const done = () => {
    if (drag && (Math.abs(drag.dx) > 3 || Math.abs(drag.dy) > rowHeight / 2)) {
      const from = rows.findIndex(({ id }) => id === drag.row);
      const middle = (tops[from] ?? 0) + (heights[from] ?? rowHeight) / 2 + drag.dy;
      const to = tops.findLastIndex((top) => top <= middle);
      onMove?.(
        drag.bar,
        shifted(drag.bar.span, drag.dx * minutesPerPixel, drag.end),
        rows[Math.max(0, to)]?.id ?? drag.row,
      );
    }
    setDrag(undefined);
  };
  const places = new Map<string, { left: number; right: number; y: number }>();
  rows.forEach(({ bars }, at) => {
    for (const bar of bars) {
      const place = placeOf(bar, range);
      if (place)
        places.set(bar.id, {
          left: place.left * width,
          right: (place.left + place.width) * width,
          y: (tops[at] ?? 0) + (heights[at] ?? rowHeight) / 2,
        });
    }
  });

  return (
    <div
      ref={scroll}
      className="fw-timeline-grid"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      style={{ '--line': `${width}px` } as CSSProperties}
    >
      <div className="fw-timeline-head" role="row">
        <div className="fw-timeline-corner">{head}</div>
        <div className="fw-timeline-ticks">
          {ticks.map((tick) => (
            <div
              key={tick.day}
              className="fw-timeline-tick"
              data-weekend={tick.weekend || undefined}
              style={{ width: `${tick.width * 100}%` }}
            >
              {range.days === 1
                ? tick.day
                : range.days <= 31
                  ? tick.day.slice(5)
                  : tick.day.endsWith('-01') || tick.at === 0
                    ? tick.day.slice(0, 7)
                    : ''}
            </div>
          ))}
        </div>
      </div>
      <div className="fw-timeline-body" style={{ height: virtual.getTotalSize() }}>
        <div className="fw-timeline-weekends" aria-hidden>
          {today && range.days > 1 && <b style={{ left: `${today.left * 100}%`, width: `${today.width * 100}%` }} />}
          {ticks.map(
            (tick) =>
              tick.weekend &&
              range.days <= 92 && (
                <i key={tick.day} style={{ left: `${tick.at * 100}%`, width: `${tick.width * 100}%` }} />
              ),
          )}
        </div>
        {/* before the lines, so that it lies below them and their names */}
        {links.length > 0 && (
          <svg className="fw-timeline-links" width={width} height={virtual.getTotalSize()} aria-hidden>
            <defs>
              <marker id="fw-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                <path d="M0 0 8 4 0 8z" fill="currentColor" />
              </marker>
            </defs>
            {links.map(({ from, to }) => {
              const [first, second] = [places.get(from), places.get(to)];
              if (!first || !second) return null;
              const middle = Math.max(first.right + 8, second.left - 10);
              const d =
                second.left >= first.right + 14
                  ? `M${first.right} ${first.y}H${middle}V${second.y}H${second.left}`
                  : `M${first.right} ${first.y}h8V${first.y + ((second.y > first.y ? 1 : -1) * rowHeight) / 2}H${second.left - 10}V${second.y}H${second.left}`;
              return <path key={`${from} ${to}`} d={d} markerEnd="url(#fw-arrow)" />;
            })}
          </svg>
        )}
        {items.map(({ index, start }) => {
          const row = rows[index]!;
          const { lanes, count } = laid[index]!;
          const height = ((heights[index] ?? rowHeight) - rowPadding) / count;
          return (
            <div
              key={row.id}
              role="row"
              aria-rowindex={index + 1}
              className="fw-timeline-row"
              style={{ height: heights[index], transform: `translateY(${start - 44}px)` }}
            >
              <div role="rowheader" className="fw-timeline-title">
                {row.title}
              </div>
              <div role="gridcell" className="fw-timeline-lane">
                {row.bars.map((bar) => {
                  const isDragged = drag?.bar.id === bar.id && drag.row === row.id;
                  const shown = isDragged
                    ? { ...bar, span: shifted(bar.span, drag.dx * minutesPerPixel, drag.end) }
                    : bar;
                  const place = placeOf(shown, range);
                  const planned = bar.planned && placeOf({ id: bar.id, span: bar.planned }, range);
                  return (
                    <span key={bar.id}>
                      {planned && (
                        <i
                          className="fw-timeline-planned"
                          style={{ left: `${planned.left * 100}%`, width: `${planned.width * 100}%` }}
                        />
                      )}
                      {place && (
                        <div
                          className="fw-timeline-bar"
                          data-mark={bar.mark}
                          data-movable={movable || undefined}
                          title={`${bar.title}\n${shown.span.start} – ${shown.span.end}`}
                          style={
                            {
                              left: `${place.left * 100}%`,
                              width: `${place.width * 100}%`,
                              top: 5 + (lanes.get(bar.id) ?? 0) * height,
                              height: height - 2,
                              ...(isDragged && { transform: `translateY(${drag.dy}px)`, zIndex: 4 }),
                              '--hue': hueVariable(bar.hue ?? 'blue'),
                            } as CSSProperties
                          }
                          onPointerDown={begin(bar, row.id, 'both')}
                          onPointerMove={isDragged ? track : undefined}
                          onPointerUp={isDragged ? done : undefined}
                          onPointerCancel={() => setDrag(undefined)}
                        >
                          {bar.progress !== undefined && (
                            <i
                              className="fw-timeline-progress"
                              style={{ width: `${Math.min(100, Math.max(0, bar.progress * 100))}%` }}
                            />
                          )}
                          <Link
                            className="fw-timeline-link"
                            href={bar.href}
                            draggable={false}
                            onClick={(event) => {
                              if (drag && Math.abs(drag.dx) > 3) event.preventDefault();
                            }}
                          >
                            {bar.title}
                          </Link>
                          {/* how it goes on and ends reaches the bar as well: told twice it would be saved twice */}
                          {movable && <b className="fw-timeline-end" onPointerDown={begin(bar, row.id, 'end')} />}
                        </div>
                      )}
                    </span>
                  );
                })}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** How wide the line may be where everything is in view: a week fills a wide page. */
function useRoom(box: RefObject<HTMLDivElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setRoom(element.clientWidth - (element.querySelector('.fw-timeline-corner')?.clientWidth ?? 0) - 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return room;
}
