import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import type { AnyEndpoint, CallInput } from '@formwork/web/http/call.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, Modal } from 'antd';
import { useState } from 'react';

interface PasswordConfirmProps<E extends AnyEndpoint> {
  title: string;
  hint?: string;
  okText: string;
  danger?: boolean;
  endpoint: E;
  input: (password: string) => CallInput<E>;
  refresh?: readonly AnyEndpoint[];
  onDone: (answer: Awaited<ReturnType<ReturnType<typeof useCommand<E>>['run']>>) => void;
  onClose: () => void;
}

/** Asks for the password again before the security of the account changes. */
export function PasswordConfirm<E extends AnyEndpoint>({
  title,
  hint,
  okText,
  danger,
  endpoint,
  input,
  refresh,
  onDone,
  onClose,
}: PasswordConfirmProps<E>) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const command = useCommand(endpoint, { quiet: true, onDone, ...(refresh && { refresh }) });
  const submit = () => {
    setMissing(password === '');
    if (password !== '') void command.run(...([input(password)] as unknown as Parameters<typeof command.run>));
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger: danger ?? false }}
      onOk={submit}
      onCancel={onClose}
      confirmLoading={command.pending}
      width={420}
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
        {hint && <p>{hint}</p>}
        <FieldRow
          name="confirm-password"
          label={t('security.confirm.password')}
          error={
            missing
              ? t('login.password.required')
              : (command.fieldErrors.password ?? (command.error && command.errorText))
          }
        >
          {(field) => (
            <Input.Password
              {...field}
              autoFocus
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </FieldRow>
      </form>
    </Modal>
  );
}
