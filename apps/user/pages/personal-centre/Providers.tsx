import { accountApi, type AccountSecurity } from '@formwork/contract/identity/account-security.ts';
import { signInApi, type ProviderId } from '@formwork/contract/identity/sign-in.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ProviderIcon, providerName } from '@formwork/web/session/providers.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { PasswordConfirm } from './PasswordConfirm.tsx';
import { SecurityRow, SecuritySection } from './SecurityRow.tsx';

/** Accounts of third parties to sign in with; only those which the installation offers. */
export function Providers({ security: { providers } }: { security: AccountSecurity }) {
  const t = useT();
  const [binding, setBinding] = useState<ProviderId>();
  const [unbinding, setUnbinding] = useState<ProviderId>();
  const nameOf = (id: ProviderId) =>
    providerName(
      providers.find((one) => one.id === id)!,
      t,
    );
  return (
    <SecuritySection title={t('security.providers.title')}>
      {providers.map(({ id, account }) => (
        <SecurityRow
          key={id}
          icon={<ProviderIcon id={id} />}
          title={nameOf(id)}
          value={account ?? <span className="security-none">{t('security.bind.none')}</span>}
          actions={
            account === null ? (
              <Button size="small" onClick={() => setBinding(id)}>
                {t('security.bind.bind')}
              </Button>
            ) : (
              <Button size="small" onClick={() => setUnbinding(id)}>
                {t('security.bind.unbind')}
              </Button>
            )
          }
        />
      ))}
      {binding && (
        <PasswordConfirm
          title={t('security.providers.bind', { provider: nameOf(binding) })}
          hint={t('security.providers.hint', { provider: nameOf(binding) })}
          okText={t('security.two_step.next')}
          endpoint={signInApi.visitProviderToBind}
          input={(password) => ({ params: { provider: binding }, body: { password } })}
          onDone={(answer) => answer && location.assign(answer.address)}
          onClose={() => setBinding(undefined)}
        />
      )}
      {unbinding && (
        <PasswordConfirm
          title={t('security.providers.unbind', { provider: nameOf(unbinding) })}
          okText={t('security.bind.unbind')}
          danger
          endpoint={signInApi.forget}
          input={(password) => ({ params: { provider: unbinding }, body: { password } })}
          refresh={[accountApi.security, accountApi.operations]}
          onDone={() => setUnbinding(undefined)}
          onClose={() => setUnbinding(undefined)}
        />
      )}
    </SecuritySection>
  );
}
