import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';

const shows = (...lists: (readonly unknown[])[]): number => lists.reduce((sum, { length }) => sum + length, 0);

/** The columns as they were: each version held against the one before it, or all against one. */
export function AssetSchemas({ id }: { id: number }) {
  const t = useT();
  const locale = useLocale();
  const schemas = useQuery(q(assetsApi.schemas, { params: { assetId: id } }));
  const [against, setAgainst] = useState<number | null>(null);
  if (!schemas.data) return <Unread of={[schemas]} skeleton={<SkeletonRows rows={4} />} />;
  return (
    <div className="asset-stack">
      {schemas.data.length > 1 && (
        <Select
          aria-label={t('assets.schema_against')}
          value={against}
          onChange={setAgainst}
          options={[
            { value: null, label: t('assets.schema_before') },
            ...schemas.data.map(({ number }) => ({ value: number, label: t('assets.schema_with', { number }) })),
          ]}
        />
      )}
      {schemas.data.map((version, at) => {
        const before = against === null ? schemas.data[at + 1] : schemas.data.find(({ number }) => number === against);
        if (version.number === against) return null;
        const was = new Map(before?.columns.map((column) => [column.key, column]));
        const is = new Map(version.columns.map((column) => [column.key, column]));
        const added = version.columns.filter(({ key }) => !was.has(key));
        const changed = version.columns.filter(({ key, type }) => was.has(key) && was.get(key)!.type !== type);
        const gone = (before?.columns ?? []).filter(({ key }) => !is.has(key));
        return (
          <section key={version.number} className="asset-card">
            <h2>
              {t('assets.schema', { number: version.number })} <Time at={version.at} locale={locale} />
            </h2>
            {before && shows(added, changed, gone) === 0 && (
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
                    {`${textIn(title, locale)}: ${was.get(key)!.type} → ${type}`}
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
      })}
    </div>
  );
}
