import { explorerApi, type SourceView, type TableView } from '@formwork/contract/etl/explorer.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { kindTitle } from '../sources/kind-title.ts';
import { schemaOf } from './schema-of.ts';

interface Props {
  sources: readonly SourceView[];
  source: string;
  schema: string | undefined;
  table: string | undefined;
  onSource: (id: string) => void;
  onSchema: (schema: string) => void;
  onTable: (table: TableView) => void;
}

/** Source, schema and the tables in it. */
export function SourceTree({ sources, source, schema: asked, table, onSource, onSchema, onTable }: Props) {
  const t = useT();
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const schemas = useQuery(q(explorerApi.schemas, { params: { source } }));
  const schema = schemaOf(schemas.data, asked);
  const tables = useQuery({
    ...q(explorerApi.tables, { params: { source }, query: { schema: schema ?? '', ...(search && { search }) } }),
    enabled: schema !== undefined,
  });
  return (
    <nav className="explorer-tree" aria-label={t('explorer.tables')}>
      <Select
        aria-label={t('explorer.source')}
        value={source}
        onChange={onSource}
        showSearch={{ optionFilterProp: 'label' }}
        options={sources.map(({ id, name, kind }) => ({
          value: id,
          label: name === '' ? kindTitle(kind, t) : `${name} (${kindTitle(kind, t)})`,
        }))}
      />
      {(schemas.data?.length ?? 0) > 1 && (
        <Select
          aria-label={t('explorer.schema')}
          value={schema ?? null}
          onChange={onSchema}
          showSearch
          options={schemas.data!.map((name) => ({ value: name, label: name }))}
        />
      )}
      <SearchInput
        label={t('explorer.search_tables')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {!tables.data ? (
        <Unread of={schemas.data ? [tables] : [schemas]} small skeleton={<SkeletonRows rows={8} columns={1} />} />
      ) : tables.data.length === 0 ? (
        <EmptyState small title={t('explorer.no_tables')} />
      ) : (
        <ul>
          {tables.data.map((one) => (
            <li key={one.name}>
              <button type="button" aria-current={one.name === table || undefined} onClick={() => onTable(one)}>
                <span title={one.name}>{one.title || one.name}</span>
                {one.kind === 'view' && <small>{t('explorer.view')}</small>}
                {one.rows !== null && <small>{formatNumber(one.rows, locale)}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
