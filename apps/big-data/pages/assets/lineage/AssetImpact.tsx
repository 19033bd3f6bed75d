import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import type { Impact } from '@formwork/contract/assets/lineage.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { AssetKind } from '../kind.tsx';

/** What breaks when it, or one of its columns, goes; or what it hangs on, and of that what may be the cause of something wrong here. */
export function AssetImpact({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const [direction, setDirection] = useState<'down' | 'up'>(useQueryText('way')[0] === 'up' ? 'up' : 'down');
  const [column, setColumn] = useState<number>();
  const impact = useQuery(
    q(assetsApi.impact, {
      params: { assetId: asset.id },
      query: { direction, ...(column !== undefined && { column }) },
    }),
  );
  const causes = direction === 'up' ? (impact.data?.rows.filter(isSuspect) ?? []) : [];
  return (
    <div className="asset-stack">
      <div className="asset-line">
        <Segmented<'down' | 'up'>
          aria-label={t('assets.lineage.direction')}
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
          {causes.length > 0 && (
            <>
              <h3>{t('assets.impact.causes')}</h3>
              <Steps rows={causes} />
              <h3>{t('assets.impact.all')}</h3>
            </>
          )}
          <Steps rows={impact.data.rows} />
          {impact.data.hidden > 0 && <p className="asset-note">{t('assets.hidden', { count: impact.data.hidden })}</p>}
        </>
      )}
    </div>
  );
}

type Row = Impact['rows'][number];

const isSuspect = ({ incidents, changedAt }: Row): boolean => incidents > 0 || changedAt !== null;

/** Nearest first. */
function Steps({ rows }: { rows: readonly Row[] }) {
  const t = useT();
  const locale = useLocale();
  return rows.map((row) => (
    <div key={row.asset} className="asset-line">
      <span className="asset-note">{row.depth}</span>
      <Link href={pathTo('dataAssets', {}, { id: row.asset, ...(row.incidents > 0 && { tab: 'quality' }) })}>
        {textIn(row.title, locale)}
      </Link>
      <AssetKind kind={row.kind} />
      {row.incidents > 0 && <StateTag tone="error">{t('assets.impact.incidents', { count: row.incidents })}</StateTag>}
      {row.changedAt !== null && (
        <span className="asset-note">
          {t('assets.impact.changed')} <Time at={row.changedAt} locale={locale} />
        </span>
      )}
      <span className="asset-note">{row.columns.join('、')}</span>
    </div>
  ));
}
