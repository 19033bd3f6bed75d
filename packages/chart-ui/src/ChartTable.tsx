import type { TableCell, TableModel, TableRow } from '@formwork/chart/table-model.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState, type KeyboardEvent } from 'react';
import './chart.css';

const firstRows = 200;

interface Props {
  table: TableModel;
  label: string;
  onPick?: ((row: TableRow, add: boolean) => void) | undefined;
}

/** A chart as a table: for screen readers, for those who want the figures, and for the kinds that are tables. */
export function ChartTable({ table, label, onPick }: Props) {
  const t = useT();
  const [shown, setShown] = useState(firstRows);
  /** The row that Tab reaches; arrows go on from it. */
  const [stop, setStop] = useState(0);
  const { head, lead, rows } = table;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
    <div className="fw-chart-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          {head.map((line, level) => (
            <tr key={level}>
              {line.map((cell, at) => (
                <th
                  key={at}
                  scope="col"
                  colSpan={cell.span}
                  rowSpan={cell.down}
                  data-figure={(at >= lead && !cell.words) || undefined}
                >
                  {cell.text}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, at) => (
            <tr
              key={at}
              data-total={row.total}
              {...(onPick && {
                'data-pick': true,
                tabIndex: at === stop ? 0 : -1,
                onFocus: () => setStop(at),
                onClick: ({ ctrlKey, metaKey }) => onPick(row, ctrlKey || metaKey),
                onKeyDown: (event) => {
                  if (event.key === 'Enter') onPick(row, event.ctrlKey || event.metaKey);
                  else if (!walked(event)) return;
                  event.preventDefault();
                  event.stopPropagation();
                },
              })}
            >
              {row.heads.map((cell, place) => (
                <th key={place} scope="row" colSpan={cell.span}>
                  {cell.text}
                </th>
              ))}
              {row.cells.map((cell, place) => (
                <Figure key={place} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" className="fw-chart-more" onClick={() => setShown(shown + 1_000)}>
          {t('charts.table.more', { count: rows.length - shown })}
        </button>
      )}
    </div>
  );
}

/** Arrows go from row to row; whether they did. */
function walked({ key, currentTarget }: KeyboardEvent<HTMLTableRowElement>): boolean {
  const next =
    key === 'ArrowDown'
      ? currentTarget.nextElementSibling
      : key === 'ArrowUp'
        ? currentTarget.previousElementSibling
        : null;
  if (!(next instanceof HTMLElement)) return false;
  next.focus();
  return true;
}

function Figure({ cell: { text, tone, words } }: { cell: TableCell }) {
  return (
    <td data-tone={tone} data-words={words}>
      {text}
    </td>
  );
}
