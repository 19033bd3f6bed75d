import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { AuthenticatorQr } from '@formwork/web/session/two-step-parts.tsx';
import { Input, Modal } from 'antd';
import { useState } from 'react';

interface AuthenticatorDialogProps {
  secret: string;
  uri: string;
  onDone: (answer: { recoveryCodes: string[] }) => void;
  onClose: () => void;
}

/** Scan, then enter what the app shows: only then the second step is on. */
export function AuthenticatorDialog({ secret, uri, onDone, onClose }: AuthenticatorDialogProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const confirm = useCommand(accountApi.confirmTotp, {
    quiet: true,
    refresh: [accountApi.security, accountApi.operations],
    onDone,
  });
  const submit = () => void (code !== '' && confirm.run({ body: { code } }));
  return (
    <Modal
      open
      title={t('security.two_step.use_app')}
      okText={t('security.two_step.turn_on')}
      okButtonProps={{ disabled: code === '' }}
      onOk={submit}
      onCancel={onClose}
      confirmLoading={confirm.pending}
      width={480}
      destroyOnHidden
    >
      <form
        className="security-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        noValidate
      >
        <p>{t('security.two_step.scan')}</p>
        <AuthenticatorQr secret={secret} uri={uri} />
        <FieldRow
          name="totp"
          label={t('login.second.label_totp')}
          error={confirm.fieldErrors.code ?? (confirm.error && confirm.errorText)}
        >
          {(field) => (
            <Input
              {...field}
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
            />
          )}
        </FieldRow>
      </form>
    </Modal>
  );
}
