import { CopyOutlined } from '@ant-design/icons';
import { pathTo } from '@formwork/contract/routes.ts';
import { useT } from '../i18n/i18n.ts';
import { App, Button, Input, Modal } from 'antd';
import './link.css';

/** The address of a link that was just made. It is shown this once. */
export function LinkAddress({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useT();
  const { message } = App.useApp();
  const address = location.origin + pathTo('share', { token });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      void message.success(t('records.link.copied'));
    } catch {
      // a page without https has no clipboard: the address is selected and can be copied by hand
      document.querySelector<HTMLInputElement>('#share-address')?.select();
    }
  };
  return (
    <Modal
      open
      title={t('records.link.made')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('ui.action.close')}
        </Button>
      }
    >
      <p>{t('records.link.made_hint')}</p>
      <div className="fw-link-address">
        <Input
          id="share-address"
          readOnly
          value={address}
          aria-label={t('records.link.address')}
          onFocus={({ target }) => target.select()}
        />
        <Button icon={<CopyOutlined />} onClick={() => void copy()}>
          {t('records.link.copy')}
        </Button>
      </div>
    </Modal>
  );
}
