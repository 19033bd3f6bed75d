import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { QualityRule } from '@formwork/contract/assets/quality.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { AssetRows } from '../AssetSample.tsx';

/** Rows that fail now, as far as whoever looks may read them. */
export function FailedRows({ rule, onClose }: { rule: QualityRule; onClose: () => void }) {
  const t = useT();
  const found = useQuery(q(assetQualityApi.failedRows, { params: { qualityRuleId: rule.id } }));
  return (
    <Drawer open size={720} title={`${t('assets.quality.failed_title')} · ${rule.name}`} onClose={onClose}>
      {!found.data ? (
        <Unread of={[found]} skeleton={<SkeletonRows rows={8} />} />
      ) : (
        <div className="asset-stack">
          <p className="asset-note">
            {found.data.failed === 0
              ? t('assets.quality.failed_none')
              : t('assets.quality.failed_count', { count: found.data.failed })}
          </p>
          {found.data.rows.length > 0 && <AssetRows columns={found.data.columns} rows={found.data.rows} />}
        </div>
      )}
    </Drawer>
  );
}
