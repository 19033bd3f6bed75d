import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import type { TableAt } from './table-at.ts';
import { RowsTable } from './RowsTable.tsx';

/** The first rows of a table. */
export function SamplePane({ at: { source, schema, table } }: { at: TableAt }) {
  const t = useT();
  const reading = useQuery(q(explorerApi.sample, { params: { source }, query: { schema, table, limit: 200 } }));
  if (!reading.data) return <Unread of={[reading]} skeleton={<SkeletonRows rows={12} />} />;
  const { rows, cut, ms } = reading.data;
  return (
    <div className="explorer-pane">
      <p className="explorer-note" role="status">
        {t(cut === null ? 'explorer.all_rows' : 'explorer.first_rows', { count: rows.length, ms })}
      </p>
      <RowsTable label={table} shown={reading.data} />
    </div>
  );
}
