import { gridRows } from '@formwork/contract/printing/grid.ts';
import type { ReactNode } from 'react';
import './print-sheet.css';

interface Props {
  columns: number;
  border: boolean;
  items: readonly { label: string; value: ReactNode; span: number }[];
  /** Of the places where values stand. */
  className?: string;
}

/** Names and values side by side, as the PDF draws them too. */
export function PrintGrid({ columns, border, items, className = 'fw-print-value' }: Props) {
  return (
    <div
      className="fw-print-grid"
      data-border={border || undefined}
      style={{ gridTemplateColumns: `repeat(${columns}, ${30 / columns}% minmax(0, 1fr))` }}
    >
      {gridRows(items, columns).map((row, at) => [
        ...row.items.map(({ label, value, span }, index) => [
          <div key={`${at} ${index} label`} className="fw-print-label">
            {label}
          </div>,
          <div key={`${at} ${index} value`} className={className} style={{ gridColumn: `span ${span * 2 - 1}` }}>
            {value}
          </div>,
        ]),
        row.rest > 0 && <div key={`${at} rest`} style={{ gridColumn: `span ${row.rest * 2}` }} />,
      ])}
    </div>
  );
}
