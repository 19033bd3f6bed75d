import { assetsApi } from '@formwork/contract/assets/api.ts';
import { proposedLevels, sensitivities, type Asset, type AssetColumn } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Select } from 'antd';
import { useState } from 'react';
import { ColumnDialog } from './ColumnDialog.tsx';
import { columnType } from './column-type.ts';
import { useWordNames } from './use-word-names.ts';

/** Columns, how sensitive each is, and what a look at the values proposes. */
export function AssetColumns({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [described, setDescribed] = useState<AssetColumn>();
  const termName = useWordNames(asset.columns.map(({ term }) => term));
  const refresh = [assetsApi.get, assetsApi.overview];
  const inspect = useCommand(assetsApi.inspect, { refresh });
  const change = useCommand(assetsApi.updateColumn, { refresh });
  const set = (column: AssetColumn, sensitivity: AssetColumn['sensitivity']) =>
    void change.run({ params: { assetId: asset.id, columnId: column.id }, body: { sensitivity } });
  const look = async () => {
    const found = await inspect.run({ params: { assetId: asset.id } });
    if (found) void message.info(t('assets.inspected', { rows: found.rows, count: found.proposed }));
  };
  if (asset.columns.length === 0)
    return <EmptyState title={t('assets.no_columns')} hint={t('assets.no_columns_hint')} />;
  return (
    <div className="asset-stack">
      {asset.can.edit && asset.readable && (
        <div className="asset-line">
          <Button loading={inspect.pending} onClick={() => void look()}>
            {t('assets.inspect')}
          </Button>
          <span className="asset-note">{t('assets.inspect_hint')}</span>
        </div>
      )}
      <div className="asset-table">
        <table>
          <thead>
            <tr>
              <th>{t('assets.column.title')}</th>
              <th>{t('assets.column.type')}</th>
              <th>{t('assets.column.sensitivity')}</th>
              <th>{t('assets.column.proposed')}</th>
              <th>{t('assets.about')}</th>
            </tr>
          </thead>
          <tbody>
            {asset.columns.map((column) => (
              <tr key={column.id}>
                <td>
                  {textIn(column.title, locale)} <span className="asset-note">{column.key}</span>
                </td>
                <td>{columnType(column.type, t)}</td>
                <td>
                  <Select
                    size="small"
                    aria-label={t('assets.column.sensitivity')}
                    disabled={!asset.can.edit}
                    value={column.sensitivity}
                    popupMatchSelectWidth={false}
                    onChange={(level) => set(column, level)}
                    options={sensitivities.map((value) => ({ value, label: t(`assets.sensitivity.${value}`) }))}
                  />
                </td>
                <td>
                  {column.proposed && !column.decided && (
                    <span className="asset-line">
                      {t(`assets.found.${column.proposed}`)} {Math.round((column.proposedShare ?? 0) * 100)} %
                      {asset.can.edit && (
                        <>
                          <Button size="small" onClick={() => set(column, proposedLevels[column.proposed!])}>
                            {t('assets.take')}
                          </Button>
                          <Button size="small" type="text" onClick={() => set(column, column.sensitivity)}>
                            {t('assets.leave')}
                          </Button>
                        </>
                      )}
                    </span>
                  )}
                </td>
                <td>
                  {column.term !== null && <strong>{termName(column.term)} </strong>}
                  {column.about !== '' && <span className="asset-text">{column.about} </span>}
                  {asset.can.edit && (
                    <Button size="small" type="text" onClick={() => setDescribed(column)}>
                      {t('assets.column.describe')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {described && <ColumnDialog assetId={asset.id} column={described} onClose={() => setDescribed(undefined)} />}
    </div>
  );
}
