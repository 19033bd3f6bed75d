import type { Asset } from '@formwork/contract/assets/asset.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { App, Button, Input } from 'antd';
import { useState } from 'react';
import { Paged } from './Paged.tsx';

/** What people say of an asset, the newest first. */
export function AssetTalk({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const me = useMe();
  const { modal } = App.useApp();
  const [text, setText] = useState('');
  useConfirmLeave(text.trim() !== '');
  const params = { assetId: asset.id };
  const refresh = [assetQualityApi.remarks];
  const add = useCommand(assetQualityApi.addRemark, { refresh, onDone: () => setText('') });
  const remove = useCommand(assetQualityApi.removeRemark, { refresh });
  const askRemove = (remarkId: string) =>
    void modal.confirm({
      title: t('assets.remark.remove_title'),
      okText: t('assets.remark.remove'),
      okButtonProps: { danger: true },
      onOk: () => remove.run({ params: { remarkId } }),
    });
  return (
    <div className="asset-stack">
      <Input.TextArea
        aria-label={t('assets.remark.write')}
        placeholder={t('assets.remark.write')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="asset-line">
        <Button
          type="primary"
          disabled={text.trim() === ''}
          loading={add.pending}
          onClick={() => void add.run({ params: { assetId: asset.id }, body: { text: text.trim() } })}
        >
          {t('assets.remark.send')}
        </Button>
      </div>
      <Paged
        queryKey={keyOf(assetQualityApi.remarks, { params, query: {} })}
        load={(after) => call(assetQualityApi.remarks, { params, query: after })}
        none={<p className="asset-note">{t('assets.remark.none')}</p>}
      >
        {(rows) =>
          rows.map(({ id, by, at, text: said }) => (
            <div key={id} className="asset-remark">
              <div className="asset-line asset-note">
                <PersonName id={by} /> <Time at={at} locale={locale} />
                <span className="asset-gap" />
                {(by === me.id || asset.can.edit) && (
                  <Button size="small" type="text" onClick={() => askRemove(id)}>
                    {t('assets.remark.remove')}
                  </Button>
                )}
              </div>
              <p>{said}</p>
            </div>
          ))
        }
      </Paged>
    </div>
  );
}
