import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { AssetChoice } from './AssetChoice.tsx';
import { Labelled } from './Labelled.tsx';

/** What no definition tells: one, or a column of it, comes from another, and why somebody knows. */
export function EdgeDialog({ from: first, onClose }: { from: number | undefined; onClose: () => void }) {
  const t = useT();
  const [from, setFrom] = useState(first);
  const [fromColumn, setFromColumn] = useState<number>();
  const [to, setTo] = useState<number>();
  const [toColumn, setToColumn] = useState<number>();
  const [reason, setReason] = useState('');
  const add = useCommand(assetsApi.addEdge, {
    refresh: [assetsApi.lineage, assetsApi.path, assetsApi.impact],
    onDone: onClose,
  });
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
        void add.run({ body: { from, fromColumn: fromColumn ?? 0, to, toColumn: toColumn ?? 0, reason } })
      }
    >
      <div className="asset-stack">
        <End
          label={t('assets.lineage.from')}
          asset={from}
          column={fromColumn}
          onAsset={(next) => {
            setFrom(next);
            setFromColumn(undefined);
          }}
          onColumn={setFromColumn}
        />
        <End
          label={t('assets.lineage.into')}
          asset={to}
          column={toColumn}
          onAsset={(next) => {
            setTo(next);
            setToColumn(undefined);
          }}
          onColumn={setToColumn}
        />
        <Labelled label={t('assets.edge.reason')}>
          <Input.TextArea
            aria-label={t('assets.edge.reason')}
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Labelled>
      </div>
    </Modal>
  );
}

function End({
  label,
  asset,
  column,
  onAsset,
  onColumn,
}: {
  label: string;
  asset: number | undefined;
  column: number | undefined;
  onAsset: (id: number | undefined) => void;
  onColumn: (id: number | undefined) => void;
}) {
  const t = useT();
  return (
    <Labelled label={label}>
      <AssetChoice label={label} value={asset} onChange={onAsset} />
      {asset !== undefined && (
        <ColumnOf label={t('assets.edge.column')} asset={asset} value={column} onChange={onColumn} />
      )}
    </Labelled>
  );
}

/** One column of an asset; without one it is the whole. */
export function ColumnOf({
  label,
  asset,
  value,
  onChange,
}: {
  label: string;
  asset: number;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const locale = useLocale();
  const { data } = useQuery(q(assetsApi.get, { params: { assetId: asset } }));
  if (!data || data.columns.length === 0) return null;
  return (
    <Select
      aria-label={label}
      placeholder={label}
      allowClear
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      onChange={(next: number | undefined) => onChange(next)}
      options={data.columns.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
    />
  );
}
