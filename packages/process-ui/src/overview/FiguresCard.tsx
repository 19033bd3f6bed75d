import { cellText, type ListColumn } from '@formwork/ui/list/list-columns.ts';

/** A row of figures on a phone: all of them, as what waits and is overdue stands in the last columns. */
export function FiguresCard<Row>({ columns, row }: { columns: readonly ListColumn<Row>[]; row: Row }) {
  const [first, ...rest] = columns;
  if (!first) return null;
  return (
    <article className="fw-card overview-card">
      <div className="fw-card-title">{shown(first, row)}</div>
      <dl>
        {rest.map((column) => (
          <div key={column.id} data-wide={column.align !== 'end' || undefined}>
            <dt>{column.title}</dt>
            <dd>{shown(column, row) ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function shown<Row>(column: ListColumn<Row>, row: Row) {
  return column.render ? column.render(row) : cellText(column, row);
}
