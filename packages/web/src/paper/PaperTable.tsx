import { cellText, type ListColumn } from '@formwork/ui/list/list-columns.ts';

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  rowKey: (row: Row) => string;
}

/** All rows of a list, which on the screen shows those in sight; its heading stands on every sheet. */
export function PaperTable<Row>({ label, rows, columns, rowKey }: Props<Row>) {
  return (
    <table className="paper-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, title, align }) => (
            <th key={id} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.id} data-align={column.align}>
                {column.render?.(row) ?? cellText(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
