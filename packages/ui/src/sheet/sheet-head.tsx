import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { ResizeGrip } from '../drag/resize-grip.tsx';
import { nextSort, type SortBy } from '../list/sorting.ts';
import { useUiText } from '../format/texts.ts';
import { minSheetWidth } from './sheet-columns.ts';
import type { PlacedColumn } from './sheet-row.tsx';

export interface SheetHeadProps<R> {
  columns: PlacedColumn<R>[];
  width: number;
  sort: readonly SortBy[];
  onSort: (sort: SortBy[]) => void;
  onResize: (column: string, width: number) => void;
  checkAll: { checked: boolean; some: boolean; onToggle: () => void } | undefined;
}

/** A click sorts, Shift-click joins the column to the order. */
export function SheetHead<R>({ columns, width, sort, onSort, onResize, checkAll }: SheetHeadProps<R>) {
  const text = useUiText();
  return (
    <div role="row" aria-rowindex={1} className="fw-sheet-head" style={{ width }}>
      <div role="columnheader" className="fw-sheet-number">
        {checkAll && (
          <input
            type="checkbox"
            className="fw-check"
            aria-label={text('ui.list.select_all')}
            checked={checkAll.checked}
            ref={(box) => {
              if (box) box.indeterminate = checkAll.some && !checkAll.checked;
            }}
            onChange={checkAll.onToggle}
          />
        )}
      </div>
      {columns.map(({ column, at, start, size }) => {
        const by = sort.find((one) => one.column === column.id);
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + 2}
            aria-sort={by && (by.direction === 'asc' ? 'ascending' : 'descending')}
            className="fw-sheet-title"
            data-align={column.align}
            style={{ left: start, width: size }}
          >
            <button
              type="button"
              tabIndex={-1}
              title={column.title}
              onClick={(event) => onSort(nextSort(sort, column.id, event.shiftKey))}
            >
              <span>{column.title}</span>
              {column.required && (
                <span className="fw-field-required" title={text('ui.form.required')}>
                  *
                </span>
              )}
              {by && (by.direction === 'asc' ? <ArrowUpOutlined /> : <ArrowDownOutlined />)}
              {by && sort.length > 1 && <sub>{sort.indexOf(by) + 1}</sub>}
            </button>
            <ResizeGrip min={minSheetWidth} onResize={(next) => onResize(column.id, next)} />
          </div>
        );
      })}
    </div>
  );
}
