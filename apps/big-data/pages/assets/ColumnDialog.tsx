import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { AssetColumn } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { Labelled } from './Labelled.tsx';
import { WordChoice } from './WordChoice.tsx';

/** What a column means: in words, and as a term of the glossary. */
export function ColumnDialog({
  assetId,
  column,
  onClose,
}: {
  assetId: number;
  column: AssetColumn;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [about, setAbout] = useState(column.about);
  const [term, setTerm] = useState(column.term);
  const save = useCommand(assetsApi.updateColumn, { refresh: [assetsApi.get], onDone: onClose });
  return (
    <Modal
      open
      title={textIn(column.title, locale)}
      okText={t('assets.save')}
      confirmLoading={save.pending}
      onCancel={onClose}
      onOk={() => void save.run({ params: { assetId, columnId: column.id }, body: { about, term } })}
    >
      <div className="asset-stack">
        <Labelled label={t('assets.about')}>
          <Input.TextArea
            aria-label={t('assets.about')}
            autoFocus
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={2000}
            value={about}
            onChange={(event) => setAbout(event.target.value)}
          />
        </Labelled>
        <Labelled label={t('assets.column.term')}>
          <WordChoice kind="term" label={t('assets.column.term')} value={term} onChange={setTerm} />
        </Labelled>
      </div>
    </Modal>
  );
}
