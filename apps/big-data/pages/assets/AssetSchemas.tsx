import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';

/** The columns as they were: each version held against the one before it. */
export function AssetSchemas({ id }: { id: number }) {
  const t = useT();
  const locale = useLocale();
  const schemas = useQuery(q(assetsApi.schemas, { params: { assetId: id } }));
  if (!schemas.data) return <Unread of={[schemas]} skeleton={<SkeletonRows rows={4} />} />;
  return (
    <div className="asset-stack">
      {schemas.data.map((version, at) => {
        const before = schemas.data[at + 1];
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
