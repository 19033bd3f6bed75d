import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatTime, type Locale } from '@formwork/ui/format/time-format.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';

/** The first rows, as the reader may see them. */
export function AssetSample({ asset }: { asset: Asset }) {
  const t = useT();
  const sample = useQuery(q(assetsApi.sample, { params: { assetId: asset.id } }));
  if (!sample.data) return <Unread of={[sample]} skeleton={<SkeletonRows rows={6} />} />;
  const { columns, rows } = sample.data;
  if (rows.length === 0) return <p className="asset-note">{t('assets.no_rows')}</p>;
  return <AssetRows columns={columns} rows={rows} />;
}

/** Rows of an asset as they are. */
export function AssetRows({
  columns,
  rows,
}: {
  columns: readonly { key: string; title: string; type: string }[];
  rows: readonly (readonly (string | null)[])[];
}) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="asset-table asset-sample">
      <table>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map(({ key, type }, place) => {
                const text = told(type, row[place] ?? '', t, locale);
                return (
                  <td key={key} title={text}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Truths in words and moments by the clock of the enterprise; all else as it is. */
function told(type: string, value: string, t: Translate, locale: Locale): string {
  if (type === 'boolean' && value === 'true') return t('assets.yes');
  if (type === 'boolean' && value === 'false') return t('assets.no');
  return (type === 'timestamptz' && formatTime(value, locale)) || value;
}
