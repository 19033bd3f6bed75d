import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { columnType } from './column-type.ts';
import { Paged } from './Paged.tsx';

type Version = ResponseOf<typeof assetsApi.schemas>['rows'][number];

/** The columns as they were: each version held against the one before it, or all against one. */
export function AssetSchemas({ id }: { id: number }) {
  const t = useT();
  const params = { assetId: id };
  const [against, setAgainst] = useState<number | null>(null);
  const other = useQuery({
    ...q(assetsApi.schemas, { params, query: { number: against ?? 1 } }),
    enabled: against !== null,
  }).data?.rows[0];
  return (
    <div className="asset-stack">
      <Paged
        queryKey={keyOf(assetsApi.schemas, { params, query: {} })}
        load={(after) => call(assetsApi.schemas, { params, query: after })}
        none={<p className="asset-note">{t('assets.no_columns')}</p>}
      >
        {(versions) => {
          const newest = versions[0]!.number;
          return (
            <>
              {newest > 1 && (
                <Select
                  aria-label={t('assets.schema_against')}
                  value={against}
                  onChange={setAgainst}
                  options={[
                    { value: null, label: t('assets.schema_before') },
                    ...Array.from({ length: newest }, (_, at) => newest - at).map((number) => ({
                      value: number,
                      label: t('assets.schema_with', { number }),
                    })),
                  ]}
                />
              )}
              {versions.map((version, at) => {
                if (version.number === against) return null;
                const before = against === null ? versions[at + 1] : other;
                // what it is held against comes with the next page
                if (!before && version.number > 1) return null;
                return <OneVersion key={version.number} version={version} before={before} />;
              })}
            </>
          );
        }}
      </Paged>
    </div>
  );
}

function OneVersion({ version, before }: { version: Version; before: Version | undefined }) {
  const t = useT();
  const locale = useLocale();
  const was = new Map(before?.columns.map((column) => [column.key, column]));
  const is = new Map(version.columns.map((column) => [column.key, column]));
  const added = version.columns.filter(({ key }) => !was.has(key));
  const changed = version.columns.filter(({ key, type }) => was.has(key) && was.get(key)!.type !== type);
  const gone = (before?.columns ?? []).filter(({ key }) => !is.has(key));
  return (
    <section className="asset-card">
      <h2>
        {t('assets.schema', { number: version.number })} <Time at={version.at} locale={locale} />
      </h2>
      {before && added.length + changed.length + gone.length === 0 && (
        <span className="asset-note">{t('assets.schema_same')}</span>
      )}
      {before ? (
        <div className="asset-line">
          {added.map(({ key, title }) => (
            <StateTag key={key} tone="success">
              + {textIn(title, locale)}
            </StateTag>
          ))}
          {changed.map(({ key, title, type }) => (
            <StateTag key={key} tone="warning">
              {`${textIn(title, locale)}: ${columnType(was.get(key)!.type, t)} → ${columnType(type, t)}`}
            </StateTag>
          ))}
          {gone.map(({ key, title }) => (
            <StateTag key={key} tone="error">
              − {textIn(title, locale)}
            </StateTag>
          ))}
        </div>
      ) : (
        <span className="asset-note">{t('assets.schema_first', { count: version.columns.length })}</span>
      )}
    </section>
  );
}
