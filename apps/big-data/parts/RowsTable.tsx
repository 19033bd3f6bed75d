import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { ReactNode } from 'react';
import './rows-table.css';

/** A few rows of data as they come: columns with their types, and what is shown where there are none. */
export function RowsTable({
  label,
  columns,
  rows,
  none,
}: {
  label: string;
  columns: readonly Pick<DataColumn, 'name' | 'type' | 'title'>[];
  rows: readonly (readonly (string | null)[])[];
  none: ReactNode;
}) {
  const t = useT();
  return (
    <div className="rows-table" role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, type, title }) => (
              <th key={name} scope="col">
                {title ?? name}
                <small>{t(`etltask.type.${type}`)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // eslint-disable-next-line react/no-array-index-key -- rows of a sample have no other name
            <tr key={at}>
              {row.map((value, place) => (
                <td key={columns[place]?.name} data-nothing={value === null || undefined}>
                  {shown(value, columns[place]?.type)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && none}
    </div>
  );
}

/** Engines carry decimals with all their places; those behind the last digit say nothing. */
function shown(value: string | null | undefined, type: DataColumn['type'] | undefined): string {
  if (value === null || value === undefined) return '—';
  return type === 'decimal' && value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
