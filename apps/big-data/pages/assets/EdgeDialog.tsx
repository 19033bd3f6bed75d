import { assetsApi } from '@formwork/contract/assets/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { AssetChoice } from './AssetChoice.tsx';

/** What no definition tells: one comes from another, and why somebody knows. */
export function EdgeDialog({ from: first, onClose }: { from: number | undefined; onClose: () => void }) {
  const t = useT();
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState<number>();
  const [reason, setReason] = useState('');
  const add = useCommand(assetsApi.addEdge, { refresh: [assetsApi.lineage], onDone: onClose });
  return (
    <Modal
      open
      title={t('assets.edge.add')}
      okText={t('assets.save')}
      okButtonProps={{ disabled: from === undefined || to === undefined || reason.trim() === '' }}
      confirmLoading={add.pending}
      onCancel={onClose}
      onOk={() =>
        from !== undefined &&
        to !== undefined &&
        void add.run({ body: { from, fromColumn: 0, to, toColumn: 0, reason } })
      }
    >
      <div className="asset-stack">
        <AssetChoice label={t('assets.lineage.from')} value={from} onChange={setFrom} />
        <AssetChoice label={t('assets.lineage.into')} value={to} onChange={setTo} />
        <Input.TextArea
          aria-label={t('assets.edge.reason')}
          placeholder={t('assets.edge.reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}
