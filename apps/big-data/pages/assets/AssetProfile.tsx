import type { Asset } from '@formwork/contract/assets/asset.ts';
import { retentionApi, type Profile } from '@formwork/contract/assets/retention.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { columnType } from './column-type.ts';

/** What the columns hold, as the reader may see the rows: read anew each time. */
export function AssetProfile({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const profile = useQuery(q(retentionApi.profile, { params: { assetId: asset.id } }));
  if (!profile.data) return <Unread of={[profile]} skeleton={<SkeletonRows rows={6} />} />;
  const { rows, columns, cut } = profile.data;
  if (rows === 0) return <p className="asset-note">{t('assets.no_rows')}</p>;
  return (
    <div className="asset-stack">
      <p className="asset-note">
        {t('assets.profile.rows', { count: formatNumber(rows, locale) })}
        {cut && ` · ${t('assets.profile.cut', { count: columns.length })}`}
      </p>
      <div className="asset-table asset-profile">
        <table>
          <thead>
            <tr>
              <th>{t('assets.column.title')}</th>
              <th>{t('assets.profile.filled')}</th>
              <th>{t('assets.profile.distinct')}</th>
              <th>{t('assets.profile.range')}</th>
              <th>{t('assets.profile.top')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <Column key={column.key} column={column} rows={rows} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Column({ column, rows }: { column: Profile['columns'][number]; rows: number }) {
  const t = useT();
  const locale = useLocale();
  const { key, title, type, filled, distinct, least, most, mean, top } = column;
  const share = filled / rows;
  return (
    <tr>
      <td>
        {title}{' '}
        <span className="asset-note">{title === key ? columnType(type, t) : `${key} · ${columnType(type, t)}`}</span>
      </td>
      <td>
        <span className="asset-bar" aria-hidden>
          <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </span>
        {Math.round(share * 1000) / 10} %
      </td>
      <td>{formatNumber(distinct, locale)}</td>
      <td>
        {least !== null && most !== null && <span className="asset-cut">{`${least} – ${most}`}</span>}
        {mean !== null && (
          <span className="asset-note">
            {t('assets.profile.mean', { mean: formatNumber(Math.round(mean * 1000) / 1000, locale) })}
          </span>
        )}
      </td>
      <td>
        {top.map(({ value, count }) => (
          <span key={value ?? ''} className="asset-cut">
            {value} · {formatNumber(count, locale)}
          </span>
        ))}
      </td>
    </tr>
  );
}
