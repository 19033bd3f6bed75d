import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { retentionApi } from '@formwork/contract/assets/retention.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button } from 'antd';
import { useReason } from './reasons.ts';

/** The oldest and the newest row, when somebody looked, and why nobody can tell. */
export function AssetAge({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const reason = useReason();
  const look = useCommand(retentionApi.age, { refresh: [assetsApi.get, assetsApi.cost, retentionApi.overdue] });
  const { oldest, newest, agedAt, ageWhy } = asset;
  if (agedAt === null && !asset.can.edit) return null;
  return (
    <div className="asset-field">
      <span className="asset-note">{t('assets.age')}</span>
      <div className="asset-line">
        <span className="asset-wide">
          {oldest === null || newest === null ? (
            t(agedAt === null ? 'assets.age.never' : 'assets.age.none')
          ) : (
            <>
              {t('assets.age.oldest')} <Time at={oldest} locale={locale} /> · {t('assets.age.newest')}{' '}
              <Time at={newest} locale={locale} />
            </>
          )}
          {agedAt !== null && (
            <span className="asset-note">
              {' '}
              {t('assets.age.looked')} <Time at={agedAt} locale={locale} />
            </span>
          )}
        </span>
        {asset.can.edit && (
          <Button size="small" loading={look.pending} onClick={() => void look.run({ params: { assetId: asset.id } })}>
            {t('assets.age.look')}
          </Button>
        )}
      </div>
      {ageWhy !== null && <Alert type="info" showIcon title={reason(ageWhy)} />}
    </div>
  );
}
