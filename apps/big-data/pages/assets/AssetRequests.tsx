import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';

const tones = { asked: 'warning', granted: 'success', refused: 'error', ended: 'neutral' } as const;

/** Applies for access, and for those who look after assets decides what was applied for. */
export function AssetRequests({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const [reason, setReason] = useState('');
  const requests = useQuery(q(assetsApi.requests, { query: { asset: asset.id } }));
  const refresh = [assetsApi.requests, assetsApi.overview];
  const request = useCommand(assetsApi.request, { refresh, onDone: () => setReason('') });
  const decide = useCommand(assetsApi.decide, { refresh });
  const answer = (accessRequestId: string, granted: boolean) =>
    void decide.run({ params: { accessRequestId }, body: { granted, note: '' } });
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
        <Button
          type="primary"
          disabled={reason.trim() === ''}
          loading={request.pending}
          onClick={() => void request.run({ params: { assetId: asset.id }, body: { reason, until: null } })}
        >
          {t('assets.request.send')}
        </Button>
      </div>
      {(requests.data ?? []).map((one) => (
        <div key={one.id} className="asset-line">
          <StateTag tone={tones[one.state]}>{t(`assets.request.${one.state}`)}</StateTag>
          <PersonName id={one.person} />
          <span className="asset-wide">{one.reason}</span>
          <Time at={one.askedAt} locale={locale} />
          {one.state === 'asked' && asset.can.edit && (
            <>
              <Button size="small" onClick={() => answer(one.id, true)}>
                {t('assets.request.grant')}
              </Button>
              <Button size="small" type="text" danger onClick={() => answer(one.id, false)}>
                {t('assets.request.refuse')}
              </Button>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
