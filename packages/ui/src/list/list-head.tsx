import { ArrowDownOutlined, ArrowUpOutlined, DownOutlined } from '@ant-design/icons';
import { memo, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { ListColumn } from './list-columns.ts';
import { minColumnWidth } from './list-columns.ts';
import { MenuButton, type MenuEntry } from '../frame/menu.tsx';
import { ResizeGrip } from '../drag/resize-grip.tsx';
import { nextSort, type SortBy } from './sorting.ts';
import { useUiText } from '../format/texts.ts';

export interface ListHeadProps<T> {
  columns: ListColumn<T>[];
  frozen: number;
  sort: readonly SortBy[];
  onSort: ((sort: SortBy[]) => void) | undefined;
  columnMenu: ((column: ListColumn<T>) => MenuEntry[]) | undefined;
  /** Called while dragging (`done` false) and once at the end. */
  onResize: (id: string, width: number, done: boolean) => void;
  selection:
    | { all: boolean; some: boolean; /** There are no rows, or not yet. */ none: boolean; onToggle: () => void }
    | undefined;
  hasActions: boolean;
  /** Widths are not known yet: they follow from the first rows. */
  waiting?: boolean;
}

function Head<T>({
  columns,
  frozen,
  sort,
  onSort,
  columnMenu,
  onResize,
  selection,
  hasActions,
  waiting = false,
}: ListHeadProps<T>) {
  const text = useUiText();
  const first = columns[0];
  const [visited, setVisited] = useState<string>();
  const isThere = visited === allStop || columns.some(({ id }) => visited === id || visited === menuOf(id));
  const stop = isThere ? visited : first && (first.sortable && onSort ? first.id : menuOf(first.id));
  // one stop of the Tab key for all of the head: the arrows go from title to title
  const tabIndex = (id: string) => (id === stop ? 0 : -1);
  const remember = ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>('[data-stop]')?.dataset.stop;
    if (id !== undefined) setVisited(id);
  };
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="fw-list-head"
      data-waiting={waiting || undefined}
      onFocus={remember}
      onKeyDown={moveAlong}
    >
      {selection && (
        <label role="columnheader" className="fw-list-cell fw-list-check">
          <input
            type="checkbox"
            className="fw-check"
            data-stop={allStop}
            tabIndex={tabIndex(allStop)}
            aria-label={text('ui.list.select_all')}
            checked={selection.all}
            disabled={selection.none}
            ref={(box) => {
              if (box) box.indeterminate = selection.some && !selection.all;
            }}
            onChange={selection.onToggle}
          />
        </label>
      )}
      {columns.map((column, at) => {
        const by = sort.find((one) => one.column === column.id);
        const place = sort.length > 1 && by ? sort.indexOf(by) + 1 : undefined;
        const mark = by && (by.direction === 'asc' ? <ArrowUpOutlined /> : <ArrowDownOutlined />);
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={by && (by.direction === 'asc' ? 'ascending' : 'descending')}
            className="fw-list-cell fw-list-title"
            data-align={column.align}
            data-column={column.id}
            data-frozen={at < frozen ? (at === frozen - 1 ? 'last' : 'yes') : undefined}
            style={at < frozen ? { left: `var(--left-${at})` } : undefined}
          >
            {column.sortable && onSort ? (
              <button
                type="button"
                className="fw-list-sort"
                data-stop={column.id}
                tabIndex={tabIndex(column.id)}
                title={column.title}
                onClick={(event) => onSort(nextSort(sort, column.id, event.shiftKey))}
              >
                <span>{column.title}</span>
                {mark}
                {place && <sub>{place}</sub>}
              </button>
            ) : (
              <div className="fw-list-sort" title={column.title}>
                <span>{column.title}</span>
                {mark}
              </div>
            )}
            {columnMenu && (
              <MenuButton
                className="fw-list-column-menu"
                data-stop={menuOf(column.id)}
                tabIndex={tabIndex(menuOf(column.id))}
                label={`${text('ui.list.column_menu')}: ${column.title}`}
                items={() => columnMenu(column)}
                align="end"
              >
                <DownOutlined />
              </MenuButton>
            )}
            <ResizeGrip
              min={minColumnWidth}
              fit={widestCell}
              onResize={(width, done) => onResize(column.id, width, done)}
            />
          </div>
        );
      })}
      {hasActions && (
        <div role="columnheader" className="fw-list-cell fw-list-actions">
          <span className="fw-hidden-text">{text('ui.list.actions')}</span>
        </div>
      )}
    </div>
  );
}

export const ListHead = memo(Head) as typeof Head;

/** No column is called by a blank. */
const allStop = ' ';

function menuOf(column: string): string {
  return `${column} menu`;
}

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const isStop = (event.target as HTMLElement).closest('[data-stop]');
  if (!isStop || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = all.indexOf(isStop as HTMLElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next !== undefined) all[Math.max(0, Math.min(all.length - 1, next))]?.focus();
  else if (event.key === 'ArrowDown' && isStop.getAttribute('aria-haspopup') === null)
    event.currentTarget.closest<HTMLElement>('[role="grid"]')?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function widestCell(grip: HTMLElement): number {
  const title = grip.parentElement!;
  const at = [...title.parentElement!.children].indexOf(title);
  const rows = title.closest('[role="grid"]')!.querySelectorAll<HTMLElement>('.fw-list-row');
  const widths = [...rows].map((row) => (row.children[at]?.firstElementChild?.scrollWidth ?? 0) + 26);
  return Math.min(
    640,
    Math.max(minColumnWidth, title.querySelector('.fw-list-sort > span')!.scrollWidth + 48, ...widths),
  );
}
