import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import '../parts.css';
import { useUiText } from '../format/texts.ts';
import { clearRange, copyText, fillDown, pasteText, setCell, type Misfits } from './changes.ts';
import { clampPlace, placeAfterKey, placeAfterTab, rangeOf, type CellPlace } from './range.ts';
import { SheetBar } from './sheet-bar.tsx';
import { defaultSheetWidth, isReadOnly, minSheetWidth, valueOf, type SheetColumn } from './sheet-columns.ts';
import { SheetEditor, type EditorHandle } from './sheet-editor.tsx';
import { SheetHead } from './sheet-head.tsx';
import { SheetRow, type PlacedColumn, type RowProblems } from './sheet-row.tsx';
import './sheet.css';
import { useKeys } from '../designer/use-keys.ts';
import { problemIn } from './problem-in.ts';
import { useSheetData } from './use-sheet-data.ts';

export interface SheetProps<R> {
  label: string;
  rows: readonly R[];
  /** Keep the array's identity between renders. */
  columns: SheetColumn<R>[];
  /** A function that stays the same between renders, too. */
  rowId: (row: R) => string;
  /** All rows after the change, and the ids of those added, changed or removed. */
  onChange?: (rows: R[], changed: string[]) => void;
  /** Makes an empty row; without it rows cannot be added. */
  newRow?: () => R;
  canDelete?: boolean;
  readOnly?: boolean;
  /** Messages by row id, then by column id ('' for the whole row): such rows stand out. */
  problems?: ReadonlyMap<string, RowProblems>;
  rowHeight?: number;
  /** Greatest height of the scrolling part. */
  height?: number;
  locale?: string;
  /** Pasted cells that did not fit their column. */
  onMisfits?: (misfits: Misfits) => void;
  tools?: ReactNode;
  /** Tools for the rows that are checked, else for the one the cursor is in. */
  rowTools?: (rows: R[]) => ReactNode;
  /** The cell somebody wants to see, by the ids of row and column: the cursor goes there. A new object each time. */
  wanted?: { row: string; column: string } | undefined;
}

const numberWidth = 44;
const headHeight = 34;

/** A slave table that behaves like a spreadsheet. */
export function Sheet<R>({
  label,
  rows,
  columns,
  rowId,
  onChange,
  newRow,
  canDelete = true,
  readOnly = false,
  problems,
  rowHeight = 36,
  height = 420,
  locale = 'zh-CN',
  onMisfits,
  tools,
  rowTools,
  wanted,
}: SheetProps<R>) {
  const text = useUiText();
  const data = useSheetData({ rows, columns, rowId, onChange, locale });
  const { view, change } = data;
  const size = { rows: view.rows.length, columns: columns.length };
  const scroll = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [cursor, setCursor] = useState<{ place: CellPlace; from: CellPlace }>();
  const [editing, setEditing] = useState<{ typed: string | undefined }>();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const lastChecked = useRef(0);
  const [full, setFull] = useState(false);
  const [chosenWidths, setChosenWidths] = useState<Record<string, number>>({});

  const rowVirtual = useVirtualizer({
    count: size.rows,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (at) => rowId(view.rows[at]!),
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: 36,
  });
  const [room, setRoom] = useState(0);
  const widths = useMemo(() => stretched(columns, chosenWidths, room - numberWidth), [columns, chosenWidths, room]);
  const columnVirtual = useVirtualizer({
    horizontal: true,
    count: size.columns,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => widths[at]!,
    overscan: 3,
    paddingStart: numberWidth,
    scrollPaddingStart: numberWidth,
  });
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setRoom(scroll.current?.clientWidth ?? 0));
    watch.observe(scroll.current!);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => columnVirtual.measure(), [columnVirtual, widths]);
  useEffect(() => rowVirtual.measure(), [rowVirtual, rowHeight]);
  const acrossItems = columnVirtual.getVirtualItems();
  const placed: PlacedColumn<R>[] = useMemo(
    () =>
      acrossItems.map((item) => ({ column: columns[item.index]!, at: item.index, start: item.start, size: item.size })),
    [acrossItems, columns],
  );
  const width = columnVirtual.getTotalSize();
  const startOf = (at: number) => numberWidth + widths.slice(0, at).reduce((sum, one) => sum + one, 0);

  const place = cursor && size.rows > 0 ? clampPlace(cursor.place, size) : undefined;
  const range = place && rangeOf(place, clampPlace(cursor!.from, size));
  const activeRow = place && view.rows[place.row];
  const activeColumn = place && columns[place.column];
  const wrong =
    problems && problems.size > 0
      ? (problemIn(problems, rowId, view.rows, columns, place) ?? problemIn(problems, rowId, view.rows, columns))
      : undefined;
  const locked = readOnly || !onChange || (!!activeRow && !!activeColumn && isReadOnly(activeColumn, activeRow));

  const goTo = (next: CellPlace, extend = false) => {
    setCursor((now) => ({ place: next, from: extend && now ? now.from : next }));
    rowVirtual.scrollToIndex(next.row);
    columnVirtual.scrollToIndex(next.column);
  };
  const show = (cell: { row: string; column: string }) => {
    const row = view.rows.findIndex((one) => rowId(one) === cell.row);
    if (row < 0) return;
    goTo({
      row,
      column: Math.max(
        0,
        columns.findIndex(({ id }) => id === cell.column),
      ),
    });
    requestAnimationFrame(() => editor.current?.focus());
  };
  const latestShow = useRef(show);
  latestShow.current = show;
  useEffect(() => {
    if (wanted) latestShow.current(wanted);
  }, [wanted]);
  const startEdit = (typed: string | undefined) => {
    if (locked || !activeRow || !activeColumn) return;
    if (activeColumn.toggle)
      return change(setCell(view, activeRow, activeColumn, activeColumn.toggle(valueOf(activeColumn, activeRow))));
    setEditing({ typed });
  };
  const addRow = (column = 0) => {
    if (!newRow) return;
    change([{ insert: [{ at: data.end(), row: newRow() }] }]);
    setEditing(undefined);
    const next = { row: size.rows, column };
    setCursor({ place: next, from: next });
    requestAnimationFrame(() => {
      rowVirtual.scrollToIndex(size.rows);
      editor.current?.focus();
    });
  };
  const leave = (then: 'down' | 'right' | 'left' | 'stay') => {
    setEditing(undefined);
    if (!place || then === 'stay') return;
    if (then === 'down') return goTo(clampPlace({ row: place.row + 1, column: place.column }, size));
    tabTo(then === 'left');
  };
  const tabTo = (back: boolean) => {
    const next = place && placeAfterTab(place, back, size);
    if (next) goTo(next);
    else if (!back && !readOnly && newRow) addRow();
    return !!next || (!back && !!newRow && !readOnly);
  };
  const removeRows = (ids: ReadonlySet<string>) => {
    change([
      {
        remove: view.rows
          .filter((row) => ids.has(rowId(row)))
          .map((row) => ({ at: data.placeOf(row), row }))
          .toSorted((a, b) => a.at - b.at),
      },
    ]);
    setChecked(new Set());
  };

  // wherever the focus is, but in a dialog above it
  useKeys(
    {
      escape: ({ target }) => {
        if (!(target instanceof Element && target.closest('[role="dialog"]'))) setFull(false);
      },
    },
    full && editing === undefined,
  );

  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!place || !range) return;
    const mod = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const next = placeAfterKey(
      place,
      event.key,
      mod,
      size,
      Math.max(1, Math.floor((scroll.current!.clientHeight - 70) / rowHeight)),
    );
    if (next) goTo(next, event.shiftKey);
    else if (key === 'Tab') {
      if (!tabTo(event.shiftKey)) return;
    } else if (key === 'Enter' || key === 'F2') startEdit(undefined);
    else if (key === ' ' && activeColumn?.toggle) startEdit(undefined);
    else if (key === 'Escape') {
      if (full) setFull(false);
      else setCursor({ place, from: place });
    } else if (mod && key === 'a')
      setCursor({ place: { row: size.rows - 1, column: size.columns - 1 }, from: { row: 0, column: 0 } });
    else if (readOnly || !onChange) return;
    else if (key === 'Delete' || key === 'Backspace') change(clearRange(view, range));
    else if (mod && key === 'd') change(fillDown(view, range));
    else if (mod && key === 'z') (event.shiftKey ? data.redo : data.undo)();
    else if (mod && key === 'y') data.redo();
    else if (!mod && !event.altKey && event.key.length === 1 && activeColumn?.renderEditor) startEdit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent, cut: boolean) => {
    if (editing || !range) return;
    event.clipboardData.setData('text/plain', copyText(view, range));
    event.preventDefault();
    if (cut && !readOnly) change(clearRange(view, range));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing || readOnly || !onChange) return;
    const at = range ?? { top: 0, left: 0, bottom: 0, right: 0 };
    const { edits, misfits, block } = pasteText(
      view,
      at,
      event.clipboardData.getData('text/plain'),
      newRow,
      data.end(),
    );
    event.preventDefault();
    change(edits);
    if (block)
      setCursor({ place: { row: block.top, column: block.left }, from: { row: block.bottom, column: block.right } });
    if (misfits.kept + misfits.left > 0) onMisfits?.(misfits);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const hit = placeUnder(event.target as Element);
    if (!hit || event.button !== 0) return;
    event.preventDefault();
    if (editing && editor.current?.commit() === false) return;
    setEditing(undefined);
    const again = event.pointerType === 'touch' && place?.row === hit.row && place.column === hit.column;
    setCursor((now) => ({ place: hit, from: event.shiftKey && now ? now.from : hit }));
    // at once, for what is typed before the frame comes; and again where the cursor was not there yet
    editor.current?.focus();
    requestAnimationFrame(() => editor.current?.focus());
    if (again) return startEdit(undefined);
    if (event.pointerType === 'touch') return;
    const drag = (moved: globalThis.PointerEvent) => {
      const over = placeUnder(document.elementFromPoint(moved.clientX, moved.clientY));
      if (over) setCursor((now) => ({ place: over, from: now?.from ?? hit }));
    };
    const end = () => {
      removeEventListener('pointermove', drag);
      removeEventListener('pointerup', end);
    };
    addEventListener('pointermove', drag);
    addEventListener('pointerup', end);
  };

  const latestView = useRef(view);
  latestView.current = view;
  const check = useCallback(
    (id: string, at: number, toRange: boolean) => {
      const last = lastChecked.current;
      lastChecked.current = at;
      setChecked((now) => {
        const next = new Set(now);
        if (toRange)
          for (const row of latestView.current.rows.slice(Math.min(last, at), Math.max(last, at) + 1))
            next.add(rowId(row));
        else if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [rowId],
  );

  const checkable = !readOnly && !!onChange && canDelete;
  const totals = useMemo(
    () => (columns.some((column) => column.total) ? columns.map((column) => column.total?.(rows)) : undefined),
    [columns, rows],
  );
  const block = range &&
    place &&
    (range.top !== range.bottom || range.left !== range.right) && {
      left: startOf(range.left),
      top: range.top * rowHeight,
      width: startOf(range.right + 1) - startOf(range.left),
      height: (range.bottom - range.top + 1) * rowHeight,
    };
  return (
    <div
      className="fw-sheet"
      data-full={full || undefined}
      style={{ '--sheet-height': `${height}px` } as CSSProperties}
    >
      <div
        ref={scroll}
        className="fw-sheet-scroll"
        role="grid"
        aria-label={label}
        aria-rowcount={size.rows + 1}
        aria-colcount={size.columns + 1}
        aria-readonly={readOnly || undefined}
        tabIndex={place ? -1 : 0}
        onFocus={(event) => {
          if (event.target === event.currentTarget && size.rows > 0)
            setCursor((now) => now ?? { place: { row: 0, column: 0 }, from: { row: 0, column: 0 } });
        }}
        onCopy={(event) => onCopy(event, false)}
        onCut={(event) => onCopy(event, true)}
        onPaste={onPaste}
      >
        <SheetHead
          columns={placed}
          width={width}
          sort={data.sort}
          onSort={data.setSort}
          onResize={(id, next) => setChosenWidths((now) => ({ ...now, [id]: next }))}
          checkAll={
            checkable && size.rows > 0
              ? {
                  checked: checked.size === size.rows,
                  some: checked.size > 0,
                  onToggle: () => setChecked(checked.size === size.rows ? new Set() : new Set(rows.map(rowId))),
                }
              : undefined
          }
        />
        {size.rows === 0 && (
          <div className="fw-sheet-empty">
            {text(readOnly || !onChange ? 'ui.sheet.empty_read_only' : 'ui.sheet.empty')}
          </div>
        )}
        <div
          role="rowgroup"
          className="fw-sheet-rows"
          style={{ height: rowVirtual.getTotalSize(), width }}
          onPointerDown={onPointerDown}
          onDoubleClick={(event) => placeUnder(event.target as Element) && startEdit(undefined)}
        >
          {rowVirtual.getVirtualItems().map((item) => {
            const row = view.rows[item.index]!;
            const id = String(item.key);
            return (
              <SheetRow
                key={id}
                row={row}
                rowId={id}
                at={item.index}
                top={item.start - headHeight}
                height={rowHeight}
                columns={placed}
                readOnly={readOnly}
                checkable={checkable}
                checked={checked.has(id)}
                problems={problems?.get(id)}
                onCheck={check}
              />
            );
          })}
          {block && <div className="fw-sheet-block" style={block} />}
          {place && activeRow && activeColumn && (
            <SheetEditor
              ref={editor}
              row={activeRow}
              column={activeColumn}
              name={`${activeColumn.title} ${place.row + 1}`}
              style={{
                left: startOf(place.column),
                top: place.row * rowHeight,
                width: widths[place.column],
                height: rowHeight,
              }}
              locked={locked}
              editing={editing}
              onEdit={startEdit}
              onCommit={(value) => change(setCell(view, activeRow, activeColumn, value))}
              onLeave={leave}
              onKey={onKey}
            />
          )}
        </div>
        {totals && size.rows > 0 && (
          <div className="fw-sheet-totals" style={{ width }}>
            <div className="fw-sheet-number">{text('ui.sheet.total')}</div>
            {placed.map(({ column, at, start, size: across }) => (
              <div
                key={column.id}
                className="fw-sheet-cell"
                data-align={column.align}
                style={{ left: start, width: across }}
              >
                <span>{totals[at]}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <SheetBar
        rows={size.rows}
        invalid={problems?.size ?? 0}
        wrong={wrong && text('ui.sheet.problem', { row: wrong.row + 1, column: wrong.title, problem: wrong.problem })}
        checked={checked.size}
        full={full}
        onFull={() => setFull(!full)}
        onAdd={!readOnly && onChange && newRow ? () => addRow() : undefined}
        onDelete={checkable ? () => removeRows(checked) : undefined}
        undo={data.canUndo ? data.undo : undefined}
        redo={data.canRedo ? data.redo : undefined}
        editable={!readOnly && !!onChange}
        tools={
          <>
            {tools}
            {rowTools &&
              (checked.size > 0 || activeRow) &&
              rowTools(checked.size > 0 ? view.rows.filter((row) => checked.has(rowId(row))) : [activeRow!])}
          </>
        }
      />
    </div>
  );
}

/** Columns people have not sized take what is left, in proportion. */
function stretched<R>(columns: SheetColumn<R>[], chosen: Record<string, number>, room: number): number[] {
  const base = columns.map((column) => Math.max(minSheetWidth, chosen[column.id] ?? column.width ?? defaultSheetWidth));
  const free = columns.map((column) => chosen[column.id] === undefined);
  const left = room - base.reduce((sum, one) => sum + one, 0);
  const growing = base.reduce((sum, one, at) => sum + (free[at] ? one : 0), 0);
  if (left <= 0 || growing === 0) return base;
  return base.map((one, at) => (free[at] ? one + Math.floor((left * one) / growing) : one));
}

function placeUnder(element: Element | null): CellPlace | undefined {
  const cell = element?.closest<HTMLElement>('.fw-sheet-cell');
  const row = cell?.closest<HTMLElement>('.fw-sheet-row');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined;
}
