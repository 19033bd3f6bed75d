import type { Device } from '@formwork/contract/iot/api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Modal, Typography } from 'antd';

/** A click elsewhere does not close it: the key cannot be read again. */
export function KeyDialog({
  drawn: { device, key },
  onClose,
}: {
  drawn: { device: Device; key: string };
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Modal
      open
      title={t('iot.key.title', { name: device.name })}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('iot.key.done')}
        </Button>
      }
    >
      <div className="iot-key">
        <Typography.Paragraph code copyable={{ text: key }}>
          {key}
        </Typography.Paragraph>
        <Alert type="info" showIcon title={t('iot.key.hint')} />
      </div>
    </Modal>
  );
}
