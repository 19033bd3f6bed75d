import type { LeftPart } from '@formwork/contract/gateway/api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Modal, Tag } from 'antd';

export interface Left {
  api: string;
  what: LeftPart;
}

/** What of the APIs of an environment another gateway does not take over, API by API. */
export function LeftDialog({ left, onClose }: { left: readonly Left[]; onClose: () => void }) {
  const t = useT();
  return (
    <Modal open title={t('gateway.environment.left')} footer={null} onCancel={onClose}>
      <div className="esb-stack">
        <p>{t('gateway.environment.left_note')}</p>
        <ul className="esb-plain">
          {[...Map.groupBy(left, ({ api }) => api)].map(([api, parts]) => (
            <li key={api}>
              <strong>{api}</strong>
              <div className="esb-line">
                {parts.map(({ what }) => (
                  <Tag key={what}>{t(`gateway.left.${what}`)}</Tag>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
