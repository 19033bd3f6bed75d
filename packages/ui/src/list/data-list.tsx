import type { HueName } from '@formwork/contract/hues/hues.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { BulkBar } from './bulk-bar.tsx';
import './data-list.css';
import { ListCards } from './list-cards.tsx';
import { listLayout, rowHeights, type ListColumn, type RowHeight } from './list-columns.ts';
import { ListFoot } from './list-foot.tsx';
import { ListHead } from './list-head.tsx';
import { ListRow, type Tone } from './list-row.tsx';
import { allOrNone, toggled, withRange, type Selection } from './list-selection.ts';
import { ListState, type ListStatus } from './list-state.tsx';
import type { MenuAction, MenuEntry } from '../frame/menu.tsx';
import type { SortBy } from './sorting.ts';
import { useUiText } from '../format/texts.ts';
import { useEndReached } from './use-end-reached.ts';
import { useMedia, usePhone } from '../skin/use-media.ts';

export interface DataListProps<T> {
  /** Read aloud as the name of the grid. */
  label: string;
  rows: T[];
  /** Keep the array's identity between renders (useMemo): every row compares it. */
  columns: ListColumn<T>[];
  rowKey: (row: T) => string;
  /** Where the first column leads; without it `onOpen` makes it a button. */
  rowHref?: (row: T) => string | undefined;
  onOpen?: (row: T) => void;
  rowTone?: (row: T) => Tone | undefined;
  /** What the row is tinted with. */
  rowHue?: (row: T) => HueName | undefined;
  /** What takes the whole width instead of cells: the head of a group. */
  heading?: (row: T) => ReactNode;
  /** What stands below a column while the rows scroll; without it there is no such line. */
  footer?: (column: ListColumn<T>) => ReactNode;
  /** A double click on a cell that can be edited in its place. */
  onEditCell?: (row: T, column: ListColumn<T>, cell: HTMLElement) => void;
  /** The first three stand as buttons when they have an icon, more go into a menu. */
  rowActions?: (row: T) => MenuAction[];
  rowHeight?: RowHeight;

  status?: ListStatus;
  onRetry?: () => void;
  requestId?: string;
  /** Shown when there is no row: why it is empty and what to do next. */
  empty?: ReactNode;

  /** All rows there are, not only those loaded. */
  total?: number;
  hasMore?: boolean;
  loadingMore?: boolean;
  onEndReached?: () => void;

  sort?: readonly SortBy[];
  onSort?: (sort: SortBy[]) => void;
  columnMenu?: (column: ListColumn<T>) => MenuEntry[];
  /** Widths people chose; `onWidth` is called once when a drag ends. */
  widths?: Readonly<Record<string, number>>;
  onWidth?: (column: string, width: number) => void;

  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  /** Where more is chosen than the rows that are loaded. */
  selectedCount?: number | undefined;
  /** Buttons of the bar that floats while rows are selected. */
  bulkActions?: ReactNode;

  renderCard?: (row: T) => ReactNode;
  /** Most lines below the title of a card; three unless told. */
  cardLines?: number;
}

/** The product's list: a virtual grid from 768 px on, cards below. */
export function DataList<T>(props: DataListProps<T>) {
  const { rows, status = 'ready', selection, onSelection, bulkActions } = props;
  const text = useUiText();
  const phone = usePhone();
  const more = props.loadingMore && (
    <div className="fw-list-more" role="status">
      {text('ui.list.loading_more')}
    </div>
  );
  const bulk = selection && selection.size > 0 && onSelection && (
    <BulkBar count={props.selectedCount ?? selection.size} onClear={() => onSelection(new Set())}>
      {bulkActions}
    </BulkBar>
  );
  if (phone && rows.length > 0 && (status === 'ready' || status === 'loading'))
    return (
      <div className="fw-list">
        <ListCards {...props} more={more} />
        {bulk}
      </div>
    );
  return (
    <div className="fw-list">
      <Grid {...props} headless={phone} more={more} />
      {bulk}
    </div>
  );
}

const noWidths: Readonly<Record<string, number>> = {};
const noSort: readonly SortBy[] = [];
const headHeight = 36;

/** `headless`: where rows would be cards, no columns stand over what says that there are none. */
function Grid<T>(props: DataListProps<T> & { headless: boolean; more: ReactNode }) {
  const {
    label,
    rows,
    columns,
    rowKey,
    rowHref,
    onOpen,
    rowTone,
    rowActions,
    status = 'ready',
    selection,
    onSelection,
    more,
  } = props;
  const selectable = !!selection && !!onSelection;
  const height = rowHeights[props.rowHeight ?? 'normal'];
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const anchor = useRef(0);
  const [active, setActive] = useState(0);
  const [dragged, setDragged] = useState(noWidths);

  const inlineActions = useMemo(() => fittingActions(rows, rowActions), [rows, rowActions]);
  // a finger hovers over nothing: there the menu stands in a column of its own
  const touch = useMedia('(hover: none)');
  const actionsWidth = inlineActions && touch ? 44 : 0;
  const layout = useMemo(
    () => listLayout(columns, { ...props.widths, ...dragged }, selectable, actionsWidth),
    [columns, props.widths, dragged, selectable, actionsWidth],
  );

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: (at) => rowKey(rows[at]!),
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  const items = virtual.getVirtualItems();
  useEndReached(items.at(-1)?.index ?? -1, props);

  const latest = useRef({ rows, rowKey, selection, onSelection });
  latest.current = { rows, rowKey, selection, onSelection };
  const check = useCallback((at: number, range: boolean) => {
    const { rows: now, rowKey: keyOf, selection: chosen, onSelection: choose } = latest.current;
    const row = now[at];
    if (!chosen || !choose || !row) return;
    choose(range ? withRange(chosen, now.map(keyOf), anchor.current, at) : toggled(chosen, keyOf(row)));
    anchor.current = at;
  }, []);

  const moveTo = (at: number, range: boolean) => {
    const next = Math.max(0, Math.min(rows.length - 1, at));
    if (range && selectable) onSelection(withRange(selection, rows.map(rowKey), active, next));
    setActive(next);
    virtual.scrollToIndex(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (moveAmongTools(event, scroll.current)) return event.preventDefault();
    if (event.target !== event.currentTarget || rows.length === 0) return;
    const page = Math.max(1, Math.floor((scroll.current!.clientHeight - headHeight) / height) - 1);
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (to !== undefined) moveTo(to, event.shiftKey);
    else if (event.key === 'Enter')
      scroll.current!.querySelector<HTMLElement>(`[id="${id}-${active}"] .fw-list-open`)?.click();
    else if (event.key === 'ArrowRight')
      scroll.current!.querySelector<HTMLElement>(`[id="${id}-${active}"] .fw-row-tools :is(button, a)`)?.focus();
    else if (event.key === ' ' && selectable) check(active, event.shiftKey);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selectable)
      onSelection(new Set(rows.map(rowKey)));
    else if (event.key === 'Escape' && selectable && selection.size) onSelection(new Set());
    else return;
    event.preventDefault();
  };

  const { onWidth } = props;
  const latestWidth = useRef(onWidth);
  latestWidth.current = onWidth;
  const resize = useCallback((column: string, width: number, done: boolean) => {
    setDragged((now) => ({ ...now, [column]: width }));
    if (done) latestWidth.current?.(column, width);
  }, []);

  // rows scroll, and the head is not drawn again for that
  const headSelection = useMemo(() => {
    if (!selectable) return undefined;
    const keys = rows.map(rowKey);
    const chosen = keys.filter((key) => selection?.has(key)).length;
    const toggle = () => latest.current.onSelection?.(allOrNone(latest.current.selection ?? new Set(), keys));
    return { all: chosen > 0 && chosen === keys.length, some: chosen > 0, none: keys.length === 0, onToggle: toggle };
  }, [rows, rowKey, selectable, selection]);
  const style: Record<string, string | number> = { '--columns': layout.template, '--full': `${layout.width}px` };
  layout.frozen.forEach(({ left }, at) => {
    style[`--left-${at}`] = `${left}px`;
  });
  const isBare = rows.length === 0;
  return (
    <div
      ref={scroll}
      className="fw-list-scroll"
      style={style}
      role="grid"
      aria-label={label}
      aria-rowcount={(props.total ?? rows.length) + 1}
      aria-colcount={columns.length + Number(selectable) + Number(!!inlineActions)}
      aria-multiselectable={selectable || undefined}
      aria-busy={status === 'loading' || undefined}
      aria-activedescendant={isBare ? undefined : `${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={(event) => event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0)}
    >
      {columns.length > 0 && status !== 'forbidden' && !props.headless && (
        <ListHead
          columns={columns}
          frozen={layout.frozen.length}
          sort={props.sort ?? noSort}
          onSort={props.onSort}
          columnMenu={props.columnMenu}
          onResize={resize}
          selection={headSelection}
          waiting={isBare && status === 'loading'}
          hasActions={actionsWidth > 0}
        />
      )}
      {isBare || status === 'error' || status === 'forbidden' || status === 'offline' ? (
        <ListState
          status={status}
          empty={props.empty}
          onRetry={props.onRetry}
          requestId={props.requestId}
          rowHeight={height}
          columns={columns.length}
        />
      ) : (
        <div role="rowgroup" className="fw-list-rows" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]!;
            const key = String(item.key);
            return (
              <ListRow
                key={key}
                id={`${id}-${item.index}`}
                row={row}
                rowKey={key}
                index={item.index}
                start={item.start - headHeight}
                height={height}
                columns={columns}
                selectable={selectable}
                selected={selection?.has(key) ?? false}
                active={item.index === active}
                frozen={layout.frozen.length}
                href={rowHref?.(row)}
                onOpen={onOpen}
                tone={rowTone?.(row)}
                hue={props.rowHue?.(row)}
                heading={props.heading?.(row)}
                onEditCell={props.onEditCell}
                rowActions={rowActions}
                inlineActions={touch ? 0 : (inlineActions?.buttons ?? 0)}
                sparing={columns.length > fewColumns && !touch}
                onCheck={check}
                onActivate={setActive}
              />
            );
          })}
        </div>
      )}
      {more}
      {props.footer && !isBare && (
        <ListFoot columns={columns} footer={props.footer} frozen={layout.frozen.length} selectable={selectable} />
      )}
    </div>
  );
}

/** Rows of more columns have nothing in the page that nobody sees. */
const fewColumns = 8;

/** Arrows go from tool to tool of a row, and back to the rows on the left of the first; Escape too. */
function moveAmongTools(event: KeyboardEvent<HTMLElement>, grid: HTMLElement | null): boolean {
  const tools = (event.target as HTMLElement).closest('.fw-row-tools');
  const step = { ArrowLeft: -1, ArrowRight: 1, Escape: 0 }[event.key];
  if (!tools || step === undefined) return false;
  const all = [...tools.querySelectorAll<HTMLElement>('button, a')];
  const next = step === 0 ? undefined : all[all.indexOf(document.activeElement as HTMLElement) + step];
  (next ?? (step === 1 ? all.at(-1) : grid))?.focus();
  return true;
}

/** How many buttons the tools of a row hold, judged by the first rows: it must not change while scrolling. */
function fittingActions<T>(rows: T[], rowActions: ((row: T) => MenuAction[]) | undefined) {
  if (!rowActions || rows.length === 0) return undefined;
  const lists = rows.slice(0, 30).map(rowActions);
  const iconsAhead = lists.map((list) => {
    const end = list.findIndex((action) => !action.icon);
    return end < 0 ? list.length : end;
  });
  const buttons = Math.min(3, Math.max(0, ...iconsAhead));
  return { buttons, menu: lists.some((list) => list.length > buttons) };
}
