import { memo } from 'react';
import { useUiText } from '../format/texts.ts';
import { isReadOnly, textOf, valueOf, type SheetColumn } from './sheet-columns.ts';

export interface PlacedColumn<R> {
  column: SheetColumn<R>;
  at: number;
  start: number;
  size: number;
}

/** Messages by column id; '' is the whole row. */
export type RowProblems = Readonly<Record<string, string>>;

export interface SheetRowProps<R> {
  row: R;
  rowId: string;
  at: number;
  top: number;
  height: number;
  columns: PlacedColumn<R>[];
  readOnly: boolean;
  checkable: boolean;
  checked: boolean;
  problems: RowProblems | undefined;
  onCheck: (id: string, at: number, range: boolean) => void;
}

/** Drawn again only when its own row changes; the cursor and the selected block are drawn above the rows. */
function Row<R>({
  row,
  rowId,
  at,
  top,
  height,
  columns,
  readOnly,
  checkable,
  checked,
  problems,
  onCheck,
}: SheetRowProps<R>) {
  const text = useUiText();
  const messages = problems && Object.values(problems);
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      className="fw-sheet-row"
      style={{ height, transform: `translateY(${top}px)` }}
      data-row={at}
      data-invalid={problems ? '' : undefined}
      aria-selected={checked || undefined}
    >
      <div
        role="rowheader"
        className="fw-sheet-number"
        title={messages?.join('\n')}
        data-checkable={checkable || undefined}
        data-checked={checked || undefined}
      >
        <span>{at + 1}</span>
        {checkable && (
          <input
            type="checkbox"
            className="fw-check"
            tabIndex={-1}
            checked={checked}
            aria-label={text('ui.list.select_row')}
            onChange={() => {}}
            onClick={(event) => onCheck(rowId, at, event.shiftKey)}
          />
        )}
      </div>
      {columns.map(({ column, at: across, start, size }) => {
        const problem = problems?.[column.id];
        const shown = column.renderCell ? undefined : textOf(column, row);
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={across + 2}
            aria-invalid={problem ? true : undefined}
            className="fw-sheet-cell"
            style={{ left: start, width: size }}
            data-column={across}
            data-align={column.align}
            data-locked={(!readOnly && isReadOnly(column, row)) || undefined}
            title={problem ?? (shown && shown.length * 8 > size ? shown : undefined)}
          >
            {column.renderCell ? column.renderCell(valueOf(column, row), row) : <span>{shown}</span>}
          </div>
        );
      })}
    </div>
  );
}

export const SheetRow = memo(Row) as typeof Row;
