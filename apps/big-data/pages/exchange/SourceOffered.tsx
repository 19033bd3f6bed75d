import type { OfferSource } from '@formwork/contract/etl/exchange.ts';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';

/** As it is entered: what the other kind of source would say stays while one chooses. */
export interface SourceEntry {
  kind: OfferSource['kind'];
  from: string;
  schema: string;
  table: string;
  sql: string;
}

const sql = sqlLanguage();

export function sourceOf({ kind, from, schema, table, sql: text }: SourceEntry): OfferSource {
  return kind === 'sql' ? { kind, from, sql: text } : { kind, from, schema, table };
}

/** Where the rows of an offer come from: a table, a form, or a statement that narrows them. */
export function SourceOffered({ value, onChange }: { value: SourceEntry; onChange: (next: SourceEntry) => void }) {
  const t = useT();
  const { kind, from, schema, table } = value;
  const sources = useQuery(q(explorerApi.sources));
  const params = { source: from };
  const schemas = useQuery(q(explorerApi.schemas, { params }));
  const first = schema || schemas.data?.[0] || '';
  const tables = useQuery({
    ...q(explorerApi.tables, { params, query: { schema: first } }),
    enabled: kind === 'table' && schemas.data !== undefined,
  });
  return (
    <div className="exchange-source">
      <Select
        aria-label={t('dataexchange.source.from')}
        showSearch={{ optionFilterProp: 'label' }}
        loading={sources.isPending}
        value={from}
        options={(sources.data ?? []).map(({ id, name, kind: is }) => ({
          value: id,
          label: id === 'forms' ? t('dataexchange.source.forms') : `${name} (${is})`,
        }))}
        onChange={(next: string) => onChange({ ...value, from: next, schema: '', table: '' })}
      />
      <Segmented
        value={kind}
        options={(['table', 'sql'] as const).map((one) => ({ value: one, label: t(`dataexchange.source.${one}`) }))}
        onChange={(next) => onChange({ ...value, kind: next })}
      />
      {kind === 'table' ? (
        <>
          {(schemas.data?.length ?? 0) > 1 && (
            <Select
              aria-label={t('etltask.schema')}
              showSearch
              value={first}
              options={(schemas.data ?? []).map((one) => ({ value: one, label: one }))}
              onChange={(next: string) => onChange({ ...value, schema: next, table: '' })}
            />
          )}
          <Select
            aria-label={t('etltask.table')}
            placeholder={t('dataexchange.source.choose')}
            showSearch={{ optionFilterProp: 'label' }}
            loading={tables.isFetching}
            value={table === '' ? null : table}
            options={(tables.data ?? []).map(({ name, title }) => ({ value: name, label: title ?? name }))}
            onChange={(next: string) => onChange({ ...value, schema: first, table: next })}
          />
        </>
      ) : (
        <CodeEditor
          label="SQL"
          value={value.sql}
          language={sql}
          height={120}
          onChange={(text) => onChange({ ...value, sql: text })}
        />
      )}
    </div>
  );
}
