import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetAccessApi } from '@formwork/contract/assets/access.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { RequestList } from './RequestList.tsx';

/** Applies for access, and for those who look after assets decides what was applied for. */
export function AssetRequests({ asset }: { asset: Asset }) {
  const t = useT();
  const zone = useTimeZone();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<string | null>(null);
  useConfirmLeave(reason.trim() !== '');
  const way = useQuery({ ...q(assetAccessApi.way), enabled: asset.can.edit }).data;
  const request = useCommand(assetsApi.request, {
    refresh: [assetsApi.requests, assetsApi.overview],
    onDone: () => setReason(''),
  });
  return (
    <div className="asset-stack">
      <Input.TextArea
        aria-label={t('assets.request.reason')}
        placeholder={t('assets.request.reason')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="asset-line">
        <label className="asset-line">
          {t('assets.request.until')}
          <span className="asset-day">
            <DayInput value={until ?? undefined} onChange={(next) => setUntil(next ?? null)} />
          </span>
        </label>
        <Button
          type="primary"
          disabled={reason.trim() === ''}
          loading={request.pending}
          onClick={() =>
            void request.run({
              params: { assetId: asset.id },
              body: { reason, until: until === null ? null : (instantFromWall(`${until}T23:59:59`, zone) ?? null) },
            })
          }
        >
          {t('assets.request.send')}
        </Button>
      </div>
      <RequestList asset={asset.id} edit={asset.can.edit} appId={way?.form?.appId ?? null} />
    </div>
  );
}
