import { SafetyCertificateOutlined } from '@ant-design/icons';
import { accountApi, type AccountSecurity } from '@formwork/contract/identity/account-security.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { RecoveryCodes } from '@formwork/web/session/two-step-parts.tsx';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx';
import { PasswordConfirm } from './PasswordConfirm.tsx';
import { SecurityRow, SecuritySection } from './SecurityRow.tsx';

const changed = [accountApi.security, accountApi.operations];
type Asking = 'app' | 'sms' | 'codes' | 'off';

/** The second step: an authenticator app or codes to the phone, with recovery codes for the day the phone is lost. */
export function TwoStep({ security: { twoStep, phone, sends } }: { security: AccountSecurity }) {
  const t = useT();
  const [asking, setAsking] = useState<Asking>();
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setAsking(undefined);
  const show = (answer: { recoveryCodes: string[] } | undefined) => {
    close();
    setSecret(undefined);
    if (answer) setCodes(answer.recoveryCodes);
  };
  const { way } = twoStep;
  const input = (password: string) => ({ body: { password } });

  return (
    <SecuritySection title={t('security.two_step.title')}>
      <SecurityRow
        icon={<SafetyCertificateOutlined />}
        title={t('security.two_step.state')}
        value={
          <StateTag tone={way === null ? 'neutral' : 'success'}>
            {t(way === null ? 'security.two_step.off' : `security.two_step.on_${way}`)}
          </StateTag>
        }
        note={
          way === null
            ? t('security.two_step.note')
            : t('security.two_step.codes_left', { count: twoStep.recoveryCodesLeft })
        }
        actions={
          <>
            {way !== 'totp' && (
              <Button size="small" onClick={() => setAsking('app')}>
                {t('security.two_step.use_app')}
              </Button>
            )}
            {way !== 'sms' && phone !== null && sends.sms && (
              <Button size="small" onClick={() => setAsking('sms')}>
                {t('security.two_step.use_sms')}
              </Button>
            )}
            {way !== null && (
              <Button size="small" onClick={() => setAsking('codes')}>
                {t('security.two_step.new_codes')}
              </Button>
            )}
            {way !== null && !twoStep.required && (
              <Button size="small" onClick={() => setAsking('off')}>
                {t('security.two_step.turn_off')}
              </Button>
            )}
          </>
        }
      />
      {asking === 'app' && (
        <PasswordConfirm
          title={t('security.two_step.use_app')}
          okText={t('security.two_step.next')}
          endpoint={accountApi.beginTotp}
          input={input}
          onDone={(answer) => {
            close();
            setSecret(answer);
          }}
          onClose={close}
        />
      )}
      {asking === 'sms' && (
        <PasswordConfirm
          title={t('security.two_step.use_sms')}
          hint={t('security.two_step.sms_hint', { phone: phone ?? '' })}
          okText={t('security.two_step.turn_on')}
          endpoint={accountApi.turnOnSms}
          input={input}
          refresh={changed}
          onDone={show}
          onClose={close}
        />
      )}
      {asking === 'codes' && (
        <PasswordConfirm
          title={t('security.two_step.new_codes')}
          hint={t('security.two_step.codes_hint')}
          okText={t('security.two_step.new_codes')}
          endpoint={accountApi.renewRecoveryCodes}
          input={input}
          refresh={changed}
          onDone={show}
          onClose={close}
        />
      )}
      {asking === 'off' && (
        <PasswordConfirm
          title={t('security.two_step.turn_off')}
          hint={t('security.two_step.off_hint')}
          okText={t('security.two_step.turn_off')}
          danger
          endpoint={accountApi.endTwoStep}
          input={input}
          refresh={changed}
          onDone={close}
          onClose={close}
        />
      )}
      {secret && <AuthenticatorDialog {...secret} onDone={show} onClose={() => setSecret(undefined)} />}
      {codes && (
        <Modal
          open
          title={t('login.recovery.title')}
          width={560}
          closable={false}
          maskClosable={false}
          keyboard={false}
          footer={
            <Button type="primary" onClick={() => setCodes(undefined)}>
              {t('security.two_step.kept')}
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Modal>
      )}
    </SecuritySection>
  );
}
