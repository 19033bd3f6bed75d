import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';

/** Rows, size and age of what an asset holds, how long its runs took and what its readers asked of it; nothing where nobody can tell. */
export function AssetCost({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const cost = useQuery(q(assetsApi.cost, { params: { assetId: asset.id } })).data;
  if (!cost) return null;
  const { rows, bytes, oldest, overdue, runs, seconds, readSeconds } = cost;
  const parts = [
    ...(rows === null ? [] : [t('assets.cost.rows', { count: formatNumber(rows, locale) })]),
    ...(bytes === null ? [] : [formatBytes(bytes, locale)]),
    ...(runs === null || seconds === null
      ? []
      : [t('assets.cost.runs', { count: runs, seconds: formatNumber(Math.round(seconds), locale) })]),
    ...(readSeconds > 0
      ? [t('assets.cost.read', { seconds: formatNumber(Math.max(0.01, Math.round(readSeconds * 100) / 100), locale) })]
      : []),
  ];
  if (parts.length === 0) return null;
  return (
    <div className="asset-field">
      <span className="asset-note">{t('assets.cost')}</span>
      <span>
        {parts.join(' · ')}
        {oldest !== null && (
          <>
            {` · ${t('assets.cost.oldest')} `}
            <Time at={oldest} locale={locale} />
          </>
        )}
      </span>
      {overdue && <Alert type="warning" showIcon title={t('assets.cost.overdue', { days: asset.retention ?? 0 })} />}
    </div>
  );
}
