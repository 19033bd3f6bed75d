import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Modal } from 'antd';
import { CodeImage, drawCode } from './CodeImage.tsx';

/** The QR code of one record: whoever scans it and may see the record gets there. */
export function CodeDialog({ link, title, onClose }: { link: string; title: string; onClose: () => void }) {
  const t = useT();
  const save = async () => {
    const anchor = document.createElement('a');
    anchor.href = await drawCode('qrcode', link, false);
    anchor.download = `${title || 'QR'}.svg`;
    anchor.click();
  };
  return (
    <Modal
      open
      title={t('printing.code.title')}
      width={360}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={() => void save()}>
          {t('printing.code.save')}
        </Button>
      }
    >
      <div className="fw-qr">
        <CodeImage kind="qrcode" content={link} width="220px" />
        <b>{title}</b>
        <span className="fw-field-note">{t('printing.code.hint')}</span>
      </div>
    </Modal>
  );
}
