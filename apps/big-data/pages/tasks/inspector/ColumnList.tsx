import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** The columns at a place, with their types. */
export function ColumnList({ columns }: { columns: readonly DataColumn[] }) {
  const t = useT();
  return (
    <InspectorSection title={t('etltask.columns_here', { count: columns.length })}>
      <ul className="etl-columns">
        {columns.map((column) => (
          <li key={column.name} title={column.native}>
            <span>{column.title ? `${column.title} (${column.name})` : column.name}</span>
            <small>
              {t(`etltask.type.${column.type}`)}
              {column.nullable ? '' : ' *'}
            </small>
          </li>
        ))}
      </ul>
    </InspectorSection>
  );
}
