import { MailOutlined, MobileOutlined } from '@ant-design/icons';
import { accountApi, type AccountSecurity } from '@formwork/contract/identity/account-security.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { BindDialog } from './BindDialog.tsx';
import { PasswordConfirm } from './PasswordConfirm.tsx';
import { SecurityRow, SecuritySection } from './SecurityRow.tsx';

const kinds = ['phone', 'email'] as const;
type Kind = (typeof kinds)[number];
const icons = { phone: <MobileOutlined />, email: <MailOutlined /> };

/** Phone and mailbox: to sign in by them, and for codes. */
export function Bindings({ security }: { security: AccountSecurity }) {
  const t = useT();
  const [binding, setBinding] = useState<Kind>();
  const [unbinding, setUnbinding] = useState<Kind>();
  const sends = { phone: security.sends.sms, email: security.sends.mail };
  return (
    <SecuritySection title={t('security.bind.title')}>
      {kinds.map((kind) => (
        <SecurityRow
          key={kind}
          icon={icons[kind]}
          title={t(`security.bind.${kind}`)}
          value={security[kind] ?? <span className="security-none">{t('security.bind.none')}</span>}
          note={sends[kind] ? t(`security.bind.note_${kind}`) : t(`security.bind.cannot_${kind}`)}
          actions={
            <>
              {sends[kind] && (
                <Button size="small" onClick={() => setBinding(kind)}>
                  {t(security[kind] === null ? 'security.bind.bind' : 'security.bind.change')}
                </Button>
              )}
              {security[kind] !== null && (
                <Button size="small" onClick={() => setUnbinding(kind)}>
                  {t('security.bind.unbind')}
                </Button>
              )}
            </>
          }
        />
      ))}
      {binding && <BindDialog kind={binding} onClose={() => setBinding(undefined)} />}
      {unbinding && (
        <PasswordConfirm
          title={t(`security.bind.unbind_${unbinding}`)}
          okText={t('security.bind.unbind')}
          danger
          endpoint={unbinding === 'phone' ? accountApi.unbindPhone : accountApi.unbindEmail}
          input={(password) => ({ body: { password } })}
          refresh={[accountApi.security, accountApi.operations]}
          onDone={() => setUnbinding(undefined)}
          onClose={() => setUnbinding(undefined)}
        />
      )}
    </SecuritySection>
  );
}
