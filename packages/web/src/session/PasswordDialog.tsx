import { Alert, Button, Modal, Typography } from 'antd';
import { useT } from '../i18n/i18n.ts';
import './password-parts.css';

/** A password that is shown this once: a click elsewhere does not close it. */
export function PasswordDialog({
  name,
  login,
  password,
  onClose,
}: {
  name: string;
  login: string;
  password: string;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Modal
      open
      title={t('organization.person.password_title', { name })}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('organization.person.password_copied')}
        </Button>
      }
    >
      <dl className="password-shown">
        <dt>{t('organization.person.login')}</dt>
        <dd>
          <Typography.Text copyable>{login}</Typography.Text>
        </dd>
        <dt>{t('organization.person.password')}</dt>
        <dd>
          <Typography.Text code copyable>
            {password}
          </Typography.Text>
        </dd>
      </dl>
      <Alert type="info" showIcon title={t('organization.person.password_hint')} />
    </Modal>
  );
}
