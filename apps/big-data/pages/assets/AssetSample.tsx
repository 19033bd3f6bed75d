import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
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
  columns: readonly { key: string; title: string }[];
  rows: readonly (readonly (string | null)[])[];
}) {
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
              {columns.map(({ key }, place) => (
                <td key={key}>{row[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
