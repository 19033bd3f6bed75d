import type { Restored } from '@formwork/contract/records/bin.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Button, Modal } from 'antd';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

/** Record by record: what could not come back and why, and what had to be left out of those that did. */
export function RestoreOutcome({ outcomes, onClose }: { outcomes: Restored[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const listed = (texts: Restored['dropped']) =>
    texts.map((text) => textIn(text, locale)).join(locale === 'zh-CN' ? '、' : ', ');
  return (
    <Modal
      open={outcomes.length > 0}
      title={t('recycle.restore.outcome')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('ui.action.close')}
        </Button>
      }
    >
      <ul className="recycle-outcomes">
        {outcomes.map(({ id, title, refused, field, dropped }) => (
          <li key={id}>
            <strong>{title || t('recycle.row.untitled')}</strong>
            <StateTag tone={refused === null ? 'warning' : 'error'}>
              {t(refused === null ? 'recycle.restore.in_part' : 'recycle.restore.refused')}
            </StateTag>
            <p>
              {refused === null
                ? t('recycle.restore.dropped', { fields: listed(dropped) })
                : t(`recycle.restore.${refused}`, { field: field ? textIn(field, locale) : '' })}
            </p>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
