import { ArrowDownOutlined, ArrowUpOutlined, DownOutlined } from '@ant-design/icons';
import type { ListColumn } from './list-columns.ts';
import { minColumnWidth } from './list-columns.ts';
import { MenuButton, type MenuEntry } from './menu.tsx';
import { ResizeGrip } from './resize-grip.tsx';
import { nextSort, type SortBy } from './sorting.ts';
import { useUiText } from './texts.ts';

export interface ListHeadProps<T> {
  columns: ListColumn<T>[];
  frozen: number;
  sort: readonly SortBy[];
  onSort: ((sort: SortBy[]) => void) | undefined;
  columnMenu: ((column: ListColumn<T>) => MenuEntry[]) | undefined;
  /** Called while dragging (`done` false) and once at the end. */
  onResize: (id: string, width: number, done: boolean) => void;
  selection: { all: boolean; some: boolean; /** There are no rows, or not yet. */ none: boolean; onToggle: () => void } | undefined;
  hasActions: boolean;
}

export function ListHead<T>({ columns, frozen, sort, onSort, columnMenu, onResize, selection, hasActions }: ListHeadProps<T>) {
  const text = useUiText();
  return (
    <div role="row" aria-rowindex={1} className="fw-list-head">
      {selection && (
        <label role="columnheader" className="fw-list-cell fw-list-check">
          <input
            type="checkbox"
            className="fw-check"
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
              <button type="button" className="fw-list-sort" title={column.title} onClick={(event) => onSort(nextSort(sort, column.id, event.shiftKey))}>
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
              <MenuButton className="fw-list-column-menu" label={`${text('ui.list.column_menu')}: ${column.title}`} items={() => columnMenu(column)} align="end">
                <DownOutlined />
              </MenuButton>
            )}
            <ResizeGrip min={minColumnWidth} fit={widestCell} onResize={(width, done) => onResize(column.id, width, done)} />
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

function widestCell(grip: HTMLElement): number {
  const title = grip.parentElement!;
  const at = [...title.parentElement!.children].indexOf(title);
  const rows = title.closest('[role="grid"]')!.querySelectorAll<HTMLElement>('.fw-list-row');
  const widths = [...rows].map((row) => (row.children[at]?.firstElementChild?.scrollWidth ?? 0) + 26);
  return Math.min(640, Math.max(minColumnWidth, title.querySelector('.fw-list-sort > span')!.scrollWidth + 48, ...widths));
}
