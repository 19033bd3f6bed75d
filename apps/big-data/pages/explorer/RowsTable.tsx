import type { ShownRows } from '@formwork/contract/etl/explorer.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';

interface Line {
  at: number;
  cells: (string | null)[];
}

const numeric: ReadonlySet<string> = new Set(['integer', 'decimal', 'double']);

/** Rows of a source as they are; what is nothing says so. */
export function RowsTable({ label, shown }: { label: string; shown: ShownRows }) {
  const t = useT();
  const rows = useMemo(() => shown.rows.map((cells, at): Line => ({ at, cells })), [shown]);
  const columns = useMemo(
    () =>
      shown.columns.map(({ name, title, type, native }, at): ListColumn<Line> => ({
        id: String(at),
        title: title ?? name,
        width: type === 'text' ? 200 : 140,
        ...(numeric.has(type) && { align: 'end' as const }),
        render: ({ cells }) =>
          cells[at] == null ? (
            <i className="explorer-null">{t('explorer.null')}</i>
          ) : (
            <span title={native}>{cells[at]}</span>
          ),
      })),
    [shown, t],
  );
  return (
    <DataList<Line>
      label={label}
      rows={rows}
      columns={columns}
      rowKey={({ at }) => String(at)}
      status="ready"
      empty={<EmptyState title={t('explorer.no_rows')} />}
    />
  );
}
