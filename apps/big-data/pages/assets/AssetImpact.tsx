import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { AssetKind } from './kind.tsx';

/** What breaks when it, or one of its columns, goes; or what it hangs on. */
export function AssetImpact({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const [direction, setDirection] = useState<'down' | 'up'>('down');
  const [column, setColumn] = useState<number>();
  const impact = useQuery(
    q(assetsApi.impact, {
      params: { assetId: asset.id },
      query: { direction, ...(column !== undefined && { column }) },
    }),
  );
  return (
    <div className="asset-stack">
      <div className="asset-line">
        <Segmented<'down' | 'up'>
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'down', label: t('assets.impact.down') },
            { value: 'up', label: t('assets.impact.up') },
          ]}
        />
        <Select
          className="asset-wide"
          aria-label={t('assets.impact.column')}
          allowClear
          placeholder={t('assets.impact.column')}
          value={column}
          onChange={(next: number | undefined) => setColumn(next)}
          options={asset.columns.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
        />
      </div>
      {!impact.data ? (
        <Unread of={[impact]} skeleton={<SkeletonRows rows={4} />} />
      ) : (
        <>
          {impact.data.rows.length === 0 && <p className="asset-note">{t('assets.impact.none')}</p>}
          {impact.data.rows.map((row) => (
            <div key={row.asset} className="asset-line">
              <span className="asset-note">{row.depth}</span>
              <Link href={pathTo('dataAssets', {}, { id: row.asset })}>{textIn(row.title, locale)}</Link>
              <AssetKind kind={row.kind} />
              <span className="asset-note">{row.columns.join('、')}</span>
            </div>
          ))}
          {impact.data.hidden > 0 && <p className="asset-note">{t('assets.hidden', { count: impact.data.hidden })}</p>}
        </>
      )}
    </div>
  );
}
