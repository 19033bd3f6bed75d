import { memo, type ReactNode } from 'react';
import type { ListColumn } from './list-columns.ts';

interface Props<T> {
  columns: ListColumn<T>[];
  /** The same function as long as it says the same: rows scroll, and the foot is not drawn again for that. */
  footer: (column: ListColumn<T>) => ReactNode;
  frozen: number;
  selectable: boolean;
}

function Foot<T>({ columns, footer, frozen, selectable }: Props<T>) {
  return (
    <div role="row" className="fw-list-foot">
      {selectable && <div role="gridcell" className="fw-list-cell fw-list-check" />}
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          className="fw-list-cell"
          data-align={column.align}
          data-frozen={at < frozen ? (at === frozen - 1 ? 'last' : 'yes') : undefined}
          style={at < frozen ? { left: `var(--left-${at})` } : undefined}
        >
          {footer(column)}
        </div>
      ))}
    </div>
  );
}

export const ListFoot = memo(Foot) as typeof Foot;
